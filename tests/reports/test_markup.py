from azeotrope.reports.markup import Markup, element, empty_element, joined


def test_texts_are_escaped_and_markup_is_not() -> None:
    assert element("p", "a < b & c", element("b", '"d"')) == "<p>a &lt; b &amp; c<b>&quot;d&quot;</b></p>"
    assert joined("<", Markup("<br>")) == "&lt;<br>"
    assert element("p") == "<p></p>"


def test_attributes_are_escaped() -> None:
    assert empty_element("img", alt='"><script>', class_="x") == '<img alt="&quot;&gt;&lt;script&gt;" class="x">'


def test_signs_that_steer_a_terminal_or_reader_are_replaced() -> None:
    text, shown = "a\x1b[31m\u202eb\nc", "a\ufffd[31m\ufffdb c"
    assert element("h1", text, aria_label=text) == f'<h1 aria-label="{shown}">{shown}</h1>'
    assert joined(text, Markup("<p>\n")) == f"{shown}<p>\n"


def test_underscores_inside_an_attribute_are_hyphens() -> None:
    assert element("th", aria_sort="none", data_value="1", class_="a_b") == (
        '<th aria-sort="none" data-value="1" class="a_b"></th>'
    )
