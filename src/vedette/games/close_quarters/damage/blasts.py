"""Grenades that go off (CQ-GRN-4 to CQ-GRN-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vedette.engine.play import Play
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.checks import throw
from vedette.games.close_quarters.damage.armor import guard_against_blast
from vedette.games.close_quarters.damage.blow import land
from vedette.games.close_quarters.damage.clouds import smoke_out
from vedette.games.close_quarters.damage.fire import incendiary_bursts, molotov_bursts, nearest_first, within
from vedette.games.close_quarters.damage.hit import Impact
from vedette.games.close_quarters.derived import Damage
from vedette.games.close_quarters.facts import fire as facts
from vedette.games.close_quarters.facts.reckoning import Reckoning
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import modifier, number, weapons
from vedette.kit.tables import applying

__all__ = ["explode", "go_off", "grenades", "molotov_bursts"]

EXPLOSIVE = "explosive"


async def grenades(play: Play[Fight], fuse: Literal["turn", "movement"], side: str = "") -> None:
    """CQ-GRN-4: all grenades with that fuse that are due go off, in the order thrown; `side` gives the command."""
    due = [
        id
        for id, grenade in play.state.map.grenades.items()
        if grenade.fuse == fuse and grenade.due <= play.state.round and not grenade.lit
    ]
    for id in due:
        await go_off(play, id, side)


async def go_off(play: Play[Fight], id: str, side: str = "") -> None:
    """A live grenade goes off where it lies; one that lies nowhere is lost."""
    grenade = play.state.map.grenades[id]
    hex = play.state.units[grenade.held].hex if grenade.held else grenade.hex
    if not hex:
        _remove(play, id, grenade, hex)
    elif grenade.kind == EXPLOSIVE:
        _remove(play, id, grenade, hex)
        await explode(play, grenade, hex, side)
    elif grenade.kind == "incendiary":
        _remove(play, id, grenade, hex)
        await incendiary_bursts(play, hex, grenade.by)
    else:
        play.emit(facts.WentOff(id, grenade.kind, hex))
        smoke_out(play, id, hex)


def _remove(play: Play[Fight], id: str, grenade: Grenade, hex: str) -> None:
    left = {other: other_grenade for other, other_grenade in play.state.map.grenades.items() if other != id}
    fact = facts.WentOff(id, grenade.kind, hex) if hex else facts.GrenadeLost(id)
    play.commit(play.state.with_map(grenades=left), fact)


# --- explosives


async def explode(play: Play[Fight], grenade: Grenade, hex: str, side: str = "") -> None:
    """CQ-GRN-5: one roll for all in the multihex, one for all around it; nearest first. Walls don't help.

    Who is where is settled before the first roll.
    """
    arm = figures(grenade.weapon or Weapon(EXPLOSIVE, usual_explosive()))
    inner = within(play.state, hex, 0, number("inner_radius"))
    outer = within(play.state, hex, number("inner_radius") + 1, number("outer_radius"))
    for names, written in zip((inner, outer), zones(arm), strict=False):
        if names:
            points = await _roll(play, written, names, side)
            for name in nearest_first(play.state, hex, names):
                await _blast(play, name, points, arm, grenade, hex, side)


def zones(arm: Arm) -> list[str]:
    """The damage of a grenade in the multihex and, if it reaches so far, around it: `4d6/2d6`."""
    return arm.damage.split("/")


def usual_explosive() -> str:
    """The type of a grenade of which only its kind is known: the first explosive of the table."""
    return next(row.id for row in weapons().values() if row.is_a(EXPLOSIVE))


async def _roll(play: Play[Fight], written: str, names: Sequence[str], side: str) -> int:
    damage, hit = Damage.parse(written), ", ".join(play.state.units[name].name for name in names)
    total = await throw(
        play,
        damage.dice,
        why="blast",
        side=side,
        rules=("CQ-GRN-5",),
        told=f"The blast, on {hit}",
        modifiers=applying(modifier("blast_bonus", damage.bonus)),
    )
    return max(0, total + damage.bonus)


async def _blast(
    play: Play[Fight], name: str, points: int, arm: Arm, grenade: Grenade, hex: str, side: str
) -> None:
    """One victim of a blast: as any hit, from the side of the burst."""
    if not is_alive(play.state, name):
        return
    by = grenade.by if grenade.by in play.state.units else ""
    guard = guard_against_blast(play.state, name, hex)
    damage, stuns = Reckoning.of(points), arm.is_a("stuns")
    impact = Impact(
        target=name,
        damage=damage if guard.stops else damage.to(max(points, number("least_damage")), "least"),
        guard=guard,
        hex=hex,
        side=play.state.units[by].side if by else side,
        by=by,
        kind="stunning" if stuns else "damaging",
        stuns=stuns,
    )
    await land(play, impact)
