"""Who is asked whether they fire at somebody who has just moved or left cover, and what waits for the answer (CQ-OPT-13)."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from vedette.engine.checks import Refusal
from vedette.engine.text import joined
from vedette.games.close_quarters.attacks.opportunity import hexes_to_fire_into, who_can_be_fired_at
from vedette.games.close_quarters.attacks.to_hit import EXPOSING
from vedette.games.close_quarters.derived import of_game
from vedette.games.close_quarters.specs import COMBAT, COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.order import phase_check
from vedette.view.forms import FormValidator, bare, why_not

PHASE_CHECK = phase_check(COMBAT)

FIRE, LET_PASS = "opportunity_fire", "let_pass"

BEFORE_THE_ANSWER = frozenset((FIRE, LET_PASS, "concede", "seal", "reveal"))
"""The commands of combat that take nobody's chance to fire away."""


def asked_to_fire(game: Fight) -> tuple[str, ...]:
    """The watchers, of one side, who may fire now and haven't let it pass; nobody goes on before they answer."""
    if game.outcome or game.phase == "between":
        return ()
    watching = [name for name, one in game.units.items() if one.overwatch and name not in game.let_pass]
    ready = [name for name in watching if _may_fire(game, name)]
    return tuple(name for name in ready if game.units[name].side == game.units[ready[0]].side)


@of_game
def _may_fire(game: Fight, by: str) -> bool:
    refused = why_not(COMMANDS, PHASE_CHECK, game, SimpleNamespace(do=FIRE, by=by))
    return (refused or nobody_to_fire_at(FormValidator(COMMANDS, PHASE_CHECK, game), by)) is None


def may_fire_words(game: Fight, watchers: Sequence[str]) -> str:
    """Who may fire at whom now: `Zorgo and Vesna may fire at Hanne`."""
    there = dict.fromkeys(target for name in watchers for target in who_can_be_fired_at(game, name))
    who, whom = (joined([game.units[name].name for name in names]) for names in (watchers, there))
    return f"{who} may fire at {whom}"


def awaited(game: Fight, do: str) -> Refusal | None:
    """CQ-OPT-13: whom the table has to ask before a command, as it would end their chance to fire."""
    watchers = asked_to_fire(game) if do in COMBAT and do not in BEFORE_THE_ANSWER else ()
    if not watchers:
        return None
    sentence = f"{may_fire_words(game, watchers)} first."
    return Refusal(
        "CQ-OPT-13", sentence, f"{FIRE} or {LET_PASS} by {' and '.join(watchers)}", overridable=False
    )


def nobody_to_fire_at(validator: FormValidator[Fight], by: str) -> Refusal | None:
    """CQ-OPT-13: why he can't fire at who has just moved or left cover, if so; what is sealed isn't looked into."""
    game = validator.state
    there = who_can_be_fired_at(game, by)
    if not there:
        done = "moved" if game.phase == "movement" else "left cover"
        return Refusal("CQ-OPT-13", f"No enemy has just {done}.", overridable=False)
    words = bare(FIRE, by)
    watch = game.units[by].overwatch
    if watch is not None and not watch.hex:
        return None
    refusals = [
        validator.validate({**words, "target": name, "hex": hex, "expose": expose}).refusal
        for name in there
        for hex in hexes_to_fire_into(game, by, name)
        for expose in EXPOSING
    ]
    return None if None in refusals else next(iter(refusals), None)
