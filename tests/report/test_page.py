"""The frame of a page: one file, readable, and closed to every other place."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from labcore.report import badge, page, table


class Texts(HTMLParser):
    """Collects what a browser would show, and every address that it would ask."""

    def __init__(self):
        super().__init__()
        self.shown: list[str] = []
        self.asked: list[str] = []

    def handle_data(self, data):
        self.shown.append(data)

    def handle_starttag(self, tag, attrs):
        self.asked += [value for name, value in attrs if name in {"src", "href"}]


def test_the_page_forbids_every_load_and_asks_for_none():
    """The style is inside, and the policy lets nothing in but pictures written in the page."""
    text = page("Title", "<p>body</p>")
    reader = Texts()
    reader.feed(text)
    assert reader.asked == []
    assert "default-src 'none'; img-src data:" in text
    assert "prefers-color-scheme: dark" in text
    assert "<p>body</p>" in text


def test_a_badge_says_in_words_and_by_a_sign_what_its_colour_says():
    """A reader who sees no colours reads the same."""
    assert badge(passed=False, text="1 failed") == (
        '<span class="badge bad"><span aria-hidden="true">\u2717</span> 1 failed</span>'
    )
    assert "\u2713" in badge(passed=True, text="passed")


def test_a_table_names_its_columns_its_rows_and_itself():
    """A screen reader is told what each cell belongs to."""
    text = table("Runs", ("notebook", "k"), [("<a>one</a>", "3")])
    assert '<caption>Runs</caption>\n<thead><tr><th scope="col">notebook</th><th scope="col">k</th>' in text
    assert '<tr><th scope="row"><a>one</a></th><td>3</td></tr>' in text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r\0")))
def test_a_title_is_shown_as_it_is_and_never_read_as_markup(title):
    """Whatever the title holds, it comes back as text (the parser folds nothing but CR)."""
    reader = Texts()
    reader.feed(page(title, "<hr>"))
    assert (
        title == "" or title in reader.shown[reader.shown.index("\n", 1) :] or title in "".join(reader.shown)
    )
