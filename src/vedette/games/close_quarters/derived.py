"""What follows from a character and what he carries: strength, life, load and protection, effective values (CH 7, CH 8, CH 11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cache, wraps
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Modifier, Remark
from vedette.engine.figures import signed
from vedette.engine.readings import explains
from vedette.games.close_quarters import tables
from vedette.games.close_quarters.state import BAYONET, SUPPORTS, Attribute, Character, Fight, Options
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays, skills
from vedette.kit.remembered import remembered
from vedette.kit.tables import applying

BACKPACK = "backpack"

_NOTATION = re.compile(r"(?:(?P<dice>\d{1,4})d6(?P<bonus>[+-]\d{1,4})?|(?P<flat>\d{1,4}))")


def is_notation(text: str) -> bool:
    return _NOTATION.fullmatch(text) is not None


class Damage(Struct, frozen=True):
    """Damage as it is written: so many d6 and a bonus; without dice the bonus is a flat number of points."""

    dice: int
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Damage from `2d6-1`, `3d6` or `4`; raises ValueError for anything else."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise ValueError(f"{text} is not damage like 2d6-1.")
        return cls(int(found["dice"] or 0), int(found["bonus"] or found["flat"] or 0))

    @classmethod
    def at(cls, step: int) -> Self:
        """CQ-TBL-1, CQ-TBL-2: the damage of a step, written with as few dice as can be."""
        least, die = number("damage_step_least"), number("damage_step_die")
        if step <= least:
            return cls(0, least)
        regular = step >= number("damage_step_regular")
        dice = (step + number("damage_step_shift")) // die if regular else 1
        return cls(dice, step - die * dice)

    @property
    def step(self) -> int:
        """CQ-TBL-1: where the damage stands on the progression."""
        return number("damage_step_die") * self.dice + self.bonus

    @property
    def written(self) -> str:
        if not self.dice:
            return f"{self.bonus}"
        return f"{self.dice}d6{self.bonus:+d}" if self.bonus else f"{self.dice}d6"

    def stepped(self, steps: int) -> Self:
        """So many steps up, or down if negative; what nothing changes keeps its notation (CQ-TBL-1)."""
        return self.at(self.step + steps) if steps else self

    def lessened(self, points: int) -> Self:
        """So many points off the same dice; a flat number stays at least 1 (CQ-WPN-3, CQ-TBL-2)."""
        bonus = self.bonus - points
        return replace(self, bonus=bonus if self.dice else max(number("damage_step_least"), bonus))


# --- strength without wounds, hits left, life and consciousness (CH 11)


def full_str(character: Character) -> int:
    """CQ-CHR-9: strength before wounds, with Weight Training."""
    return character.str + int(modifier("weight_training", knows(character, "weight-training")).value)


def hits_left(character: Character) -> int:
    """CQ-CHR-14: strength less both kinds of damage; below 0 by nonlethal damage alone."""
    return character.str - character.damage - character.nonlethal


def alive(character: Character) -> bool:
    """CQ-CHR-14: whether lethal damage has not used up his strength."""
    return character.damage < character.str


def conscious(game: Fight, name: str) -> bool:
    """CQ-CHR-14: alive, with more than 1 hit left; CQ-OPT-3 counts that 1 by lethal damage, and any hit by both."""
    character = game.units[name]
    if character.knocked_out or not alive(character):
        return False
    least = number("unconscious_hits")
    if game.options.nonlethal:
        return hits_left(character) > 0 and character.str - character.damage > least
    return hits_left(character) > least


# --- what a character's skills cost him, and what they count as (CH 4)


@cache
def counting_as(skill: str) -> frozenset[str]:
    """CQ-SKL-11: the skill itself and all that it counts as, through any number of steps."""
    row = skills().get(skill)
    parts = (counting_as(part) for part in row.counts_as) if row else ()
    return frozenset({skill}).union(*parts)


def knows(character: Character, skill: str) -> bool:
    """CQ-SKL-11: whether he knows a skill, or one that counts as it."""
    return any(skill in counting_as(own) for own in character.skills)


def skills_covering(character: Character, wanted: Iterable[str]) -> tuple[str, ...]:
    """CQ-SKL-10, CQ-SKL-11, CQ-SKL-12: those of his skills that are, or count as, one of the wanted ones."""
    wanted = set(wanted)
    return tuple(own for own in character.skills if wanted & counting_as(own))


def best_to_hit(character: Character, ids: Iterable[str]) -> int:
    """What the best of these skills adds to hit, for who has them; 0 without any (CQ-SKL-15 to CQ-SKL-17)."""
    return max((skills()[id].to_hit for id in ids if id in character.skills), default=0)


def slots_of(character: Character, skill: str, options: Options) -> int:
    """CQ-SKL-5: the slots that a skill takes for this character, less for each related one; literacy CQ-SKL-20."""
    if skill == "literacy":
        return 0 if options.literate else number("literacy_slots")
    row = skills()[skill]
    saved = sum(row.cheaper.get(other, 0) for other in character.skills if other != skill)
    return max(number("least_slots"), row.slots - saved)


def slots(character: Character, options: Options) -> int:
    """CQ-SKL-1, CQ-EXP-8: the slots taken by all his skills but those bought with experience."""
    learned = (skill for skill in character.skills if skill not in character.bought)
    return sum(slots_of(character, skill, options) for skill in learned)


# --- the initiative bonus of Tactics and Strategy (CH 3, CQ-SKL-38, CQ-SKL-39)


def initiative_bonus(game: Fight, side: str) -> int:
    """What a side adds: its leader's skill; without a conscious leader that of its best conscious member.

    Of his skills the better one counts; they do not add up (decision 14).
    """
    leader = game.sides[side].leader
    those = [leader] if leader and conscious(game, leader) else game.of(side)
    known = (skill for name in those if conscious(game, name) for skill in game.units[name].skills)
    return max((skills()[skill].initiative for skill in known), default=0)


def own_initiative_bonus(game: Fight, name: str) -> int:
    """CQ-SKL-38: what a character adds where each rolls for himself: his side's, with Tactics at least 1."""
    character = game.units[name]
    own = number("tactics_bonus_least") if "tactics" in character.skills else 0
    return max(own, initiative_bonus(game, character.side))


