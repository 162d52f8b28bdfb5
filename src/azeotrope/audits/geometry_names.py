"""Names of the numbers of claim 1: no attribute may be called like another number."""

from azeotrope.audits.finding import Finding
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.metrics.outcome import Outcome

# Numbers about the whole table, which are named by their quantity alone.
QUANTITIES = ("rsa", "rsa_distinct", "rsa_null", "rsa_p_one_sided", "debiased_cka", "split_half_rsa", "rsa_share")


def control_name(number: int) -> str:
    """Return what findings call a Gaussian representation, numbered from 1."""
    return f"gaussian {number}"


def require_free_names(table: RatingsTable, n_controls: int) -> None:
    """Refuse an attribute whose RSA would have the name of another number; a single attribute has no RSA of its own.

    Raises
    ------
    ConfigError
        Naming the attribute.
    """
    if len(table.info.attributes) < 2:
        return
    taken = {_name(quantity) for quantity in QUANTITIES}
    taken |= {_name("rsa", control_name(number)) for number in range(1, n_controls + 1)}
    for attribute in table.info.attributes:
        name = _name("rsa", attribute)
        if name in taken:
            raise ConfigError(
                f"the RSA of the attribute {attribute!r} of {table.info.dataset} would be called {name}, like another "
                "number of this claim; rename the attribute"
            )


def _name(quantity: str, subject: str = "") -> str:
    """Name of a finding in small letters: some stores tell names apart by their letters alone."""
    nothing = Outcome.undefined("only the name is asked for")
    return Finding.exact(quantity, nothing, n_units=0, counted="molecules", subject=subject).name.lower()
