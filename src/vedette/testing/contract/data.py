"""The data of every ruleset loads, and what is in a game file stays data."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from vedette.engine.data import Table
from vedette.engine.errors import DataError
from vedette.engine.library import games, offered, read_toml, ruleset_folder
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import new_session
from vedette.engine.state import GameState
from vedette.engine.text import visible
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.testing.starts import Start, every_game, game_starts, named

HOSTILE = {
    "markup": "[red]x[/red]",
    "closing": "[/]",
    "click": "[@click=app.quit]x[/]",
    "escape": "\x1b[31mred",
    "null": "a\x00b",
    "c1": "a\x9bb",
    "bidi": "\u202egnp.exe",
    "isolate": "\u2066x",
    "surrogate": "\ud800",
    "separator": "a\u2028b",
    "long": "x" * 10_000,
    "spaces": " " * 20,
    "combining": "Z̷̢̛a̸l̴g̵o̶",
}

WRONG: tuple[Any, ...] = (None, 0, -1, 1e300, True, [], {}, [[[]]], {"a": {"b": 1}})


def _texts(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, str):
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from _texts(value, (*path, key))


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(data)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


@pytest.mark.parametrize("start", every_game(), ids=named)
def test_every_game_file_starts(start: Start) -> None:
    session = new_session(rulesets()[start.ruleset], start.setup, seed=1)
    table = session.ruleset.view.table(session.state, session.request)
    assert session.pending or table.prompt.text
    assert len(session.state.sides) == 2


def test_a_resolved_set_up_needs_no_data_any_more(ruleset: Ruleset[GameState]) -> None:
    for start in game_starts(ruleset.id):
        resolved = ruleset.resolve(start.setup)
        assert json.loads(json.dumps(resolved)) == resolved
        assert ruleset.resolve(resolved) == resolved
        assert ruleset.new_game(resolved) == ruleset.new_game(ruleset.resolve(start.setup))


def test_every_rule_is_told_in_words(ruleset: Ruleset[GameState]) -> None:
    for rule in ruleset.rules().values():
        assert rule.title
        assert rule.text.strip().endswith((".", ")", "”"))
        assert rule.section
        assert not any(character in rule.text for character in "\x1b\u202e")


def test_every_file_of_data_can_be_read_and_shown(ruleset: Ruleset[GameState]) -> None:
    for path in sorted(ruleset_folder(ruleset.id).rglob("*.toml")):
        data = read_toml(path)
        for place in _texts(data):
            text: Any = data
            for key in place:
                text = text[key]
            assert visible(text.replace("\n", " ")) == text.replace("\n", " "), (path.name, place)


def test_both_sides_may_have_the_same_army_and_nobody_is_called_like_another(
    ruleset: Ruleset[GameState],
) -> None:
    for row in offered(ruleset.id, "armies")[:2]:
        army = str(row["id"])
        setup = next(one for one in games(ruleset.id).values() if one.get("edition") == row.get("edition"))
        named = ({key: side[key] for key in ("id", "name") if key in side} for side in setup["sides"])
        sides = [{**side, "army": army} for side in named]
        session = new_session(ruleset, {**setup, "sides": sides}, seed=1)
        names = [(unit.name, unit.side) for unit in session.state.units.values()]
        assert len({name for name, _ in names}) == len(names)
        assert len({side for _, side in names}) == len(sides)


@pytest.mark.parametrize(("turn", "text"), list(enumerate(HOSTILE.values())), ids=HOSTILE)
def test_a_hostile_text_in_a_game_file_is_refused_in_sentences_or_kept_as_it_is(
    ruleset: Ruleset[GameState], turn: int, text: str, times: Times
) -> None:
    """Each text in some of all places, so that each place gets some of the texts."""
    apart = times(13, 1)
    for start in game_starts(ruleset.id):
        for place in list(_texts(start.setup))[turn % apart :: apart]:
            _refused_or_kept(ruleset, _with(start.setup, place, text))


@pytest.mark.parametrize(("turn", "text"), list(enumerate(HOSTILE.values())), ids=HOSTILE)
def test_a_hostile_text_in_a_profile_is_refused_in_sentences_or_kept_as_it_is(
    ruleset: Ruleset[GameState], turn: int, text: str, times: Times
) -> None:
    """A sample of all places of the smallest game: a resolved set-up has hundreds."""
    start = min(game_starts(ruleset.id), key=lambda one: len(str(ruleset.resolve(one.setup))))
    resolved = ruleset.resolve(start.setup)
    for place in list(_texts(resolved))[turn :: times(13, 5)]:
        _refused_or_kept(ruleset, _with(resolved, place, text))


@pytest.mark.parametrize(("turn", "value"), list(enumerate(WRONG)), ids=str)
def test_a_value_of_the_wrong_kind_in_a_game_file_is_refused_in_sentences(
    ruleset: Ruleset[GameState], turn: int, value: Any, times: Times
) -> None:
    """As with texts, each value in some of all places."""
    apart = times(61, 1)
    for start in game_starts(ruleset.id):
        resolved = ruleset.resolve(start.setup)
        for setup in (start.setup, resolved):
            for place in list(_texts(setup))[turn % apart :: apart]:
                _refused_or_kept(ruleset, _with(setup, place, value))


def _refused_or_kept(ruleset: Ruleset[GameState], setup: Table) -> None:
    """Either one sentence for each fault, or a game in which the text is a name like any other."""
    try:
        session = new_session(ruleset, setup, seed=1)
    except DataError as error:
        for fault in error.faults:
            assert 5 < len(fault) < 500
            assert visible(fault) == fault
        return
    names = session.names().values()
    assert all(visible(name) == name and name.strip() for name in names)