# --- what is worked out once for a character


T = TypeVar("T")

A = TypeVar("A", bound=Hashable)


def of_game(work: Callable[[Fight, A], T]) -> Callable[[Fight, A], T]:
    """A function of the game and of something else, `remembered` apart from what it comes to where numbers are explained.

    Odds ask it of the same game once for each way in which a command may go on.
    """

    @remembered
    def kept(game: Fight, work: Callable[[Fight, A], T], asked: A, explained: bool) -> T:
        return work(game, asked)

    return wraps(work)(lambda game, asked: kept(game, work, asked, explains()))


# --- what a character carries, what it weighs under this gravity, and how it hinders him


def thing_grams(character: Character, thing: str) -> int:
    """The mass of what stands in one of his lists: an item, or a weapon with the support and bayonet fitted to it."""
    weapon = character.weapon(thing)
    if weapon is None:
        return tables.grams(thing)
    fitted = [part for part in weapon.fitted if part in SUPPORTS]
    fitted += [weapon.bayonet] if BAYONET in weapon.fitted else []
    own = tables.grams(weapon.type) if weapon.kg is None else tables.in_grams(weapon.kg)
    return own + sum(map(tables.grams, fitted))


def pack_grams(character: Character) -> int:
    return sum(thing_grams(character, thing) for thing in character.pack)


def has_filled_backpack(character: Character) -> bool:
    """CQ-ARM-8: whether he wears a backpack with something in it."""
    return BACKPACK in character.worn and bool(character.pack)


@remembered
def load_grams(character: Character) -> int:
    """CQ-ENC-1: all that is worn and carried, in grams; what lies on the map is not carried."""
    worn = [character.armor, character.armor2, character.helmet, character.energy_shield]
    worn += [*character.worn, *character.items]
    if character.shield_held != "dropped":
        worn.append(character.shield)
    carried = (*character.ready, *character.belt, *character.slung)
    own = sum(tables.grams(thing) for thing in worn if thing)
    return own + sum(thing_grams(character, thing) for thing in carried) + pack_grams(character)


def gravity(game: Fight) -> Fraction:
    return _exact(game.options.gravity)


@cache
def _exact(written: float) -> Fraction:
    return Fraction(str(written))


