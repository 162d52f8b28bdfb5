"""Where pretrained weights come from: a folder, or a model of the Hugging Face hub at one commit."""

import hashlib
import logging
import re
from dataclasses import dataclass
from pathlib import Path

from azeotrope.errors import ConfigError, DataError

logger = logging.getLogger(__name__)

COMMIT = re.compile(r"[0-9a-f]{40}")
# The same weights for other frameworks.
UNUSED_FILES = ("*.h5", "*.msgpack", "*.onnx", "*.ot", "*.tflite")


@dataclass(frozen=True)
class PretrainedSource:
    """The files of one pretrained model.

    Parameters
    ----------
    model_id
        Name on the hub as `owner/model`, or with no revision the path of a folder that `save_pretrained` wrote.
    revision
        Full hash of the commit on the hub, since a branch may change; None for a folder.
    offline
        Never use the network, only what was fetched before.

    Raises
    ------
    ConfigError
        When the revision is not a full commit hash.
    """

    model_id: str
    revision: str | None
    offline: bool

    def __post_init__(self) -> None:
        if self.revision is not None and not COMMIT.fullmatch(str(self.revision)):
            raise ConfigError(
                f"featurizer.revision is {self.revision!r}; a model of the hub needs the full hash of a commit "
                "(40 digits, under 'Files and versions' on its page), and a local folder needs null"
            )

    @property
    def advice(self) -> str:
        """What to do when the files are missing or damaged."""
        if self.revision is None:
            return f"save a model and its tokenizer with save_pretrained to {self.model_id}"
        return f"fetch them with: hf download {self.model_id} --revision {self.revision}"

    def folder(self) -> Path:
        """Return the folder that holds the files, after fetching them from the hub if they are not here.

        Raises
        ------
        DataError
            When there is no such folder, or the files are not here and cannot be fetched; with the command to run.
        """
        if self.revision is None:
            return self._local_folder()
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import LocalEntryNotFoundError

        try:
            return Path(snapshot_download(self.model_id, revision=self.revision, local_files_only=True))
        except LocalEntryNotFoundError as error:
            if self.offline:
                raise DataError(f"the weights of {self.model_id} are not on this machine; {self.advice}") from error
        except ValueError as error:
            raise ConfigError(f"featurizer.model_id is {self.model_id!r}: {error}") from error
        logger.info("fetching %s from the Hugging Face hub", self.model_id)
        try:
            fetched = snapshot_download(self.model_id, revision=self.revision, ignore_patterns=list(UNUSED_FILES))
        except (OSError, ValueError) as error:
            raise DataError(f"the weights of {self.model_id} could not be fetched: {error}; {self.advice}") from error
        return Path(fetched)

    def fingerprint(self) -> str:
        """Return what tells these files from any others: the model and commit, or the hash of a folder's files.

        Raises
        ------
        DataError
            When there is no such folder.
        """
        if self.revision is not None:
            return f"{self.model_id}@{self.revision}"
        folder = self._local_folder()
        total = hashlib.sha256()
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder)
            if file.is_file() and not any(part.startswith(".") for part in name.parts):
                with file.open("rb") as content:
                    total.update(f"{name.as_posix()}\n{hashlib.file_digest(content, 'sha256').hexdigest()}\n".encode())
        return f"sha256:{total.hexdigest()}"

    def _local_folder(self) -> Path:
        folder = Path(self.model_id).expanduser()
        if not folder.is_dir():
            raise DataError(f"there is no folder {self.model_id}; {self.advice}, or name a revision of the hub's model")
        return folder
