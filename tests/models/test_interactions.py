from azeotrope.models.interactions import NoInteraction


def test_without_interaction_there_is_nothing_to_learn() -> None:
    module = NoInteraction().build(5)
    assert module.width == 5
    assert not list(module.parameters())
