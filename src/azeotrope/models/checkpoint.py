"""One file that holds all a model needs to predict: specification, learned state, property and domain."""

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from azeotrope.errors import RunError
from azeotrope.models.protocol import State

FORMAT = 2


@dataclass(frozen=True)
class Domain:
    """What the training rows covered, so that a prediction outside can be flagged.

    Attributes
    ----------
    inchi
        Molecules of the training rows.
    temperature_range_k
        Smallest and largest training temperature, or None without temperature.
    has_solute
        Whether the property has a solute.
    """

    inchi: tuple[str, ...]
    temperature_range_k: tuple[float, float] | None
    has_solute: bool


@dataclass(frozen=True)
class Checkpoint:
    """A trained model on disk.

    Attributes
    ----------
    spec
        The model's resolved configuration, from which it is rebuilt.
    state
        What `Model.state` returned.
    quantity, unit, mixing_rule
        What the model predicts.
    domain
        What it was trained on.
    stereo
        Identity policy of the training data.
    declared
        Units and repairs that the training file declared, such as ``fraction_kind``; empty for published data.
    half_width
        Half-width of the 90 % conformal interval, calibrated on the validation rows, in `unit`; None without one.
    """

    spec: dict[str, Any]
    state: State
    quantity: str
    unit: str
    mixing_rule: str
    domain: Domain
    stereo: str
    declared: dict[str, Any] = field(default_factory=dict)
    half_width: float | None = None


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write atomically: a reader sees the old file or the whole new one."""
    import torch

    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    torch.save({"format": FORMAT, **asdict(checkpoint)}, temporary)
    temporary.replace(path)


def read_checkpoint(path: Path) -> Checkpoint:
    """Read with `weights_only=True`, so that a file from elsewhere cannot run code.

    Raises
    ------
    RunError
        When the file is missing, damaged, or of another format.
    """
    import torch

    try:
        content = torch.load(path, weights_only=True, map_location="cpu")
        version = content.pop("format")
    except FileNotFoundError as error:
        raise RunError(f"no checkpoint at {path}") from error
    except Exception as error:
        raise RunError(f"{path} is not a readable azeotrope checkpoint ({type(error).__name__})") from error
    if version != FORMAT:
        raise RunError(f"{path} has checkpoint format {version}, this version reads {FORMAT}; train again or update")
    content["domain"] = Domain(**content["domain"])
    return Checkpoint(**content)
