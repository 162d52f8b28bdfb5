"""The fenced blocks of the README and of docs/, and the commands in them."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r'^```(?P<language>\w*)(?: title="(?P<title>[^"]*)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
ASSIGNMENT = re.compile(r"[A-Z_]+=")


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes
    ----------
    page, line
        Where it stands; lines count from 1.
    language, title
        As written behind the fence; a title names the file that the block is.
    text
        What is in it.
    """

    page: str
    line: int
    language: str
    title: str | None
    text: str


@dataclass(frozen=True)
class Command:
    """One line of a shell block without its comment.

    Attributes
    ----------
    page, line
        Where it stands.
    text
        What a user would type.
    """

    page: str
    line: int
    text: str

    @property
    def calls(self) -> list[list[str]]:
        """Words of each program that the line starts, without assignments in front."""
        calls: list[list[str]] = [[]]
        for word in shlex.split(self.text):
            if word == "&&":
                calls.append([])
            elif calls[-1] or not ASSIGNMENT.match(word):
                calls[-1].append(word)
        return calls

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page in their order."""
    text, name = page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix()
    return [
        Block(name, text.count("\n", 0, match.start()) + 1, match["language"], match["title"], match["text"])
        for match in FENCE.finditer(text)
    ]


def commands_of(page: Path) -> list[Command]:
    """Return the commands in the shell blocks of a page in their order."""
    commands = []
    for block in blocks_of(page):
        for number, line in enumerate(block.text.splitlines() if block.language == "bash" else (), block.line + 1):
            if text := re.sub(r"(^|\s+)#.*", "", line):
                commands.append(Command(block.page, number, text))
    return commands


def every_command() -> list[Command]:
    """Return the commands of all pages."""
    return [command for page in PAGES for command in commands_of(page)]


def write_files(page: Path, folder: Path) -> None:
    """Write the code and configuration that a page tells its readers to save; small tables are only shown."""
    for block in blocks_of(page):
        if block.title is not None and block.language != "csv":
            file = folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
