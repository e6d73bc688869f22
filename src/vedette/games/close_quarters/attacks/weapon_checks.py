"""What an attack needs of the weapon and of its target, and which weapons somebody may attack with (section 6.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.arms import FLAME_THROWER, THROWN_WEAPONS, Arm, figures
from vedette.games.close_quarters.attacks.to_hit import Armed, AttackCommand, Support, Supported, out_of_sight
from vedette.games.close_quarters.candidates import other_unit, ready_weapons, weapon, weapons
from vedette.games.close_quarters.derived import Damage, knows
from vedette.games.close_quarters.near import enemies, engaged_by, is_able, is_engaged, side_of
from vedette.games.close_quarters.state import BAYONET, SUPPORTS, Character, Fight, Weapon
from vedette.games.close_quarters.tables import STOCKED, house_rule, number, plays
from vedette.games.close_quarters.terrain import Figure, cross, metres, wall_on
from vedette.games.close_quarters.turn.order import has_fallen, in_follow_up, is_paid, target_checks
from vedette.kit.words import with_article
from vedette.view.hexes import on_map, turned, vector

LAUNCHER, SPEAR_THROWER, SPEAR, MOLOTOV = "grenade-launcher", "spear-thrower", "spear", "molotov"

MODES = ("single", "burst", "auto")
"""The modes of fire, in the order of the table's `shots`."""

HEIGHTS = ("prone", "kneeling", "standing")
"""Postures from low to high; the fallen lie like the prone."""

FUSES = {"turn": "at the end of this turn", "movement": "after the next movement phase"}
"""When a grenade goes off (CQ-GRN-4)."""

EXPOSES = "CQ-ENV-10"
"""The refusal for a shot that would need exposure."""


# --- kinds of weapons


def is_gun(arm: Arm) -> bool:
    """Whether one shoots with it; flame throwers have a form of their own."""
    return arm.missile and not is_flame_thrower(arm)


def is_flame_thrower(arm: Arm) -> bool:
    return arm.is_a(FLAME_THROWER)


def has_automatic_fire(arm: Arm) -> bool:
    return arm.missile and bool(arm.shots[2])


def is_grenade(arm: Arm) -> bool:
    return arm.use == "grenade"


def is_throwable(arm: Arm) -> bool:
    """CQ-RNG-10: whether the weapon is thrown at people; grenades are thrown into hexes."""
    return arm.use == "thrown" or (arm.thrown and arm.use == "melee")


def hits_nobody(arm: Arm) -> bool:
    """Whether the weapon has no damage that a single hit could do: grenades, flame throwers, grenade launchers."""
    return is_grenade(arm) or is_flame_thrower(arm) or arm.is_a(LAUNCHER)


def has_fuse(held: Weapon | None) -> bool:
    """CQ-GRN-4: whether it is said when it goes off; a molotov bursts at once."""
    return held is not None and is_grenade(figures(held)) and not figures(held).is_a(MOLOTOV)


def energy_dice(arm: Arm) -> int:
    return Damage.parse(arm.damage).dice


# --- the weapon that a command names


def second_understood(game: Fight, by: str, weapon2: str, target2: str) -> None:
    """A second weapon of the attacker's and its own target, as far as they are named; raises CommandError."""
    if weapon2:
        weapon(game, by, weapon2)
    if target2:
        other_unit(game, by, target2)
        if not weapon2:
            raise CommandError("A second target needs a second weapon.")


def own_weapon(game: Fight, command: Armed) -> Weapon | None:
    """The weapon that a command names; None for bare hands, or while nothing is named."""
    return game.units[command.by].weapon(command.weapon)


def own_arm(game: Fight, command: Armed) -> Arm | None:
    found = own_weapon(game, command)
    return figures(found) if found is not None else None


def is_whole_in_hand(character: Character, held: Weapon) -> bool:
    """CQ-ACT-16: ready and not broken."""
    return held.id in character.ready and not held.broken


def can_still_use(game: Fight, by: str, held: Weapon) -> bool:
    """Whether somebody is on their feet and able, with the weapon whole in hand, for another attack of the same action."""
    character = game.units[by]
    return is_able(game, by) and not has_fallen(game, character) and is_whole_in_hand(character, held)


def not_usable(character: Character, held: Weapon) -> Refusal | None:
    """CQ-ACT-16: why the weapon can't be used, if so."""
    if held.id not in character.ready:
        return Refusal("CQ-ACT-16", f"{character.name} doesn't hold that weapon.", "ready it")
    return Refusal("CQ-ACT-16", "That weapon is broken.") if held.broken else None


