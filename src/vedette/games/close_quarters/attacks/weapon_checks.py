"""What an attack needs of the weapon and of its target, and which of his weapons somebody may attack with (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.errors import CommandError
from vedette.games.close_quarters.arms import FLAME_THROWER, THROWN_WEAPONS, Arm, figures
from vedette.games.close_quarters.attacks.to_hit import Support, out_of_sight
from vedette.games.close_quarters.candidates import other_unit, ready_weapons, weapon, weapons
from vedette.games.close_quarters.derived import Damage, knows
from vedette.games.close_quarters.near import enemies, engaged_by, is_engaged, side_of
from vedette.games.close_quarters.state import BAYONET, SUPPORTS, Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.terrain import Figure, cross, metres, wall_on
from vedette.games.close_quarters.turn.order import in_follow_up, is_paid
from vedette.kit.words import with_article
from vedette.view.hexes import turned, vector

LAUNCHER = "grenade-launcher"

NO_GUNS = (FLAME_THROWER, LAUNCHER)
"""Missile weapons that do no damage of their own: flame throwers, and what only fires grenades."""

EXPOSES = "CQ-ENV-10"
"""The refusal for a shot that would need exposure."""


def second_understood(game: Fight, command: Any) -> None:
    """A second weapon of his and its own target, as far as they are named; raises CommandError."""
    if command.weapon2:
        weapon(game, command.by, command.weapon2)
    if command.target2:
        other_unit(game, command.by, command.target2)
        if not command.weapon2:
            raise CommandError("A second target needs a second weapon.")


# --- what he holds


def own_weapon(game: Fight, command: Any, field: str = "weapon") -> Weapon | None:
    """The weapon that a command names; None for bare hands, or while nothing is named."""
    return game.units[command.by].weapon(getattr(command, field, None) or "")


def own_arm(game: Fight, command: Any) -> Arm | None:
    """The figures of the weapon that a command names, if any."""
    found = own_weapon(game, command)
    return figures(found) if found is not None else None


def hits_nobody(arm: Arm) -> bool:
    """Whether the weapon has no damage that a single hit could do: grenades, flame throwers, grenade launchers."""
    return arm.use == "grenade" or any(arm.is_a(kind) for kind in NO_GUNS)


def is_whole_in_hand(character: Character, held: Weapon) -> bool:
    """CQ-ACT-16: ready and not broken."""
    return held.id in character.ready and not held.broken


def not_usable(character: Character, held: Weapon) -> Refusal | None:
    """CQ-ACT-16: why the weapon can't be used, if so."""
    if held.id not in character.ready:
        return Refusal("CQ-ACT-16", f"{character.name} doesn't hold that weapon.", "ready it")
    return Refusal("CQ-ACT-16", "That weapon is broken.") if held.broken else None


@check("CQ-ACT-16", reads=("weapon",))
def ready_and_whole(game: Fight, command: Any) -> Refusal | None:
    """Only a ready, unbroken weapon attacks; bare hands always do."""
    held = own_weapon(game, command)
    return not_usable(game.units[command.by], held) if held is not None else None


@forbids("CQ-OPT-7", reads=("aim_at",), alternative="no place")
def aimed_shots_are_played(game: Fight, command: Any) -> str | None:
    """Aiming at a part of the body is an optional rule."""
    if command.aim_at and not game.options.aimed_shots:
        return "Aimed shots are not played in this game."
    return None


# --- where the target is


@forbids("CQ-MAP-5", reads=("target",))
def target_in_front(game: Fight, command: Any) -> str | None:
    """Attacks go only into the front."""
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex or not target.hex:
        return None
    return not_in_front(character, target.hex, target.name)


@forbids("CQ-MAP-5", reads=("hex",))
def the_hex_is_in_front(game: Fight, command: Any) -> str | None:
    """Attacks go only into the front."""
    character = game.units[command.by]
    return not_in_front(character, command.hex, command.hex) if character.hex else None


def not_in_front(character: Character, hex: str, what: str) -> str | None:
    """CQ-MAP-5: why a hex can't be attacked, if it isn't in his front."""
    return None if side_of(character, hex) == "front" else f"{what} is not in front of {character.name}."


