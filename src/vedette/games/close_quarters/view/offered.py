"""The order in which commands are listed, and which of them are refused whatever is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.attacks.opportunity import hexes_to_fire_into, who_can_be_fired_at
from vedette.games.close_quarters.attacks.weapon_checks import EXPOSES, guns, is_flame_thrower, throwables
from vedette.games.close_quarters.candidates import held
from vedette.games.close_quarters.lookup import HANDS
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.order import situation
from vedette.games.close_quarters.view.asked import bare
from vedette.games.close_quarters.view.fire_forms import EXPOSING, drawn
from vedette.view.asked import Among, asked_of, stand_ins
from vedette.view.forms import FormValidator, Words

OTHERS = "…"
"""Where in an order all those stand that have no place of their own."""

ORDER = (
    "collect", "equip", "heal", "wake", "buy", "sell", "claim", "recharge", "repair",
    "buy_skill", "buy_bonus", "buy_attribute", "change_skills", "award", "validate", "check", "opposed", "sneak",
    "opportunity_fire",
    "shoot", "attack", "throw", "throw_grenade", "flame", "sweep_fire", "sweep", "staff", OTHERS,
    "aim", "dodge", "defend", "disengage", "overwatch",
    "switch", "ready", "reload", "clear_jam", "attach_bayonet", "exchange", "stand_up",
    "drop", "stop_drop_roll", "help", "extinguish", "patch", "pull_up", "let_go", "climb", "lay_sandbags", "breather",
    "force_retreat", "pass", "switch_shield", "sheet",
)  # fmt: skip
"""Between combats, and in the action phase from the attacks to what comes last."""

EMPTY_HANDED = tuple({"aim": "ready", "ready": "aim"}.get(do, do) for do in ORDER)
"""The same for who holds no weapon: it is readied before anybody thinks of aiming."""

IN_MOVEMENT = (
    "resist_panic", "move", "stand_up", "leave", "opportunity_fire", "pass", "switch_shield", OTHERS,
)  # fmt: skip

IN_A_BRAWL = (
    "opportunity_fire", "attack", "break_free", "subdue", "disarm", "ready", "disengage", "pass", "switch_shield", OTHERS,
)  # fmt: skip

OF_A_SIDE = ("initiative", "end_movement", "end_turn", "start_combat", "settle", "rest", OTHERS)


def offered(game: Fight, by: str) -> list[str]:
    """What makes sense for a character or a side now, in the order in which it is listed."""
    actor, order = ("side", OF_A_SIDE) if by in game.sides else ("unit", _order(game, by))
    declared = ((do, spec.offered) for do, spec in COMMANDS.items() if spec.actor == actor)
    now = (do for do, is_offered in declared if is_offered is not None and is_offered(game, by))
    return sorted(now, key=lambda do: order.index(do if do in order else OTHERS))


def _order(game: Fight, name: str) -> tuple[str, ...]:
    now = situation(game, name)
    at_rest = ORDER if game.units[name].ready else EMPTY_HANDED
    return IN_MOVEMENT if now == "movement" else IN_A_BRAWL if now == "wrestles" else at_rest


# --- which commands are refused whatever their forms say, so that they stand under "not now"


def _in_hand_or_bare(game: Fight, by: str) -> Iterable[str]:
    return (*game.units[by].ready, HANDS)


WEAPONS: Mapping[str, Among] = {
    "shoot": guns,
    "throw": throwables,
    "flame": held(is_flame_thrower),
    "attack": _in_hand_or_bare,
    "aim": _in_hand_or_bare,
}
"""The weapons that each command is tried with whose form is made by hand."""


FIRED = ("shoot", "throw")
"""What may be done with a weapon from the belt (CQ-OPT-10), and over a wall (CQ-ENV-10)."""


def closed(validator: FormValidator[Fight], do: str, by: str) -> Refusal | None:
    """Why a command is refused whatever its form says; None where some draft of it may pass."""
    if do == "opportunity_fire":
        return _nobody_to_fire_at(validator, by)
    refusals = []
    for words, filled in _drafts(validator.state, do, by):
        refusal = validator.validate(words, filled).refusal
        if refusal is None:
            return None
        refusals.append(refusal)
    plain = (refusal for refusal in refusals if refusal.rule != EXPOSES)
    return next(plain, next(iter(refusals), None))


TRIED = ("weapon", "target", "partner")
"""The fields that are tried, as their values alone may rule a command out."""


def _tried(do: str) -> Mapping[str, Among]:
    """The fields that a command is tried in, and what its form offers there."""
    declared = {name: asked.among for name, asked in asked_of(COMMANDS[do].model).items() if not asked.joined}
    offered = {**declared, "weapon": WEAPONS.get(do) or declared.get("weapon")}
    return {name: among for name in TRIED if (among := offered.get(name)) is not None}


def _drafts(game: Fight, do: str, by: str) -> Iterator[tuple[Words, set[str]]]:
    """Every weapon with every target, and which fields are said by that."""
    fields = {name: offered(game, by) for name, offered in _tried(do).items()}
    ways: list[Words] = [{}, *({"expose": way} for way in EXPOSING)] if do in FIRED else [{}]
    for values, way in product(product(*fields.values()), ways if fields else ()):
        words: Words = {**dict(zip(fields, values, strict=True)), **way}
        if do in FIRED:
            words |= {"quick": False, **drawn(game.units[by], words["weapon"])}
        yield {**stand_ins(COMMANDS[do].model, game, by), **bare(do, by), **words}, {*words}


# --- opportunity fire


def _nobody_to_fire_at(validator: FormValidator[Fight], by: str) -> Refusal | None:
    """CQ-OPT-13: why he can't fire at who has just moved or left cover, if so; what is sealed isn't looked into."""
    game = validator.state
    there = who_can_be_fired_at(game, by)
    if not there:
        done = "moved" if game.phase == "movement" else "left cover"
        return Refusal("CQ-OPT-13", f"No enemy has just {done}.", overridable=False)
    words = bare("opportunity_fire", by)
    watch = game.units[by].overwatch
    if watch is not None and not watch.hex:
        return None
    refusals = [
        validator.validate({**words, "target": name, "hex": hex}).refusal
        for name in there
        for hex in hexes_to_fire_into(game, by, name)
    ]
    return None if None in refusals else next(iter(refusals), None)