@check("CQ-ACT-16", reads=("weapon",))
def ready_and_whole(game: Fight, command: Armed) -> Refusal | None:
    """Only a ready, unbroken weapon attacks; bare hands always do."""
    held = own_weapon(game, command)
    return not_usable(game.units[command.by], held) if held is not None else None


@forbids("CQ-OPT-7", reads=("aim_at",), alternative="no place")
def aimed_shots_are_played(game: Fight, command: AttackCommand) -> str | None:
    if command.aim_at and not game.options.aimed_shots:
        return "Aimed shots are not played in this game."
    return None


@forbids("CQ-OPT-10", "CQ-ACT-16", reads=("weapon", "quick"))
def drawn_or_in_hand(game: Fight, command: AttackCommand) -> WhyNot:
    character, held = game.units[command.by], own_weapon(game, command)
    if held is None:
        return None
    if not command.quick:
        return not_usable(character, held)
    if not game.options.quick_shot:
        return "Quick shots are not played in this game."
    arm = figures(held)
    if command.do == "throw":
        quick = is_throwable(arm) and THROWN_WEAPONS in character.skills
    else:
        quick = arm.missile and arm.length == "short"
    if character.ready or held.id not in character.belt or held.broken or not quick:
        return "A quick shot needs empty hands and a short weapon on the belt."
    return None


def only(rule: str, fits: Callable[[Arm], bool], sentence: str) -> Check[Fight, Any]:
    """Refuses, with that rule, a weapon that doesn't fit; `{}` in the sentence is what it is called."""

    @forbids(rule, reads=("weapon",))
    def test(game: Fight, command: Armed) -> WhyNot:
        arm = own_arm(game, command)
        if arm is None or fits(arm):
            return None
        said = sentence.format(with_article(arm.name.lower()))
        return Refusal(rule, f"{said[0].upper()}{said[1:]}", overridable=not hits_nobody(arm))

    return test


# --- where the target is


@forbids("CQ-MAP-5", reads=("target",))
def target_in_front(game: Fight, command: AttackCommand) -> str | None:
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex or not target.hex:
        return None
    return not_in_front(character, target.hex, target.name)


@forbids("CQ-MAP-5", reads=("hex",))
def the_hex_is_in_front(game: Fight, command: AttackCommand) -> str | None:
    character = game.units[command.by]
    return not_in_front(character, command.hex, command.hex) if character.hex else None


def on_the_map(*fields: str) -> Check[Fight, Any]:
    """CQ-MAP-1: these fields name hexes of the map."""

    @forbids("CQ-MAP-1", reads=fields, overridable=False)
    def test(game: Fight, command: Any) -> str | None:
        return off_the_map(game, *(getattr(command, field) for field in fields))

    return test


def not_in_front(character: Character, hex: str, what: str) -> str | None:
    """CQ-MAP-5: why a hex can't be attacked, if it isn't in front."""
    return None if side_of(character, hex) == "front" else f"{what} is not in front of {character.name}."


def off_the_map(game: Fight, *hexes: str) -> str | None:
    """CQ-MAP-1: which of these hexes can't be named, if any: none that isn't on the map."""
    return next((f"{hex} is not on the map." for hex in hexes if not on_map(game.map, hex)), None)


