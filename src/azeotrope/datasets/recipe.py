"""What every configured data set says, and how it becomes one curated `Dataset`, from the cache where it can."""

import hashlib
import json
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path

import rdkit

import azeotrope.chemistry
import azeotrope.datasets
from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule
from azeotrope.datasets.curation import CurationRules, curate
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.storage import REJECTED, read_table, write_table
from azeotrope.datasets.summary import summarise
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, DataError

UNVERIFIED = (
    "unverified: the columns are read as their publication describes them, but never were read from the real file; "
    "compare the counts with the paper's"
)
# A folder of the cache is called after the data as far as every file system can.
READABLE_LENGTH = 40
_READABLE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class RawData:
    """Raw tables that are ready to be read.

    Attributes
    ----------
    key
        Text that changes when the raw data change.
    read
        Reads the tables; called only when the curated table is not in the cache.
    unconfirmed
        Files whose content is not the published one, where upstream never confirmed the hash.
    """

    key: str
    read: Callable[[], list[RawTable]]
    unconfirmed: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DatasetRecipe(ABC):
    """What every data set config says, and how it becomes a `Dataset`.

    Attributes
    ----------
    name, quantity, unit, origin, mixing_rule, reference_temperature_bin_k
        See `PropertyInfo`; `name` is the label of runs and tables.
    rules
        Curation choices.
    note
        A sentence that is shown wherever the data set is, such as that it is computed.
    expected
        Counts after curation (keys of `Summary`), by which a source without a confirmed hash is checked.
    paper
        Counts that the literature reports, shown beside ours.
    """

    name: str
    quantity: str
    unit: str
    origin: str = "measured"
    mixing_rule: MixingRule = field(default_factory=LinearMixing)
    reference_temperature_bin_k: float | None = None
    rules: CurationRules = field(default_factory=CurationRules)
    note: str = ""
    expected: Mapping[str, float] = field(default_factory=dict)
    paper: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a name that is none, a rule that is no rule, and a temperature bin without a width."""
        if not isinstance(self.name, str) or not self.name.strip():
            raise ConfigError(f"dataset.name is {self.name!r}; give the data a name")
        if not isinstance(self.mixing_rule, MixingRule):
            raise ConfigError(f"dataset.mixing_rule is {self.mixing_rule!r}; it must be a mapping with a _target_")
        bin_k = self.reference_temperature_bin_k
        if bin_k is not None and not bin_k > 0:
            raise ConfigError(f"dataset.reference_temperature_bin_k is {bin_k!r}; it must be positive, or null")

    @property
    def info(self) -> PropertyInfo:
        """What the value column means."""
        return PropertyInfo(
            self.name,
            self.quantity,
            self.unit,
            self.mixing_rule,
            self.origin,
            self.reference_temperature_bin_k,
        )

    @property
    def citation(self) -> str:
        """What to cite, or how the data were made."""
        return self.note

    @property
    def unverified(self) -> bool:
        """Whether no real file was at hand when the reading was written and tested."""
        return False

    @abstractmethod
    def open(self, cache_folder: Path, mirror_folder: Path | None, *, progress: bool) -> RawData:
        """Fetch what is needed and return the raw data, not yet read."""

    def load(self, cache_folder: Path, mirror_folder: Path | None = None, *, progress: bool = False) -> Dataset:
        """Return the curated data set, from the cache when raw data, rules and code are unchanged.

        Raises
        ------
        DataError
            When a source cannot be had or read, or nothing is left after curation.
        """
        raw = self.open(cache_folder, mirror_folder, progress=progress)
        key = hashlib.sha256("|".join((_rules_key(self.rules), raw.key, _code_key())).encode()).hexdigest()[:16]
        folder = cache_folder / "tables" / f"{_READABLE.sub('_', self.name)[:READABLE_LENGTH]}-{key}"
        cached = _read_cached(folder)
        table, report = cached or curate(raw.read(), self.rules)
        if cached is None:
            write_table(folder, table, report)
        if self.unverified:
            report = replace(report, warnings=(*report.warnings, UNVERIFIED))
        dataset = Dataset(self.info, table, report, folder / REJECTED)
        return self._check_unconfirmed(dataset, raw.unconfirmed) if raw.unconfirmed else dataset

    def _check_unconfirmed(self, dataset: Dataset, files: Sequence[str]) -> Dataset:
        """Accept content of an unknown hash only with the expected counts, and say so."""
        counts = asdict(summarise(dataset))
        wrong = {name: counts[name] for name, value in self.expected.items() if abs(counts[name] - value) > 5e-4}
        names = ", ".join(files)
        if wrong or not self.expected:
            raise DataError(f"{names}: neither the hash nor the counts are the published ones: {wrong}")
        warning = f"{names}: the hash is not the known one (upstream never confirmed it), but every count is"
        return replace(dataset, report=replace(dataset.report, warnings=(*dataset.report.warnings, warning)))


def _rules_key(rules: CurationRules) -> str:
    return json.dumps(asdict(rules) | {"transform": repr(rules.transform)}, sort_keys=True, default=str)


def _read_cached(folder: Path) -> tuple[MixtureTable, CurationReport] | None:
    """Return the cached table, or None where there is none; a damaged one is deleted, so that it is written anew."""
    if not folder.is_dir():
        return None
    try:
        return read_table(folder)
    except DataError:
        shutil.rmtree(folder, ignore_errors=True)
        return None


@cache
def _code_key() -> str:
    """Hash of the code that curates, so that a changed rule never meets a table cached under the old one."""
    digest = hashlib.sha256(rdkit.__version__.encode())
    for package in (azeotrope.chemistry, azeotrope.datasets):
        for file in sorted(Path(package.__path__[0]).glob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()
