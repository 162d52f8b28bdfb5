"""The page of a report: one file that needs no other and no network, and that reads and prints without its script."""

from collections.abc import Sequence
from importlib.resources import files

from azeotrope.reports.markup import Markup, element, empty_element, joined
from azeotrope.reports.picture_html import picture_html
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_section import Section
from azeotrope.reports.report_table import ReportTable
from azeotrope.reports.table_html import table_html

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
TABLES, TABLE_FORMS = "tables", ("md", "tex", "csv")
FIGURES, FIGURE_FORMS = "figures", ("svg", "png")
WIDE = 760  # pixels beyond which a figure has its line for itself, with the caption beside it
Item = ReportTable | ReportFigure
AUDITS = Section(
    "audits",
    "Audits",
    "Each claim takes evidence of its own kind: evidence for one is no validation of another. A representation can "
    "predict without being shaped like the ratings, and be shaped like them without adding to a baseline.",
)


def report_page(
    title: str, answer: Sequence[str], sections: Sequence[Section], *, made_from: str, audits: Markup | None
) -> str:
    """Return the page as HTML: the answer and the first section, links to the sections, then the others.

    Parameters
    ----------
    title
        Heading of the page.
    answer
        Sentences that say what was found; plain text, as all texts of the sections are.
    sections
        The first stands on the first screen beside the answer.
    made_from
        Sentence that says which runs are shown.
    audits
        Panels of the audits' claims, or None where there are none.

    Returns
    -------
    The same text for the same arguments.
    """
    shown = [_section(section, *_content(section)) for section in sections]
    named = list(sections)
    if audits is not None:
        shown.append(_section(AUDITS, audits))
        named.append(AUDITS)
    answered = [element("p", sentence) for sentence in answer]
    first = _section(Section("answer", "Answer", ""), element("div", *answered, class_="answer"))
    main = element("main", first, *shown[:1], _navigation(named), *shown[1:], id="content")
    header = element("header", element("h1", title), element("p", made_from, class_="made"))
    skip = element("a", "Skip to the answer", href="#content", class_="skip")
    body = element("body", skip, header, main)
    return joined(Markup("<!DOCTYPE html>\n"), element("html", _head(title), body, lang="en"), "\n")


def _head(title: str) -> Markup:
    """Nothing may be loaded from anywhere: the policy says so, and the browser holds the page to it."""
    return element(
        "head",
        empty_element("meta", charset="utf-8"),
        empty_element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        empty_element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty_element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", _package_text("report_page.css")),
        element("script", _package_text("report_page.js")),
    )


def _navigation(sections: Sequence[Section]) -> Markup:
    links = (element("li", element("a", each.title, href=f"#{_anchor(each)}")) for each in sections)
    return element("nav", element("ul", *links), aria_label="Sections")


def _section(section: Section, *content: Markup) -> Markup:
    """Heading, lead and content, under an anchor."""
    heading = element("h2", section.title, id=f"{_anchor(section)}-title")
    lead = [element("p", section.lead, class_="lead")] if section.lead else []
    anchor = _anchor(section)
    return element("section", heading, *lead, *content, id=anchor, aria_labelledby=f"{anchor}-title")


def _anchor(section: Section) -> str:
    return f"section-{section.name}"


def _content(section: Section) -> list[Markup]:
    """Return what shows several splits; of what shows one alone the first picture and table, and the others folded."""
    tables, figures = section.tables, section.figures
    of_one = [[each for each in items if each.split] for items in (figures, tables)]
    splits = list(dict.fromkeys((each.dataset, each.split) for items in of_one for each in items))
    folded = [each for items in of_one for each in items[1:]]
    folded.sort(key=lambda each: splits.index((each.dataset, each.split)))
    beside = [*(each for each in figures if not each.split), *(each for items in of_one for each in items[:1])]
    content = [*(_table(each) for each in tables if not each.split), *_grid(section.title, beside)]
    if folded:
        summary = element("summary", f"{section.title}: {len(folded)} more")
        content.append(element("details", summary, *_grid(section.title, folded), class_="more"))
    return content


def _grid(title: str, items: Sequence[Item]) -> list[Markup]:
    """Return the items beside each other, as far as there is room."""
    shown = [_table(item) if isinstance(item, ReportTable) else _figure(title, item) for item in items]
    return [element("div", *shown, class_="beside")] if items else []


def _table(table: ReportTable) -> Markup:
    """Return the table, which scrolls inside, its notes, and where it lies as a file."""
    scrolls = {"class_": "scroll", "tabindex": "0", "role": "region", "aria_label": table.caption}
    notes = [element("p", note, class_="notes") for note in table.notes]
    scroll = element("div", table_html(table), **scrolls)
    return element("div", scroll, *notes, _files(TABLES, table.name, TABLE_FORMS), class_="table", **_shown(table))


def _figure(title: str, figure: ReportFigure) -> Markup:
    """Return the figure with its caption, and where it lies as a file."""
    described_by = f"caption-{figure.name}"
    label = ", ".join(part for part in (title, figure.dataset, figure.split, figure.model) if part)
    picture = element("div", picture_html(figure, label, described_by), class_="picture")
    caption = element("p", figure.caption, id=described_by)
    about = element("figcaption", caption, _files(FIGURES, figure.name, FIGURE_FORMS))
    look = {"class_": "wide"} if figure.width_pixels > WIDE else {}
    return element("figure", picture, about, id=f"figure-{figure.name}", **look, **_shown(figure))


def _shown(item: Item) -> dict[str, str]:
    """Attributes by which the page's script filters: what the item shows alone."""
    values = {"dataset": item.dataset, "split": item.split, "model": item.model}
    return {f"data_{name}": value for name, value in values.items() if value}


def _files(folder: str, name: str, forms: Sequence[str]) -> Markup:
    """Links to the same in other forms, beside the page."""
    links = [element("a", form.upper(), href=f"{folder}/{name}.{form}") for form in forms]
    parts = [part for link in links for part in (" · ", link)]
    return element("p", f"{name}: ", *parts[1:], class_="files")


def _package_text(name: str) -> Markup:
    return Markup(files("azeotrope.reports").joinpath(name).read_text(encoding="utf-8"))
