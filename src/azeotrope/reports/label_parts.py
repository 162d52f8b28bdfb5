"""A label is a name and, in brackets behind it, the options that were changed: ``mixture (seed=1)``."""


def name_of(label: str) -> str:
    """Return the name without its options: ``mixture`` of ``mixture (seed=1)``."""
    return label.partition(" (")[0]


def changed_options(label: str) -> str:
    """Return the changed options without brackets, ``seed=1`` of ``mixture (seed=1)``; empty where there are none."""
    return label.partition(" (")[2].removesuffix(")")
