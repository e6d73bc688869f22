"""Lines of text: cleaned, shortened, wrapped, with letters for keys."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from vedette.engine.figures import signed
from vedette.tui.keys import RESERVED, TABLE, letters
from vedette.tui.text import clean, fit, wrap
from vedette.tui.topics import groups
from vedette.view.steppers import flatten, read

HOSTILE = "[/][@click=app.quit]x[/]\x1b[31m\u202eevil\x07\x9b"


@pytest.mark.parametrize("text", [HOSTILE, "a\tb\nc", "plain", "Ünïcödé 軍"])
def test_clean_text_has_nothing_that_steers_a_terminal(text: str) -> None:
    assert clean(text).isprintable()


def test_square_brackets_are_text() -> None:
    assert clean("[b]Guard[/]") == "[b]Guard[/]"


@pytest.mark.parametrize("width", [1, 2, 5, 11])
def test_a_text_fits_whatever_its_characters_take(width: int) -> None:
    assert cell_len(fit("軍団 of the long bridge", width)) <= width


def test_long_sentences_are_broken_at_blanks_and_long_words_anywhere() -> None:
    rows = wrap("Grenadiers of Unteroberfallmeisterdorf move", 12, 2)

    assert all(cell_len(row) <= 12 for row in rows)
    assert "".join(rows).replace(" ", "") == "GrenadiersofUnteroberfallmeisterdorfmove"


def test_a_minus_is_a_real_one() -> None:
    assert (signed(-2.5), signed(3)) == ("−2.5", "+3")


def test_letters_are_given_once_and_never_the_tables() -> None:
    given = letters((("a", "Activate"), ("a", "Attack"), ("u", "Use ability"), ("", "End")), RESERVED)

    assert given[0] == "a"
    assert len(set(given)) == 4
    assert not RESERVED & set(given)


def test_no_key_of_the_table_means_two_things() -> None:
    bound = [name for key in TABLE.keys for name in key.keys]

    assert len(bound) == len(set(bound))


def test_every_small_letter_of_the_table_is_reserved() -> None:
    assert set("uywlnxqth") == RESERVED


def test_every_key_says_what_it_does() -> None:
    assert all(key.help and key.label for group in groups() for key in group.keys)


def test_values_are_read_as_what_they_were() -> None:
    found = dict(flatten({"units": {"r1": {"hp": 3, "done": False, "contacts": ["b1"]}}}))

    assert found == {"units.r1.hp": 3, "units.r1.done": False, "units.r1.contacts": ["b1"]}
    assert [read("2", 3), read("yes", False), read("b1, b2", ["b1"]), read("x", 3)] == [
        2,
        True,
        ["b1", "b2"],
        "x",
    ]


@pytest.mark.parametrize(
    "text", ["龍龍龍", "a 龍龍 b", "👍🏽🇩🇪❤️", "e\u0301\u0301\u0301" * 9, "Ünïcödé 軍" * 4]
)
@pytest.mark.parametrize("width", range(1, 8))
def test_text_is_wrapped_into_any_width_and_all_of_it_is_there(text: str, width: int) -> None:
    rows = wrap(text, width, 2)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(row) <= max(width, 4) for row in rows)  # a wide sign behind the indent
