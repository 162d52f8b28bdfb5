"""The `azeotrope` command; each subcommand imports what it needs when it runs, so that help answers at once."""

from pathlib import Path
from typing import Annotated

import typer

from azeotrope.apps.log_file import end_with, log_to_stderr
from azeotrope.errors import AzeotropeError

app = typer.Typer(
    help="Does a molecular model know how molecules mix, or only the molecules?",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
data_app = typer.Typer(help="List, fetch, show and check data sets.", no_args_is_help=True)
app.add_typer(data_app, name="data")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else to stdout.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the long form as CSV and nothing else to stdout.")]
CommandId = Annotated[
    str | None, typer.Argument(metavar="[COMMAND]", help="Id of a command, or its beginning; the last one by default.")
]
Filters = Annotated[list[str] | None, typer.Argument(metavar="[LABEL=VALUE]...", help="Such as dataset=mon.")]
Settings = Annotated[
    list[str] | None, typer.Argument(metavar="[KEY=VALUE]...", help="Settings, such as temperature_unit=C.")
]


def _path(text: str) -> Path:
    """Refuse the empty text that a variable of the shell is while it is not set; a path would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("it is empty; write a path")
    return Path(text)


@data_app.command("list")
def data_list() -> None:
    """List the data sets, their property, unit and origin."""
    from azeotrope.apps.data_commands import list_datasets

    list_datasets()


@data_app.command("fetch")
def data_fetch(name: str) -> None:
    """Download and curate a data set now."""
    from azeotrope.apps.data_commands import fetch_dataset

    fetch_dataset(name)


@data_app.command("show")
def data_show(name: str, as_json: AsJson = False) -> None:
    """Show counts beside the paper's, rejections by reason, noise floor and coverage."""
    from azeotrope.apps.data_commands import show_dataset

    show_dataset(name, as_json=as_json)


@data_app.command("check")
def data_check(file: Path, settings: Settings = None, as_json: AsJson = False) -> None:
    """Check your own CSV before any training: what is read, repaired, rejected and suspicious."""
    from azeotrope.apps.data_commands import check_csv

    check_csv(file, settings or [], as_json=as_json)


@app.command()
def predict(
    runs: Annotated[list[str], typer.Argument(metavar="RUN... FILE", help="Runs or checkpoints, then the CSV file.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="CSV file to write.")],
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="How to read the file: temperature_unit=C.")
    ] = None,
    trust: Annotated[list[str] | None, typer.Option(help="Package of your own whose classes may be built.")] = None,
    pure: Annotated[
        Path | None, typer.Option(help="CSV with measured values; models that read pure values use its pure rows.")
    ] = None,
) -> None:
    """Predict the mixtures of a CSV file; several runs give mean and spread."""
    from azeotrope.apps.predict_command import predict_file

    if len(runs) < 2:
        raise typer.BadParameter("name at least one run or checkpoint and then the CSV file")
    predict_file(runs[:-1], Path(runs[-1]), output, settings or [], trust or [], pure)


@app.command()
def table(
    filters: Filters = None,
    as_csv: AsCsv = False,
    trials: Annotated[bool, typer.Option("--trials", help="Show trials of searches too.")] = False,
) -> None:
    """Compare the finished runs in outputs/."""
    from azeotrope.apps.run_commands import show_table

    show_table(filters or [], as_csv=as_csv, with_trials=trials)


@app.command()
def report(
    filters: Filters = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", parser=_path, help="Folder; default: report in outputs/.")
    ] = None,
    of_last: Annotated[bool, typer.Option("--last", help="Show the runs of the last command only.")] = False,
) -> None:
    """Put the finished runs and audits in outputs/ on one page, with its tables and figures as files."""
    from azeotrope.apps.report_command import write_report

    write_report(filters or [], output, of_last=of_last)


@app.command()
def status(command: CommandId = None, as_json: AsJson = False) -> None:
    """Tell which runs are done, running, interrupted, failed or missing, from files alone."""
    from azeotrope.apps.run_commands import show_status

    show_status(command, as_json=as_json)


@app.command()
def retry(
    command: CommandId = None,
    overrides: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change it: hydra.launcher.mem_gb=16.")
    ] = None,
) -> None:
    """Start again what a command did not finish: runs that failed, were interrupted, or never started."""
    from azeotrope.apps.retry_command import retry_command

    retry_command(command, overrides or [])


@app.command()
def sync(
    tracking_uri: Annotated[
        str | None, typer.Option(help="MLflow store; the default is MLFLOW_TRACKING_URI, else sqlite in outputs/.")
    ] = None,
    experiment: Annotated[
        str | None, typer.Option(help="MLflow experiment; the default is that of the config.")
    ] = None,
) -> None:
    """Mirror to MLflow what it lacks, from the run folders alone; may be repeated."""
    from azeotrope.apps.sync_command import sync_mirror

    sync_mirror(tracking_uri, experiment)


def main() -> None:
    """Run the command line; a mistake of the user is one line on stderr and exit code 2."""
    log_to_stderr()
    try:
        app()
    except AzeotropeError as error:
        end_with(error)
