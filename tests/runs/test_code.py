from pathlib import Path

import azeotrope
from azeotrope.runs.code import code_hash, hash_sources


def write(folder: Path, sources: dict[str, str]) -> Path:
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_the_hash_depends_on_names_and_content_of_python_files_alone(tmp_path: Path) -> None:
    original = hash_sources(write(tmp_path / "a", {"x.py": "1", "room/y.py": "2"}))
    unrelated = {"x.py": "1", "room/y.py": "2", "room/__pycache__/y.pyc": "3", "notes.md": "4"}
    assert hash_sources(write(tmp_path / "b", unrelated)) == original
    assert hash_sources(write(tmp_path / "c", {"x.py": "1", "room/y.py": "3"})) != original
    assert hash_sources(write(tmp_path / "d", {"x.py": "1", "room/z.py": "2"})) != original
    assert hash_sources(write(tmp_path / "e", {"x.py": "1", "y.py": "2"})) != original


def test_the_border_between_files_counts(tmp_path: Path) -> None:
    one = hash_sources(write(tmp_path / "a", {"x.py": "12", "y.py": ""}))
    other = hash_sources(write(tmp_path / "b", {"x.py": "1", "y.py": "2"}))
    assert one != other


def test_the_code_hash_is_that_of_the_installed_package() -> None:
    assert code_hash() == hash_sources(Path(azeotrope.__file__).parent)
