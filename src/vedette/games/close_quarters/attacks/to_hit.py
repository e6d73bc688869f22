"""An attack before anything is rolled: who, at whom, with what and how, and its roll to hit with every modifier (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Sum
from vedette.engine.figures import signed
from vedette.games.close_quarters.arms import (
    Arm,
    damage,
    deciding,
    figures,
    hit_mods,
    hit_mods_hands,
    loaded,
    martial_arts,
    str_need,
    throw_mods,
    unarmed,
)
from vedette.games.close_quarters.candidates import named, target_parts
from vedette.games.close_quarters.checks import against, explained, read_of_bounds, reads_wide, save_modifiers
from vedette.games.close_quarters.damage.harm import ARMS
from vedette.games.close_quarters.derived import Damage, e_dex, full_str, knows, of_game
from vedette.games.close_quarters.near import (
    aspect,
    away,
    brawl,
    hand_to_hand,
    in_hex,
    is_able,
    is_down,
    is_enemy,
    is_upright,
    side_of,
)
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays, weapons
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import (
    Cover,
    Figure,
    bad_footing,
    between,
    cover,
    hexes_of_smoke,
    multihexes,
    open_beyond,
    smoky,
)
from vedette.games.close_quarters.turn.moving import FLASHLIGHT
from vedette.kit.tables import applying
from vedette.view.forms import FormValidator, Words
from vedette.view.hexes import direction_between, distance
from vedette.view.vocabulary import Choice, Detail, PlannedRoll

Way = Literal["melee", "missile", "thrown", "grenade", "launch"]
Mode = Literal["single", "burst", "auto"]
Support = Literal["", "rest", "bipod", "tripod"]
Expose = Literal["", "over", "lean"]
Spot = Literal["", "head", "weapon-arm", "other-arm", "right-leg", "left-leg"]

STEADY = {"rest": "rested on something", "bipod": "bipod", "tripod": "tripod"}
EXPOSING = {"over": "over the wall", "lean": "round its end"}

CLUB, TWO_HANDED_CLUB = "improvised-club", "improvised-club-2h"


class Attempt(Struct, frozen=True, kw_only=True):
    """One attack. `weapon` is the one used (a gun may be a bayonet or a club), None for bare hands.

    way: `launch` is a grenade that is fired. hex: aimed at instead of a target. rounds: of a burst. power: extra strength. energy: dice of a split shot, 0 for
    all. aiming: its bonus. first_hex: the hex of the turn's first target, if this one is another.
    slower: points of DEX that a free attack loses. swept: the targets of a sweep with fire. off_hex: hexes from the watched one.
    giver: the side that gives the command, if it is not the attacker's.
    """

    by: str
    way: Way
    weapon: Weapon | None
    target: str = ""
    hex: str = ""
    mode: Mode = "single"
    rounds: int = 1
    power: int = 0
    energy: int = 0
    support: Support = ""
    expose: Expose = ""
    aim_at: Spot = ""
    tank: bool = False
    quick: bool = False
    aiming: int = 0
    first_hex: str = ""
    interveners: bool = True
    over_wall: bool = False
    opportunity: bool = False
    off_hex: int = 0
    sweep: bool = False
    swept: int = 1
    staff: bool = False
    second: bool = False
    slower: int = 0
    giver: str = ""

    @property
    def regular(self) -> bool:
        """Whether it is made with a melee weapon or bare hands, or with a small gun in hand-to-hand combat."""
        return self.way == "melee"

    @property
    def arm(self) -> Arm | None:
        """The figures of the weapon; None for bare hands."""
        return figures(self.weapon) if self.weapon is not None else None

    def is_a(self, kind: str) -> bool:
        """Whether the weapon is of that class."""
        return self.weapon is not None and weapons()[self.weapon.type].is_a(kind)

    def at(self, game: Fight) -> str:
        """The hex that it is aimed at."""
        return game.units[self.target].hex if self.target else self.hex

    def hexes(self, game: Fight) -> int:
        """How far away that is."""
        return distance(game.units[self.by].hex, self.at(game))


def aiming_at(game: Fight, by: str, target: str) -> int:
    """CQ-RNG-7: what his aiming adds against that target."""
    character = game.units[by]
    return character.aim_turns if character.aim_target == target else 0


def blow(game: Fight, by: str, target: str, weapon: Weapon | None, **how: Any) -> Attempt:
    """A blow at somebody, with what his aiming adds."""
    aiming = aiming_at(game, by, target)
    return Attempt(by=by, way="melee", weapon=weapon, target=target, aiming=aiming, **how)


def aiming_into(game: Fight, by: str, hex: str) -> int:
    """CQ-RNG-7: what his aiming adds to a grenade at the hex in which the one he aims at stands."""
    character = game.units[by]
    aimed = game.units.get(character.aim_target)
    return character.aim_turns if aimed is not None and aimed.hex == hex else 0


def as_bayonet(gun: Weapon) -> Weapon:
    """CQ-POL-4: a gun with a bayonet, used as one: none of its own figures count, but the damage of the knife."""
    return Weapon(
        id=gun.id,
        type=BAYONET,
        grip=2,
        quality=gun.quality,
        unbalanced=gun.unbalanced,
        fitted=gun.fitted,
        damage=weapons()[gun.bayonet].damage,
    )


def as_club(gun: Weapon) -> Weapon:
    """CQ-POL-10: a gun used as a club, a pistol in one hand and a stocked gun in two."""
    small = figures(gun).is_a("pistol")
    return Weapon(
        id=gun.id,
        type=CLUB if small else TWO_HANDED_CLUB,
        grip=1 if small else 2,
        quality=gun.quality,
        unbalanced=gun.unbalanced,
    )


def damage_of(game: Fight, attempt: Attempt) -> str:
    """What it does, in dice: CH 5 and 13, and in hand-to-hand combat bare hands and knives by strength (CQ-HTH-13)."""
    character, weapon = game.units[attempt.by], attempt.weapon
    close = hand_to_hand(game, attempt.by, attempt.target)
    if weapon is None:
        return unarmed(character).hth if close else unarmed(character).punch
    if close and attempt.is_a("knife"):
        return unarmed(character).knife_hth
    if attempt.way == "thrown":
        return damage(game, character, replace(weapon, grip=1))
    whole = damage(game, character, weapon)
    return split(whole, attempt.energy) if attempt.energy else whole


def split(written: str, dice: int) -> str:
    """CQ-NRG-1, CQ-WPN-17: the damage of an energy shot of so many dice; with fewer than all the bonus is gone (decision 72)."""
    return written if dice >= Damage.parse(written).dice else Damage(dice).written


# --- who stands in the line of fire


def in_the_way(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-AVD-3, CQ-AVD-4: upright figures between the two, but no friend in the hex next to the attacker."""
    own = game.units[attempt.by].hex
    return tuple(
        name
        for hex in between(own, attempt.at(game))
        for name in in_hex(game, hex)
        if is_upright(game, name)
        and (distance(own, hex) > 1 or is_enemy(game, attempt.by, name))
        and name not in (attempt.by, attempt.target)
    )


