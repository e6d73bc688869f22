"""What is rolled in this game: sums of six-sided dice, checks, saves, opposed rolls and random picks (CQ-CHR-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from msgspec import Struct

from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Sum
from vedette.engine.play import Play
from vedette.games.close_quarters import derived, tables
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import Result, house_rule, modifier, number, plays
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import smoky
from vedette.kit.tables import applying

Attribute = Literal["str", "dex", "int"]
Rules = tuple[str, ...]


class Shown(TypedDict, total=False):
    """What a roll tells beside its number, which is called `basis`; `compared`: with another roll."""

    remarks: tuple[Remark, ...]
    readings: tuple[Remark, ...]
    compared: bool
    basis: str


async def throw(
    play: Play[Fight],
    dice: int,
    *,
    why: str,
    side: str,
    rules: Rules = (),
    told: str = "",
    modifiers: Sequence[Modifier] = (),
    remarks: tuple[Remark, ...] = (),
    readings: tuple[Remark, ...] = (),
) -> int:
    """The sum of dice, without a target; `modifiers` are shown, and added by whoever asked."""
    sides = number("die_sides")
    pool = Sum(dice=dice, sides=sides, modifiers=tuple(modifiers), remarks=remarks, readings=readings)
    return await play.total(pool, why=why, side=side, rules=rules, told=told)


async def check(
    play: Play[Fight],
    dice: int,
    base: int,
    *,
    why: str,
    side: str,
    rules: Rules = (),
    told: str = "",
    modifiers: Sequence[Modifier] = (),
    **shown: Unpack[Shown],
) -> Result:
    """CQ-CHK-1: roll against `base` with the modifiers, those that are 0 left out; read by the bands."""
    pool = against(play.state, dice, base, modifiers, **shown)
    return await rolled(play, pool, why=why, side=side, rules=rules, told=told)


async def rolled(play: Play[Fight], pool: Sum, *, why: str, side: str, rules: Rules, told: str) -> Result:
    assert pool.target is not None  # that is what it is against
    total = await play.total(pool, why=why, side=side, rules=rules, told=told)
    return tables.result_of(pool.dice, pool.target, total, wide=_reads_wide(play.state))


def _reads_wide(game: Fight) -> bool:
    """CQ-TBL-6: whether four and five dice use the wider bounds of 12.1."""
    return plays(game, "automatic_on_more_dice", "many")


def against(game: Fight, dice: int, base: int, modifiers: Sequence[Modifier], **shown: Unpack[Shown]) -> Sum:
    """CQ-CHK-1: dice against `base`, which is called `basis`, with the automatic results; modifiers that are 0 are left out."""
    counted, wide = applying(*modifiers), _reads_wide(game)
    if wide and dice in tables.WIDE:
        shown["readings"] = (*shown.get("readings", ()), house_rule(game, "automatic_on_more_dice"))
    return Sum(
        dice=dice,
        sides=number("die_sides"),
        target=base + int(sum(modifier.value for modifier in counted)),
        modifiers=counted,
        always=tables.always(dice, wide=wide),
        never=tables.never(dice, wide=wide),
        **shown,
    )


async def save(
    play: Play[Fight],
    name: str,
    attribute: Attribute,
    dice: int,
    *,
    why: str,
    rules: Rules = (),
    told: str = "",
    modifiers: Sequence[Modifier] = (),
    readings: tuple[Remark, ...] = (),
) -> Result:
    """A save of a character: a check on an effective attribute; DEX suffers from smoke and a hit to the head."""
    game, character = play.state, play.state.units[name]
    own = save_modifiers(game, name) if attribute == "dex" else ()
    if any(mod.name == "head_hit" for mod in own):
        readings = (*readings, house_rule(game, "head_wound"))
    return await check(
        play,
        dice,
        derived.effective(game, name, attribute),
        why=why,
        side=character.side,
        rules=rules,
        told=told or f"{character.name}: {why.replace('_', ' ')}",
        modifiers=(*own, *modifiers, *condition_modifiers(game, save=name)),
        remarks=(explained(game, name, attribute),),
        readings=readings,
        basis=attribute.upper(),
    )


async def saves(
    play: Play[Fight], name: str, attribute: Attribute, dice: int, why: str, *rules: str, told: str
) -> bool:
    """Whether a save succeeds; `told` is what stands behind the name: what it is about."""
    said = f"{play.state.units[name].name}{told}"
    return (await save(play, name, attribute, dice, why=why, rules=rules, told=said)).success


async def throws(
    play: Play[Fight],
    name: str,
    dice: int,
    why: str,
    *rules: str,
    told: str,
    readings: tuple[Remark, ...] = (),
) -> int:
    """The sum of dice that a character throws; `told` is what stands behind the name: what it is about."""
    character = play.state.units[name]
    said, side = f"{character.name}{told}", character.side
    return await throw(play, dice, why=why, side=side, rules=rules, told=said, readings=readings)


def save_modifiers(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What a save on DEX suffers: smoke around somebody without a gas mask, a hit to the head."""
    character = game.units[name]
    smoke = smoky(game.map, character.hex) and "gas-mask" not in character.worn
    times, four = number("head_hit_times"), plays(game, "head_wound", "four")
    return applying(
        modifier("in_smoke") if smoke else None,
        modifier("head_hit", times if four else 1) if character.head_hit >= game.round else None,
    )


