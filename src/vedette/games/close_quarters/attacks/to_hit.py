"""An attack before anything is rolled: who, at whom, with what and how, and its roll to hit with every modifier (section 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Sum
from vedette.engine.figures import signed
from vedette.games.close_quarters import arms, near, terrain
from vedette.games.close_quarters.arms import deciding
from vedette.games.close_quarters.checks import against, explained, save_modifiers
from vedette.games.close_quarters.damage.armor import Place
from vedette.games.close_quarters.damage.harm import ARMS
from vedette.games.close_quarters.derived import Damage, e_dex, full_str, knows, of_game
from vedette.games.close_quarters.near import in_hex, is_down, is_enemy, is_upright
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import STOCKED, house_rule, modifier, number, plays, weapons
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import Cover, Figure, between, multihexes
from vedette.games.close_quarters.turn.moving import FLASHLIGHT
from vedette.kit.tables import applying
from vedette.view.hexes import direction_between, distance
from vedette.view.vocabulary import Detail, PlannedRoll

Way = Literal["melee", "missile", "thrown", "grenade", "launch"]
Mode = Literal["single", "burst", "auto"]
Support = Literal["", "rest", "bipod", "tripod"]
Expose = Literal["", "over", "lean"]
Spot = Place
Down = Annotated[Literal["", "prone", "kneeling"], "before the shot"]

STEADY = {"rest": "rested on something", "bipod": "bipod", "tripod": "tripod"}
EXPOSING = {"over": "over the wall", "lean": "round its end"}

CLUB, TWO_HANDED_CLUB = "improvised-club", "improvised-club-2h"
AUTOMATIC_WEAPONS, QUICK_REFLEXES = "automatic-weapons", "quick-reflexes"

INTO_HEXES = ("grenade", "launch")
"""Ways to attack a hex instead of somebody."""


# --- commands to attack, as checks and procedures read them


class Armed(Protocol):
    by: str
    weapon: str


class Supported(Armed, Protocol):
    support: Support


class FireCommand(Supported, Protocol):
    """A command to fire: `shoot`, `flame` and `sweep_fire`."""

    expose: Expose
    down: Down


class AttackCommand(FireCommand, Protocol):
    """What the checks of attacks look at. A command has the fields that its checks name under `reads`.

    Before anything is picked it has `do` and `by` alone: a check that reads no field uses nothing else.
    """

    do: str
    target: str
    hex: str
    mode: Mode
    aim_at: Spot
    power: int | None
    quick: bool
    then_bayonet: bool


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
    def arm(self) -> arms.Arm | None:
        return arms.figures(self.weapon) if self.weapon is not None else None

    def is_a(self, kind: str) -> bool:
        return self.weapon is not None and weapons()[self.weapon.type].is_a(kind)

    def at(self, game: Fight) -> str:
        return game.units[self.target].hex if self.target else self.hex

    def hexes(self, game: Fight) -> int:
        return distance(game.units[self.by].hex, self.at(game))


def aiming_at(game: Fight, by: str, target: str = "", hex: str = "") -> int:
    """CQ-RNG-7: what aiming adds against that target, or to a grenade at the hex of the target that is aimed at."""
    character = game.units[by]
    aimed = game.units.get(character.aim_target)
    meant = aimed is not None and aimed.hex == hex if hex else character.aim_target == target
    return character.aim_turns if meant else 0


def blow(game: Fight, by: str, target: str, weapon: Weapon | None, **how: Any) -> Attempt:
    aiming = aiming_at(game, by, target)
    return Attempt(by=by, way="melee", weapon=weapon, target=target, aiming=aiming, **how)


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
    small = arms.figures(gun).is_a("pistol")
    type, grip = (CLUB, 1) if small else (TWO_HANDED_CLUB, 2)
    return Weapon(id=gun.id, type=type, grip=grip, quality=gun.quality, unbalanced=gun.unbalanced)


def damage_of(game: Fight, attempt: Attempt) -> str:
    """What it does, in dice: CH 5 and 13, and in hand-to-hand combat bare hands and knives by strength (CQ-HTH-13)."""
    character, weapon = game.units[attempt.by], attempt.weapon
    close = near.hand_to_hand(game, attempt.by, attempt.target)
    if weapon is None:
        return arms.unarmed(character)["hth" if close else "punch"]
    if close and attempt.is_a("knife"):
        return arms.unarmed(character)["knife_hth"]
    if attempt.way == "thrown":
        return arms.damage(game, character, replace(weapon, grip=1))
    whole = arms.damage(game, character, weapon)
    if not attempt.energy or attempt.energy >= Damage.parse(whole).dice:
        return whole
    return Damage(attempt.energy).written  # CQ-NRG-1, CQ-WPN-17: a split shot has no bonus (decision 72)


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


def bodies(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-RNG-8: the lying figures behind which the target kneels or lies, in the last hex before its own."""
    target = game.units[attempt.target]
    hexes = between(game.units[attempt.by].hex, target.hex)
    if not hexes or target.posture == "standing":
        return ()
    lying = (name for name in in_hex(game, hexes[-1]) if is_down(game.units[name]))
    return tuple(name for name in lying if not game.units[name].hth)