@remembered  # every step of a way asks for it, of somebody who stays the same
def _burden(character: Character, written: float) -> tuple[Fraction, tables.EncumbranceRow, bool]:
    """What the three below tell of a character under that gravity."""
    strength, bands = full_str(character), tables.encumbrance_bands()
    more = number("own_weight") * (_exact(written) - 1)  # what a body weighs more than on Earth, in grams
    load = max(Fraction(0), load_grams(character) * _exact(written) + more)
    if more > 0 and more > tables.in_grams(number("own_weight_times") * strength):
        return load, bands[-1], True
    limits = ((row, row.limit(strength)) for row in bands)
    return load, next(row for row, limit in limits if limit is None or load <= limit), False


def effective_load(game: Fight, name: str) -> Fraction:
    """CQ-ENC-7: the load under this gravity and what his own body weighs more, in grams; never below 0."""
    return _burden(game.units[name], game.options.gravity)[0]


def encumbrance(game: Fight, name: str) -> tables.EncumbranceRow:
    """CQ-ENC-2, CQ-ENC-8: the lightest band that the load fits; the heaviest for who is too heavy himself."""
    return _burden(game.units[name], game.options.gravity)[1]


def incapacitated(game: Fight, name: str) -> bool:
    """CQ-ENC-8: whether his own weight alone is too much for him."""
    return game.options.gravity > 1 and _burden(game.units[name], game.options.gravity)[2]


# --- what armor, shields and a full backpack stop, and what they cost in DEX


class Defence(Struct, frozen=True):
    """Points that are stopped, by what comes and from where; `r` is the R-factor (CQ-ARM-1, CQ-ARM-5, CQ-ARM-6)."""

    plain: int
    front: int
    rear: int
    head: int
    arms: int
    legs: int
    shot: int
    blast: int
    energy: int
    fire: int
    r: int


def worn_sets(character: Character) -> tuple[tables.ArmorRow, ...]:
    """CQ-ARM-2, CQ-ARM-4: the one or two sets that he wears; a helmet is none."""
    return tuple(tables.armor()[id] for id in (character.armor, character.armor2) if id)


def worn_rows(character: Character) -> tuple[tables.ArmorRow, ...]:
    """The same with the helmet."""
    return worn_sets(character) + ((tables.armor()[character.helmet],) if character.helmet else ())


def has_ready_shield(character: Character) -> bool:
    """CQ-ARM-3: whether a shield is in hand."""
    return bool(character.shield) and character.shield_held == "ready"


def armor_penalty(character: Character) -> int:
    """CQ-ARM-2: what the sets cost in DEX, added up; 0 or below."""
    return sum(row.dex for row in worn_sets(character))


def shield_penalty(character: Character) -> int:
    """What a ready or slung shield costs in DEX; 0 or below."""
    carried = character.shield and character.shield_held != "dropped"
    return tables.shields()[character.shield].dex if carried else 0


