"""Random commands, made from the models of a ruleset's commands and the ids of its state: mostly nonsense."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from vedette.engine.common import CONDITION
from vedette.engine.data import Table
from vedette.engine.plain import to_plain
from vedette.engine.session import Session
from vedette.engine.state import GameState

HOSTILE: tuple[Any, ...] = (
    "", " ", "nobody", "[red]", "[/]", "[@click=app.quit]x[/]", "\x1b[31m", "\u202egnp.exe", "\ud800", "\0",
    "line\nfeed", "x" * 10_000, "10**9", "-1", -1, 0, 1, 13, 1.5, -0.5, 10**30, -(10**30), float("nan"),
    float("inf"), True, False, None, (), [], [[[]]], ["nobody"], [None], [True], {}, {"do": "move"}, {1: 2}, b"x",
    {"x"}, object,
)  # fmt: skip
"""What no command should choke on."""


def random_words(session: Session[GameState], luck: Random) -> Table:
    """A command whose words have the right types; whether it makes sense is another matter."""
    specs = session.ruleset.specs
    do = luck.choice([*specs, "undo", "redo"])
    if do in ("undo", "redo"):
        return {"do": do, "by": luck.choice(list(session.state.sides)), "steps": luck.randint(1, 3)}
    spec = specs[do]
    units = list(session.state.units)
    by = luck.choice((units if spec.actor == "unit" else list(session.state.sides)) or [""])
    given: Table = {"do": do, "by": by}
    if do == "adjust":
        return {**given, **adjustment(session, luck)}
    if do == CONDITION:
        return {**given, **condition(session, luck)}
    return {**given, **_fields(spec.model, _ids(session), luck)}


def adjustment(session: Session[GameState], luck: Random) -> Table:
    """Some path of the state, and a value that is like one that stands there."""
    path, old = luck.choice(list(paths_of(to_plain(session.paths()), "")))
    return {"path": path, "value": _like(old, _ids(session), luck), "reason": "To see what happens"}


def condition(session: Session[GameState], luck: Random) -> Table:
    """Something that players may say of a unit."""
    kinds = session.ruleset.conditions
    assert kinds is not None  # there is such a command
    rolls = luck.sample(list(kinds.rolls), luck.randint(0, len(kinds.rolls)))
    return {
        "unit": luck.choice(list(session.state.units) or [""]),
        "text": luck.choice(("dug in", "[b]", "in the smoke")),
        "until": luck.choice(list(kinds.until)),
        "modifiers": {roll: luck.randint(-3, 3) for roll in rolls},
    }


def garbage(session: Session[GameState], luck: Random) -> Table:
    """A command in which something is of the wrong kind, too much or missing."""
    given = random_words(session, luck)
    for _ in range(luck.randint(1, 2)):
        change = luck.randrange(3)
        if change == 0:
            given.pop(luck.choice(list(given)), None)
            given = given or {"by": ""}
        else:
            key = (
                luck.choice(list(given)) if change == 1 and given else luck.choice(("what", "override", "by"))
            )
            given[key] = luck.choice(HOSTILE)
    return given


def _fields(model: type[BaseModel], ids: list[str], luck: Random) -> Table:
    given = {}
    for name, field in model.model_fields.items():
        if name not in ("do", "by") and (field.is_required() or luck.random() < 0.35):
            given[field.alias or name] = _value(field.annotation, ids, luck)
    return given


def _value(hint: Any, ids: list[str], luck: Random) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _value(arguments[0], ids, luck)
    if origin in (Union, types.UnionType):
        return _value(luck.choice(arguments), ids, luck)
    if origin is Literal:
        return luck.choice(arguments)
    if origin in (tuple, list):
        return [_value(arguments[0], ids, luck) for _ in range(luck.randint(0, 2))]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return _fields(hint, ids, luck)
    simple = _SIMPLE.get(hint)
    return simple(ids, luck) if simple else luck.choice(HOSTILE)


_SIMPLE: Mapping[Any, Callable[[list[str], Random], Any]] = {
    str: lambda ids, luck: luck.choice([*ids, "2d6", "words"]),
    int: lambda ids, luck: luck.randint(0, 3),
    float: lambda ids, luck: luck.choice((0.0, 0.5, 1.0, 3.0, 6.0, 12.5)),
    bool: lambda ids, luck: luck.random() < 0.5,
    type(None): lambda ids, luck: None,
}


def _like(old: object, ids: list[str], luck: Random) -> Any:
    if isinstance(old, list):
        return luck.sample(ids, luck.randint(0, min(2, len(ids))))
    if luck.random() < 0.1 or type(old) not in _SIMPLE:
        return luck.choice(HOSTILE)
    if isinstance(old, str) and luck.random() < 0.4:
        return luck.choice(
            ("", "draw", "setup", "initiative", "activation", "end", "over", "open", "secured", "removed")
        )
    return _SIMPLE[type(old)](ids, luck)


def paths_of(data: object, path: str) -> Iterator[tuple[str, object]]:
    """Every path that does not lead to a table, with what stands there."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths_of(value, f"{path}.{key}" if path else key)
        return
    yield path, data
    if isinstance(data, list):
        for place, value in enumerate(data):
            yield from paths_of(value, f"{path}.{place}")


def _ids(session: Session[GameState]) -> list[str]:
    """Every id of the game: those that have names, and those in the set-up."""
    return sorted({*session.names(), *_setup_ids(session.setup)})


def _setup_ids(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("id"), str):
            yield data["id"]
        data = list(data.values())
    if isinstance(data, list):
        for value in data:
            yield from _setup_ids(value)
