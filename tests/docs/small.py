"""How the commands of the pages become small enough for a test; none of them is left out."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

PUBLISHED = re.compile(r"[= \[,](viscosity|flash_point|dcn|mon|keller\w*|dream|ma)\b|audit\.py|claim=|experiments=")
MAKE_SAYS = re.compile(r"make(\[\d+\])?: ")
OVERRIDES: Mapping[str, tuple[str, ...]] = {
    "train.py": ("debug=fast", "split.folds=[0]", "tracking=none"),
    "tune.py": ("n_trials=2", "n_resamples=20", "tracking=none"),
    "audit.py": ("claim.n_resamples=20", "tracking=none"),
    "-m pytest": ("tests/test_places.py",),
}
# Further overrides where a command matches. Of an experiment one run is left: test_experiments.py runs them all.
MORE: Mapping[str, tuple[str, ...]] = {
    r"audit\.py (?!.*claim=)|claim=geometry": ("claim.n_permutations=20", "claim.n_splits=20"),
    r"claim=increment": ("claim.n_repeats=1", "claim.outcome=intensity", "baseline=rdkit_2d"),
    r"claim=transfer": ("claim.n_partitions=20",),
    r"experiments=audits/geometry": ("representation=morgan",),
    r"experiments=figure4": ("model=rdkit_xgb",),
    r"experiments=figure5": ("model=rdkit_xgb", "split.max_train_mixtures=30"),
    r"experiments=figure6": ("temperature=concat", "split.direction=low_to_high"),
    r"experiments=searches": ("across=[dcn,{dataset: mon, max_train_rows: 100}]", "trainer.min_steps=50"),
    r"experiments=table3": ("model=dmpnn", "split=mixture"),
    r"experiments=table4": ("ablation=deepsets", "split=mixture"),
    r"experiments=table14": (
        "ablation=deepsets",
        "split=mixture",
        "featurizer.model_id=${oc.env:TINY_T5}",
        "featurizer.revision=null",
        "featurizer.width=16",
    ),
    r"tune\.py .*(rdkit_xgb|morgan_xgb)": ("predictor.n_estimators=20",),
}


def needs_published_data(text: str) -> bool:
    """Whether a command reads data that are not built in."""
    return PUBLISHED.search(text) is not None


def needs_slurm(text: str) -> bool:
    """Whether a command gives its runs to Slurm."""
    return "launcher=slurm" in text


def is_server(text: str) -> bool:
    """Whether a command goes on until it is stopped."""
    return " ui " in text


def small_commands(text: str, folder: Path) -> list[str]:
    """Return what a command stands for, made small: `make` says itself what it would give."""
    if not text.startswith("make "):
        return [small(text)]
    dry_run = ["make", "--dry-run", "--no-print-directory", *text.split()[1:]]
    lines = subprocess.run(dry_run, cwd=folder, capture_output=True, text=True, timeout=60, check=True).stdout
    return [small(line) for line in lines.splitlines() if not MAKE_SAYS.match(line)]


def small(text: str) -> str:
    """Return a command with overrides that make it small; those that it has itself stay."""
    script = next((name for name in OVERRIDES if name in text), None)
    if script is None:
        return text
    more = [override for pattern, overrides in MORE.items() if re.search(pattern, text) for override in overrides]
    added = [each for each in (*OVERRIDES[script], *more) if f" {_key(each)}" not in text]
    return " ".join([text, *(f"'{each}'" for each in added)])


def _key(override: str) -> str:
    """Beginning by which an override of the same thing is recognised; one fold is as small as a list of one."""
    return override.partition("=")[0].removesuffix("s")
