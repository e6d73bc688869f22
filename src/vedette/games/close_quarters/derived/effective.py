"""Effective strength, dexterity, intelligence and movement, with every modifier behind them (CH 11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vedette.engine.dice import Modifier
from vedette.games.close_quarters.derived.attributes import alive, conscious, full_str, hits_left, knows
from vedette.games.close_quarters.derived.defence import (
    armor_penalty,
    encumbrance,
    has_filled_backpack,
    pack_grams,
    shield_penalty,
    worn_sets,
)
from vedette.games.close_quarters.state import Attribute, Character, Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.kit.tables import applying

__all__ = [
    "MODS",
    "alive",
    "conscious",
    "dex_mods",
    "e_dex",
    "e_int",
    "e_mov",
    "e_str",
    "full_str",
    "hits_left",
    "int_mods",
    "mov_mods",
    "str_mods",
]

CONDITIONS = {"hurt": "hurt", "tear-gas": "tear_gas", "blinded": "blinded"}
"""The flags of `status` that cost DEX, and the modifiers that they bring."""


def e_str(game: Fight, name: str) -> int:
    """CQ-CHR-10: strength as wounds and fatigue leave it, with Weight Training."""
    return _effective(game, name, "str")


def e_dex(game: Fight, name: str) -> int:
    """CQ-CHR-11: dexterity with everything that hinders it; it has no lower limit."""
    return _effective(game, name, "dex")


def e_int(game: Fight, name: str) -> int:
    """CQ-CHR-12: intelligence, which nothing changes."""
    return _effective(game, name, "int")


def e_mov(game: Fight, name: str) -> int:
    """CQ-CHR-13, CQ-OPT-2: movement in hexes; at least 1 for whoever can move at all."""
    return _effective(game, name, "mov")


def _effective(game: Fight, name: str, attribute: Attribute) -> int:
    base: int = getattr(game.units[name], attribute)
    return base + _sum(MODS[attribute](game, name))


def str_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his strength."""
    character = game.units[name]
    return applying(
        modifier("weight_training", knows(character, "weight-training")),
        modifier("damage", character.damage),
        modifier("nonlethal", character.nonlethal),
    )


def dex_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his dexterity (CQ-CHR-11, CQ-CHR-15)."""
    character = game.units[name]
    return applying(
        modifier("armor", armor_penalty(character)),
        modifier("shield_penalty", shield_penalty(character)),
        _backpack(character),
        modifier("encumbrance", encumbrance(game, name).dex),
        modifier("gas_mask", "gas-mask" in character.worn),
        modifier("weak", hits_left(character) <= number("weak_hits")),
        *(modifier(id, flag in character.status) for flag, id in CONDITIONS.items()),
    )


def int_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his intelligence: nothing (CQ-CHR-12)."""
    return ()


def mov_mods(game: Fight, name: str) -> tuple[Modifier, ...]:
    """What changes his movement; the last word has what keeps him from moving, or the least of 1 hex."""
    character = game.units[name]
    usual = (
        (_formula(game, name),) if game.options.mov_formula else (_running(character), _burden(game, name))
    )
    left = character.mov + _sum(usual)
    if is_immobile(game, name):
        return applying(*usual, modifier("immobile", left))
    return applying(*usual, modifier("floor", max(0, number("least_mov") - left)))


def is_immobile(game: Fight, name: str) -> bool:
    """Whether nothing is left of his movement: too heavy a load, unconscious, or a leg lost (CQ-ENC-5, CQ-OPT-9)."""
    character = game.units[name]
    return character.leg_lost or not conscious(game, name) or encumbrance(game, name).immobile


def _backpack(character: Character) -> Modifier | None:
    """CQ-ARM-8: what a filled backpack costs, by the mass of its contents."""
    if not has_filled_backpack(character):
        return None
    light = pack_grams(character) <= number("backpack_light_most")
    return modifier("backpack_light" if light else "backpack_heavy")


def _running(character: Character) -> Modifier:
    """CQ-SKL-19: Running."""
    return modifier("running", knows(character, "running"))


def _burden(game: Fight, name: str) -> Modifier:
    """CQ-ARM-2, CQ-ENC-3: the worst figure among armor and load alone; on a tie that of the armor."""
    armor = min((row.mov for row in worn_sets(game.units[name])), default=0)
    load = encumbrance(game, name).mov
    return modifier("armor", armor) if armor <= load else modifier("encumbrance", load)


def _formula(game: Fight, name: str) -> Modifier:
    """CQ-OPT-2: half of effective strength and dexterity, rounded up, in place of his own movement."""
    halved = -(-(e_str(game, name) + e_dex(game, name)) // number("mov_formula_divisor"))
    return modifier("formula", halved - game.units[name].mov)


def _sum(mods: tuple[Modifier, ...]) -> int:
    return int(sum(modifier.value for modifier in mods))


MODS: Mapping[str, Callable[[Fight, str], tuple[Modifier, ...]]] = {
    "str": str_mods,
    "dex": dex_mods,
    "int": int_mods,
    "mov": mov_mods,
}
"""What changes each attribute, only what is not 0; base and all amounts give the effective value, always."""
