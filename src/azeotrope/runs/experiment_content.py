"""What an experiment is in MLflow: the mean over its folds, made from their run folders alone."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from statistics import fmean, stdev

from azeotrope.errors import RunError
from azeotrope.runs.command import Command, first_command
from azeotrope.runs.mirror_content import (
    EXPERIMENT_TAG,
    MIRRORED,
    NOTE_TAG,
    MirrorContent,
    data_of,
    finite,
    label_tags,
    params_of,
    readable_name,
)
from azeotrope.runs.mirror_values import milliseconds, short_hash
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

# MLflow shows metrics of one prefix together and apart from the others.
SPREAD = "sd/"
EXPERIMENT = "experiment"


def experiment_content(folds: Sequence[RunRecord]) -> MirrorContent:
    """Return the mean of each metric over the done folds and, under ``sd/``, its sample standard deviation.

    ``folds`` is their number. Undefined values do not count, and one value alone has no standard deviation.

    Parameters
    ----------
    folds
        Folds of one experiment, done, failed or paused; those that still run, or whose files are damaged, are ignored.

    Raises
    ------
    RunError
        When no fold has ended.
    """
    ended = [fold for fold in folds if _has_ended(fold)]
    if not ended:
        raise RunError(f"no fold of {[fold.run_id for fold in folds]} has ended")
    done = [fold for fold in ended if fold.status.state is State.DONE]
    states = {fold.status.state for fold in ended}
    state = next(each for each in (State.FAILED, State.DONE, State.PAUSED) if each in states)
    first = ended[0]
    content = MirrorContent(
        key=(EXPERIMENT_TAG, first.identity.experiment_id),
        name=readable_name(first.identity.labels),
        params={key: value for key, value in params_of(first).items() if key != "fold"},
        metrics=_mean_and_spread([finite(fold.metrics) for fold in done]),
        tags={**label_tags(first, EXPERIMENT), NOTE_TAG: _note(done)},
        data=data_of(first),
        artifacts=(),
        status=MIRRORED[state],
        start_ms=min(_starts(folds)),
        end_ms=max(milliseconds(fold.status.finished or fold.status.started) for fold in ended),
        stamp="",
    )
    return replace(content, stamp=short_hash(json.dumps(asdict(content), sort_keys=True)))


def command_of(outputs: Path, folds: Sequence[RunRecord]) -> Command | None:
    """Return the command that began an experiment, so that all models of one sweep stay together; None if unknown.

    A retry counts as the command that it tries again.
    """
    ids = sorted({id_ for fold in folds if _has_ended(fold) and (id_ := fold.status.command_id) is not None})
    commands = [command for id_ in ids if (command := first_command(outputs, id_)) is not None]
    return min(commands, key=lambda each: each.id, default=None)


def _has_ended(fold: RunRecord) -> bool:
    """Whether a fold has ended and the files that are needed can be read."""
    try:
        state, _ = fold.status.state, fold.config
        return state in MIRRORED and (state is not State.DONE or bool(fold.metrics))
    except RunError:
        return False


def _starts(folds: Sequence[RunRecord]) -> Iterator[int]:
    """Yield when each fold started, those that still run included, so that the first one to end does not matter."""
    for fold in folds:
        with suppress(RunError):
            yield milliseconds(fold.status.started)


def _mean_and_spread(folds: Sequence[dict[str, float]]) -> dict[str, float]:
    values = {name: [fold[name] for fold in folds if name in fold] for name in dict.fromkeys(chain(*folds))}
    means = {name: fmean(each) for name, each in values.items()}
    spreads = {f"{SPREAD}{name}": stdev(each) for name, each in values.items() if len(each) > 1}
    return {**means, **spreads, "folds": float(len(folds))}


def _note(done: Sequence[RunRecord]) -> str:
    numbers = ", ".join(str(fold.identity.fold) for fold in done) or "none yet"
    return (
        f"Metrics are means over the done folds ({numbers}), of those where the metric is defined; `{SPREAD}...` are "
        "the sample standard deviations over the same folds. The folds are the runs below."
    )
