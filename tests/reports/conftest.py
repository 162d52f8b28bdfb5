"""Runs and data sets as the reports see them."""

import io
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread
from scipy.spatial.distance import pdist

from azeotrope.audits.claim import Evidence
from azeotrope.audits.finding import Finding
from azeotrope.audits.rsa_evidence import RsaEvidence
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules, StereoPolicy
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.table import MixtureTable
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_style import drawing
from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.records import LABELS, RunSummary
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, StoredCurve, experiments_of
from azeotrope.typing import FloatArray

PARTS = {
    "ideal": {},
    "dmpnn": {"featurizer": "dmpnn", "aggregator": "weighted_sum", "predictor": "mlp", "decomposition": "direct"},
    "rdkit_xgb": {
        "featurizer": "rdkit",
        "aggregator": "weighted_sum",
        "predictor": "xgboost",
        "decomposition": "direct",
    },
}

MakeRun = Callable[..., RunSummary]
MakeDataset = Callable[..., Dataset]


@pytest.fixture
def make_labels() -> Callable[..., dict[str, str]]:
    """Labels of a model on viscosity's mixture split; keywords replace them."""

    def make(model: str = "dmpnn", **changes: str) -> dict[str, str]:
        fixed = {"dataset": "viscosity", "split": "mixture", "model": model}
        return dict.fromkeys(LABELS, "none") | PARTS.get(model, {}) | fixed | changes

    return make


@pytest.fixture
def make_run(make_labels: Callable[..., dict[str, str]]) -> MakeRun:
    """One fold of an experiment named after its model, unless told otherwise."""

    def make(
        metrics: Mapping[str, float | None],
        model: str = "dmpnn",
        fold: int = 0,
        experiment: str | None = None,
        *,
        unit: str = "ln(mPa s)",
        origin: str = "measured",
        reasons: Mapping[str, str] | None = None,
        test_rows: int | None = 100,
        **labels: str,
    ) -> RunSummary:
        identifier = model if experiment is None else experiment
        chosen = make_labels(model, **labels)
        return RunSummary(
            f"{identifier}-{fold}", identifier, chosen, fold, metrics, unit, origin, reasons or {}, test_rows
        )

    return make


@pytest.fixture
def make_report_run(make_run: MakeRun) -> Callable[..., ReportRun]:
    """One fold with test rows: a true excess, and what the model misses of the excess and of the ideal part.

    Errors are one number for all rows or one per row; there are two rows for each component set.
    """

    def make(
        model: str = "dmpnn",
        fold: int = 0,
        excess_error: float | Sequence[float] = 0.1,
        pure_error: float | Sequence[float] = 0.0,
        *,
        n_sets: int = 12,
        true_excess: float = 0.5,
        covered: bool = True,
        metrics: Mapping[str, float | None] | None = None,
        **changes: object,
    ) -> ReportRun:
        count = 2 * n_sets
        number = np.arange(count) + 1000 * fold
        ideal = np.linspace(1.0, 2.0, count)
        predicted_ideal = ideal + np.asarray(pure_error)
        frame = pd.DataFrame(
            {
                "row_id": [f"rows.csv:{row}" for row in number],
                "truth": ideal + true_excess,
                "prediction": predicted_ideal + true_excess + np.asarray(excess_error),
                "ideal": ideal if covered else np.full(count, np.nan),
                "predicted_ideal": predicted_ideal,
                "component_set": number // 2,
            }
        )
        error = float(np.sqrt(np.mean(np.square(np.broadcast_to(excess_error, count)))))
        found = {"excess_rmse": error if covered else None, "rmse": error, "ideal_baseline_excess_rmse": true_excess}
        summary = make_run(found | dict(metrics or {}), model, fold, test_rows=count, **changes)
        return ReportRun(summary, frame, {}, ())

    return make


@pytest.fixture
def make_experiments(make_report_run: Callable[..., ReportRun]) -> Callable[..., list[ReportExperiment]]:
    """One experiment of `n_folds` per model: excess errors by the model's name."""

    def make(
        errors: Mapping[str, float | Sequence[float]], n_folds: int = 2, **changes: object
    ) -> list[ReportExperiment]:
        runs = [
            make_report_run(model, fold, error, **changes) for model, error in errors.items() for fold in range(n_folds)
        ]
        return experiments_of(runs)

    return make


@pytest.fixture(scope="session")
def make_dataset() -> MakeDataset:
    """A data set of rows `({smiles: fraction}, value)`, with one temperature or solute for all or one per row."""

    def make(
        rows: list[tuple[dict[str, float], float]],
        *,
        rule: MixingRule | None = None,
        temperature_k: list[float] | None = None,
        solute: str | None = None,
        origin: str = "measured",
        stereo: StereoPolicy = "keep",
    ) -> Dataset:
        names = {name for composition, _ in rows for name in composition} | ({solute} if solute else set())
        parsed = {name: parse_molecule(name) for name in names}
        molecules = Molecules.of(parsed.values(), stereo)
        index = {name: molecules.index[molecule.inchi] for name, molecule in parsed.items()}
        entries = [sorted((index[name], x) for name, x in composition.items()) for composition, _ in rows]
        count = len(rows)
        solutes = None if solute is None else [index[solute]] * count
        mixtures = Mixtures.from_rows(molecules, entries, temperature_k, solutes)
        value = np.array([value for _, value in rows])
        table = MixtureTable(
            mixtures, value, np.arange(count + 1), np.zeros(count, dtype=np.int64), np.arange(count), ("rows.csv",)
        )
        info = PropertyInfo("demo", "molar volume", "cm3/mol", rule or LinearMixing(), origin)
        return Dataset(info, table, CurationReport(count, pd.DataFrame()))

    return make


