from azeotrope.reports.split_order import split_order


def test_from_the_easiest_to_the_hardest_then_by_name_with_numbers_by_size() -> None:
    limited = [f"mixture (max_train_mixtures={number})" for number in (10, 20, 5)]
    assert sorted(["a1", "molecule", *limited, "a", "random"], key=split_order) == [
        "random",
        limited[2],
        *limited[:2],
        "molecule",
        "a",
        "a1",
    ]
