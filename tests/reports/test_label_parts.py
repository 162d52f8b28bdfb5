from azeotrope.reports.label_parts import changed_options, name_of


def test_name_and_options_of_a_label() -> None:
    assert name_of("geometry (a=1, b=(2))") == "geometry"
    assert changed_options("geometry (a=1, b=2)") == "a=1, b=2"
    assert (name_of("own"), changed_options("own")) == ("own", "")
    assert [name_of(split) for split in ("mixture", "mixture (seed=1)")] == ["mixture", "mixture"]
