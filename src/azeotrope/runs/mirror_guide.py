"""What the pages of MLflow tell a reader: where to compare models, and how to make the report."""

import json
import shlex

from azeotrope.runs.command import Command
from azeotrope.runs.experiment_content import EXPERIMENT, SPREAD
from azeotrope.runs.mirror_content import KIND_TAG, NOTE_TAG

COMMAND = "command"
HEADLINE = ("excess_rmse", "excess_ratio", "rmse_covered", "delta_mae", "kendall_tau", "rsa", "conformal_coverage")

# A view that MLflow opens by its key: one line per experiment, best first, with these columns in this order.
VIEW = "azeotrope"
_DATA = "attributes.`Dataset`"
_METRICS = tuple(f"metrics.`{name}`" for metric in HEADLINE for name in (metric, f"{SPREAD}{metric}"))
_COLUMNS = (_DATA, *_METRICS, "metrics.`folds`")
_STATE = {
    "selectedColumns": _COLUMNS,
    "columnOrder": _COLUMNS,
    "columnWidths": {_DATA: 200, **dict.fromkeys(_METRICS, 120)},
    "searchFilter": f"tags.{KIND_TAG} = '{EXPERIMENT}'",
    "orderByKey": "metrics.`excess_rmse`",
    "orderByAsc": True,
}
_OPENED = f"runs?viewStateShareKey={VIEW}&workflowType=machine_learning"
VIEW_TAGS = {
    f"mlflow.sharedViewState.{VIEW}": json.dumps(_STATE),
    "mlflow.experimentKind": "custom_model_development",
    NOTE_TAG: (
        "A command is a run; below it stand its experiments with means over folds, and below these the folds.\n\n"
        f"To compare models, follow *Models compared* in the description of a command, or search for "
        f"`{_STATE['searchFilter']}` and choose columns."
    ),
}


def command_note(command: Command, experiment_id: str) -> str:
    """Return the description of a command's run, in Markdown.

    Parameters
    ----------
    command
        The command; its report lies in the outputs that hold its folder.
    experiment_id
        Id of the MLflow experiment.

    Raises
    ------
    RunError
        When the record of the command cannot be read.
    """
    typed = _code(shlex.join(command.description().argv))
    page = _code(str(command.path.parents[1] / "report" / "index.html"))
    return (
        f"{typed}\n\n"
        f"[Models compared](#/experiments/{experiment_id}/{_OPENED}): one line per experiment, "
        "means and standard deviations over folds.\n\n"
        f"The report with all tables and figures: `azeotrope report` writes {page}, which any browser opens."
    )


def _code(text: str) -> str:
    """Return a text as code in Markdown, where a backquote would end it."""
    return "`" + text.replace("`", "'") + "`"