def figures_beyond(game: Fight, attempt: Attempt) -> tuple[str, ...]:
    """CQ-AVD-8: upright figures after the target, as far as a miss is followed.

    Thrown that is 10 hexes from the thrower; fired it is as long as there is a number of 5 or more.
    """
    own = game.units[attempt.by].hex

    def is_followed(hex: str) -> bool:
        if attempt.way == "thrown":
            return distance(own, hex) <= number("followed_thrown")
        return e_dex(game, attempt.by) - range_to(game, attempt, hex) >= number("followed_missile")

    hexes = filter(is_followed, terrain.open_beyond(game.map, own, attempt.at(game)))
    return tuple(name for hex in hexes for name in in_hex(game, hex) if is_upright(game, name))


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
    if attempt.way != "missile" or arm is None or weapon is None:
        return ""
    hexes = distance(game.units[attempt.by].hex, hex)
    if plays(game, "shotgun_bonus", "table"):
        far = hexes >= number("shotgun_table_hexes")
        return "spread_table" if far and attempt.is_a("shotgun") else ""
    shot = arms.loaded(weapon)
    if shot is None or not shot.spreads:
        return ""
    return "spread_far" if hexes * number("spread_divisor") >= arm.effective_range else "spread_near"


def is_beyond_range(game: Fight, attempt: Attempt, hex: str) -> bool:
    """CQ-SHG-2: whether a shotgun's shot at that hex goes beyond its effective range."""
    arm = attempt.arm
    if attempt.way != "missile" or arm is None or not arm.is_a("shotgun"):
        return False
    return distance(game.units[attempt.by].hex, hex) > arm.effective_range


# --- what walls and pits make of a line of fire in a game, and the house rule that it rests on


def sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Cover:
    round_high = plays(game, "leaning_high_wall", "allowed")
    return terrain.cover(game.map, attacker, target, expose, round_high=round_high)


def read_in_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> tuple[Remark, ...]:
    """CQ-RNG-6, CQ-ENV-9: the house rule of leaning round high walls, where it makes a difference."""
    return deciding(game, ("leaning_high_wall",), lambda read: sight(read, attacker, target, expose))


def out_of_sight(game: Fight, attacker: Figure, target: Figure, expose: str = "") -> Refusal | None:
    """Why the target can't be fired at, if so. Where nobody is in sight there is nothing to carry out."""
    found = sight(game, attacker, target, expose)
    if not found.rule:
        return None
    overridable = found.rule not in ("CQ-ENV-9", "CQ-ENV-13")
    reading = next(iter(read_in_sight(game, attacker, target, expose)), None)
    return Refusal(found.rule, found.sentence, overridable=overridable, reading=reading)


def ends(game: Fight, attempt: Attempt) -> tuple[Figure, Figure]:
    """Who fires, and who is fired at; in a hex somebody who would stand there."""
    character, target = game.units[attempt.by], game.units.get(attempt.target)
    there = Figure(target.hex, target.posture, target.exposed) if target else Figure(attempt.hex)
    return Figure(character.hex, character.posture), there


