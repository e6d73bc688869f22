"""A company that was read, whatever its form was: each Group is found among the profiles or built, and compared with what it should be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.text import slug
from vedette.games.company import building
from vedette.games.company.tables import (
    CHAPTER,
    HOUSE_TRAITS,
    RULESET_ID,
    all_traits,
    captain_traits,
    editions,
    number,
    traits,
)
from vedette.kit.words import count, nearest
from vedette.view.roster import MOST, ArmyList

OF_A_PROFILE = (
    "points", "r", "resolve", "t", "mo", "me", "mi", "activation", "traits", "foes", "banes", "base",
)  # fmt: skip
"""What a Group says itself where it is not as its profile says."""


class Draft(Struct):
    """A Group as it was read. `numbers` are those that were printed, None where it is to be built; `trait` is its Captain's.

    `archetype` is what the file calls it, `price` None where none was told, `extra` what else its row says. One that is
    `faulty` only has its traits looked at, so that all faults are told at once.
    """

    line: int
    name: str
    archetype: str = ""
    price: int | None = None
    leads: bool = False
    numbers: Table | None = None
    traits: Sequence[str] = ()
    trait: str = ""
    company: str = ""
    extra: Row = {}
    faulty: bool = False


class Drafted(ArmyList):
    """A company as it was read. `own` are archetypes that came with it, `captained` is False where it says that it has no Captain."""

    text: str = ""
    edition: str = "site"
    groups: list[Draft] = []
    own: Sequence[Draft] = ()
    captained: bool = True


def squashed(text: object) -> str:
    """A name without case, blanks and hyphens."""
    return re.sub(r"[\W_]+", "", str(text)).casefold()


def captain_trait(name: str, edition: str) -> str:
    """The Captain's trait of that name; "" for none."""
    known = captain_traits(edition).values()
    return next((one.id for one in known if squashed(name) in (squashed(one.name), squashed(one.id))), "")


def make_army(given: Drafted, side: str, edition: str, known: Archetypes) -> None:
    """Make units of the Groups of a company, with all that is wrong with them."""
    places: dict[str, list[Draft]] = {}
    if len(given.groups) > MOST:
        given.fault(f"a company has at most {MOST} Groups", given.groups[MOST].line)
    for group in given.groups[:MOST]:
        places.setdefault(group.company, []).append(group)
    for groups in places.values():
        _find_captain(given, groups)
    profiles = {str(row["id"]): row for row in library.offered(RULESET_ID, "profiles")}
    samples = {
        id: row for id, row in profiles.items() if "list" in row and building.edition_of(row) == edition
    }
    archetypes = dict(known[edition])
    for one in given.own:
        given.place, base = one.line, archetypes.get(squashed(one.name), {}).get("base", "")
        row = {**(one.numbers or {}), **_kept(_words(one, given, edition)), "points": one.price or 0}
        row |= {"base": base, "edition": edition}
        if _differing(archetypes.get(squashed(one.name), {}), row):
            archetypes[squashed(one.name)] = row
    for n, group in enumerate(given.groups[:MOST], 1):
        given.place = group.line
        if group.faulty:
            _words(group, given, edition)
            continue
        made = _group(group, given, edition, samples, archetypes)
        if not made:
            continue
        alike = sum(one.name == group.name for one in given.groups[: n - 1])
        made |= {"id": f"{side[:1]}{n}", "name": f"{group.name} {alike + 1}" if alike else group.name}
        made |= {"captain": True} if group.leads else {}
        made |= {"company": slug(group.company)} if group.company else {}
        usual = profiles.get(made.get("profile", ""), {})
        made |= {key: value for key, value in group.extra.items() if usual.get(key) != value}
        given.units.append(made)
        given.lines.append(group.line)
    lists = {samples[unit["profile"]]["list"] for unit in given.units if unit.get("profile") in samples}
    sample = lists.pop() if len(lists) == 1 and len(places) == 1 else ""
    companies = [_company(given, company, groups, sample) for company, groups in places.items()]
    if any(one.keys() - {"id", "name"} for one in companies) or len(companies) > 1:
        given.rest["companies"] = companies
    given.rest["points"] = sum(group.price or 0 for group in given.groups)
    if edition != CHAPTER:
        given.rest |= {"edition": edition, "points": _total(given.rest["points"])}
    if given.text:
        given.rest["text"] = given.text


