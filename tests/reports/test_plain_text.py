from azeotrope.reports.plain_text import one_line


def test_white_space_becomes_spaces() -> None:
    assert one_line("a\r\nb\nc\td\u00a0e") == "a b c d e"


def test_what_is_printable_is_kept() -> None:
    text = "CC(=O)O[C@@H]1%10#N ± 2 µmol <b> \\ | é 水"
    assert one_line(text) == text


def test_what_steers_a_reader_is_replaced() -> None:
    assert one_line("a\x00b\x1b[31mc\u202ed\ud800") == "a\ufffdb\ufffd[31mc\ufffdd\ufffd"
