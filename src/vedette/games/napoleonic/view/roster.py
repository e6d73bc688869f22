"""Units and brigades in a line, for whoever sets a battle up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from vedette.engine.data import Row
from vedette.games.napoleonic.sending import RULES
from vedette.games.napoleonic.setup import UnitData
from vedette.games.napoleonic.tables import RULESET_ID, group_of, groups_most, number
from vedette.kit.setup_resolver import read_unit, with_profile
from vedette.kit.words import count
from vedette.view.roster import Catalogue, Labels, Profile, read_roster
from vedette.view.vocabulary import Detail, Pip, Token

HITS = 6
"""Hits of a Unit that there is room for on paper."""

SIDES = (("fr", "French"), ("au", "Austrians"))
"""The ids and the usual names of the sides, as in the sample brigades."""


_read = partial(read_unit, RULESET_ID, UnitData, with_profile)


def roster() -> Catalogue:
    read = read_roster(RULESET_ID, Labels(unit=_unit, army=_army, profile=_profile))
    return replace(
        read, sides=SIDES, needs=(("D10", "or none: Vedette rolls"), ("BD", "your own movement rules"))
    )


def _unit(row: Row) -> str:
    unit = _read(row)
    if unit is None:
        return "not complete"
    parts = [unit.profile.sort, f"Type {unit.type} Drill {unit.drill} Experience {unit.experience}"]
    parts += ["Regimental Gun"] if unit.regimental_gun else []
    parts += ["no carbines"] if unit.arm == "cavalry" and unit.carbines is False else []
    return " · ".join(parts)


def _profile(row: Row) -> Profile:
    unit = _read(row)
    if unit is None:
        return Profile()
    stats = ("Type", unit.type), ("Drill", unit.drill), ("Exp", unit.experience), ("Lives", unit.lives)
    details = [Detail("Arm", unit.profile.sort, rules=("NA-3.3.1.1",))]
    if unit.regimental_gun:
        said = "a Regimental Gun, which fires beside its skirmishers"
        details.append(Detail("Gun", said, rules=("NA-3.3.1.4", "NA-3.3.1.4.1", "NA-3.3.1.4.2")))
    if unit.arm == "cavalry":
        said = "none" if unit.carbines is False else "its groups may fire"
        details.append(Detail("Carbines", said, rules=("NA-3.3.3.3.1",)))
    if unit.arm == "infantry":
        shots = min(unit.type, unit.profile.fire)
        said = f"{count(unit.profile.fire, 'skirmisher')}, {count(shots, 'shot')}; each hits on a 1 (D10)"
        details.append(Detail("Skirmish fire", said, rules=("NA-3.3.1.1.1", "NA-3.3.1.2.1", "NA-3.3.1.6")))
    # What it can lose besides lives, and the groups that it sends out.
    lost = {"Drum lost": unit.drum, "Flag lost": unit.flag, "Gun lost": unit.regimental_gun}
    tokens = [Token(name, 0, 1) for name, there in lost.items() if there and unit.arm != "artillery"]
    group, most = group_of(unit.profile), groups_most(unit.profile)
    if group is not None and most:
        need = unit.profile.fire if group.id == "skirmish" else number("hits_on")
        hits = "a 1" if need == 1 else f"1 to {need}" if need else "nothing"
        rules = RULES[group.id]
        said = f"{most} at a time, each with one shot, which hits on {hits} (D10)"
        details.append(
            Detail(f"{group.name}s", said, rules=(*group.rules, rules.limit, rules.shot, *rules.hits))
        )
        tokens.append(Token(f"{group.name}s out", 0, most))
    tokens.append(Token("Hits", 0, HITS))
    pips = (Pip(unit.lives, unit.lives, name="Lives"),)
    return Profile(1, tuple((name, str(value)) for name, value in stats), tuple(details), pips, tuple(tokens))


def _army(units: Sequence[Row]) -> str:
    arms = Counter(unit.arm for unit in map(_read, units) if unit is not None)
    words = ", ".join(f"{count} {arm}" for arm, count in arms.items())
    return count(len(units), "Unit") + (f": {words}" if words else "")
