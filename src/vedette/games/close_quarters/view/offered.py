"""Which commands make sense for a character or a side in the phase and the situation that he is in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.attacks.melee import foes_in_front
from vedette.games.close_quarters.attacks.opportunity import hexes_to_fire_into, who_can_be_fired_at
from vedette.games.close_quarters.attacks.weapon_checks import EXPOSES
from vedette.games.close_quarters.candidates import held, own_hex, ready_weapons
from vedette.games.close_quarters.characters.healing import can_be_woken, capacity
from vedette.games.close_quarters.derived.arms import figures
from vedette.games.close_quarters.known import BAYONET
from vedette.games.close_quarters.lookup import HANDS
from vedette.games.close_quarters.map.hexes import on_edge
from vedette.games.close_quarters.near import (
    away,
    enemies,
    in_reach,
    is_alive,
    is_camp,
    is_engaged,
    is_out,
)
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.action_checks import reach
from vedette.games.close_quarters.turn.order import first_slot_to_come, in_follow_up
from vedette.games.close_quarters.turn.path_checks import would_run
from vedette.games.close_quarters.view.area_forms import fires_automatically, grenades_at_hand
from vedette.games.close_quarters.view.asked import bare
from vedette.games.close_quarters.view.fire_forms import EXPOSING, drawn, guns, is_flame_thrower, throwables
from vedette.view.asked import Among, asked_of, stand_ins
from vedette.view.forms import FormValidator, Words

HANDLING = ("switch", "ready", "reload", "clear_jam", "attach_bayonet", "exchange")

CARE = (
    "drop", "stop_drop_roll", "help", "extinguish", "patch", "pull_up", "let_go", "climb", "lay_sandbags", "breather",
)  # fmt: skip
"""What comes behind the attacks, in this order; all else that declares when it is offered is an attack."""


def of_side(game: Fight, side: str) -> Iterator[str]:
    """What a side may do: begin and end phases, rest, settle; in a character's own file there is no fight."""
    if is_camp(game):
        yield "rest"
        return
    match game.phase:
        case "initiative":
            yield "initiative"
        case "movement":
            yield "end_movement"
        case "end":
            yield "end_turn"
    if game.phase == "between" or game.outcome:
        yield "start_combat"
        if not game.settled:
            yield "settle"
        if game.phase == "between":
            yield "rest"


def of_character(game: Fight, name: str) -> Iterator[str]:
    """What a character may do in this phase."""
    if game.phase == "between":
        yield from _between(game, name)
        return
    if game.outcome or is_out(game, name):
        return
    if game.phase != "movement" and game.units[name].overwatch and who_can_be_fired_at(game, name):
        yield "opportunity_fire"
    match game.phase:
        case "movement":
            yield from _in_movement(game, name)
        case "action":
            yield from _in_action(game, name)
        case "retreat":
            if game.actor == name:
                yield from ("force_retreat", "pass")
    yield from _at_any_time(game.units[name])


def _at_any_time(character: Character) -> Iterator[str]:
    if character.energy_shield and not character.energy_shield_broken:
        yield "switch_shield"


# --- between combats


def _between(game: Fight, name: str) -> Iterator[str]:
    character = game.units[name]
    if not is_alive(game, name):
        return
    yield "equip"
    if capacity(character):
        yield "heal"
    if any(other != name and can_be_woken(game, other) for other in game.units):
        yield "wake"
    yield from ("buy", "sell")
    if game.sides[character.side].spoils:
        yield "claim"
    if any(figures(weapon).is_a("battery") for weapon in character.weapons) or any(
        "spent-" in id for id in character.items
    ):
        yield "recharge"
    if (
        any(weapon.broken for other in game.of(character.side) for weapon in game.units[other].weapons)
        or character.armor_worn
    ):
        yield "repair"
    yield from (
        "buy_skill",
        "buy_bonus",
        "buy_attribute",
        "change_skills",
        "award",
        "validate",
        "check",
        "opposed",
    )
    if any(skill.endswith("stealth") for skill in character.skills):
        yield "sneak"
    yield from _at_any_time(character)
    yield "sheet"


# --- movement


def _in_movement(game: Fight, name: str) -> Iterator[str]:
    character = game.units[name]
    if would_run(game, name) and not character.panic:
        yield "resist_panic"
    yield "move"
    if character.posture != "standing":
        yield "stand_up"
    if character.hex and on_edge(game.map, character.hex):
        yield "leave"
    if character.overwatch:
        yield "opportunity_fire"
    if game.options.advanced_initiative:
        yield "pass"


