"""What a user should know of the data before the numbers come: warnings, and rows that curation rejected."""

import logging
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azeotrope.datasets.dataset import Dataset

logger = logging.getLogger(__name__)


def tell_rejections(dataset: "Dataset") -> None:
    """Say once in a command how many rows were rejected; it is the same for all jobs that use the data set."""
    from azeotrope.datasets.summary import rejection_sentence

    sentence = rejection_sentence(dataset)
    if sentence is not None:
        _tell_once(f"{dataset.info.dataset}: {sentence}")


def log_remarks(dataset: "Dataset") -> None:
    """Write into the log of a run, and not to the terminal again, the warnings and how many rows were rejected."""
    from azeotrope.datasets.summary import dataset_warnings, rejection_sentence

    for remark in (*dataset_warnings(dataset), rejection_sentence(dataset)):
        if remark is not None:
            logger.debug("%s: %s", dataset.info.dataset, remark)


@cache
def _tell_once(sentence: str) -> None:
    logger.info("%s", sentence)