@check("CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("target",))
def line_is_open(game: Fight, command: AttackCommand) -> Refusal | None:
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex:
        return None
    if not target.hex:
        return Refusal("CQ-ENV-9", f"{target.name} is not on the map.", overridable=False)
    eye = Figure(character.hex, posture_in(character, command))
    return out_of_sight(game, eye, Figure(target.hex, target.posture, target.exposed), command.expose)


def posture_in(character: Character, command: Any) -> str:
    """The posture that the attack is made in; not every command can go down before it."""
    return getattr(command, "down", "") or character.posture


AT_SOMEBODY: tuple[Any, ...] = (*target_checks(), target_in_front, line_is_open)
"""What fire at somebody, and a throw, ask of the target."""


# --- when one may fire: engaged, after moving, going down


@forbids("CQ-ACT-9", reads=("target",))
def only_at_a_charger(game: Fight, command: AttackCommand) -> str | None:
    """Engaged one fires a single shot, unmoved, at an enemy who has just come up."""
    character = game.units[command.by]
    if not is_engaged(game, command.by):
        return None
    charged = command.target in engaged_by(game, command.by) and command.target not in character.began
    if charged and not character.moved and not in_follow_up(game, command.by) and not character.shots:
        return None
    return f"{character.name} is engaged: one shot, at an enemy who has just charged."


@forbids("CQ-ACT-4")
def not_down_after_moving(game: Fight, command: AttackCommand) -> str | None:
    character = game.units[command.by]
    goes_down = bool(getattr(command, "down", ""))  # what isn't picked yet goes nowhere
    if character.moved and (character.went_down or goes_down):
        return f"{character.name} has moved, and can't go down and fire."
    return None


@forbids("CQ-ACT-4", "CQ-OPT-15", reads=("weapon",), alternative="one step at most")
def not_moved_too_far_to_fire(game: Fight, command: AttackCommand) -> str | None:
    """Disengaged, one step at most before firing; with the option half a move, but not with a bow (CQ-OPT-15)."""
    character, arm = game.units[command.by], own_arm(game, command)
    if character.moved <= number("step") or is_engaged(game, command.by):
        return None
    if not game.options.move_and_shoot:
        return f"{character.name} has moved {character.moved}: too far to fire."
    if arm is not None and arm.is_a("bow"):
        return f"{character.name} has moved {character.moved}: a bow can't be shot on the move."
    return None


@forbids("CQ-MOV-12", reads=("down",))
def can_go_down(game: Fight, command: AttackCommand) -> str | None:
    character = game.units[command.by]
    if not command.down:
        return None
    here = HEIGHTS.index(character.posture) if character.posture in HEIGHTS else 0
    if character.went_down or here <= HEIGHTS.index(command.down):
        return f"{character.name} can't go down to that."
    return None


# --- what a shot needs: the weapon, its mode and ammunition, a support


@forbids("CQ-TRN-5", reads=("weapon",), overridable=False)
def same_weapon(game: Fight, command: AttackCommand) -> str | None:
    if in_follow_up(game, command.by) and command.weapon != game.units[command.by].fired:
        return "Follow-up shots come from the weapon that fired first."
    return None


@forbids("CQ-AUT-1", reads=("weapon", "mode"))
def has_the_mode(game: Fight, command: AttackCommand) -> WhyNot:
    """One mode of fire in a turn, or one change of it (`mode_switch`), and one that the weapon has."""
    character, arm = game.units[command.by], own_arm(game, command)
    if arm is not None and not arm.shots[MODES.index(command.mode)]:
        modes = [mode for mode, shots in zip(MODES, arm.shots, strict=True) if shots]
        return f"The {arm.name.lower()} has no such mode.", " or ".join(modes)
    if not changes_mode(game, command):
        return None
    if character.mode_changed:
        return f"{character.name} has changed the mode of fire once this turn.", character.mode
    if plays(game, "mode_switch", "one"):
        return None
    reading = house_rule(game, "mode_switch")
    return Refusal("CQ-AUT-1", "Only one mode of fire in a turn.", character.mode, reading=reading)


def changes_mode(game: Fight, command: AttackCommand) -> bool:
    """CQ-AUT-1: whether a follow-up shot is to be fired in another mode than those before it."""
    character = game.units[command.by]
    return in_follow_up(game, command.by) and bool(character.mode) and command.mode != character.mode


@forbids("CQ-NRG-1", reads=("weapon", "power"), overridable=False)
def has_the_power(game: Fight, command: AttackCommand) -> WhyNot:
    character, arm = game.units[command.by], own_arm(game, command)
    if arm is None:
        return None
    if not arm.is_a("energy"):
        return None if command.power is None else "Only the dice of energy weapons are split."
    most = energy_dice(arm)
    power = most if command.power is None else command.power
    if not 1 <= power <= most:
        return f"It has {most} dice.", f"1 to {most}"
    if in_follow_up(game, command.by) and power != character.power:
        return "Each shot of a turn has the same power.", f"{character.power}"
    return None


is_a_gun = only("CQ-ACT-16", is_gun, "You can't fire {}.")
"""One fires missile weapons; flame throwers have a command of their own."""


@check("CQ-ACT-15", "CQ-NRG-3", "CQ-RNG-12", "CQ-WPN-11", reads=("weapon",))
def is_loaded(game: Fight, command: Armed) -> Refusal | None:
    character, held = game.units[command.by], own_weapon(game, command)
    if held is None:
        return None
    arm = figures(held)
    if held.span:
        return Refusal("CQ-ACT-15", f"The {arm.name.lower()} isn't spanned.", "reload")
    if arm.is_a(LAUNCHER) and not carried_grenades(character):
        return Refusal("CQ-RNG-12", f"{character.name} has no grenade to fire.", overridable=False)
    if arm.is_a(SPEAR_THROWER):
        loaded = carried_spear(character) is not None
    else:
        loaded = held.ammo > 0 or (in_follow_up(game, command.by) and is_paid(character))
    if loaded:
        return None
    if arm.is_a("energy"):
        return Refusal("CQ-NRG-3", f"The {arm.name.lower()} has no power left.", "reload", overridable=False)
    return Refusal("CQ-RNG-12", f"The {arm.name.lower()} is empty.", "reload", overridable=False)


def carried_spear(character: Character) -> Weapon | None:
    """The spear that a spear thrower would throw: the first in hand, on the belt or on the back."""
    return next((weapon for weapon in _at_hand(character) if weapon.type == SPEAR), None)


def carried_grenades(character: Character) -> list[Weapon]:
    """What a grenade launcher may fire, in hand, on the belt or on the back: grenades, no molotovs."""
    return [weapon for weapon in _at_hand(character) if has_fuse(weapon)]


def _at_hand(character: Character) -> Iterator[Weapon]:
    carried = (character.weapon(id) for id in (*character.ready, *character.belt, *character.slung))
    return (weapon for weapon in carried if weapon is not None)


@forbids("CQ-RNG-4", reads=("weapon", "support"))
def support_can_stand(game: Fight, command: Supported) -> WhyNot:
    held, character = own_weapon(game, command), game.units[command.by]
    if held is None or command.support not in SUPPORTS:
        return None
    if command.support not in held.fitted:
        return f"No {command.support} is fitted."
    if command.support in standing_supports(game, character, held, posture_in(character, command)):
        return None
    return "The bipod can't be set up here.", "prone, or behind a low wall"


def standing_supports(game: Fight, character: Character, held: Weapon, posture: str) -> tuple[Support, ...]:
    """CQ-RNG-4: the fitted supports that can be used here in that posture, the best first.

    A bipod takes lying prone, or kneeling behind 1 m or standing behind half a metre of wall on one of the front edges.
    """
    wanted = {"kneeling": metres("wall_high"), "standing": metres("wall_low")}.get(posture)
    front = (turned(character.facing, turn) for turn in (-1, 0, 1))
    low = posture == "prone" or (
        bool(character.hex) and any(wall_on(game.map, character.hex, side) == wanted for side in front)
    )
    stands: Mapping[Support, bool] = {"tripod": True, "bipod": low and figures(held).is_a(STOCKED)}
    return tuple(id for id, ground in stands.items() if ground and id in held.fitted)


@forbids("CQ-POL-5", reads=("weapon", "then_bayonet"))
def has_a_bayonet(game: Fight, command: AttackCommand) -> str | None:
    held = own_weapon(game, command)
    if command.then_bayonet and held is not None and BAYONET not in held.fitted:
        return "No bayonet is fixed to that weapon."
    return None


# --- which weapons somebody may attack with, and where the enemies are


def guns(game: Fight, by: str) -> Mapping[str, str]:
    """Guns in hand, in a follow-up only the one that fired; CQ-OPT-10: with empty hands a short one from the belt."""
    character = game.units[by]
    offered = ready_weapons(character, is_gun)
    if in_follow_up(game, by):
        return {id: label for id, label in offered.items() if id == character.fired} or offered
    if game.options.quick_shot and not character.ready:
        quick = weapons(character, ("belt",), lambda arm: is_gun(arm) and arm.length == "short")
        return {id: f"{label}, drawn (one die more)" for id, label in quick.items()}
    return offered


def throwables(game: Fight, by: str) -> Mapping[str, str]:
    """What may be thrown at somebody: from the hands; CQ-OPT-10: with empty hands and the skill from the belt."""
    character = game.units[by]
    quick = game.options.quick_shot and not character.ready and knows(character, THROWN_WEAPONS)
    return weapons(character, ("belt",) if quick else ("ready",), is_throwable)


def grenades_at_hand(game: Fight, by: str) -> Mapping[str, str]:
    """Grenades in hand and on the belt, which have to be readied first; CQ-GRN-10: burning ones that were picked up."""
    lit = {id: f"burning {one.kind} grenade" for id, one in game.map.grenades.items() if one.held == by}
    return {**weapons(game.units[by], ("ready", "belt"), is_grenade), **lit}


def nearest_in_front(game: Fight, by: str) -> str:
    return next(_enemies_in_front(game, by), "")


def _enemies_in_front(game: Fight, by: str) -> Iterator[str]:
    character = game.units[by]
    hexes = (game.units[name].hex for name in enemies(game, by) if character.hex)
    return (hex for hex in hexes if side_of(character, hex) == "front")


def arc_of_enemies(game: Fight, by: str) -> tuple[str, str]:
    own, hexes = game.units[by].hex, [*_enemies_in_front(game, by)]
    first, last = (hexes[0], hexes[0]) if hexes else ("", "")
    for hex in hexes:
        first = hex if cross(vector(own, hex), vector(own, first)) > 0 else first
        last = hex if cross(vector(own, last), vector(own, hex)) > 0 else last
    return first, last