def _find_captain(given: Drafted, groups: Sequence[Draft]) -> None:
    """The Captain is with the Group that is marked, or else with the first.

    If all are marked none is: the stars of a list are bullets, and a table may have all names in bold.
    """
    leading = [group for group in groups if group.leads]
    if len(leading) == len(groups) > 1:
        for group in leading:
            group.leads = False
        leading = []
    if given.captained and not leading:
        groups[0].leads = True
    for group in leading[1:]:
        given.fault(f"the Captain is with {leading[0].name} already, line {leading[0].line}", group.line)
        group.leads = False


def _company(given: Drafted, company: str, groups: Sequence[Draft], sample: str) -> Table:
    """A Company as an army names it; `sample` is the sample company that all its known Groups are of."""
    name = company or given.name or "Company"
    trait = next((group.trait for group in groups if group.trait), "")
    row = {"id": slug(name) or "company", "name": name, "list": sample, "trait": trait}
    return {key: value for key, value in row.items() if value}


def _total(spent: int) -> int:
    """CO-BLD-3: what a game with this company is played for: the standard total, or one that is scaled up."""
    standard, step = number("standard_points"), number("scale_step")
    return spent if spent > standard and spent % step == 0 else standard


Archetypes = Mapping[str, Mapping[str, Row]]
"""The profiles that Groups are built from, the players' own among them, by their edition and then by their names without blanks."""


def known_archetypes() -> Archetypes:
    known: dict[str, dict[str, Row]] = {edition: {} for edition in editions()}
    for row in library.offered(RULESET_ID, "profiles"):
        if "list" not in row:
            known[building.edition_of(row)][squashed(row["name"])] = row
    return known


def _group(
    group: Draft, given: Drafted, edition: str, samples: Mapping[str, Row], archetypes: Mapping[str, Row]
) -> Table:
    """The row of a Group: a profile, the traits that it adds, and what it says otherwise.

    It is the Group of a sample company of that name and archetype, or one like it where the company has that name.
    """
    archetype = archetypes.get(squashed(group.archetype or group.name))
    words = _words(group, given, edition)
    if archetype is None:
        meant = nearest(group.archetype, (row["name"] for row in archetypes.values() if "name" in row))
        said = f"there is no archetype {shown(group.archetype)} in this edition{meant}"
        if group.numbers is None:
            given.fault(said)
            return {}
        if group.archetype:
            given.warn(f"{group.name}: {said}; it is taken as printed")
        archetype = {}
    house = [word for word in words if word in HOUSE_TRAITS and group.numbers is not None]
    bought = [word for word in words if word not in (*archetype.get("traits", ()), *house)]
    add = _in_order(archetype, bought, edition)
    built, unfit = building.build(archetype, add)
    name = squashed(re.sub(r" \d+$", "", group.name))
    named = [
        row
        for row in samples.values()
        if (squashed(row["name"]), row["base"]) == (name, archetype.get("base"))
    ]
    if group.numbers is None:
        for fault in unfit:
            given.fault(f"{group.name}: {fault}")
        as_named = [
            row for row in named if not words or not {"traits", "foes", "banes"} & {*_differing(row, built)}
        ]
        made = dict([*as_named, built][0])
    else:
        unfit += [f"{all_traits(edition)[word].name} is a trait of the house" for word in house]
        for fault in unfit if archetype else ():
            given.warn(f"{group.name}: {fault}")
        made = {**group.numbers, **_kept(words), "base": archetype.get("base", "")}
    _take_price(group, given, archetype, made, edition)
    if group.price is None:
        return {}
    if group.numbers is not None and "r" in built:
        printed, due = cells_of(made), cells_of(built)
        other = [f"{key} {due[key]}, not {cell}" for key, cell in printed.items() if cell != due[key]]
        if other:
            given.warn(f"{group.name}: archetype and traits give {'; '.join(other)}")
    alike = [row for row in samples.values() if row["list"] == slug(given.name) and not _differing(row, made)]
    ways = [({"profile": row["id"]}, row) for row in [*named, *alike][:1]]
    if not ways and "id" in archetype:
        ways = [({"profile": archetype["id"], "add": add}, built)] if add and not unfit else []
        ways += [({"profile": archetype["id"]}, archetype)]
    told = [(way, _differing(whole, made)) for way, whole in ways]
    rows = [{**way, **other} for way, other in told if None not in other.values()]
    return min(rows, key=len, default={key: made[key] for key in OF_A_PROFILE if made.get(key)})


