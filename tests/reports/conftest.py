"""Runs and data sets as the reports see them."""

import io
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
import pytest
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
from azeotrope.reports.records import LABELS, RunSummary
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
