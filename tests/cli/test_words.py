"""What is typed, as values."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.any_text import SIGNS
from vedette.engine.errors import CommandError
from vedette.engine.requests import ChoiceRequest, Option
from vedette.view import command_line
from vedette.view.command_line import Typed, answers, command_words, read_faces, toml_value


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("6", 6),
        ("-1.5", -1.5),
        ("true", True),
        ("b1", "b1"),
        ("clear", "clear"),
        ('"6"', "6"),
        ("'true'", "true"),
        ('["a", "b"]', ["a", "b"]),
        ("[{target = 'b1', range = 10}]", [{"target": "b1", "range": 10}]),
        ("", ""),
        ("two words", "two words"),
        ("6 # inches", 6),
        ("1\nb = 2", "1\nb = 2"),
        ("2024-01-01", "2024-01-01"),
        ("12:30:00", "12:30:00"),
        ("[/red]x", None),
        ("[1", None),
        ('"open', None),
    ],
)
def test_values_are_toml_else_bare_words(raw: str, value: Any) -> None:
    if value is None:
        with pytest.raises(CommandError):
            toml_value(raw)
    else:
        assert toml_value(raw) == value
        assert type(toml_value(raw)) is type(value)


@given(st.text(SIGNS, max_size=30))
def test_any_value_is_read_or_refused(raw: str) -> None:
    try:
        value = toml_value(raw)
    except CommandError:
        return
    try:
        assert value == tomllib.loads(f"value = {raw}")["value"] or value == raw or raw == "nan"
    except tomllib.TOMLDecodeError:
        assert value == raw


def test_words_make_a_command() -> None:
    assert command_words("move", ["r1", "inches=6"]) == {"do": "move", "by": "r1", "inches": 6}
    assert command_words("note", ["text=a=b", "by=red"]) == {"do": "note", "text": "a=b", "by": "red"}


@pytest.mark.parametrize("words", [["r1", "r2"], ["r1", "by=r1"], ["x=1", "r1"], ["=1"], ["1x=1"], ["do=x"]])
def test_words_that_make_none(words: list[str]) -> None:
    with pytest.raises(CommandError):
        command_words("move", words)


def test_faces_are_numbers_with_commas() -> None:
    assert read_faces("8,2") == [8, 2]
    assert read_faces(" 12 , 1 3") == [12, 1, 3]
    assert read_faces("") == []
    assert read_faces(None) is None
    for wrong in ("x", "1.5", "-1", "1;2", "٣", "1" * 9):
        with pytest.raises(CommandError):
            read_faces(wrong)


def test_answers_are_split_at_commas_and_find_their_option() -> None:
    assert answers(["a,b", "c"]) == ["a", "b", "c"]
    assert answers(None) == []
    request = ChoiceRequest(name="casualty", side="a", options=(Option(0, "x"), Option("0b", "y")), why="")
    typed = Typed(None, ["0", "0b", "1"])
    assert [typed.answer(request, lambda: ()) for _ in range(4)] == [0, "0b", "1", None]


NESTED = st.recursive(
    st.text("ab'\" \\") | st.integers(0, 9),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text("ab'\" \\"), one, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("escape", ["", "\\"])
@given(value=NESTED)
def test_values_for_a_shell_are_read_again_as_they_were(escape: str, value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command_line, "ESCAPE", escape)
        assert toml_value(command_line._as_toml(value, command_line._literal)) == value
