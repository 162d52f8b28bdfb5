"""Every command of every page is one that its program takes, whether it is run elsewhere or not."""

from pathlib import Path

import pytest
import yaml
from fenced import PAGES, Command, blocks_of, every_command, write_files
from parsing import parse

from azeotrope import places


def test_every_command_is_one_that_its_program_takes(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PACKAGE_FOLDER", checkout / "src" / "azeotrope")
    for page in PAGES:
        write_files(page, checkout)
    (checkout / "outputs" / "tuned").mkdir()
    (checkout / "outputs" / "tuned" / "dcn_rdkit_xgb.yaml").write_text("# @package _global_\nseed: 0\n")
    commands = every_command()
    assert commands
    for command in commands:
        for words in command.calls:
            try:
                parse(words)
            except (Exception, SystemExit) as error:
                error.add_note(f"{command}: {command.text}")
                raise


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("python train.py modl=ideal", "did you mean 'model'"),
        ("python train.py -m model=ideal,dmpn", "did you mean 'dmpnn'"),
        ("python no.py", "no.py"),
        ("azeotrope table --cvs", "No such option"),
        ("azeotrope tabel", "No such command"),
        ("make everything", "everything"),
        ("ls", "ls"),
    ],
)
def test_a_command_that_no_program_takes_is_found(text: str, reason: str) -> None:
    [words] = Command("page", 1, text).calls
    with pytest.raises(Exception, match=reason):
        parse(words)


def test_a_line_is_read_as_a_shell_reads_it() -> None:
    command = Command("page", 1, 'A=1 python x.py "unit=mPa s" && rm y')
    assert command.calls == [["python", "x.py", "unit=mPa s"], ["rm", "y"]]


def test_every_yaml_block_can_be_read() -> None:
    blocks = [block for page in PAGES for block in blocks_of(page) if block.language == "yaml"]
    assert blocks
    assert all(isinstance(yaml.safe_load(block.text), dict) for block in blocks)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_is_a_block_that_says_what_it_is(page: Path) -> None:
    blocks = blocks_of(page)
    assert page.read_text().count("```") == 2 * len(blocks)
    assert {block.language for block in blocks} <= {"bash", "csv", "python", "yaml"}