def cover_of(game: Fight, attempt: Attempt) -> Cover:
    return sight(game, *ends(game, attempt), attempt.expose)


# --- what helps and hinders a shot, a throw or a grenade


def _fire_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    """What holds for shots and throws at a figure, and for grenades that are fired into a hex (CQ-RNG-1)."""
    character, hex = game.units[attempt.by], attempt.at(game)
    yield range_modifier(game, attempt, hex)
    if attempt.target:
        spread = spread_at(game, attempt, hex)
        yield modifier("autofire", autofire(attempt.rounds))
        yield modifier(spread) if spread else None
        # CQ-RNG-3: of all that hides the target only the worst counts.
        down = "concealment_prone" if plays(game, "prone_target", "two") else "concealment_down"
        postures = {"kneeling": "concealment_kneeling", "prone": down, "fallen": down}
        posture, walls = game.units[attempt.target].posture, cover_of(game, attempt).concealment
        hides = [modifier(postures[posture])] if posture in postures else []
        hides += [modifier("concealment_body")] if bodies(game, attempt) else []
        hides += [walls] if walls is not None else []
        yield min(hides, key=lambda found: found.value, default=None)
    leans = attempt.expose == "lean" and cover_of(game, attempt).exposes  # CQ-RNG-6
    yield modifier("lean") if leans else None
    if attempt.way != "thrown":
        # CQ-RNG-4: of all that steadies the weapon only the best counts.
        steadies = [modifier(f"support_{attempt.support}")] if attempt.support else []
        in_both_hands = attempt.weapon is not None and attempt.weapon.grip == number("hands")
        if attempt.is_a(STOCKED) and in_both_hands and character.moved <= number("step"):
            steadies.append(modifier("support_stock"))
        if attempt.is_a("pistol") and character.posture == "prone":
            steadies.append(modifier("support_prone"))
        yield max(steadies, key=lambda found: found.value, default=None)
        four = plays(game, "shooting_on_the_move", "four")
        moving = modifier("moving", number("moving_times") if four else 1)
        yield moving if character.moved > number("step") else None  # CQ-OPT-15
    if attempt.target:
        yield modifier("interveners", penalty_in_the_way(game, attempt))
        each = number("brawl_times") if plays(game, "brawl_penalty", "four") else 1
        yield modifier("brawl", each * max(0, len(near.brawl(game, attempt.target)) - 1))
    if attempt.first_hex:
        yield modifier("new_target", multihexes(distance(attempt.first_hex, hex)))


def autofire(rounds: int) -> int:
    """CQ-AUT-2: what so many rounds add to the number."""
    return rounds // number("autofire_rounds")


