"""Comparing, folding, reading and setting by dotted path."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.any_text import SIGNS
from tests.engine.toy import SETUP, Side, Toy, Unit, new_game
from vedette.engine.errors import CommandError
from vedette.engine.patch import ABSENT, compare, fold, get, put
from vedette.engine.plain import to_plain

names = st.text(SIGNS, max_size=8)
keys = st.sampled_from(["a", "b", "c", "d-1"])
units = st.builds(
    Unit,
    name=names,
    side=keys,
    tents=st.lists(st.integers(0, 9), max_size=4).map(tuple),
    tags=st.lists(names, max_size=3).map(tuple),
)
sides = st.builds(Side, name=names, points=st.integers(-5, 5))
states = st.builds(
    Toy,
    sides=st.dictionaries(keys, sides),
    units=st.dictionaries(keys, units),
    round=st.integers(0, 9),
    phase=names,
    outcome=names,
)


@given(states, states)
def test_folding_the_changes_gives_the_new_state(old: Toy, new: Toy) -> None:
    assert to_plain(fold(old, compare(old, new))) == to_plain(new)


@given(states, states)
def test_the_changes_back_give_the_old_state(old: Toy, new: Toy) -> None:
    there = fold(old, compare(old, new))
    assert to_plain(fold(there, compare(there, old))) == to_plain(old)


@given(states)
def test_what_is_alike_has_no_changes(state: Toy) -> None:
    assert not list(compare(state, state))
    assert not list(compare(state, replace(state, units=dict(state.units))))


def test_what_did_not_change_is_shared() -> None:
    state = new_game(SETUP)
    after = fold(state, [("units.a1.tents", [3, 3], [2, 3])])
    assert after.units["a1"].tents == (2, 3)
    assert after.units["b1"] is state.units["b1"]
    assert after.sides is state.sides


def test_static_fields_are_left_out() -> None:
    old = Unit("Ants 1", "a")
    assert not list(compare(old, replace(old, colour="red")))
    with pytest.raises(CommandError, match="There is no colour"):
        put(old, "colour", "red")


def test_put_sets_one_value() -> None:
    state = put(new_game(SETUP), "units.b2.tents", [1, 0])
    assert state.units["b2"].tents == (1, 0)
    assert put(state, "units.b2.tents.1", 2).units["b2"].tents == (1, 2)
    assert put(state, "sides.a.points", 4).sides["a"].points == 4


@pytest.mark.parametrize(
    "path",
    [
        *[
            "",
            ".",
            "units",
            "units.a1",
            "unit.a1.tents",
            "units.z9.tents",
            "units..tents",
            "round.x",
            "round.0",
        ],
        *[
            "units.a1.tents.2",
            "units.a1.tents.-1",
            "units.a1.tents.٣",
            "units.a1.tents.x",
            "units.a1.__doc__",
        ],
        "__class__",
    ],
)
def test_put_refuses_unknown_paths(path: str) -> None:
    with pytest.raises(CommandError):
        put(new_game(SETUP), path, 1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("round", "3"),
        ("round", 1.5),
        ("round", None),
        ("phase", 3),
        ("units.a1.tents", ["x"]),
        ("units.a1.tents", 3),
        ("units.a1.tags", "xy"),
        ("sides.a.points", float("nan")),
        ("sides.a.points", float("inf")),
        ("sides.a.points", {1, 2}),
    ],
)
def test_put_refuses_wrong_types(path: str, value: Any) -> None:
    with pytest.raises(CommandError, match=path.replace(".", r"\.")):
        put(new_game(SETUP), path, value)


def test_get_reads_plain_data() -> None:
    told = to_plain(new_game(SETUP))
    assert get(told, "units.a1.tents.0") == 3
    assert get(told, "sides.b.name") == "Bees"


@pytest.mark.parametrize(
    "path", ["", "x", "units.a1.tents.2", "units.a1.tents.-1", "round.x", "units.a1.name.0"]
)
def test_get_says_absent(path: str) -> None:
    assert get(to_plain(new_game(SETUP)), path) == ABSENT


@given(states, st.text(SIGNS, max_size=12))
def test_any_path_is_found_or_absent(state: Toy, path: str) -> None:
    get(to_plain(state), path)


@given(
    states, st.text(SIGNS, max_size=12), st.none() | st.integers() | st.text(SIGNS, max_size=5) | st.floats()
)
def test_any_value_is_set_or_refused(state: Toy, path: str, value: Any) -> None:
    with suppress(CommandError):
        put(state, path, value)


def test_changes_are_made_in_their_order_also_above_and_below_each_other() -> None:
    state = new_game(SETUP)
    whole = to_plain(replace(state.units["a1"], tents=(9, 9)))
    one, other = ("units.a1.tents", None, [1, 1]), ("units.a1", None, whole)
    assert fold(state, [one, other]).units["a1"].tents == (9, 9)
    assert fold(state, [other, one]).units["a1"].tents == (1, 1)
    assert fold(state, [one, other, one]).units["a1"].tents == (1, 1)