def penalty_in_the_way(game: Fight, attempt: Attempt) -> int:
    """CQ-AVD-3: P, the range of the farthest figure in the way or their number, whichever is greater."""
    figures = in_the_way(game, attempt)
    if not figures or not attempt.interveners:
        return 0
    return max(len(figures), *(range_to(game, attempt, game.units[name].hex) for name in figures))


def spares_those_in_the_way(game: Fight, attempt: Attempt, missed_by: int) -> bool:
    """CQ-AVD-3: whether a shot or a throw missed by this much threatens no figure in the way."""
    if plays(game, "clear_miss", "endangers"):
        return False
    least = number("near_miss_least") if plays(game, "clear_miss", "floor-of-two") else 0
    return missed_by >= max(penalty_in_the_way(game, attempt), least)


def read_of_clear_miss(game: Fight, attempt: Attempt, missed_by: int) -> tuple[Remark, ...]:
    """CQ-AVD-3: the house rule that spares figures in the way of a miss, or endangers them."""
    flies = attempt.way in ("missile", "thrown") and attempt.interveners
    if not (flies and in_the_way(game, attempt)):
        return ()
    return deciding(game, ("clear_miss",), lambda read: spares_those_in_the_way(read, attempt, missed_by))


def named_in_the_way(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-AVD-3: who the figures in the way are, and of what their penalty is the greater."""
    penalty = penalty_in_the_way(game, attempt)
    if not penalty:
        return ()
    figures = in_the_way(game, attempt)
    names = ", ".join(_named(game, attempt, name) for name in figures)
    why = "their number" if penalty == len(figures) else "the range of the farthest"
    return (Remark("In the way", f"{names}, {figure(-penalty)} by {why}", ("CQ-AVD-3",)),)


def _named(game: Fight, attempt: Attempt, name: str) -> str:
    own = "" if is_enemy(game, attempt.by, name) else " (own side)"
    return f"{game.units[name].name}{own}"


def bodies(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-RNG-8: the lying figures behind which the target kneels or lies, in the last hex before its own."""
    target = game.units[attempt.target]
    hexes = between(game.units[attempt.by].hex, target.hex)
    if not hexes or target.posture == "standing":
        return ()
    lying = (name for name in in_hex(game, hexes[-1]) if is_down(game.units[name]))
    return tuple(name for name in lying if not game.units[name].hth)


def figures_beyond(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-AVD-8: upright figures after the target, as far as a miss is followed."""
    own, at = game.units[attempt.by].hex, attempt.at(game)
    hexes = (hex for hex in open_beyond(game.map, own, at) if is_followed(game, attempt, hex))
    return tuple(name for hex in hexes for name in in_hex(game, hex) if is_upright(game, name))


def is_followed(game: Fight, attempt: Attempt, hex: str) -> bool:
    """CQ-AVD-8: thrown 10 hexes from the thrower; fired as long as there is a number of 5 or more."""
    if attempt.way == "thrown":
        return distance(game.units[attempt.by].hex, hex) <= number("followed_thrown")
    return e_dex(game, attempt.by) - range_to(game, attempt, hex) >= number("followed_missile")


def range_to(game: Fight, attempt: Attempt, hex: str) -> int:
    """CQ-RNG-1, CQ-RNG-2, CQ-NRG-2: what the distance to a hex takes off the number, 0 or more."""
    hexes = distance(game.units[attempt.by].hex, hex)
    if attempt.way == "thrown":
        return hexes
    steps = max(0, -(-hexes // number("range_hexes")) - 1)
    return steps // number("energy_range_divisor") if attempt.is_a("energy") else steps


def range_modifier(game: Fight, attempt: Attempt, hex: str, times: int = 1) -> Modifier:
    """The distance to a hex under the rule for such fire; in a roll to avoid `times` is -1."""
    kind = "energy" if attempt.is_a("energy") else "missile"
    row = "range_thrown" if attempt.way == "thrown" else f"range_{kind}"
    return modifier(row, times * range_to(game, attempt, hex))


def spread_at(game: Fight, attempt: Attempt, hex: str) -> str:
    """CQ-SHG-1: how shot spreads at that hex, as the id of its modifier; "" for all other fire."""
    arm, weapon = attempt.arm, attempt.weapon
    if plays(game, "shotgun_bonus", "table"):
        far = distance(game.units[attempt.by].hex, hex) >= number("shotgun_table_hexes")
        return "spread_table" if far and attempt.way == "missile" and attempt.is_a("shotgun") else ""
    shot = loaded(weapon) if weapon is not None and attempt.way == "missile" else None
    if arm is None or shot is None or not shot.spreads:
        return ""
    hexes = distance(game.units[attempt.by].hex, hex)
    return "spread_far" if hexes * number("spread_divisor") >= arm.effective_range else "spread_near"


def is_beyond_range(game: Fight, attempt: Attempt, hex: str) -> bool:
    """CQ-SHG-2: whether a shotgun's shot at that hex goes beyond its effective range."""
    arm = attempt.arm
    if attempt.way != "missile" or arm is None or not arm.is_a("shotgun"):
        return False
    return distance(game.units[attempt.by].hex, hex) > arm.effective_range


# --- what walls and pits make of a line of fire in a game, and the house rule that it rests on


NEVER_OVERRULED = ("CQ-ENV-9", "CQ-ENV-13")
"""Refusals of the line of fire that leave nothing to carry out: nobody is in sight."""


def sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Cover:
    """What stands between two figures in this game."""
    round_high = plays(game, "leaning_high_wall", "allowed")
    return cover(game.map, attacker, target, expose, round_high=round_high)


def read_in_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> tuple[Remark, ...]:
    """CQ-RNG-6, CQ-ENV-9: the house rule of leaning round high walls, where it makes a difference."""
    return deciding(game, ("leaning_high_wall",), lambda read: sight(read, attacker, target, expose))


def out_of_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Refusal | None:
    """Why the target can't be fired at, if so."""
    found = sight(game, attacker, target, expose)
    if not found.rule:
        return None
    reading = next(iter(read_in_sight(game, attacker, target, expose)), None)
    return Refusal(found.rule, found.sentence, overridable=found.rule not in NEVER_OVERRULED, reading=reading)


# --- what helps and hinders a shot, a throw or a grenade


AUTOMATIC_WEAPONS = "automatic-weapons"


def fire_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What holds for shots and throws at a figure."""
    character = game.units[attempt.by]
    hex = attempt.at(game)
    spread = spread_at(game, attempt, hex)
    yield range_modifier(game, attempt, hex)
    yield modifier("autofire", autofire(attempt.rounds))
    yield modifier(spread) if spread else None
    yield concealment(game, attempt)
    yield modifier("lean") if leans(game, attempt) else None
    if attempt.way == "missile":
        yield support(game, attempt)
        yield moving(game, character)
    yield modifier("interveners", penalty_in_the_way(game, attempt))
    each = number("brawl_times") if plays(game, "brawl_penalty", "four") else 1
    yield modifier("brawl", each * max(0, len(brawl(game, attempt.target)) - 1))
    if attempt.first_hex:
        yield modifier("new_target", multihexes(distance(attempt.first_hex, hex)))


def grenade_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-GRN-1, CQ-GRN-11: what holds for a grenade at a hex."""
    yield modifier("range_grenade", multihexes(attempt.hexes(game)))
    eight = plays(game, "grenade_over_wall", "eight")
    yield modifier("over_wall_more" if eight else "over_wall") if attempt.over_wall else None


def launch_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-RNG-1: what holds for a grenade that is fired at a hex: the launcher is a missile weapon."""
    yield range_modifier(game, attempt, attempt.hex)
    yield modifier("lean") if leans(game, attempt) else None
    yield support(game, attempt)
    yield moving(game, game.units[attempt.by])


def moving(game: Fight, character: Character) -> Modifier | None:
    """CQ-OPT-15: the penalty for firing on the move."""
    if character.moved <= number("step"):
        return None
    four = plays(game, "shooting_on_the_move", "four")
    return modifier("moving", number("moving_times") if four else 1)


def autofire(rounds: int) -> int:
    """CQ-AUT-2: what so many rounds add to the number."""
    return rounds // number("autofire_rounds")


# --- concealment


def cover_of(game: Fight, attempt: Attempt) -> Cover:
    """Section 7: what walls and pits make of the attack."""
    return sight(game, *ends(game, attempt), attempt.expose)


def ends(game: Fight, attempt: Attempt) -> tuple[Figure, Figure]:
    """Who fires, and who is fired at; in a hex somebody who would stand there."""
    character, target = game.units[attempt.by], game.units.get(attempt.target)
    there = Figure(target.hex, target.posture, target.exposed) if target else Figure(attempt.hex)
    return Figure(character.hex, character.posture), there


def read_of_mode(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-AUT-1: the house rule by which the mode of fire is another than that of the first shots."""
    character = game.units[attempt.by]
    follows = attempt.way == "missile" and attempt.weapon is not None and attempt.weapon.id == character.fired
    changed = (
        follows
        and plays(game, "mode_switch", "one")
        and (character.mode_changed or character.mode != attempt.mode)
    )
    return (house_rule(game, "mode_switch"),) if changed else ()


def read_of_second(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """CQ-ATK-14: the house rule by which the second of two pistols is fired."""
    fired = attempt.second and attempt.way == "missile"
    return (house_rule(game, "two_pistols"),) if fired else ()


def read_in_the_line(game: Fight, attempt: Attempt) -> tuple[Remark, ...]:
    """The house rules that the line of fire rests on."""
    if attempt.regular or attempt.way == "grenade":
        return ()
    return read_in_sight(game, *ends(game, attempt), attempt.expose)


def leans(game: Fight, attempt: Attempt) -> bool:
    """CQ-RNG-6: whether he leans round the end of the wall that he stands behind."""
    return attempt.expose == "lean" and cover_of(game, attempt).exposes


def concealment(game: Fight, attempt: Attempt) -> Modifier | None:
    """CQ-RNG-3: of all that hides the target only the worst counts."""
    target = game.units[attempt.target]
    down = "concealment_prone" if plays(game, "prone_target", "two") else "concealment_down"
    lying = {"kneeling": "concealment_kneeling", "prone": down, "fallen": down}.get(target.posture)
    hidden = [modifier(lying)] if lying else []
    if bodies(game, attempt):
        hidden.append(modifier("concealment_body"))
    walls = cover_of(game, attempt).concealment
    if walls is not None:
        hidden.append(walls)
    return min(hidden, key=lambda found: found.value, default=None)


# --- support and strength


def support(game: Fight, attempt: Attempt) -> Modifier | None:
    """CQ-RNG-4: of all that steadies the weapon only the best counts."""
    character, weapon = game.units[attempt.by], attempt.weapon
    found = []
    if attempt.support:
        found.append(modifier(f"support_{attempt.support}"))
    in_both_hands = weapon is not None and weapon.grip == number("hands")
    if attempt.is_a("stocked") and in_both_hands and character.moved <= number("step"):
        found.append(modifier("support_stock"))
    if attempt.is_a("pistol") and character.posture == "prone":
        found.append(modifier("support_prone"))
    return max(found, key=lambda found: found.value, default=None)


def lack_in_fire(game: Fight, attempt: Attempt) -> int:
    """CQ-AUT-4, CQ-AUT-5: the STR that is lacking: bursts need more, a support helps."""
    character, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        return 0
    more = (attempt.rounds - 1) // number("autofire_rounds")
    lack = max(0, str_need(character, weapon) + more - full_str(character))
    if attempt.support == "rest":
        return max(0, lack - number("rest_strength"))
    if attempt.support == "bipod":
        half = lack // number("bipod_divisor")
        return half if plays(game, "bipod_rounding", "down") else lack - half
    return 0 if attempt.support == "tripod" else lack


def lacks_automatic_weapons(game: Fight, attempt: Attempt) -> bool:
    """CQ-AUT-9: automatic fire needs a skill of its own, but not with the machine gun."""
    if attempt.mode != "auto" or attempt.is_a("auto_skill_free"):
        return False
    return not knows(game.units[attempt.by], AUTOMATIC_WEAPONS)


# --- darkness


def is_lit(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-7: whether the attacker holds a flashlight on what he aims at, in his front and near enough."""
    character = game.units[attempt.by]
    if FLASHLIGHT not in character.ready or attempt.hexes(game) > number("flashlight_range"):
        return False
    return side_of(character, attempt.at(game)) == "front"


def is_fired_in_the_dark(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-6: fired or thrown in the dark, with no light here and none on the target."""
    if not is_dark_around(game, attempt):
        return False
    return attempt.way not in ("grenade", "launch") or plays(game, "grenades_in_the_dark", "five")


def is_dark_around(game: Fight, attempt: Attempt) -> bool:
    """Whether the target is in the dark."""
    if not game.map.dark or attempt.regular or is_lit(game, attempt):
        return False
    target = game.units.get(attempt.target)
    return target is None or FLASHLIGHT not in target.ready


# --- what helps and hinders a blow


def blow_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What holds for regular weapons only."""
    character, target = game.units[attempt.by], game.units[attempt.target]
    if target.hth:
        yield modifier("hth")
    else:
        yield from posture_and_facing(game, attempt)
    yield modifier("kneeling") if character.posture == "kneeling" else None
    yield modifier("short") if is_short(attempt) and not character.hth else None
    yield modifier("darkness") if game.map.dark and not is_lit(game, attempt) else None
    yield modifier("floating") if character.floating or target.floating else None
    yield modifier("set") if is_set(game, attempt) else None


def posture_and_facing(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """CQ-ATK-8, CQ-ATK-9: a prone figure usually is rear on every side; a kneeling one keeps its facing."""
    target = game.units[attempt.target]
    if is_down(target):
        yield modifier("posture_down")
    if is_down(target) and plays(game, "prone_from_behind", "four"):
        return
    seen = aspect(game, attempt.target, game.units[attempt.by].hex)
    yield modifier("posture_kneeling") if target.posture == "kneeling" else None
    yield modifier(f"facing_{seen}") if seen != "front" else None


def is_short(attempt: Attempt) -> bool:
    """CQ-ATK-12: a short melee weapon."""
    return attempt.arm is not None and attempt.arm.use == "melee" and attempt.arm.length == "short"


def is_set(game: Fight, attempt: Attempt) -> bool:
    """CQ-POL-2: a pole weapon set against a charger: unmoved, and he comes to the next hex."""
    character, target = game.units[attempt.by], game.units[attempt.target]
    return attempt.is_a("pole") and not character.moved and target.charged and attempt.hexes(game) == 1


def has_charged_straight(character: Character) -> bool:
    """CQ-POL-1: whether his last three steps led straight on, and he faces that way."""
    steps = number("charge_hexes")
    hexes = character.path[-(steps + 1) :]
    if len(hexes) <= steps:
        return False
    return all(direction_between(a, b) == character.facing for a, b in pairwise(hexes))


def charge_times(game: Fight, attempt: Attempt) -> int:
    """CQ-POL-1, CQ-POL-2, CQ-POL-4: what a charge makes of the damage; nothing for a jab (CQ-POL-3)."""
    character = game.units[attempt.by]
    if not attempt.regular or attempt.hexes(game) != 1:
        return 1
    if attempt.is_a("bayonet"):
        return number("pole_times") if len(character.path) > number("charge_hexes") else 1
    charged = attempt.is_a("pole") and has_charged_straight(character)
    return number("pole_times") if charged or is_set(game, attempt) else 1


# --- CQ-ATK-1


QUICK_REFLEXES = "quick-reflexes"


class ToHitRoll(Struct, frozen=True):
    """A roll to hit before it is made: `pool` has its number, dice, modifiers and chance.

    sure: a subdued target is hit without a roll (CQ-HTH-11). defended: the die more for his defence is among them.
    """

    pool: Sum
    sure: bool = False
    defended: bool = False

    @property
    def number(self) -> int:
        """The total that still hits, the automatic results aside."""
        assert self.pool.target is not None  # every roll to hit has one
        return self.pool.target


@of_game
def to_hit_roll(game: Fight, attempt: Attempt) -> ToHitRoll:
    """The roll to hit that an attack comes to now (section 8)."""
    dark = is_fired_in_the_dark(game, attempt)
    modifiers = () if dark else modifiers_of(game, attempt)
    base = number("dark_number") if dark else e_dex(game, attempt.by)
    dice, remarks = dice_of(game, attempt)
    why = Remark("Darkness", f"the number is {base}", ("CQ-ENV-6",))
    hindered = any(modifier.name == "interveners" for modifier in modifiers)
    named = named_in_the_way(game, attempt) if hindered else ()
    readings = (
        read_in_the_line(game, attempt),
        read_of_mode(game, attempt),
        read_of_second(game, attempt),
        read_in_the_number(game, attempt, modifiers),
        read_of_bounds(game, dice),
    )
    pool = against(
        dice,
        base,
        modifiers,
        remarks=(why if dark else explained(game, attempt.by, "dex"), *remarks, *named),
        readings=tuple(chain(*readings)),
        wide=reads_wide(game),
        basis=why.name if dark else "DEX",
    )
    target = game.units.get(attempt.target)
    sure = target is not None and target.subdued
    return ToHitRoll(pool, sure, defended=is_defended(game, attempt))


# --- the number


def read_in_the_number(game: Fight, attempt: Attempt, modifiers: Sequence[Modifier]) -> Iterator[Remark]:
    """The house rules behind a modifier of the roll, or behind the dice."""
    names = {modifier.name for modifier in modifiers}
    target = game.units.get(attempt.target)
    if "concealment" in names and target is not None and is_down(target):
        yield house_rule(game, "prone_target")
    if "posture" in names and target is not None and is_down(target):
        yield house_rule(game, "prone_from_behind")
    if "moving" in names:
        yield house_rule(game, "shooting_on_the_move")
    if "head_hit" in names:
        yield house_rule(game, "head_wound")
    if attempt.way == "missile" and attempt.is_a("shotgun"):
        yield house_rule(game, "shotgun_bonus")
    if "over_wall" in names:
        yield house_rule(game, "grenade_over_wall")
    if "brawl" in names:
        yield house_rule(game, "brawl_penalty")
    if attempt.sweep and attempt.swept > 1:
        yield house_rule(game, "sweep_penalty")
    if attempt.quick:
        yield house_rule(game, "quick_draw")
    if attempt.way in ("grenade", "launch") and is_dark_around(game, attempt):
        yield house_rule(game, "grenades_in_the_dark")
    if attempt.support == "bipod" and "strength" in names:
        yield house_rule(game, "bipod_rounding")


def modifiers_of(game: Fight, attempt: Attempt) -> tuple[Modifier, ...]:
    """Every modifier that isn't 0: the weapon's standing ones, then those of the attack."""
    return applying(*weapon_modifiers(game, attempt), *situation_modifiers(game, attempt))


def weapon_modifiers(game: Fight, attempt: Attempt) -> tuple[Modifier, ...]:
    """CQ-ATK-10: the weapon's standing modifiers (CH 5), with what this half changes about them."""
    character, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        return hit_mods_hands(character)
    if attempt.way == "thrown":
        return throw_mods(character, weapon)
    mods = hit_mods(character, weapon)
    return tuple(_in_fire(game, attempt, mods)) if attempt.way in ("missile", "launch") else mods


def _in_fire(game: Fight, attempt: Attempt, mods: tuple[Modifier, ...]) -> Iterator[Modifier]:
    """CQ-AUT-4, CQ-AUT-5, CQ-AUT-9: a gun's standing modifiers as the mode of fire and the support change them."""
    unskilled = any(mod.name == "unskilled" for mod in mods)
    if not unskilled and lacks_automatic_weapons(game, attempt):
        yield modifier("unskilled")
    yield modifier("strength", lack_in_fire(game, attempt))
    yield from (mod for mod in mods if mod.name != "strength")


def situation_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """All that section 8 adds to the standing modifiers."""
    yield modifier("extra_strength", attempt.power)
    if attempt.way == "grenade":
        yield from grenade_modifiers(game, attempt)
    elif attempt.way == "launch":
        yield from launch_modifiers(game, attempt)
    elif attempt.regular:
        yield from blow_modifiers(game, attempt)
    else:
        yield from fire_modifiers(game, attempt)
    yield modifier("aiming", attempt.aiming)
    yield aimed(attempt)
    yield from surroundings(game, attempt)
    yield from kinds(game, attempt)
    yield from condition_modifiers(game, hit=attempt.by, hit_against=attempt.target)


def aimed(attempt: Attempt) -> Modifier | None:
    """CQ-OPT-7: what aiming at a part of the body costs."""
    if not attempt.aim_at:
        return None
    if attempt.aim_at == "head":
        return modifier("aimed_head")
    return modifier("aimed_knife_arm" if attempt.aim_at in ARMS and attempt.is_a("knife") else "aimed_limb")


def surroundings(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What the ground, the smoke and his own head do to the attacker, and smoke to the line."""
    character = game.units[attempt.by]
    yield from save_modifiers(game, attempt.by)
    if bad_footing(game.map, character.hex) and (attempt.regular or character.moved):
        yield modifier("footing")
    smoke = hexes_of_smoke(character.hex, attempt.at(game), partial(smoky, game.map))
    yield modifier("smoke", smoke)
    target = game.units.get(attempt.target)
    yield modifier("breather") if target is not None and target.breather else None


def kinds(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What the kind of action costs."""
    yield modifier("opportunity") if attempt.opportunity else None
    yield modifier("off_hex", attempt.off_hex)
    each = attempt.swept if plays(game, "sweep_penalty", "each") else 1
    yield modifier("sweep", each) if attempt.sweep else None
    hurried = attempt.quick and QUICK_REFLEXES not in game.units[attempt.by].skills
    yield modifier("quick") if hurried and plays(game, "quick_draw", "minus") else None
    yield modifier("staff") if attempt.staff else None
    yield modifier("second_weapon") if attempt.second else None
    yield modifier("disengage", attempt.slower)


# --- the dice


def dice_of(game: Fight, attempt: Attempt) -> tuple[int, tuple[Remark, ...]]:
    """How many dice, and why there are more than three (CQ-CHK-12, CQ-ATK-5, CQ-MRT-4, CQ-MRT-5, CQ-OPT-10)."""
    if attempt.way in ("grenade", "launch"):
        return number("grenade_dice"), ()
    dice, remarks = number("to_hit_dice"), []
    if is_master(game, attempt.target):
        dice = number("master_dice")
        remarks.append(Remark("Martial Arts Master", f"{dice} dice", ("CQ-MRT-5",)))
    if is_dodged(game, attempt):
        dice += number("defended_dice")
        remarks.append(Remark("Dodging", "a die more", ("CQ-ATK-5",)))
    if is_defended(game, attempt):
        masterly = martial_arts(game.units[attempt.target]) >= number("martial_arts_all_round")
        dice = number("level_4_dice") if masterly else dice + number("defended_dice")
        said = f"{dice} dice" if masterly else "a die more"
        remarks.append(Remark("Defending", said, ("CQ-MRT-4" if masterly else "CQ-ATK-5",)))
    hurried = attempt.quick and QUICK_REFLEXES not in game.units[attempt.by].skills
    if hurried and plays(game, "quick_draw", "die"):
        dice += number("quick_shot_dice")
        remarks.append(Remark("Quick shot", "a die more", ("CQ-OPT-10",)))
    return min(dice, number("to_hit_dice_most")), tuple(remarks)


def is_dodged(game: Fight, attempt: Attempt) -> bool:
    """CQ-ATK-5, CQ-MRT-5: whether the target's dodging counts: against shots and throws, a Master's against blows too."""
    target = game.units[attempt.target]
    return target.dodging and (not attempt.regular or is_master(game, attempt.target))


def is_master(game: Fight, name: str) -> bool:
    """CQ-MRT-5: an able Master of martial arts."""
    return martial_arts(game.units[name]) >= number("martial_master") and is_able(game, name)


def is_defended(game: Fight, attempt: Attempt) -> bool:
    """CQ-ATK-5: whether the target's defence counts against this attack: a blow from the front."""
    if not attempt.regular or not defends_against(game.units[attempt.target], attempt.by):
        return False
    return aspect(game, attempt.target, game.units[attempt.by].hex) == "front"


def defends_against(character: Character, by: str) -> bool:
    """Whether he defends, and against this one; while aiming he defends only against whom he aims at (CQ-RNG-7)."""
    return character.defending and character.defends_against in ("", by)


# --- a roll to hit before it is made: the number, the dice and the chance, with every modifier (section 13)


Foreseen = Callable[[Fight, Any], ToHitRoll]
"""What a command's roll to hit comes to now."""


def breakdown(aim: ToHitRoll, side: str) -> tuple[Detail, ...]:
    """The roll of a side, with its pool."""
    if aim.sure:
        return (Detail("To hit", odds(aim)),)
    parts = [f"{modifier.title} {signed(modifier.value)}" for modifier in aim.pool.modifiers]
    text = "; ".join([odds(aim), ", ".join(parts)] if parts else [odds(aim)])
    return (PlannedRoll("To hit", text, side=side, pool=aim.pool),)


def roll_of(
    validator: FormValidator[Fight], words: Words, before: Foreseen, *needed: str
) -> tuple[Detail, ...]:
    """The breakdown of what these words would come to; nothing off the map, or while a needed word is missing."""
    attacker = validator.state.units[words["by"]]
    if not attacker.hex or any(word not in words for word in needed):
        return ()
    aim = foreseen(validator, words, before)
    return breakdown(aim, attacker.side) if aim is not None else ()


def odds(aim: ToHitRoll) -> str:
    """`12 or less on 3 dice: 74%`."""
    if aim.sure:
        return "without a roll (CQ-HTH-11)"
    most = "no sum" if aim.pool.best is None else f"{aim.pool.best} or less"
    return f"{most} on {aim.pool.dice} dice: {chance_of(aim):.0%}"


def chance_of(aim: ToHitRoll) -> float:
    """How likely it hits, from 0 to 1."""
    return 1 if aim.sure else aim.pool.chance


def foreseen(validator: FormValidator[Fight], words: Words, before: Foreseen) -> ToHitRoll | None:
    """The roll that these words would come to; None while they make no command."""
    command = validator.validate(words).command
    return before(validator.state, command) if command is not None else None


def likeliest_first(
    validator: FormValidator[Fight],
    choices: Sequence[Choice],
    words: Callable[[Any], Words],
    before: Foreseen,
) -> tuple[Choice, ...]:
    """The targets by how likely they are hit, each with its chance; those that a rule forbids last."""
    found = []
    for choice in choices:
        said = words(choice.value)
        aim = foreseen(validator, said, before)
        chance = chance_of(aim) if aim is not None else 0
        listed = choice if choice.why_not or aim is None else _with_chance(validator.state, said, choice, aim)
        named = listed.columns or (target_parts(validator.state, said["by"], choice.value)[0],)
        found.append((chance, replace(listed, columns=named)))
    found.sort(key=lambda pair: (pair[1].why_not is not None, -pair[0]))
    return tuple(choice for _, choice in found)


def _with_chance(game: Fight, words: Words, choice: Choice, aim: ToHitRoll) -> Choice:
    """A target with the chance to hit it, and behind it what is against it: its state, and what hinders the roll."""
    name, _, *state = target_parts(game, words["by"], choice.value)
    chance = f"{chance_of(aim):.0%}"
    against = (f"{signed(mod.value)} {mod.title.lower()}" for mod in aim.pool.modifiers if mod.value < 0)
    return Choice(
        choice.value,
        f"{choice.label}: {chance}",
        columns=(name, str(away(game, words["by"], choice.value)), chance),
        note=", ".join([*state, *against]),
        chance=chance,
    )


def friends_at_risk(game: Fight, attempt: Attempt) -> tuple[Detail, ...]:
    """CQ-AVD-3, CQ-AVD-7, CQ-AVD-8: who of his own side may be hit in place of the target, in words."""
    where = {
        "grappling with the target": brawl(game, attempt.target),
        "in the way": in_the_way(game, attempt) if attempt.interveners else (),
        "behind the target": figures_beyond(game, attempt),
    }
    friends = {
        said: [name for name in names if name != attempt.by and not is_enemy(game, attempt.by, name)]
        for said, names in where.items()
    }
    told = [f"{named(game, names)} {said}" for said, names in friends.items() if names]
    return (Detail("May hit a friend:", "; ".join(told), kind="warning"),) if told else ()
