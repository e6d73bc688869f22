"""Text from outside: shown as it is, cut, or refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.any_text import SIGNS
from vedette.engine.errors import CommandError, DataError
from vedette.engine.text import (
    LARGEST,
    clean,
    file_name_fault,
    fit_file_name,
    is_plainly_storable,
    joined,
    require_storable,
    require_text,
    slug,
)

DEVICES = ["con", "NUL", "Aux", "prn", "COM1", "lpt9", "com²", "CONOUT$"]
FOREIGN = [*DEVICES, "nul.txt", "con .a.b", "con:", *(f"a{mark}b" for mark in '<>:"|?*/\\'), "the end.", "a "]
"""Names of files that Windows does not know."""

name_parts = st.sampled_from([*DEVICES, *'<>:"|?*/\\. -x1', "\u00e9"])


@pytest.mark.parametrize(
    "text", ["\x1b", "a\u202eb", "\u2066", "a\nb", "\ud800", "\u2800", "a\u3164", "\uffa0"]
)
def test_what_cannot_be_seen_is_no_text(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be shown"):
        clean(text)


@pytest.mark.parametrize("text", ["a\u00a0b", "日本", "é", "🎲", "[/]"])
def test_what_can_be_seen_is(text: str) -> None:
    assert clean(f" {text} ") == text


@pytest.mark.parametrize("text", ["", "  ", "\u00a0\u3000"])
def test_blanks_are_no_words(text: str) -> None:
    with pytest.raises(ValueError, match="no words"):
        require_text(text)


@pytest.mark.parametrize(
    "value",
    [LARGEST + 1, -(10**30), 1e10, float("nan"), float("-inf"), "x" * 2001, ["\x07"], {"a": "\x07"}, {"\x07": 1}, {1}, b"x", [[[[[1]]]]]],
)  # fmt: skip
def test_what_a_save_could_not_keep(value: Any) -> None:
    with pytest.raises(ValueError, match="it "):
        require_storable(value)


def test_what_a_save_can_keep() -> None:
    value = {"a": [1, 2.5, True, None, "x"], "b": {"c": -LARGEST}}
    assert require_storable(value) is value


@pytest.mark.parametrize(
    "line",
    [
        "1e5",
        "9999999999",
        '"\\u202e"',
        '"\u202e"',
        '"\x7f"',
        "[[[[1]]]]",
        '["]]]]", [[[1]]]]',
        '["]", "]", [[["[", "["]]]]',
    ],
)
def test_one_look_lets_nothing_through_that_may_not_be_kept(line: str) -> None:
    assert not is_plainly_storable(line.encode(), 3)


@pytest.mark.parametrize("line", ["[[[1]]]", '{"a": "many; 1+", "b": 2.5, "Nan": -1}', "[true, false, null]"])
def test_one_look_shows_that_most_can_be_kept(line: str) -> None:
    assert is_plainly_storable(line.encode(), 3)


def test_an_error_quotes_no_endless_word_and_is_no_endless_sentence() -> None:
    assert len(str(CommandError(f"There is no {'x' * 100_000}."))) < 250
    assert len(str(CommandError("x " * 100_000))) <= 2000
    assert max(map(len, DataError(["y" * 100_000, "z"]).faults)) < 250


def test_names_with_commas_can_be_told_apart_in_a_list() -> None:
    names = ["95th Rifles, right wing", "52nd Light Infantry", "7th Fusiliers"]
    assert len(joined(names).split(";")) == len(names)
    assert ";" not in joined(names[1:])


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_name_of_a_file_on_windows_is_none_anywhere(name: str) -> None:
    assert file_name_fault(name).endswith(".")
    fit = fit_file_name(name)
    assert file_name_fault(fit) == ""
    assert not fit.startswith("-"), "which would be an option"


@pytest.mark.parametrize(
    "name", ["console", "com", "com10", "the nul", "v1.2", "Ann & Bob", "con-1", "%a%", "日本"]
)
def test_all_else_is(name: str) -> None:
    assert file_name_fault(name) == ""
    assert fit_file_name(name) == name


@given(st.lists(name_parts | st.text(SIGNS), max_size=4).map("".join), st.sampled_from([None, 3, 4, 40]))
def test_what_is_made_of_any_text_is_a_name_of_a_file(text: str, longest: int | None) -> None:
    made = slug(text, longest)
    assert file_name_fault(made) == file_name_fault(fit_file_name(text)) == ""
    assert slug(made, None) == made
