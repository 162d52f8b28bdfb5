"""Audits of the published data against plain pandas, SciPy, RDKit and scikit-learn, written from the method alone."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hydra import compose, initialize_config_dir
from rdkit import Chem
from rdkit.Chem import Descriptors, rdFingerprintGenerator
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.stats import spearmanr
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from azeotrope.apps.compose import build, plain, prepare_hydra
from azeotrope.audits.blocks import BitBlock, DescriptorBlock
from azeotrope.audits.claim import Claim, Evidence, Subject
from azeotrope.audits.folds import molecule_folds
from azeotrope.audits.geometry import GeometryClaim
from azeotrope.audits.increment import IncrementClaim
from azeotrope.audits.regressors import ForestRegressor, Regressor, RidgeRegressor
from azeotrope.audits.replication import ReplicationClaim
from azeotrope.audits.representation import Representation
from azeotrope.audits.transfer import TransferClaim
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.rdkit_2d import RDKit2D
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.typing import FloatArray, IntArray

pytestmark = [pytest.mark.data, pytest.mark.slow]
MORGAN = Representation({"morgan": BitBlock(MorganFingerprint())})
RDKIT_2D = Representation({"rdkit_2d": DescriptorBlock(RDKit2D())})
UNUSED = {2537, 6202, 24203, 106441}
RESAMPLED = {"n_resamples": 20, "n_permutations": 20, "seed": 0}
FOREST: dict[str, Any] = {"n_estimators": 20, "max_depth": 10, "min_samples_leaf": 2, "max_features": "sqrt"}


def table_of(name: str, folder: Path) -> RatingsTable:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        recipe = build(plain(compose(overrides=[f"+dataset={name}"]).dataset), name)
    table: RatingsTable = recipe.load(folder, Path(os.environ["AZEOTROPE_MIRROR"]))
    return table


def evidence_of(claim: Claim, subject: Subject) -> tuple[Evidence, dict[str, float]]:
    """Return the evidence and its defined estimates, after a look at what stands beside each of them."""
    evidence = claim.test(subject)
    for each in evidence.findings:
        assert each.resampled
        assert each.n_units > 0 or each.estimate.reason
        assert (each.low.value is None) == bool(each.low.reason)
        assert (each.seed is not None) == (each.n_resamples > 0)
    return evidence, {each.name: each.estimate.value for each in evidence.findings if each.estimate.value is not None}


def read(path: str) -> pd.DataFrame:
    frame: pd.DataFrame = pd.read_csv(Path(os.environ["AZEOTROPE_MIRROR"]) / path)
    return frame


def molecule(smiles: str) -> Chem.Mol:
    return Chem.MolFromSmiles(Chem.CanonSmiles(smiles))


@cache
def keller() -> pd.DataFrame:
    """Means and molecules by CID, in the order of InChI, which is that of the molecules of an audit."""
    names = ["Intensity", "Pleasantness", "Familiarity"]
    long = read("keller_2016/prediction_targets.csv")
    long = long[~long["CID"].isin(UNUSED)]
    means = long.pivot_table(index="CID", columns="Descriptor", values="Ave Rating")[names]
    smiles = read("pyrfume_molecules/molecules.csv").set_index("CID")["IsomericSMILES"]
    means["molecule"] = [molecule(smiles[cid]) for cid in means.index]
    means["inchi"] = means["molecule"].map(Chem.MolToInchi)
    return means.sort_values("inchi")


def rated(frame: pd.DataFrame, *names: str) -> FloatArray:
    """Euclidean distances between z-scored attributes, shape `(m, m)`."""
    values = frame[list(names)].to_numpy(np.float64)
    return np.asarray(squareform(pdist((values - values.mean(axis=0)) / values.std(axis=0))))


def bits(molecules: Iterable[Chem.Mol]) -> FloatArray:
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048, includeChirality=True)
    return np.array([generator.GetFingerprintAsNumPy(each) for each in molecules], dtype=np.float64)


def descriptors(molecules: Iterable[Chem.Mol]) -> FloatArray:
    return np.array([[function(each) for _, function in Descriptors.descList] for each in molecules])


def cosine(features: FloatArray) -> FloatArray:
    constant = np.ptp(features, axis=0) == 0
    scores = (features - features.mean(axis=0)) / np.where(constant, 1, features.std(axis=0))
    # Mirror images have equal descriptors; distances that differ in rounding alone are ties.
    return np.asarray(np.round(cdist(scores * ~constant, scores * ~constant, "cosine"), 12))


def rank_correlation(first: FloatArray, second: FloatArray, *, distinct: IntArray | None = None) -> float:
    """Spearman correlation of strict upper triangles, without pairs of one molecule where its number is given."""
    above = np.triu(np.ones(first.shape, dtype=bool), 1)
    if distinct is not None:
        above &= distinct[:, None] != distinct
    return float(spearmanr(first[above], second[above])[0])


def hsic(first: FloatArray, second: FloatArray) -> float:
    """Unbiased estimate of Song et al. 2012, equation 5, from matrices with a diagonal of 0."""
    n, ones = len(first), np.ones(len(first))
    sums = (ones @ first @ ones) * (ones @ second @ ones) / ((n - 1) * (n - 2))
    return float((np.trace(first @ second) + sums - 2 / (n - 2) * ones @ first @ second @ ones) / (n * (n - 3)))


@pytest.mark.parametrize(
    ("representation", "distances"),
    [(MORGAN, lambda each: cdist(bits(each), bits(each), "jaccard")), (RDKIT_2D, lambda x: cosine(descriptors(x)))],
    ids=["morgan", "rdkit_2d"],
)
def test_geometry(
    representation: Representation, distances: Callable[[Sequence[Chem.Mol]], FloatArray], tmp_path: Path
) -> None:
    claim = GeometryClaim(n_controls=1, n_splits=1, **RESAMPLED)
    evidence, found = evidence_of(claim, Subject(table_of("keller", tmp_path), representation))
    human = rated(keller(), "Intensity", "Pleasantness", "Familiarity")
    ours = distances(list(keller()["molecule"]))
    assert len(ours) == 476
    assert found["rsa"] == pytest.approx(rank_correlation(ours, human), abs=1e-9)
    for k, copies in enumerate(draw_copies(476, 20, 0)):
        drawn = np.repeat(np.arange(476), copies)
        rebuilt = ours[np.ix_(drawn, drawn)], human[np.ix_(drawn, drawn)]
        assert evidence.arrays["rsa_replicates"][k] == pytest.approx(rank_correlation(*rebuilt), abs=1e-10)
        apart = rank_correlation(*rebuilt, distinct=drawn)
        assert evidence.arrays["rsa_distinct_replicates"][k] == pytest.approx(apart, abs=1e-10)
    inner = -(human**2) / 2
    centred = inner - inner.mean(axis=0) - inner.mean(axis=1)[:, None] + inner.mean()
    first, second = (side * (1 - np.eye(476)) for side in (1 - ours, centred))
    cka = hsic(first, second) / np.sqrt(hsic(first, first) * hsic(second, second))
    assert found["debiased_cka"] == pytest.approx(cka, abs=1e-10)


def test_split_halves(tmp_path: Path) -> None:
    """Two medians over random halves, whose spread is 0.011, agree within five standard errors of their difference."""
    claim = GeometryClaim(n_resamples=1, n_permutations=1, n_controls=1, n_splits=200, seed=0)
    _, found = evidence_of(claim, Subject(table_of("dream", tmp_path), MORGAN))
    text = (Path(os.environ["AZEOTROPE_MIRROR"]) / "dream_olfaction" / "TrainSet.txt").read_text()
    names = ["INTENSITY/STRENGTH", "VALENCE/PLEASANTNESS"]
    rows = pd.read_csv(StringIO(text), sep="\t").groupby(["subject #", "Compound Identifier"])[names].mean()
    participants, rng = rows.index.unique(0).to_numpy(), np.random.default_rng(1)
    medians = []
    for _ in range(100):
        shuffled = rng.permutation(participants)
        halves = (rows.loc[list(each)].groupby(level=1).mean() for each in (shuffled[:24], shuffled[24:]))
        medians.append(rank_correlation(*(rated(half, *names) for half in halves)))
    assert found["split_half_rsa"] == pytest.approx(
        np.median(medians), abs=5 * 1.25 * 0.011 * (1 / 100 + 1 / 200) ** 0.5
    )


def test_replication(tmp_path: Path) -> None:
    tables = (table_of(name, tmp_path) for name in ("keller_2012", "keller"))
    subject = Subject(next(tables), second=next(tables))
    _, found = evidence_of(ReplicationClaim(n_splits=1, **RESAMPLED), subject)
    cid = read("keller_2012/stimuli.csv").set_index("stimulus")["CID"]
    columns = []
    for file, name in (("behavior_3", "intensity"), ("behavior_4", "pleasantness")):
        rows = read(f"keller_2012/{file}.csv").assign(CID=lambda frame: frame["stimulus"].map(cid))
        columns.append(rows.groupby(["CID", "subject"])[name].mean().groupby("CID").mean())
    other = pd.concat(columns, axis=1).drop([6850845, 135442941])
    smiles = read("keller_2012/molecules.csv").set_index("CID")["IsomericSMILES"]
    other["inchi"] = [Chem.MolToInchi(molecule(smiles[int(each)])) for each in other.index]
    shared = other.merge(keller(), on="inchi", validate="one_to_one")
    assert found["shared_molecules"] == len(shared) == 38
    sides = rated(shared, "intensity", "pleasantness"), rated(shared, "Intensity", "Pleasantness")
    assert found["rsa"] == pytest.approx(rank_correlation(*sides), abs=1e-9)
    pleasantness = spearmanr(shared["pleasantness"], shared["Pleasantness"])[0]
    assert found["pleasantness_spearman"] == pytest.approx(pleasantness, abs=1e-12)


def test_increment(tmp_path: Path) -> None:
    """Ridge and forest on the same folds: descriptors standardised on the training rows, bits as they are."""
    table = table_of("keller", tmp_path)
    regressors: dict[str, Regressor] = {
        "ridge": RidgeRegressor(alpha=10.0),
        "forest": ForestRegressor(seed=0, threads=1, **FOREST),
    }
    claim = IncrementClaim(outcome="intensity", n_folds=5, n_repeats=2, regressors=regressors, n_resamples=20, seed=0)
    evidence, found = evidence_of(claim, Subject(table, MORGAN, RDKIT_2D))
    frame = keller().loc[[int(each) for each in table.unit_ids]]
    numbers, target = descriptors(frame["molecule"]), frame["Intensity"].to_numpy()
    both = np.hstack([numbers, bits(frame["molecule"])])
    scaled = make_pipeline(SimpleImputer(), StandardScaler())
    prepared = make_column_transformer((scaled, np.arange(numbers.shape[1])), remainder="passthrough")
    models = {
        ("ridge", "baseline"): (numbers, make_pipeline(scaled, Ridge(10.0))),
        ("ridge", "combined"): (both, make_pipeline(prepared, Ridge(10.0))),
        ("forest", "combined"): (both, make_pipeline(prepared, RandomForestRegressor(random_state=0, **FOREST))),
    }
    totals = {key: np.zeros(476) for key in models}
    for fold in molecule_folds(table, 5, 2, 0):
        for key, (features, model) in models.items():
            fitted = model.fit(features[fold.train], target[fold.train])
            totals[key][fold.test] += fitted.predict(features[fold.test]) / 2
    for (regressor, name), expected in totals.items():
        np.testing.assert_allclose(evidence.arrays[f"intensity_{regressor}_{name}"], expected, rtol=0, atol=1e-6)
        error = np.abs(expected - target).mean()
        assert found[f"intensity_{regressor}_mae_{name}"] == pytest.approx(error, abs=1e-6)


def test_transfer(tmp_path: Path) -> None:
    """Every sampled partition obeys the rule; its errors, their median, and the largest test set are as computed."""
    rule = PartitionRule(n_held_out=11, min_test_units=20, min_train_units=101, every_held_out_in_test=True)
    claim = TransferClaim(
        outcome=None,
        rule=rule,
        n_partitions=40,
        regressors={"ridge": RidgeRegressor(alpha=10.0)},
        n_resamples=40,
        seed=0,
    )
    evidence, found = evidence_of(claim, Subject(table_of("ma", tmp_path), MORGAN, RDKIT_2D))
    units = read("ma_2021/behavior.csv").groupby(["Stimulus A", "Stimulus B", "Rep"])[["IAB", "PAB"]].mean()
    smiles = read("ma_2021/molecules.csv").set_index("CID")["IsomericSMILES"]
    row_of = {Chem.MolToInchi(molecule(text)): row for row, text in enumerate(smiles)}
    pairs = np.array([[smiles.index.get_loc(cid) for cid in each[:2]] for each in units.index])
    molecules = [molecule(text) for text in smiles]
    numbers, ones = (part[pairs].mean(axis=1) for part in (descriptors(molecules), bits(molecules)))
    document = evidence.documents["partitions"]
    named = np.array([row_of[inchi] for inchi in document["components"]])
    differences = []
    for k, held_out in enumerate(document["sampled"]["held_out"]):
        inside = np.isin(pairs, named[held_out])
        test, train = inside.all(axis=1), ~inside.any(axis=1)
        assert len(set(held_out)) == 11 == len(np.unique(pairs[test]))
        assert test.sum() >= 20
        assert train.sum() >= 101
        scaled = StandardScaler().fit(numbers[train]).transform(numbers)
        errors = []
        for model, features in (("baseline", scaled), ("combined", np.hstack([scaled, ones]))):
            predicted = Ridge(10.0).fit(features[train], units[train]).predict(features[test])
            errors.append(np.abs(predicted - units[test]).mean().to_numpy())
            mae = [evidence.arrays[f"{outcome}_ridge_mae_{model}"][k] for outcome in ("intensity", "pleasantness")]
            np.testing.assert_allclose(mae, errors[-1], rtol=0, atol=1e-6)
        differences.append(errors[1] - errors[0])
    median = np.median(differences, axis=0)
    assert found["intensity_ridge_median_delta_mae_partitions_only"] == pytest.approx(median[0], abs=1e-6)
    assert found["pleasantness_ridge_median_delta_mae_partitions_only"] == pytest.approx(median[1], abs=1e-6)
    assert found["every_component_tested_n_test_units_max"] == largest_test_set(pairs) == 42


def largest_test_set(pairs: IntArray) -> int:
    """Most units with both of 11 components, where 101 have none of them, by HiGHS; variables are components, units."""
    n_units = len(pairs)
    member = np.zeros((n_units, pairs.max() + 1))
    member[np.arange(n_units)[:, None], pairs] = 1
    each = np.eye(n_units)
    first, second = (np.hstack([np.eye(member.shape[1])[pairs[:, side]], -each]) for side in (0, 1))
    held_out = np.r_[np.ones(member.shape[1]), np.zeros(n_units)]
    train = np.r_[-member.sum(axis=0), np.ones(n_units)]
    constraints = [
        LinearConstraint(np.vstack([first, second]), 0, np.inf),
        LinearConstraint(held_out[None], 11, 11),
        LinearConstraint(train[None], 101 - n_units, np.inf),
    ]
    found = milp(held_out - 1, constraints=constraints, bounds=Bounds(0, 1), integrality=held_out)
    assert found.success
    return round(float(-found.fun))
