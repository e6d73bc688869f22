"""Numbers put into words: what somebody can still fire, what waits for the marking, what a shot needs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from vedette.engine.grammar import agree, the
from vedette.engine.text import joined
from vedette.games.napoleonic.firing import A_SINGLE, fire_pool, ones_waiting
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import number
from vedette.games.napoleonic.units import profile, shots_left
from vedette.games.napoleonic.view.actions import fire_commands, refused_now
from vedette.kit.words import could_still, count, modifier_words, remark_words
from vedette.view.common_forms import reading_lines
from vedette.view.vocabulary import Detail, PlannedRoll


def firing(battle: Battle) -> bool:
    return battle.phase == "skirmish" and battle.exchange != "marked" and not battle.outcome


def shots_to_fire(battle: Battle, unit: str) -> str:
    """How many shots it can still fire in this phase, that of its gun among them; nothing where it can't."""
    return str(sum(_open_fire(battle, unit).values()) or "")


def can_fire(battle: Battle, unit: str) -> str:
    """The same in words: `shots 1 of 2 + gun`."""
    fired, told = battle.units[unit].shots_fired, []
    for do, left in _open_fire(battle, unit).items():
        of = f" of {left + fired}" if fired else ""
        told.append("gun" if do == "gun_fire" else f"shots {left}{of}")
    return " + ".join(told)


def _open_fire(battle: Battle, unit: str) -> dict[str, int]:
    """The fire that no rule is against now, its own first, each with its shots."""
    shots = {
        "skirmish_fire": shots_left(battle, unit),
        "gun_fire": number("gun_shots"),
        "group_fire": number("group_shots"),
    }
    return {do: shots[do] for do in fire_commands(battle, unit) if refused_now(battle, do, unit) is None}


def unspent(battle: Battle, do: str, by: str) -> str:
    """Who could still fire, before a side ends its fire, both do, or the phase is left."""
    if not firing(battle) or do not in ("end_fire", "cease_fire", "next_phase"):
        return ""
    own = [
        troop.name
        for name, troop in battle.units.items()
        if (do != "end_fire" or troop.side == by) and troop.on_table and can_fire(battle, name)
    ]
    return could_still(own, "fire")


WHY_NOT = {
    "NA-3.3.1.1": "no skirmishers",
    "NA-3.3.1.2.2": "no shot so formed",
    "NA-3.3.1.2.3": "groups out: no shot",
    "NA-3.3.1.2.4": "no skirmishers left",
    "NA-3.3.3.3.1": "no carbines",
    "NA-3.3.5": "Special Event due",
    "NA-3.3.6": "fire ended",
}
"""Why somebody can't shoot, short enough for a card; the list of actions has it in full."""


def silent(battle: Battle, unit: str) -> str:
    """Why it can fire nothing: the reason of its own shots, not of its gun."""
    troop = battle.units[unit]
    if profile(battle, unit).arm != "infantry" and not troop.group:
        return f"{profile(battle, unit).arm}: no skirmishers"
    first = (*fire_commands(battle, unit), "skirmish_fire")[0]
    refusal = refused_now(battle, first, unit)
    if refusal is None:
        return ""
    spent = troop.fired or troop.shots_fired
    if spent and refusal.rule not in ("NA-3.3.5", "NA-3.3.6"):
        return "all shots fired"
    return WHY_NOT.get(refusal.rule, refusal.rule)


def waiting(battle: Battle, unit: str) -> Iterator[str]:
    """What waits for the end of the exchange besides its own Hits (NA-3.3.6)."""
    if ones := battle.units[unit].ones_coming:
        yield f"{single_ones(ones)} {'waits' if ones == 1 else 'wait'}"
    for shared in battle.shared:
        if unit in shared.at and shared.hits:
            yield f"shares {count(shared.hits, 'Hit')}"
        if unit in shared.at and shared.ones:
            yield f"shares {single_ones(shared.ones)}"


def single_ones(ones: int) -> str:
    return A_SINGLE if ones == 1 else f"{ones} single 1s"


def sharing_lines(battle: Battle, unit: str) -> Iterator[Detail]:
    """With whom it shares Hits that are still to be spread."""
    for shared in battle.shared:
        if unit in shared.at and shared.hits:
            others = joined([the(battle.unit_name(name)) for name in shared.at if name != unit])
            side, what = battle.side_name(shared.side), "it" if shared.hits == 1 else "them"
            said = f"with {others}; {the(side)} {agree(side, 'spreads', 'spread')} {what} (NA-3.3.6.1)"
            yield Detail(f"Shares {count(shared.hits, 'Hit')}", said)


def fire_lines(
    battle: Battle, by: str, at: tuple[str, ...], dice: int, protection: int
) -> tuple[Detail, ...]:
    """The roll, what it needs and how the table reads the rules that matter for it; a Skirmish Group has its mother's Fire."""
    pool = fire_pool(battle, by, at, dice, protection)
    if battle.units[by].group == "skirmish":
        good = [face for face in range(pool.lowest, pool.highest + 1) if pool.mark(face) == "success"]
        faces = f"a {good[0]}{f' to {good[-1]}' if good[1:] else ''} hits" if good else "no face hits"
        taken = (modifier_words(replace(one, value=pool.towards(one))) for one in pool.modifiers)
        parts = [f"Fire {pool.target} or lower (NA-3.3.2.4)", *taken, faces]
    else:
        single = "a single 1 waits there already" if protection and ones_waiting(battle, by, at) else ""
        parts = [single if protection else f"each {pool.target} is a Hit"]
    remarks = (f"{remark.name}: {remark_words(remark)}" for remark in pool.remarks)
    said = "; ".join(part for part in (f"{pool.dice} D{pool.sides}", *parts, *remarks) if part)
    roll = PlannedRoll("To hit", said, side=battle.units[by].side, pool=pool)
    return (roll, *reading_lines(pool.readings))
