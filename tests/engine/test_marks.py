"""Structs: what is special about a field is said in its type, and what is wrong with a value in our own words."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, Literal

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

import vedette
from vedette.engine.dice import Pool
from vedette.engine.errors import CommandError, DataError
from vedette.engine.facts import Fact, alike
from vedette.engine.marks import PAST, SELDOM, STATIC, WORDS, kept_fields, marked, types_of
from vedette.engine.plain import from_plain, read_rows, to_plain
from vedette.engine.state import BaseState
from vedette.engine.timeline import EntryBase

Count = Annotated[int, Meta(ge=0, le=9)]
CHANGING = {
    "ArmyList", "Beat", "CaseReport", "Draft", "Drafted", "Standing", "Taken", "Tally", "Veteran", "_Reader",
}  # fmt: skip
"""What counts or collects while something is read, and is kept nowhere."""

LEFT_OUT = "__main__" if sys.platform == "win32" else ("__main__", "tui.console")
"""Modules that run a command, or exist on Windows only."""


class Reason(Struct, frozen=True):
    name: str
    text: Annotated[str, WORDS] = ""


class Gun(Struct, frozen=True, tag_field="reading", tag="gun"):
    full: Annotated[int, STATIC]
    left: Count = 0
    last: Annotated[str, PAST] = ""
    nickname: Annotated[str | None, SELDOM] = None
    load: Literal["shot", "canister"] = "shot"
    reasons: tuple[Reason, ...] = ()
    total: int | UnsetType = UNSET


def test_a_field_says_in_its_type_what_is_special_about_it() -> None:
    assert marked(Gun, STATIC, PAST) == {"full", "last"}
    assert types_of(Gun)["left"] == Count
    assert types_of(Gun)["full"] is int


def test_plain_data_has_the_tag_and_neither_what_is_static_nor_what_is_seldom_and_absent() -> None:
    told = {"reading": "gun", "left": 3, "last": "", "load": "shot", "reasons": []}
    assert to_plain(Gun(6, 3)) == told
    assert to_plain(Gun(6, 3, nickname="Meg", total=4)) == {**told, "nickname": "Meg", "total": 4}
    assert kept_fields(Gun) is not None
    assert kept_fields(int) is None


def test_facts_are_alike_whatever_explains_them() -> None:
    one, other = (
        Gun(6, reasons=(Reason("half", words),)) for words in ("half of the dice", "every other die")
    )
    assert one != other
    assert alike(one, other)
    assert not alike(one, Gun(6, reasons=(Reason("twice", "half of the dice"),)))
    assert not alike((one,), (other, other))


@pytest.mark.parametrize(
    ("hint", "value", "said"),
    [
        (int, "3", "hp: must be a whole number"),
        (bool, 1, "hp: must be true or false"),
        (str, 3, "hp: must be text in quotes"),
        (float | None, "x", "hp: must be a number"),
        (Literal["shot", "canister"] | None, 5, "hp: must be 'shot' or 'canister'"),
        (dict[str, int], {"a": 1, "b.c": "x"}, "hp: b.c must be a whole number"),
        (dict[str, Reason], {"a": {}}, "hp: a.name is missing"),
        (Gun, {"reading": "gun", "full": 3, "load": 5}, "hp: load must be 'shot' or 'canister'"),
        (tuple[int, ...], 3, 'hp: must be a list, such as [1, 2] or ["one"]'),
        (dict[str, int], 3, "hp: must be a table of names and values"),
        (Count, 10, "hp: must be at most 9"),
        (Count, -1, "hp: must be at least 0"),
        (Literal["shot", "canister"], "grape", "hp: must be 'shot' or 'canister'"),
        (tuple[Reason, ...], [{"name": "a"}, {"name": 3}], "hp: 1.name must be text in quotes"),
        (Reason, {}, "hp: name is missing"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_as_a_person_would(hint: Any, value: Any, said: str) -> None:
    with pytest.raises(CommandError) as caught:
        from_plain(hint, value, "hp")
    assert str(caught.value) == f"{said}."


def test_everything_that_is_wrong_with_the_rows_of_a_table_is_told_at_once() -> None:
    rows = [{"name": 1, "text": 2}, {"name": "a"}, {}]
    with pytest.raises(DataError) as caught:
        read_rows(Reason, rows, "reasons.toml")
    places = [fault.split(" must")[0].split(" is missing")[0] for fault in caught.value.faults]
    assert places == ["reasons.toml: 0.name", "reasons.toml: 0.text", "reasons.toml: 2.name"]


def test_a_row_may_write_a_whole_number_as_players_do() -> None:
    assert [gun.full for gun in read_rows(Gun, [{"full": 6.0}, {"full": "6"}], "guns.toml")] == [6, 6]


def test_structs_are_frozen_and_none_has_a_limit_that_only_pydantic_knows() -> None:
    for module in pkgutil.walk_packages(vedette.__path__, "vedette."):
        if not module.name.startswith("vedette.testing.contract") and not module.name.endswith(LEFT_OUT):
            import_module(module.name)
    ours = [kind for kind in _below(Struct) if kind.__module__.startswith("vedette.")]
    assert len(ours) > 400
    kept = (Fact, BaseState, EntryBase, Pool)
    assert not [kind for kind in ours if issubclass(kind, kept) and not kind.__struct_config__.frozen]
    assert {kind.__name__ for kind in ours if not kind.__struct_config__.frozen} == CHANGING
    unheeded = []
    for kind in ours:
        with suppress(NameError):  # of a type that is imported for types only: nothing decodes such a struct
            unheeded += [(kind, field.name) for field in fields(kind) if "pydantic" in _limits(field.type)]
    assert not unheeded


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _limits(hint: Any) -> set[str]:
    """The packages whose limits hang on a type."""
    own = {type(one).__module__.partition(".")[0] for one in getattr(hint, "__metadata__", ())}
    return own.union(*map(_limits, getattr(hint, "__args__", ())))
