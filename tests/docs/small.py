"""How the commands of the pages become small enough for a test, and which are not run here."""

import re
from collections.abc import Mapping

# Commands that are only parsed here, each with the reason and the test that runs it.
EXCEPTIONS: Mapping[str, str] = {
    r"^make ": "sets up the environment, trains for minutes, or runs other tests and test_site.py",
    r"mlflow ui ": "a server that does not end; tests/conftest.py starts it",
    r" experiments=": "tests/apps/test_experiments.py runs every experiment in its fast form",
    r"claim=(geometry|increment|transfer) .*minimol": "tests/apps/test_experiments.py runs them on cheaper features",
    r"split=random,mixture,molecule model=ideal,rdkit_xgb,dmpnn": "nine jobs on a large table; README runs the models",
    r"split=mixture model=azeotrope": "three networks on a large table; the command below it runs them",
    r"tune\.py .*workers=": "tests/apps/test_tune.py runs searches in several processes",
    r"tune\.py .*across=": "tests/apps/test_experiments.py searches across data sets",
}
PUBLISHED = re.compile(r"[= \[,](viscosity|flash_point|dcn|mon|keller\w*|dream|ma)\b|audit\.py|claim=")
OVERRIDES = {
    "train.py": ("debug=fast", "split.folds=[0]", "tracking=none"),
    "tune.py": ("n_trials=2", "predictor.n_estimators=20", "n_resamples=20", "tracking=none"),
    "audit.py": ("claim.n_resamples=20", "tracking=none"),
}
OF_CLAIM = {
    "geometry": ("claim.n_permutations=20", "claim.n_splits=20"),
    "increment": ("claim.n_repeats=1", "claim.outcome=intensity", "baseline=rdkit_2d"),
    "replication": (),
    "transfer": ("claim.n_partitions=20",),
}


def exception(text: str) -> str | None:
    """Return why a command is not run here, or None where it is."""
    return next((reason for pattern, reason in EXCEPTIONS.items() if re.search(pattern, text)), None)


def needs_published_data(text: str) -> bool:
    """Whether a command reads data that are not built in."""
    return PUBLISHED.search(text) is not None


def small(text: str) -> str:
    """Return a command with overrides that make it small; those that it has itself stay."""
    script = next((name for name in OVERRIDES if name in text), None)
    if script is None:
        return text
    claim = re.search(r"claim=(\w+)", text)
    more = OF_CLAIM[claim[1] if claim else "geometry"] if script == "audit.py" else ()
    added = [each for each in (*OVERRIDES[script], *more) if f" {_key(each)}" not in text]
    return " ".join([text, *(f"'{each}'" for each in added)])


def _key(override: str) -> str:
    """Beginning by which an override of the same thing is recognised; one fold is as small as a list of one."""
    return override.partition("=")[0].removesuffix("s")
