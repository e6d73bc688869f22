"""What is rolled in this game: sums of six-sided dice, checks, saves, opposed rolls and random picks (CQ-CHR-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vedette.engine.dice import Modifier, Remark, Roll, Sum
from vedette.engine.play import Play
from vedette.games.close_quarters.bands import Result, always, never, read
from vedette.games.close_quarters.ground.terrain import smoky
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.values import effective
from vedette.kit.tables import applying

Attribute = Literal["str", "dex", "int"]
Rules = tuple[str, ...]

EFFECTIVE = {"str": effective.e_str, "dex": effective.e_dex, "int": effective.e_int}
"""The effective values of CH 11, by attribute."""

LABELS = {"str": "Effective STR", "dex": "Effective DEX", "int": "Effective INT"}


async def throw(
    play: Play[Fight],
    dice: int,
    *,
    why: str,
    side: str,
    rules: Rules = (),
    told: str = "",
    modifiers: Sequence[Modifier] = (),
) -> Roll:
    """Dice that are added up, without a target; `modifiers` are shown, and added by whoever asked."""
    pool = Sum(dice=dice, sides=number("die_sides"), modifiers=tuple(modifiers))
    return await play.roll(pool, why=why, side=side, rules=rules, told=told)


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
    remarks: tuple[Remark, ...] = (),
) -> Result:
    """CQ-CHK-1: roll against `base` with the modifiers, those that are 0 left out; read by the bands."""
    counted = applying(*modifiers)
    target = base + int(sum(one.value for one in counted))
    pool = Sum(
        dice=dice,
        sides=number("die_sides"),
        target=target,
        modifiers=counted,
        remarks=remarks,
        always=always(dice),
        never=never(dice),
    )
    roll = await play.roll(pool, why=why, side=side, rules=rules, told=told)
    return read(dice, target, int(roll.total))


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
) -> Result:
    """A save of a character: a check on an effective attribute; DEX suffers from smoke and a hit to the head."""
    one = play.state.units[name]
    own = save_modifiers(play.state, name) if attribute == "dex" else ()
    value = EFFECTIVE[attribute](play.state, name)
    return await check(
        play,
        dice,
        value,
        why=why,
        side=one.side,
        rules=rules,
        told=told or f"{one.name}: {why.replace('_', ' ')}",
        modifiers=(*own, *modifiers),
        remarks=(explained(play.state, name, attribute),),
    )


def save_modifiers(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What a save on DEX suffers: smoke around a man without a gas mask, a hit to the head."""
    one = game.units[name]
    smoke = bool(one.hex) and smoky(game.map, one.hex) and "gas-mask" not in one.worn
    return applying(
        modifier("in_smoke") if smoke else None,
        modifier("head_hit") if one.head_hit >= game.round else None,
    )


async def opposed(
    play: Play[Fight],
    first: tuple[str, int],
    second: tuple[str, int],
    *,
    rules: Rules,
) -> tuple[Result, Result]:
    """CQ-CHK-6: two characters with their numbers roll three dice each, the first one first."""
    return (
        await contend(play, *first, why="opposed", rules=rules),
        await contend(play, *second, why="against", rules=rules),
    )


async def contend(
    play: Play[Fight], name: str, value: int, *, why: Literal["opposed", "against"], rules: Rules
) -> Result:
    """CQ-CHK-6: one side of an opposed roll: who tries it rolls first, each who resists after that."""
    one = play.state.units[name]
    told = f"{one.name}: opposed roll"
    dice = number("opposed_dice")
    return await check(play, dice, value, why=why, side=one.side, rules=rules, told=told)


async def pick(
    play: Play[Fight],
    count: int,
    *,
    why: Literal["where", "who"],
    side: str,
    rules: Rules = (),
    told: str = "",
) -> int:
    """A random pick from `count` things in a row: the place of the one that is picked, from 0.

    One thing needs no die; faces that nothing is given to are rolled again, each time as a pool of its own.
    """
    if count <= 1:
        return 0
    sides = number("die_sides")
    dice = 1 if count <= sides else 2
    each = int(sides**dice) // count
    while True:
        faces = (await throw(play, dice, why=why, side=side, rules=rules, told=told)).faces
        value = faces[0] if dice == 1 else sides * (faces[0] - 1) + faces[1]
        if value <= each * count:
            return (value - 1) // each


def explained(game: Fight, name: str, attribute: Attribute) -> Remark:
    """Where an effective attribute comes from, in one line: `12 = 14, Armor −2`."""
    mods = effective.MODS[attribute](game, name)
    base = getattr(game.units[name], attribute)
    parts = [f"{base}", *(f"{one.title} {one.value:+g}".replace("-", "−") for one in mods)]
    value = EFFECTIVE[attribute](game, name)
    return Remark(LABELS[attribute], f"{value}" if len(parts) == 1 else f"{value} = {', '.join(parts)}")