def _take_price(group: Draft, given: Drafted, archetype: Row, made: Table, edition: str) -> None:
    """CO-BLD-5: the price that was told, with a warning where the archetype and its traits have another."""
    fair = building.fair_price(made, edition, archetype)
    if fair is None:
        fair = group.price
    if fair is None:
        given.fault(f"{group.name} has no price")
    elif group.price not in (None, fair):
        said = f"{group.name}: archetype and traits cost {count(fair, 'point')}, not {group.price}"
        words = [f"type-{id}" if id in ("foe", "bane") else id for id in traits(edition)]
        fit = [building.special(one, edition) for one in words if not building.why_not(made, one, edition)]
        sold = [one.trait.name for one in fit if one and one.points == group.price - fair]
        if sold and group.numbers is None:  # it may have one of these besides
            said += f" ({group.price} − {fair} = {group.price - fair}: {', '.join(sold)})"
        given.warn(said)
    made["points"] = group.price = fair if group.price is None else group.price


def _words(group: Draft, given: Drafted, edition: str) -> list[str]:
    """The traits of a Group by their ids, Foe and bane with their type: `undead-foe`."""
    known = all_traits(edition)
    if len(group.traits) > len(known):
        given.fault(f"{group.name} has more traits than there are")
        return []
    ids = {squashed(name): id for id, one in known.items() for name in (id, one.name)}
    found: list[str] = []
    for trait in group.traits:
        word = ids.get(squashed(trait), "")
        typed = re.fullmatch(r"(.+?)[\s-]*(foe|bane)", trait, re.IGNORECASE)
        if not word and typed and typed[2].lower() in known and slug(typed[1]):
            word = f"{slug(typed[1])}-{typed[2].lower()}"
        if word in ("foe", "bane"):
            given.fault(f"{trait} needs a type, such as {known[word].name.replace('[Type]', 'Undead')}")
        elif not word:
            meant = nearest(trait, (one.name for one in known.values()))
            given.fault(f"there is no trait {shown(trait)} in this edition{meant}")
        elif word in found:
            given.fault(f"{group.name} has {trait} twice")
        else:
            found.append(word)
    return found


def _kept(words: Sequence[str]) -> Table:
    """Traits as a Group has them: the types of Foes and banes apart."""
    kept: Table = {
        key: [word[: -len(end)] for word in words if word.endswith(end)]
        for end, (_, key) in building.TYPED.items()
    }
    return {"traits": [word for word in words if not word.endswith((*building.TYPED,))], **kept}


def _in_order(archetype: Row, words: Sequence[str], edition: str) -> list[str]:
    """The special traits in an order in which each asks only for what the Group has by then, as far as there is one (CO-BLD-6)."""
    made, left, ordered = archetype, list(words), list[str]()
    while fitting := [word for word in left if archetype and not building.why_not(made, word, edition)]:
        made, _ = building.build(made, fitting[:1])
        left.remove(fitting[0])
        ordered.append(fitting[0])
    return ordered + left


def cells_of(row: Row) -> dict[str, str]:
    """The numbers of a Group as they are printed; R is what a test must reach."""
    me, mi, orders = row.get("me") or {}, row.get("mi") or {}, row["activation"]

    def cell(*parts: str) -> str:
        return " / ".join(parts) if {*parts} != {"-"} else "-"

    return {
        "ME": cell(_needed(orders.get("attack")), _needed(me.get("attack"), 6), _needed(me.get("defend"), 6)),
        "MI": cell(_needed(orders.get("shoot")), _needed(mi.get("hit"), 6), _inches(mi.get("range"))),
        "MO": cell(_needed(orders.get("move")), _inches(row["mo"])),
        "FS": f"{row['r']}",
        "R": _needed(row.get("resolve")),
        "T": f"{row['t']}",
    }


def _needed(value: int | None, most: int = 12) -> str:
    """What dice must show or reach: `5+`, and of one die that only a 6 will do `6`."""
    return "-" if value is None else f"{value}" if value == most == 6 else f"{value}+"


def _inches(value: float | None) -> str:
    return "-" if value is None else f'{value:g}"'


def _differing(whole: Row, made: Row) -> Table:
    """What a Group has otherwise than a profile; None for what only the profile has."""
    found: Table = {}
    for key in OF_A_PROFILE:
        here, there = made.get(key), whole.get(key)
        if isinstance(here, list) or isinstance(there, list):
            if {*(here or ())} != {*(there or ())}:
                found[key] = here or []
        elif (here or None) != (there or None):
            found[key] = here
    return found
