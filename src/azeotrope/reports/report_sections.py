"""What a report says and shows, in which order."""

from collections.abc import Sequence
from dataclasses import dataclass

from azeotrope.reports.answer import answer_sentences, answer_table, standings
from azeotrope.reports.consistency_table import consistency_tables
from azeotrope.reports.decomposition_table import decomposition_tables
from azeotrope.reports.leaderboard import leaderboard_tables
from azeotrope.reports.leakage_table import leakage_table
from azeotrope.reports.pair_table import worst_pairs_tables
from azeotrope.reports.paired_table import paired_tables
from azeotrope.reports.paired_tests import ModelPair, model_pairs
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_figures import figures_of
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable
from azeotrope.reports.section_texts import SECTIONS

SHOWN_NAMES = 3
SENTENCES = 4
IN_A_TABLE = "{} combinations of a data set and a split are compared; the table names the best model of each."
AUDITS_ONLY = "No run of train.py is shown; each audit below answers a question of its own."

Experiments = Sequence[ReportExperiment]


@dataclass(frozen=True, eq=False)
class Report:
    """The content of a report.

    Attributes
    ----------
    title
        Heading of the page.
    answer
        Sentences of the first screen.
    sections
        Those that have anything to show; the first, for the first screen, is the leaderboard or the table of answers.
    """

    title: str
    answer: tuple[str, ...]
    sections: tuple[Section, ...]


def report_of(experiments: Experiments) -> Report:
    """Return all that is said and shown about experiments; of none, that there are audits only.

    Each data set and split has a sentence; where these would fill the first screen, a table has them instead.
    """
    if not experiments:
        return Report("Audits of representations", (AUDITS_ONLY,), ())
    pooled, pairs = pooled_delta_maes(experiments), model_pairs(experiments)
    found = standings(experiments, pooled, pairs)
    is_short = len(found) <= SENTENCES
    best = () if is_short else (Section("best", "The best of each", "", (answer_table(found),)),)
    sections = (*best, *_sections(experiments, leaderboard_tables(experiments, pooled), pairs))
    return Report(
        _title(experiments),
        tuple(answer_sentences(found)) if is_short else (IN_A_TABLE.format(len(found)),),
        tuple(section for section in sections if section.tables or section.figures),
    )


def made_from(experiments: Experiments, n_audits: int, filters: Sequence[str]) -> str:
    """Return the sentence that says what the page shows."""
    n_runs = sum(len(each.runs) for each in experiments)
    runs = [f"{_counted(n_runs, 'run')} of {_counted(len(experiments), 'experiment')}"] if experiments else []
    audits = [_counted(n_audits, "audit")] if n_audits else []
    chosen = f"; only {', '.join(filters)}" if filters else ""
    return f"Made by azeotrope report from {' and '.join([*runs, *audits])}{chosen}."


def _sections(
    experiments: Experiments, leaderboards: tuple[ReportTable, ...], pairs: Sequence[ModelPair]
) -> list[Section]:
    figures = figures_of(experiments)
    tables = {
        "leaderboard": leaderboards,
        "decomposition": decomposition_tables(experiments),
        "paired-tests": paired_tables(pairs),
        "pairs": worst_pairs_tables(experiments),
        "consistency": consistency_tables(experiments),
        "leakage": (leakage_table(experiments),),
    }
    return [
        Section(name, title, lead, tables.get(name, ()), tuple(figures.get(name.replace("-", "_"), ())))
        for name, title, lead in SECTIONS
    ]


def _title(experiments: Experiments) -> str:
    names = list(dict.fromkeys(each.dataset for each in experiments))
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return f"Mixture models on {', '.join(names[:SHOWN_NAMES])}{more}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