@pytest.fixture
def make_audit() -> Callable[..., AuditSummary]:
    """An audit of invented numbers; keywords replace its labels."""

    def make(
        findings: Sequence[Finding], run_id: str = "run-1", notes: Sequence[str] = (), **labels: str
    ) -> AuditSummary:
        fixed = {"dataset": "keller", "second": "none", "claim": "geometry", "representation": "morgan"}
        return AuditSummary(run_id, {**fixed, "baseline": "none"} | labels, tuple(findings), tuple(notes))

    return make


@pytest.fixture
def make_view() -> Callable[..., AuditView]:
    """What a figure is drawn from; keywords are labels."""

    def make(findings: Sequence[Finding], arrays: Mapping[str, FloatArray] | None = None, **labels: str) -> AuditView:
        fixed = {"dataset": "invented", "second": "none", "representation": "morgan", "baseline": "none"}
        return AuditView(
            Evidence(tuple(findings), pd.DataFrame(), arrays or {}), {**fixed, "claim": "geometry"} | labels
        )

    return make


@pytest.fixture
def rsa_evidence() -> Callable[[int], tuple[list[Finding], dict[str, FloatArray], tuple[FloatArray, FloatArray]]]:
    """Findings, arrays and both sides' distances of `m` molecules, of which the first has something of the second."""

    def make(n_molecules: int) -> tuple[list[Finding], dict[str, FloatArray], tuple[FloatArray, FloatArray]]:
        first = pdist(np.random.default_rng(0).normal(size=(n_molecules, 3)))
        second = first + np.random.default_rng(1).normal(size=len(first))
        findings, arrays = RsaEvidence(n_resamples=20, n_permutations=30, seed=0).of(first, second)
        return findings, arrays, (first, second)

    return make


@pytest.fixture
def size_of() -> Callable[[bytes], tuple[int, int]]:
    """Height and width of a PNG in pixels, which must hold no date and no version."""

    def size(png: bytes) -> tuple[int, int]:
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        assert b"tEXt" not in png
        assert b"tIME" not in png
        pixels = imread(io.BytesIO(png))
        assert pixels[..., :3].std() > 0.02
        return pixels.shape[:2]

    return size


@pytest.fixture
def make_experiment(make_run: MakeRun) -> Callable[..., ReportExperiment]:
    """One experiment with rows of named binary mixtures, mixing curves, a noise floor and training counts.

    Without `metrics` the excess RMSE of fold `f` is `error` + 0.01 `f`, and the ideal part's twice that.
    """

    def make(
        model: str = "dmpnn",
        error: float = 0.1,
        *,
        n_folds: int = 3,
        n_rows: int = 24,
        names: Sequence[str] = ("O", "CCO", "CO"),
        metrics: Mapping[str, float | None] | None = None,
        train_mixtures: int | None = 50,
        title: str | None = None,
        **changes: object,
    ) -> ReportExperiment:
        runs = []
        for fold in range(n_folds):
            excess = error + 0.01 * fold
            found = {"excess_rmse": excess, "ideal_rmse": 2 * excess, "rmse": 3 * excess, "rmse_covered": 3 * excess}
            found |= {"excess_mae": 0.8 * excess, "mae_covered": 2.4 * excess, "n_covered": n_rows}
            baseline = {"ideal_baseline_excess_rmse": 0.5, "noise_floor": 0.05}
            labels = {"experiment": f"{model}{changes}", "test_rows": n_rows} | changes
            summary = make_run(found | baseline | dict(metrics or {}), model, fold, **labels)
            leakage = {"parts": {"train": {"component_sets": train_mixtures}}} if train_mixtures else {}
            curves = tuple(StoredCurve(place, error, _curve(names, summary)) for place in ("best", "median", "worst"))
            rows = _named_rows(n_rows, names, error)
            runs.append(ReportRun(summary, rows, leakage, curves))
        return ReportExperiment(tuple(runs), model if title is None else title)

    return make


def _named_rows(count: int, names: Sequence[str], error: float) -> pd.DataFrame:
    """Rows of two neighbours in `names`: the true excess is 0.5, the predicted one is `error` more."""
    first = np.arange(count) % len(names)
    ideal = np.linspace(1.0, 2.0, count)
    return pd.DataFrame(
        {
            "truth": ideal + 0.5,
            "prediction": ideal + 0.5 + error,
            "ideal": ideal,
            "predicted_ideal": ideal,
            "smiles": [[names[one], names[(one + 1) % len(names)]] for one in first],
            "n_components": 2,
        }
    )


def _curve(names: Sequence[str], summary: RunSummary) -> MixingCurve:
    grid = np.linspace(0.0, 1.0, 101)
    inside = np.array([0.25, 0.5, 0.75])
    ends = np.array([0.0, 1.0])
    bent = grid + grid * (1 - grid)
    return MixingCurve(
        names[0], names[1], "quantity", summary.unit, summary.origin, 298.15, None, inside, inside + 0.2, ends, ends,
        grid, bent, grid, grid,
    )  # fmt: skip


@pytest.fixture
def drawn() -> Callable[[ReportFigure], Figure]:
    """The drawn figure, to look at its parts."""

    def draw(figure: ReportFigure) -> Figure:
        size = {"width_inches": figure.width_inches, "height_inches": figure.height_inches}
        with drawing(figure.draw, **size, dense=figure.dense) as picture:
            picture.draw_without_rendering()
            return picture

    return draw
