"""Counts of a ratings table, in the terms of the literature."""

from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.ratings_checks import panel_sizes
from azeotrope.datasets.ratings_reading import RatingsReading


@dataclass(frozen=True)
class RatingsSummary:
    """What a ratings table holds.

    Attributes
    ----------
    rows
        Rows of the files that are in the table.
    units
        Rated compounds or mixtures.
    participants
        Number of participants; 0 where the source has means only.
    molecules
        Distinct molecules.
    pairs
        Distinct sets of two or more components, whatever their order.
    smallest_panel, largest_panel
        Fewest and most participants who rated a unit; 0 without participants.
    """

    rows: int
    units: int
    participants: int
    molecules: int
    pairs: int
    smallest_panel: int
    largest_panel: int


def summarise_ratings(reading: RatingsReading) -> RatingsSummary:
    """Count rows, units, participants, molecules, pairs and panels."""
    table = reading.table
    smallest, largest = panel_sizes(table)
    return RatingsSummary(
        rows=reading.n_rows,
        units=len(table),
        participants=len(table.participants),
        molecules=len(np.unique(table.units.component)),
        pairs=len(np.unique(table.units.component_set[~table.units.is_pure])),
        smallest_panel=smallest,
        largest_panel=largest,
    )