# --- action


def _in_action(game: Fight, name: str) -> Iterator[str]:
    """In his slot everything that his things and his place allow; before it what may be declared early."""
    character = game.units[name]
    if in_follow_up(game, name):
        yield from ("shoot", "pass")
    elif character.hth:
        yield from _hand_to_hand(character)
    elif game.actor == name:
        yield from _attacks(game, name)
        yield from _guard(game, name)
        yield from _hands(game, name)
        yield "pass"
    elif first_slot_to_come(game, name) or (character.aimed and character.aim_target):
        if any(BAYONET in weapon.fitted for weapon in character.weapons) and in_reach(game, name):
            yield "attack"
        yield from _early(game, name)


def _hand_to_hand(character: Character) -> Iterator[str]:
    yield "attack"
    if character.held_by:
        yield "break_free"
    yield from ("subdue", "disarm", "ready", "disengage", "pass")


def _attacks(game: Fight, name: str) -> Iterator[str]:
    character = game.units[name]
    if guns(game, name):
        yield "shoot"
    near = [away(game, name, other) for other in in_reach(game, name)]
    longest = max(reach(character, id) for id in (*character.ready, HANDS))
    if any(hexes <= longest for hexes in near):
        yield "attack"
    if throwables(game, name):
        yield "throw"
    if grenades_at_hand(game, name):
        yield "throw_grenade"
    if ready_weapons(character, is_flame_thrower):
        yield "flame"
    if ready_weapons(character, fires_automatically):
        yield "sweep_fire"
    if _can_sweep(character) and foes_in_front(game, name):
        yield "sweep"
    staffs = ready_weapons(character, lambda arm: arm.is_a("staff"))
    if near and any(min(near) <= reach(character, id) for id in staffs):
        yield "staff"
    yield from _of((do for do in COMMANDS if do not in (*HANDLING, *CARE)), game, name)


def _can_sweep(character: Character) -> bool:
    """CQ-POL-7: a cutting weapon in both hands."""
    held = (
        weapon
        for weapon in character.weapons
        if weapon.id in character.ready and weapon.grip == number("hands")
    )
    return any(figures(weapon).is_a("sweeper") for weapon in held)


def _guard(game: Fight, name: str) -> Iterator[str]:
    """Aiming, dodging, defending, watching."""
    character = game.units[name]
    if not character.moved and enemies(game, name):
        yield "aim"
    yield from _early(game, name)
    if is_engaged(game, name):
        yield "disengage"
    elif game.options.opportunity_fire and character.ready:
        yield "overwatch"


def _early(game: Fight, name: str) -> Iterator[str]:
    """CQ-ACT-14: what may be declared ahead of one's slot."""
    yield "defend" if is_engaged(game, name) else "dodge"


def _of(commands: Iterable[str], game: Fight, name: str) -> Iterator[str]:
    """Those of them that their declarations offer to him now."""
    for do in commands:
        offered = COMMANDS[do].offered
        if offered is not None and offered(game, name):
            yield do


def _hands(game: Fight, name: str) -> Iterator[str]:
    """Weapons in hand, loaded and mended; posture; then fire, leaks, edges, breath."""
    character = game.units[name]
    yield from _of(HANDLING, game, name)
    if character.posture != "standing" or character.floating:
        yield "stand_up"
    yield from _of(CARE, game, name)


# --- which commands are refused whatever their forms say, so that they stand under "not now"


def _in_hand_or_bare(game: Fight, by: str) -> Iterable[str]:
    return (*game.units[by].ready, HANDS)


WEAPONS: Mapping[str, Among] = {
    "shoot": guns,
    "throw": throwables,
    "throw_grenade": grenades_at_hand,
    "flame": held(is_flame_thrower),
    "sweep_fire": held(fires_automatically),
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
        yield {**_filler(game, do, by), **bare(do, by), **words}, {*words}


def _filler(game: Fight, do: str, by: str) -> Words:
    """What a command can't be read without; it isn't judged."""
    here = own_hex(game, by)
    by_hand = {"throw_grenade": {"hex": here}, "sweep_fire": {"first": here, "last": here}}
    return {**stand_ins(COMMANDS[do].model, game, by), **by_hand.get(do, {})}


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