def is_lit(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-7: whether the attacker holds a flashlight on the target, in front and near enough."""
    character = game.units[attempt.by]
    if FLASHLIGHT not in character.ready or attempt.hexes(game) > number("flashlight_range"):
        return False
    return near.side_of(character, attempt.at(game)) == "front"


def _is_dark_around(game: Fight, attempt: Attempt) -> bool:
    """CQ-ENV-6: whether it is fired or thrown in the dark, with no light here and none on the target."""
    if not game.map.dark or attempt.regular or is_lit(game, attempt):
        return False
    target = game.units.get(attempt.target)
    return target is None or FLASHLIGHT not in target.ready


# --- what helps and hinders a blow


def _blow_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    character, target, arm = game.units[attempt.by], game.units[attempt.target], attempt.arm
    if target.hth:
        yield modifier("hth")
    else:  # CQ-ATK-8, CQ-ATK-9: who is prone usually has a rear on every side; who kneels keeps the facing
        yield modifier("posture_down") if is_down(target) else None
        if not (is_down(target) and plays(game, "prone_from_behind", "four")):
            seen = near.aspect(game, attempt.target, character.hex)
            yield modifier("posture_kneeling") if target.posture == "kneeling" else None
            yield modifier(f"facing_{seen}") if seen != "front" else None
    yield modifier("kneeling") if character.posture == "kneeling" else None
    short = arm is not None and arm.use == "melee" and arm.length == "short"  # CQ-ATK-12
    yield modifier("short") if short and not character.hth else None
    yield modifier("darkness") if game.map.dark and not is_lit(game, attempt) else None
    yield modifier("floating") if character.floating or target.floating else None
    yield modifier("set") if _is_set(game, attempt) else None


def _is_set(game: Fight, attempt: Attempt) -> bool:
    """CQ-POL-2: a pole weapon set against a charger: unmoved, and the charger comes to the next hex."""
    character, target = game.units[attempt.by], game.units[attempt.target]
    return attempt.is_a("pole") and not character.moved and target.charged and attempt.hexes(game) == 1


def charge_times(game: Fight, attempt: Attempt) -> int:
    """CQ-POL-1, CQ-POL-2, CQ-POL-4: what a charge makes of the damage; nothing for a jab (CQ-POL-3)."""
    character, steps = game.units[attempt.by], number("charge_hexes")
    if not attempt.regular or attempt.hexes(game) != 1:
        return 1
    far = len(character.path) > steps
    if attempt.is_a("bayonet"):
        return number("pole_times") if far else 1
    # CQ-POL-1: the last three steps led straight on, the way that the charger faces.
    ways = (direction_between(a, b) for a, b in pairwise(character.path[-(steps + 1) :]))
    straight = far and all(way == character.facing for way in ways)
    charged = attempt.is_a("pole") and straight
    return number("pole_times") if charged or _is_set(game, attempt) else 1


# --- the roll to hit: its number and its dice


class ToHitRoll(Struct, frozen=True):
    """A roll to hit before it is made: `pool` has its number, dice, modifiers and chance.

    sure: a subdued target is hit without a roll (CQ-HTH-11). defended: the die more for the target's defence is among them.
    """

    pool: Sum
    sure: bool = False
    defended: bool = False

    @property
    def chance(self) -> float:
        return 1 if self.sure else self.pool.chance

    @property
    def odds(self) -> str:
        """`12 or less on 3 dice: 74%`."""
        if self.sure:
            return "without a roll (CQ-HTH-11)"
        most = "no sum" if self.pool.best is None else f"{self.pool.best} or less"
        return f"{most} on {self.pool.dice} dice: {self.chance:.0%}"


@of_game
def to_hit_roll(game: Fight, attempt: Attempt) -> ToHitRoll:
    """CQ-ATK-1: the roll to hit that an attack comes to now (section 8)."""
    dark = _is_dark_around(game, attempt)
    if attempt.way in INTO_HEXES:
        dark = dark and plays(game, "grenades_in_the_dark", "five")
    modifiers: tuple[Modifier, ...] = ()
    if dark:
        base, basis = number("dark_number"), "Darkness"
        basic = Remark(basis, f"the number is {base}", ("CQ-ENV-6",))
    else:
        base, basis = e_dex(game, attempt.by), "DEX"
        modifiers = applying(*_weapon_modifiers(game, attempt), *_situation_modifiers(game, attempt))
        basic = explained(game, attempt.by, "dex")
    dice, why = dice_of(game, attempt)
    remarks, names = (basic, *why), {modifier.name for modifier in modifiers}
    if "interveners" in names:  # CQ-AVD-3: who they are, and of what their penalty is the greater
        penalty, figures = penalty_in_the_way(game, attempt), in_the_way(game, attempt)
        own = {name: "" if is_enemy(game, attempt.by, name) else " (own side)" for name in figures}
        who = ", ".join(f"{game.units[name].name}{side}" for name, side in own.items())
        most = "their number" if penalty == len(figures) else "the range of the farthest"
        remarks = (*remarks, Remark("In the way", f"{who}, {figure(-penalty)} by {most}", ("CQ-AVD-3",)))
    readings = tuple(read for read in _readings(game, attempt, names) if read is not None)
    pool = against(game, dice, base, modifiers, remarks=remarks, readings=readings, basis=basis)
    target = game.units.get(attempt.target)
    sure = target is not None and target.subdued
    return ToHitRoll(pool, sure, defended=is_defended(game, attempt))


def _readings(game: Fight, attempt: Attempt, names: set[str]) -> Iterator[Remark | None]:
    character, target, way = game.units[attempt.by], game.units.get(attempt.target), attempt.way
    if not attempt.regular and way != "grenade":
        yield from read_in_sight(game, *ends(game, attempt), attempt.expose)
    if way == "missile" and attempt.weapon is not None and attempt.weapon.id == character.fired:
        # CQ-AUT-1: it is fired in another mode than the first shots.
        other = character.mode_changed or character.mode != attempt.mode
        yield house_rule(game, "mode_switch") if other and plays(game, "mode_switch", "one") else None
    lies, into = target is not None and is_down(target), way in INTO_HEXES
    yield house_rule(game, "two_pistols") if attempt.second and way == "missile" else None
    yield house_rule(game, "prone_target") if "concealment" in names and lies else None
    yield house_rule(game, "prone_from_behind") if "posture" in names and lies else None
    yield house_rule(game, "shooting_on_the_move") if "moving" in names else None
    yield house_rule(game, "head_wound") if "head_hit" in names else None
    yield house_rule(game, "shotgun_bonus") if way == "missile" and attempt.is_a("shotgun") else None
    yield house_rule(game, "grenade_over_wall") if "over_wall" in names else None
    yield house_rule(game, "brawl_penalty") if "brawl" in names else None
    yield house_rule(game, "sweep_penalty") if attempt.sweep and attempt.swept > 1 else None
    yield house_rule(game, "quick_draw") if attempt.quick else None
    yield house_rule(game, "grenades_in_the_dark") if into and _is_dark_around(game, attempt) else None
    rests = attempt.support == "bipod" and "strength" in names
    yield house_rule(game, "bipod_rounding") if rests else None


def _weapon_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier]:
    """CQ-ATK-10: the weapon's standing modifiers (CH 5), a gun's as the mode of fire and the support change them."""
    character, weapon = game.units[attempt.by], attempt.weapon
    if weapon is None:
        yield from arms.hit_mods_hands(character)
    elif attempt.way == "thrown":
        yield from arms.throw_mods(character, weapon)
    elif attempt.way not in ("missile", "launch"):
        yield from arms.hit_mods(character, weapon)
    else:
        mods = arms.hit_mods(character, weapon)
        # CQ-AUT-9: automatic fire needs a skill of its own, but not with the machine gun.
        unskilled = attempt.mode == "auto" and not attempt.is_a("auto_skill_free")
        known = knows(character, AUTOMATIC_WEAPONS) or any(mod.name == "unskilled" for mod in mods)
        if unskilled and not known:
            yield modifier("unskilled")
        # CQ-AUT-4, CQ-AUT-5: bursts need more STR, a support helps.
        more = (attempt.rounds - 1) // number("autofire_rounds")
        lack = max(0, arms.str_need(character, weapon) + more - full_str(character))
        half, down = lack // number("bipod_divisor"), plays(game, "bipod_rounding", "down")
        helped = {
            "rest": max(0, lack - number("rest_strength")),
            "bipod": half if down else lack - half,
            "tripod": 0,
        }
        yield modifier("strength", helped.get(attempt.support, lack))
        yield from (mod for mod in mods if mod.name != "strength")


def _situation_modifiers(game: Fight, attempt: Attempt) -> Iterator[Modifier | None]:
    character, target = game.units[attempt.by], game.units.get(attempt.target)
    yield modifier("extra_strength", attempt.power)
    if attempt.way == "grenade":  # CQ-GRN-1, CQ-GRN-11
        yield modifier("range_grenade", multihexes(attempt.hexes(game)))
        eight = plays(game, "grenade_over_wall", "eight")
        yield modifier("over_wall_more" if eight else "over_wall") if attempt.over_wall else None
    elif attempt.regular:
        yield from _blow_modifiers(game, attempt)
    else:
        yield from _fire_modifiers(game, attempt)
    yield modifier("aiming", attempt.aiming)
    if attempt.aim_at == "head":  # CQ-OPT-7
        yield modifier("aimed_head")
    elif attempt.aim_at:
        knife = attempt.aim_at in ARMS and attempt.is_a("knife")
        yield modifier("aimed_knife_arm" if knife else "aimed_limb")
    # The ground, the smoke and the attacker's own head.
    yield from save_modifiers(game, attempt.by)
    if terrain.bad_footing(game.map, character.hex) and (attempt.regular or character.moved):
        yield modifier("footing")
    smoke = terrain.hexes_of_smoke(character.hex, attempt.at(game), partial(terrain.smoky, game.map))
    yield modifier("smoke", smoke)
    yield modifier("breather") if target is not None and target.breather else None
    # The kind of action.
    yield modifier("opportunity") if attempt.opportunity else None
    yield modifier("off_hex", attempt.off_hex)
    each = attempt.swept if plays(game, "sweep_penalty", "each") else 1
    yield modifier("sweep", each) if attempt.sweep else None
    hurried = _is_hurried(game, attempt) and plays(game, "quick_draw", "minus")
    yield modifier("quick") if hurried else None
    yield modifier("staff") if attempt.staff else None
    yield modifier("second_weapon") if attempt.second else None
    yield modifier("disengage", attempt.slower)
    yield from condition_modifiers(game, hit=attempt.by, hit_against=attempt.target)


def _is_hurried(game: Fight, attempt: Attempt) -> bool:
    """CQ-OPT-10: whether it is a quick shot by somebody without quick reflexes."""
    return attempt.quick and QUICK_REFLEXES not in game.units[attempt.by].skills


def dice_of(game: Fight, attempt: Attempt) -> tuple[int, tuple[Remark, ...]]:
    """How many dice, and why there are more than three (CQ-CHK-12, CQ-ATK-5, CQ-MRT-4, CQ-MRT-5, CQ-OPT-10)."""
    if attempt.way in INTO_HEXES:
        return number("grenade_dice"), ()
    target = game.units[attempt.target]
    skill = arms.martial_arts(target)
    master = skill >= number("martial_master") and near.is_able(game, attempt.target)
    dice, remarks = number("to_hit_dice"), []
    if master:
        dice = number("master_dice")
        remarks.append(Remark("Martial Arts Master", f"{dice} dice", ("CQ-MRT-5",)))
    if target.dodging and (master or not attempt.regular):  # dodging helps a master against blows too
        dice += number("defended_dice")
        remarks.append(Remark("Dodging", "a die more", ("CQ-ATK-5",)))
    if is_defended(game, attempt):
        masterly = skill >= number("martial_arts_all_round")
        dice = number("level_4_dice") if masterly else dice + number("defended_dice")
        said = f"{dice} dice" if masterly else "a die more"
        remarks.append(Remark("Defending", said, ("CQ-MRT-4" if masterly else "CQ-ATK-5",)))
    if _is_hurried(game, attempt) and plays(game, "quick_draw", "die"):
        dice += number("quick_shot_dice")
        remarks.append(Remark("Quick shot", "a die more", ("CQ-OPT-10",)))
    return min(dice, number("to_hit_dice_most")), tuple(remarks)


def is_defended(game: Fight, attempt: Attempt) -> bool:
    """CQ-ATK-5: whether the target's defence counts against this attack: a blow from the front."""
    if not attempt.regular or not defends_against(game.units[attempt.target], attempt.by):
        return False
    return near.aspect(game, attempt.target, game.units[attempt.by].hex) == "front"


def defends_against(character: Character, by: str) -> bool:
    """Whether somebody defends, and against this one; while aiming only against the aim target (CQ-RNG-7)."""
    return character.defending and character.defends_against in ("", by)


def breakdown(game: Fight, attempt: Attempt) -> tuple[Detail, ...]:
    """The roll that an attack comes to, with its pool (section 13); off the map there is none."""
    character = game.units[attempt.by]
    if not character.hex:
        return ()
    roll = to_hit_roll(game, attempt)
    if roll.sure:
        return (Detail("To hit", roll.odds),)
    parts = ", ".join(f"{modifier.title} {signed(modifier.value)}" for modifier in roll.pool.modifiers)
    text = f"{roll.odds}; {parts}" if parts else roll.odds
    return (PlannedRoll("To hit", text, side=character.side, pool=roll.pool, does="hits"),)