def defence(game: Fight, character: Character) -> Defence:
    sets = worn_sets(character)
    layers = (*sets, *_built_in(game, sets))
    solid = [row for row in sets if row.klass == "armor"]
    plain = sum(row.defence for row in layers)
    full = sum(row.defence for row in layers if row.kind == "full")
    # CQ-ARM-5: full sets or the helmet protect the head, whichever is worth more.
    head = full if character.helmet or plays(game, "bare_head", "covered") else 0
    if character.helmet:
        head = max(head, tables.armor()[character.helmet].defence)
    # CQ-WPN-15: of birdshot and buckshot full sets stop twice as much.
    twice, as_ever = number("full_shot_times"), plays(game, "shielding_against_shot", "table")
    shot = sum(_part(row, 1 if as_ever and row.klass == "shielding" else twice) for row in layers)
    # CQ-ARM-6: of an explosion a vest stops half of its defence, or a third by 21.6.
    third = plays(game, "vests_in_explosions", "third")
    third = third or (game.options.partial_armor and plays(game, "vests_in_explosions", "by-option"))
    halved = [row for row in layers if row.kind == "vest" and not third]
    blast = sum(row.defence // number("jacket_divisor") for row in halved)
    # CQ-FIR-9: burning oil.
    oiled = [row for row in solid if row.kind == "full" or not plays(game, "burning_oil_and_vests", "none")]
    return Defence(
        plain=plain,
        front=plain + sum(in_front(character).values()),
        rear=plain + sum(behind(character).values()),
        head=head,
        arms=sum(row.defence for row in layers if row.kind != "vest"),
        legs=full,
        shot=shot,
        blast=blast + sum(_part(row) for row in layers if row not in halved),
        energy=sum(row.defence for row in solid),
        fire=sum(map(_part, oiled)),
        r=sum(row.r for row in sets),
    )


def points_of(game: Fight, row: tables.ArmorRow) -> int:
    """CQ-ARM-1: what a set by itself stops of an ordinary hit, with what is built into it."""
    return row.defence + sum(one.defence for one in _built_in(game, (row,)))


def _built_in(game: Fight, sets: Iterable[tables.ArmorRow]) -> tuple[tables.ArmorRow, ...]:
    """CQ-ARM-19: the shielding built into a suit, where it stops points of its own beside the suit's."""
    if plays(game, "spacesuit_shot", "one"):
        return ()
    return tuple(tables.armor()[row.built_in] for row in sets if row.built_in)


def _part(row: tables.ArmorRow, full_times: int = 1) -> int:
    """CQ-ARM-6, CQ-WPN-15: what a set stops of what comes from all sides; jackets and vests only a part."""
    if row.kind in ("jacket", "vest"):
        return row.defence // number(f"{row.kind}_divisor")
    return row.defence * full_times


def stopping(game: Fight, character: Character, against: str) -> tuple[str, ...]:
    """What he wears that makes up one of the defence values, by id: sets, or a helmet that is worth more (CQ-OPT-11).

    It only explains what stops the points; where nobody reads it there is none.
    """
    if not explains():
        return ()
    values = defence(game, character)
    if against == "head":
        if values.head != values.legs:
            return (character.helmet,) if character.helmet else ()
        against = "legs"  # the full sets, which cover head and legs alike
    alone = {
        id: defence(game, replace(character, armor=id, armor2=""))
        for id in (character.armor, character.armor2)
        if id
    }
    return tuple(id for id, values in alone.items() if getattr(values, against))


DEFENCE_RESTS_ON = (
    "spacesuit_shot", "vests_in_explosions", "bare_head", "shielding_against_shot", "burning_oil_and_vests",
)  # fmt: skip


def in_front(character: Character) -> Mapping[str, int]:
    """CQ-ARM-3: what a ready shield adds against the front, by its id."""
    shield = character.shield
    return {shield: tables.shields()[shield].defence} if has_ready_shield(character) else {}


def behind(character: Character) -> Mapping[str, int]:
    """CQ-ARM-3, CQ-ARM-8: what a slung shield and a filled backpack add against the rear, each by its id."""
    shield, slung = character.shield, character.shield_held == "slung"
    found = {shield: tables.shields()[shield].defence} if shield and slung else {}
    return found | ({BACKPACK: number("backpack_defence")} if has_filled_backpack(character) else {})


# --- effective values, with every modifier behind them (CH 11)


CONDITIONS = {"hurt": "hurt", "tear-gas": "tear_gas", "blinded": "blinded"}
"""The flags of `status` that cost DEX, and the modifiers that they bring."""


def e_str(game: Fight, name: str) -> int:
    """CQ-CHR-10: strength as wounds and fatigue leave it, with Weight Training."""
    return effective(game, name, "str")


def e_dex(game: Fight, name: str) -> int:
    """CQ-CHR-11: dexterity with everything that hinders it; it has no lower limit."""
    return effective(game, name, "dex")


def e_int(game: Fight, name: str) -> int:
    """CQ-CHR-12: intelligence, which nothing changes."""
    return effective(game, name, "int")


def e_mov(game: Fight, name: str) -> int:
    """CQ-CHR-13, CQ-OPT-2: movement in hexes; at least 1 for whoever can move at all."""
    return effective(game, name, "mov")


def effective(game: Fight, name: str, attribute: Attribute) -> int:
    base: int = getattr(game.units[name], attribute)
    return base + _sum(MODS[attribute](game, name))


def worked_out(game: Fight, name: str, attribute: Attribute) -> str:
    """The same in words, with where it comes from: `12 (14, Armor −2)`."""
    mods, value = MODS[attribute](game, name), f"{effective(game, name, attribute)}"
    parts = [f"{getattr(game.units[name], attribute)}", *(f"{mod.title} {signed(mod.value)}" for mod in mods)]
    return f"{value} ({', '.join(parts)})" if mods else value


def str_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    character = game.units[name]
    return applying(
        modifier("weight_training", knows(character, "weight-training")),
        modifier("damage", character.damage),
        modifier("nonlethal", character.nonlethal),
    )


def dex_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his dexterity (CQ-CHR-11, CQ-CHR-15)."""
    character, backpack = game.units[name], ""
    if has_filled_backpack(character):  # CQ-ARM-8: by the mass of its contents
        light = pack_grams(character) <= number("backpack_light_most")
        backpack = "backpack_light" if light else "backpack_heavy"
    return applying(
        modifier("armor", armor_penalty(character)),
        modifier("shield_penalty", shield_penalty(character)),
        modifier(backpack) if backpack else None,
        modifier("encumbrance", encumbrance(game, name).dex),
        modifier("gas_mask", "gas-mask" in character.worn),
        modifier("weak", hits_left(character) <= number("weak_hits")),
        *(modifier(id, flag in character.status) for flag, id in CONDITIONS.items()),
    )


ORDER_LOWERED_BY = ("armor", "shield", "backpack", "encumbrance", "weak", "hurt", "blinded")
"""The penalties to DEX that count in the order of action by 8.4.3: armor, load and wounds."""


def tether_length(character: Character) -> int:
    """CQ-ENV-18: the length of the tether, in hexes: it is carried by the hex."""
    return character.items.count("tether")


def order_dex(game: Fight, name: str) -> int:
    """CQ-TRN-3: DEX in the order of action; tear gas and masks count only if every penalty counts."""
    everything = plays(game, "action_order", "all")
    mods = (mod for mod in dex_mods(game, name) if everything or mod.name in ORDER_LOWERED_BY)
    return game.units[name].dex + int(sum(mod.value for mod in mods))


def read_of_order(game: Fight, name: str) -> tuple[Remark, ...]:
    """CQ-TRN-3: the reading of the order of action, for characters that it affects."""
    differs = any(mod.name not in ORDER_LOWERED_BY for mod in dex_mods(game, name))
    return (house_rule(game, "action_order"),) if differs else ()


def mov_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his movement; the last word has what keeps him from moving, or the least of 1 hex.

    CQ-OPT-2: half of effective strength and dexterity, rounded up, in place of his own movement. Otherwise Running
    (CQ-SKL-19), and the worst figure among armor and load alone; on a tie that of the armor (CQ-ARM-2, CQ-ENC-3).
    """
    character = game.units[name]
    if game.options.mov_formula:
        halved = -(-(e_str(game, name) + e_dex(game, name)) // number("mov_formula_divisor"))
        usual = [modifier("formula", halved - character.mov)]
    else:
        # CQ-ARM-19: a spacesuit may cost more.
        more = number("spacesuit_mov_more") if plays(game, "spacesuit_mov", "two") else 0
        costs = [row.mov - (more if row.built_in else 0) for row in worn_sets(character)]
        armor, load = min(costs, default=0), encumbrance(game, name).mov
        burden = modifier("armor", armor) if armor <= load else modifier("encumbrance", load)
        usual = [modifier("running", knows(character, "running")), burden]
    left = character.mov + _sum(usual)
    if is_immobile(game, name):
        return applying(*usual, modifier("immobile", left))
    return applying(*usual, modifier("floor", max(0, number("least_mov") - left)))


def is_immobile(game: Fight, name: str) -> bool:
    """Whether nothing is left of his movement: too heavy a load, unconscious, or a leg lost (CQ-ENC-5, CQ-OPT-9)."""
    character = game.units[name]
    return character.leg_lost or not conscious(game, name) or encumbrance(game, name).immobile


def read_of_mov(game: Fight, name: str) -> tuple[Remark, ...]:
    """CQ-ARM-19: the reading of MOV in a spacesuit, for its wearers."""
    suited = any(row.built_in for row in worn_sets(game.units[name]))
    return (house_rule(game, "spacesuit_mov"),) if suited and not game.options.mov_formula else ()


def _sum(mods: Iterable[Modifier]) -> int:
    return int(sum(modifier.value for modifier in mods))


MODS: Mapping[Attribute, Callable[[Fight, str], tuple[Modifier, ...]]] = {
    "str": str_mods,
    "dex": dex_mods,
    "int": lambda game, name: (),
    "mov": mov_mods,
}
"""What changes each attribute, only what is not 0; base and all amounts give the effective value, always.

Nothing changes intelligence (CQ-CHR-12).
"""
