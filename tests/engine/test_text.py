"""Text from outside: shown as it is, cut, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.errors import CommandError, DataError
from vedette.engine.text import LARGEST, clean, is_plainly_storable, joined, require_storable, require_text


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
