"""Gradient-boosted trees on the features of a mixture."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.protocol import Featurizer
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.decompositions import Decomposition
from azeotrope.models.interactions import Interaction
from azeotrope.models.mixture_features import MixtureFeatures, mixture_features
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray, IntArray

if TYPE_CHECKING:
    from xgboost import Booster
