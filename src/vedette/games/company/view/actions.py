"""What a Group or a side may do now, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.grammar import the
from vedette.games.company.groups import companies_of, edition, needed_for, tested_against
from vedette.games.company.phase_check import PHASE_CHECK, pending
from vedette.games.company.specs import COMMANDS
from vedette.games.company.state import TURN, Skirmish
from vedette.games.company.view.secrets import secrets_of
from vedette.kit.words import could_still
from vedette.view.forms import action_of, concede_action, why_not
from vedette.view.vocabulary import Action

DUE = ("rally", "reckless")
"""What must be done before anything else."""

OF_ANY_GROUP = ("test", "hazard", "mark", "reveal")
"""What is entered for whichever Group it befalls, or is chosen for it; and what may be looked at in any case."""


def actions(game: Skirmish, by: str) -> tuple[Action, ...]:
    """All actions of a Group or a side: what is due first, then in the order of the chapters."""
    if game.phase == "over":
        return ()
    return tuple(_of_side(game, by) if by in game.sides else _of_group(game, by))


def _of_side(game: Skirmish, side: str) -> Iterator[Action]:
    """In setup what is missing first; ambitions are each side's own."""
    waits, first, secret = pending(game), next(iter(game.sides)), edition(game).secret
    if waits == "roll_off":
        yield _action(game, "roll_off", first, "Roll off: who attacks?")
    if waits == "mark":
        yield _action(game, "mark", game.with_role("defender"), f"Choose the {game.book.scenario.mark}")
    if waits == "start":
        yield _action(game, "start", first, "Start the game")
    if game.phase == "setup" and game.with_role("attacker"):
        for key, id in zip("ai", game.sides, strict=False):  # each side keeps its letter
            if secret or any(not game.companies[company].ambition for company in companies_of(game, id)):
                title = f"Ambition of {the(game.side_name(id))}"
                yield replace(_action(game, "ambition", id, title), key=key, secret=secret, seldom=secret)
    for id in game.sides:
        if secrets_of(game, id):
            title = f"Read the ambitions of {the(game.side_name(id))}"
            yield replace(_action(game, "reveal", id, title), secret=True)
    if game.phase == "closing":
        yield _action(game, "end_game", side, COMMANDS["end_game"].title)
    if game.phase in TURN:
        test = _action(game, "test", side, f"Other {edition(game).test}")
        end = _action(game, "end_turn", side, "End the turn")
        yield from (test, end) if who_can_act(game) else (end, test)
        if edition(game).locations:
            yield _action(game, "hazard", side, COMMANDS["hazard"].title)
    if game.phase in ("closing", *TURN):
        for one in (side, game.other(side)):
            yield _action(game, "score", one, f"Score VP for {the(game.side_name(one))}")
    declared = [closing.side for closing in game.book.scenario.closing if closing.when == "declared"]
    if game.phase in TURN and declared:  # by the side that may, also in the other's turn (CO-SCN-11)
        yield _action(game, "end_game", game.with_role(declared[0]) or side, "End the game")
    yield concede_action(side)


def start_refused(game: Skirmish) -> Refusal | None:
    """Why the game can't start yet."""
    return _action(game, "start", next(iter(game.sides)), "").why_not


def _of_group(game: Skirmish, unit: str) -> Iterator[Action]:
    offered = (do for do, spec in COMMANDS.items() if spec.offered and spec.offered(game, unit))
    own = {
        "captain_trait": ("The Captain's trait", None),
        "hold_back": ("Deploy it after all" if game.units[unit].reserve else "Hold it back", None),
        "rally": ("Test to Rally:", tested_against(game, unit)),
        "reckless": ("Reckless check:", needed_for(game, unit, "attack")),
    }
    for do in sorted(offered, key=lambda do: do not in DUE):
        title, number = own.get(do, (COMMANDS[do].title, needed_for(game, unit, do)))
        yield _action(game, do, unit, title + ("" if number is None else f" {number}+"))


def who_can_act(game: Skirmish) -> list[str]:
    own = [name for name, group in game.units.items() if group.side == game.active]
    return [name for name in own if any(action.why_not is None for action in _of_group(game, name))]


def unspent(game: Skirmish, do: str, by: str) -> str:
    ready = [game.units[name].name for name in who_can_act(game)] if do == "end_turn" else []
    return could_still(ready, "act")


def _action(game: Skirmish, do: str, by: str, title: str) -> Action:
    """A command with the first refusal that needs nothing but the action itself to be known.

    A form opens for what asks something, or says what follows before it is done.
    """
    bare, spec = SimpleNamespace(do=do, by=by), COMMANDS[do]
    refusal = None if do in OF_ANY_GROUP else why_not(COMMANDS, PHASE_CHECK, game, bare)
    form = do in OF_ANY_GROUP or spec.asks or spec.lines is not None
    of_table = spec.of_table and game.phase in TURN
    return action_of(COMMANDS, do, by, refusal, title=title, form=form, of_table=of_table)