class Contender(Struct, frozen=True):
    """One side of an opposed roll: the number, and where it comes from."""

    name: str
    value: int
    why: tuple[Remark, ...]


async def opposed(
    play: Play[Fight], first: Contender, second: Contender, *, rules: Rules
) -> tuple[Result, Result]:
    """CQ-CHK-6: two characters with their numbers roll three dice each, the first one first."""
    own = await contend(play, first, higher_wins(), why="opposed", rules=rules)
    known = higher_wins(play.state, first.name, own)
    return own, await contend(play, second, known, why="against", rules=rules)


async def contend(
    play: Play[Fight],
    contender: Contender,
    counts: Remark,
    *,
    why: Literal["opposed", "against"],
    rules: Rules,
) -> Result:
    """CQ-CHK-6: one side of an opposed roll: who tries it rolls first, each who resists after that."""
    character = play.state.units[contender.name]
    return await check(
        play,
        number("opposed_dice"),
        contender.value,
        why=why,
        side=character.side,
        rules=rules,
        told=f"{character.name}: opposed roll",
        remarks=(counts, *contender.why),
        compared=True,
    )


def higher_wins(game: Fight | None = None, first: str = "", rolled: Result | None = None) -> Remark:
    """CQ-CHK-6: what an opposed roll is compared with; the margin of who has rolled first, once it is known."""
    if game is None or rolled is None:
        return Remark("Opposed", "the higher margin wins", ("CQ-CHK-6",))
    said = f"the higher margin wins, {game.units[first].name} has {figure(rolled.margin)}"
    return Remark("Opposed", said, ("CQ-CHK-6",))


async def pick(
    play: Play[Fight],
    things: Sequence[str],
    *,
    why: Literal["where", "who"],
    side: str,
    rules: Rules = (),
    told: str = "",
) -> int:
    """A random pick from things in a row, as people call them: the place of the one that is picked, from 0.

    One thing needs no die; faces that nothing is given to are rolled again, each time as a pool of its own.
    """
    if len(things) <= 1:
        return 0
    sides = number("die_sides")
    dice = 1 if len(things) <= sides else 2
    each = int(sides**dice) // len(things)
    pool = Sum(dice=dice, sides=sides, remarks=(_faces_of(things, each, dice),))
    order = "The dice are read one after the other"
    while True:
        roll = await play.roll(pool, why=why, side=side, rules=rules, told=told, faces=order)
        faces = roll.faces
        value = faces[0] if dice == 1 else sides * (faces[0] - 1) + faces[1]
        if value <= each * len(things):
            return (value - 1) // each


def _faces_of(things: Sequence[str], each: int, dice: int) -> Remark:
    def shown(value: int) -> str:
        tens, ones = divmod(value - 1, number("die_sides"))
        return f"{value}" if dice == 1 else f"{tens + 1}-{ones + 1}"

    ranges = ((shown(i * each + 1), shown((i + 1) * each), thing) for i, thing in enumerate(things))
    said = [f"{low} {thing}" if low == high else f"{low} to {high} {thing}" for low, high, thing in ranges]
    again = [] if each * len(things) == number("die_sides") ** dice else ["else again"]
    return Remark("Faces", ", ".join([*said, *again]))


def explained(game: Fight, name: str, attribute: Attribute) -> Remark:
    """Where an effective attribute comes from, in one line: `12 = 14, Armor −2`."""
    return Remark(f"Effective {attribute.upper()}", derived.worked_out(game, name, attribute))
