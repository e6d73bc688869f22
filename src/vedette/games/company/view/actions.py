"""What a Group or a side may do now, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.grammar import the
from vedette.games.company.groups import companies_of, needed_for, tested_against
from vedette.games.company.phase_check import PHASE_CHECK, pending
from vedette.games.company.specs import COMMANDS
from vedette.games.company.state import TURN, Skirmish
from vedette.kit.words import could_still
from vedette.view.forms import action_of, concede_action, why_not
from vedette.view.vocabulary import Action

TO_BE_MEANT = ("start", "end_game")
"""These ask nothing, but say what follows before they are done."""

OF_A_GROUP = (
    "captain_trait", "rally", "reckless", "move", "shoot", "attack", "retreat", "cast", "summon",
)  # fmt: skip
"""The order in which commands are listed."""

DUE = {"rally": "CO-RAL-1", "reckless": "CO-REC-1"}
"""What must be done before anything else, and why."""


def actions(game: Skirmish, by: str) -> tuple[Action, ...]:
    """All actions of a Group or a side, in the order of the chapter."""
    if game.phase == "over":
        return ()
    return tuple(_of_side(game, by) if by in game.sides else _of_group(game, by))


def _of_side(game: Skirmish, side: str) -> Iterator[Action]:
    if game.phase == "setup":
        yield from _in_setup(game)
    if game.phase == "closing":
        yield _action(game, "end_game", side, COMMANDS["end_game"].title)
    if game.phase in TURN:
        test = _action(game, "test", side, "Test Resilience for something else")
        end = _action(game, "end_turn", side, "End the turn")
        yield from (test, end) if who_can_act(game) else (end, test)
    if game.phase in ("closing", *TURN):
        for one in (side, game.other(side)):
            yield _action(game, "score", one, f"Score VP for {the(game.side_name(one))}")
    if game.phase in TURN and any(closing.when == "declared" for closing in game.book.scenario.closing):
        yield _action(game, "end_game", side, "End the game")
    yield concede_action(side)


def _in_setup(game: Skirmish) -> Iterator[Action]:
    """What is missing first; ambitions are each side's own."""
    first = next(iter(game.sides))
    waits = pending(game)
    if waits == "roll_off":
        yield _action(game, "roll_off", first, "Roll off: who attacks?")
    if waits not in ("ambition", "start"):
        return
    if waits == "start":
        yield _action(game, "start", first, "Start the game")
    for key, id in zip("bi", game.sides, strict=False):  # each side keeps its letter
        if any(not game.companies[company].ambition for company in companies_of(game, id)):
            yield replace(_action(game, "ambition", id, f"Ambition of {the(game.side_name(id))}"), key=key)


def _of_group(game: Skirmish, unit: str) -> Iterator[Action]:
    for do in OF_A_GROUP:
        if COMMANDS[do].is_offered(game, unit):
            yield _action(game, do, unit, _title(game, do, unit), DUE.get(do, ""))


def _title(game: Skirmish, do: str, unit: str) -> str:
    """An order with what it takes."""
    match do:
        case "captain_trait":
            return "The Captain's trait"
        case "rally":
            return f"Test to Rally: {tested_against(game, unit)}+"
        case "reckless":
            return f"Reckless check: {needed_for(game, unit, 'attack')}+"
    needed = needed_for(game, unit, do)
    return COMMANDS[do].title + ("" if needed is None else f" {needed}+")


def who_can_act(game: Skirmish) -> list[str]:
    """The Groups of the active side that may still do anything."""
    own = [name for name, group in game.units.items() if group.side == game.active]
    return [name for name in own if any(action.why_not is None for action in _of_group(game, name))]


def unspent(game: Skirmish, do: str, by: str) -> str:
    """Who could still act before a side ends its turn."""
    ready = [game.units[name].name for name in who_can_act(game)] if do == "end_turn" else []
    return could_still(ready, "act")


def _action(game: Skirmish, do: str, by: str, title: str, rule: str = "") -> Action:
    refusal = _why_not(game, do, by)
    form = COMMANDS[do].asks or do in TO_BE_MEANT
    of_table = COMMANDS[do].of_table and game.phase in TURN
    return replace(action_of(COMMANDS, do, by, refusal, title=title, form=form, of_table=of_table), rule=rule)


def _why_not(game: Skirmish, do: str, by: str) -> Refusal | None:
    """The first refusal that needs nothing but the action itself to be known."""
    if do == "test":
        return None
    return why_not(COMMANDS, PHASE_CHECK, game, SimpleNamespace(do=do, by=by))