@check("CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("target",))
def line_is_open(game: Fight, command: Any) -> Refusal | None:
    """Section 7: walls and pits on the line of fire."""
    character, target = game.units[command.by], game.units.get(command.target)
    if target is None or not character.hex:
        return None
    if not target.hex:
        return Refusal("CQ-ENV-9", f"{target.name} is not on the map.", overridable=False)
    return out_of_sight(
        game,
        Figure(character.hex, getattr(command, "down", "") or character.posture),
        Figure(target.hex, target.posture, target.exposed),
        getattr(command, "expose", "") or "",
    )


# --- firing while engaged


@forbids("CQ-ACT-9", reads=("target",))
def only_at_a_charger(game: Fight, command: Any) -> str | None:
    """Engaged one fires a single shot, unmoved, at an enemy who has just come up."""
    character = game.units[command.by]
    if not is_engaged(game, command.by):
        return None
    charged = command.target in engaged_by(game, command.by) and command.target not in character.began
    if charged and not character.moved and not in_follow_up(game, command.by) and not character.shots:
        return None
    return f"{character.name} is engaged: one shot, at an enemy who has just charged."


@forbids("CQ-ACT-4")
def not_down_after_moving(game: Fight, command: Any) -> str | None:
    """Who goes down to fire, or went down, hasn't moved; who fell doesn't fire."""
    character = game.units[command.by]
    goes_down = bool(getattr(command, "down", ""))
    if character.moved and (character.went_down or goes_down):
        return f"{character.name} has moved, and can't go down and fire."
    return None


# --- what a shot needs: the weapon, its mode and ammunition, a support, a place to fire from (section 6.4)

MODES = ("single", "burst", "auto")
"""The modes of fire, in the order of the table's `shots`."""

HEIGHTS = ("prone", "kneeling", "standing")
"""Postures from low to high; the fallen lie like the prone."""

SPEAR_THROWER, SPEAR = "spear-thrower", "spear"

MOLOTOV = "molotov"


@forbids("CQ-ACT-4", "CQ-OPT-15", reads=("weapon",), alternative="one step at most")
def not_moved_too_far_to_fire(game: Fight, command: Any) -> str | None:
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
def can_go_down(game: Fight, command: Any) -> str | None:
    """One goes down to something lower, once a turn."""
    character = game.units[command.by]
    if not command.down:
        return None
    here = HEIGHTS.index(character.posture) if character.posture in HEIGHTS else 0
    if character.went_down or here <= HEIGHTS.index(command.down):
        return f"{character.name} can't go down to that."
    return None


@forbids("CQ-OPT-10", "CQ-ACT-16", reads=("weapon", "quick"))
def drawn_or_in_hand(game: Fight, command: Any) -> WhyNot:
    """A quick shot draws from the belt with empty hands; otherwise the weapon is ready and unbroken."""
    character, held = game.units[command.by], own_weapon(game, command)
    if held is None:
        return None
    if not command.quick:
        return not_usable(character, held)
    if not game.options.quick_shot:
        return "Quick shots are not played in this game."
    arm = own_arm(game, command)
    assert arm is not None  # there is a weapon
    if (
        character.ready
        or held.id not in character.belt
        or held.broken
        or not _is_quick(character, arm, command.do)
    ):
        return "A quick shot needs empty hands and a short weapon on the belt."
    return None


def _is_quick(character: Character, arm: Arm, do: str) -> bool:
    """CQ-OPT-10: a short missile weapon, or for who knows Thrown Weapons one that is thrown."""
    if do == "throw":
        return is_throwable(arm) and "thrown-weapons" in character.skills
    return arm.missile and arm.length == "short"


def is_throwable(arm: Arm) -> bool:
    """CQ-RNG-10: whether the weapon is thrown at people; grenades are thrown into hexes."""
    return arm.use == "thrown" or (arm.thrown and arm.use == "melee")


@check("CQ-ACT-16", reads=("weapon",))
def is_a_gun(game: Fight, command: Any) -> Refusal | None:
    """One fires missile weapons; flame throwers have a command of their own."""
    arm = own_arm(game, command)
    if arm is None or (arm.missile and not arm.is_a(FLAME_THROWER)):
        return None
    return Refusal(
        "CQ-ACT-16", f"You can't fire {with_article(arm.name.lower())}.", overridable=not hits_nobody(arm)
    )


@forbids("CQ-TRN-5", reads=("weapon",), overridable=False)
def same_weapon(game: Fight, command: Any) -> str | None:
    """Follow-up shots come from the same weapon."""
    character = game.units[command.by]
    if in_follow_up(game, command.by) and command.weapon != character.fired:
        return "Follow-up shots come from the weapon that fired first."
    return None


@forbids("CQ-AUT-1", reads=("weapon", "mode"))
def has_the_mode(game: Fight, command: Any) -> WhyNot:
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


def changes_mode(game: Fight, command: Any) -> bool:
    """CQ-AUT-1: whether a follow-up shot is to be fired in another mode than those before it."""
    character = game.units[command.by]
    return in_follow_up(game, command.by) and bool(character.mode) and command.mode != character.mode


@forbids("CQ-NRG-1", reads=("weapon", "power"), overridable=False)
def has_the_power(game: Fight, command: Any) -> WhyNot:
    """Energy weapons fire from one die to all of them, and the same in each shot of a turn."""
    character, arm = game.units[command.by], own_arm(game, command)
    if arm is None:
        return None
    if not arm.is_a("energy"):
        if command.power is None:
            return None
        return "Only the dice of energy weapons are split."
    most = energy_dice(arm)
    power = most if command.power is None else command.power
    if not 1 <= power <= most:
        return f"It has {most} dice.", f"1 to {most}"
    if in_follow_up(game, command.by) and power != character.power:
        return "Each shot of a turn has the same power.", f"{character.power}"
    return None


def energy_dice(arm: Arm) -> int:
    """The dice that an energy weapon's charge has."""
    return Damage.parse(arm.damage).dice


@check("CQ-ACT-15", "CQ-NRG-3", "CQ-RNG-12", "CQ-WPN-11", reads=("weapon",))
def is_loaded(game: Fight, command: Any) -> Refusal | None:
    """Spanned, with a round, a charge or a spear."""
    character, held, arm = game.units[command.by], own_weapon(game, command), own_arm(game, command)
    if held is None or arm is None:
        return None
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
    return [
        weapon
        for weapon in _at_hand(character)
        if figures(weapon).use == "grenade" and not figures(weapon).is_a(MOLOTOV)
    ]


def _at_hand(character: Character) -> Iterator[Weapon]:
    """His weapons in hand, on the belt and on the back, in this order."""
    carried = (character.weapon(id) for id in (*character.ready, *character.belt, *character.slung))
    return (weapon for weapon in carried if weapon is not None)


@forbids("CQ-RNG-4", reads=("weapon", "support"))
def support_can_stand(game: Fight, command: Any) -> WhyNot:
    """A tripod stands where it is fitted, a bipod where the posture gives it ground or a wall."""
    held, character = own_weapon(game, command), game.units[command.by]
    if held is None or command.support not in SUPPORTS:
        return None
    if command.support not in held.fitted:
        return f"No {command.support} is fitted."
    if command.support in standing_supports(game, character, held, getattr(command, "down", "") or ""):
        return None
    return "The bipod can't be set up here.", "prone, or behind a low wall"


def standing_supports(game: Fight, character: Character, held: Weapon, down: str = "") -> tuple[Support, ...]:
    """CQ-RNG-4: the fitted supports that can be used here, the best first; `down`: the posture before the shot."""
    low = figures(held).is_a("stocked") and _bipod_stands(game, character, down or character.posture)
    stands: Mapping[Support, bool] = {"tripod": True, "bipod": low}
    return tuple(id for id, ground in stands.items() if ground and id in held.fitted)


def _bipod_stands(game: Fight, character: Character, posture: str) -> bool:
    """CQ-RNG-4: prone; kneeling behind 1 m, or standing behind half a metre, on one of the front edges."""
    if posture == "prone":
        return True
    wanted = {"kneeling": metres("wall_high"), "standing": metres("wall_low")}.get(posture)
    front = (turned(character.facing, turn) for turn in (-1, 0, 1))
    return bool(character.hex) and any(wall_on(game.map, character.hex, side) == wanted for side in front)


@forbids("CQ-POL-5", reads=("weapon", "then_bayonet"))
def has_a_bayonet(game: Fight, command: Any) -> str | None:
    """Who fires and stabs needs a bayonet on the gun."""
    held = own_weapon(game, command)
    if command.then_bayonet and held is not None and BAYONET not in held.fitted:
        return "No bayonet is fixed to that weapon."
    return None


# --- which of his weapons somebody may attack with: guns, flame throwers, what is thrown, grenades


FUSES = {"turn": "at the end of this turn", "movement": "after the next movement phase"}
"""When a grenade goes off (CQ-GRN-4)."""


def is_gun(arm: Arm) -> bool:
    """Whether one shoots with it; flame throwers have a form of their own."""
    return arm.missile and not is_flame_thrower(arm)


def is_flame_thrower(arm: Arm) -> bool:
    """Whether it is a flame thrower."""
    return arm.is_a("flame-thrower")


def has_automatic_fire(arm: Arm) -> bool:
    """Whether it has automatic fire."""
    return arm.missile and bool(arm.shots[2])


def is_grenade(arm: Arm) -> bool:
    """Whether it is thrown into a hex."""
    return arm.use == "grenade"


def guns(game: Fight, by: str) -> Mapping[str, str]:
    """What he may fire: guns in hand, in a follow-up only the one that fired; CQ-OPT-10: a short one from the belt."""
    character = game.units[by]
    offered = ready_weapons(character, is_gun)
    if in_follow_up(game, by):
        return {id: label for id, label in offered.items() if id == character.fired} or offered
    if game.options.quick_shot and not character.ready:
        quick = weapons(character, ("belt",), lambda arm: is_gun(arm) and arm.length == "short")
        return {id: f"{label}, drawn (one die more)" for id, label in quick.items()}
    return offered


def throwables(game: Fight, by: str) -> Mapping[str, str]:
    """What he may throw at somebody: from his hands; CQ-OPT-10: with empty hands and the skill from the belt."""
    character = game.units[by]
    quick = game.options.quick_shot and not character.ready and knows(character, THROWN_WEAPONS)
    return weapons(character, ("belt",) if quick else ("ready",), is_throwable)


def grenades_at_hand(game: Fight, by: str) -> Mapping[str, str]:
    """Grenades in hand, smoking ones too, and those on the belt: he has to ready them first."""
    own = weapons(game.units[by], ("ready", "belt"), is_grenade)
    return {**own, **_lit(game, by)}


def _lit(game: Fight, by: str) -> Mapping[Any, str]:
    """CQ-GRN-10: smoking grenades that he has picked up."""
    return {
        id: f"burning {grenade.kind} grenade"
        for id, grenade in game.map.grenades.items()
        if grenade.held == by
    }


def has_fuse(held: Weapon | None) -> bool:
    """CQ-GRN-4: whether it is said when it goes off; a molotov bursts at once."""
    return held is not None and is_grenade(figures(held)) and not figures(held).is_a("molotov")


def nearest_in_front(game: Fight, by: str) -> str:
    """The hex of the nearest enemy before somebody; "" where there is none."""
    character = game.units[by]
    hexes = (game.units[name].hex for name in enemies(game, by))
    return next((hex for hex in hexes if character.hex and side_of(character, hex) == "front"), "")


def arc_of_enemies(game: Fight, by: str) -> tuple[str, str]:
    """The hexes of the leftmost and the rightmost enemy in front."""
    character = game.units[by]
    hexes = [
        game.units[name].hex
        for name in enemies(game, by)
        if character.hex and side_of(character, game.units[name].hex) == "front"
    ]
    first, last = (hexes[0], hexes[0]) if hexes else ("", "")
    for hex in hexes:
        first = hex if cross(vector(character.hex, hex), vector(character.hex, first)) > 0 else first
        last = hex if cross(vector(character.hex, last), vector(character.hex, hex)) > 0 else last
    return first, last
