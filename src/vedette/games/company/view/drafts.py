"""A company that was read, whatever its form was: each Group is found among the profiles or built, and compared with what it should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct, field

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.text import clean, slug
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
from vedette.kit.words import count
from vedette.view.roster import ArmyList

MOST = 200  # Groups of a company: more than any table holds
LONGEST = 4000  # characters of a name or a cell

OF_A_PROFILE = (
    "points",
    "r",
    "resolve",
    "t",
    "mo",
    "me",
    "mi",
    "activation",
    "traits",
    "foes",
    "banes",
    "base",
)
"""What a Group says itself where it is not as its profile says."""


class Draft(Struct):
    """A Group as it was read. `numbers` are those that were printed, None where it is to be built; `trait` is its Captain's.

    `archetype` is what the file calls it, `price` None where none was told, `extra` what else its row says.
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


class Drafted(Struct):
    """A company as it was read. `own` are archetypes that came with it, `captained` is False where it says that it has no Captain."""

    line: int = 1
    name: str = ""
    text: str = ""
    edition: str = "site"
    groups: list[Draft] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    warnings: list[tuple[int, str]] = field(default_factory=list)
    own: Sequence[Draft] = ()
    captained: bool = True

    def fault(self, line: int, said: str) -> None:
        self.faults.append((line, said))

    def readable(self, line: int, text: str) -> str:
        """The text as it may stand in an army; "" with a fault where it can't be shown."""
        try:
            text = clean(text)
            if len(text) <= LONGEST:
                return text
            self.fault(line, f"it has more than {LONGEST} characters")
        except ValueError as error:
            self.fault(line, str(error))
        return ""


def squashed(text: object) -> str:
    """A name without case, blanks and hyphens."""
    return re.sub(r"[\W_]+", "", str(text)).casefold()


def captain_trait(name: str, edition: str) -> str:
    """The Captain's trait of that name; "" for none."""
    known = captain_traits(edition).values()
    return next((one.id for one in known if squashed(name) in (squashed(one.name), squashed(one.id))), "")


def army_of(given: Drafted, side: str, edition: str, known: Archetypes) -> ArmyList:
    """The army of a company that was read, with all faults and warnings by line."""
    army, places = ArmyList(given.name), dict[str, list[Draft]]()
    if len(given.groups) > MOST:
        given.fault(given.groups[MOST].line, f"a company has at most {MOST} Groups")
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
        row = _as_archetype(one, given, edition, archetypes)
        if _differing(archetypes.get(squashed(one.name), {}), row):
            archetypes[squashed(one.name)] = row
    for n, group in enumerate(given.groups[:MOST], 1):
        made = _group(group, given, edition, samples, archetypes)
        if not made:
            continue
        alike = sum(one.name == group.name for one in given.groups[: n - 1])
        made |= {"id": f"{side[:1]}{n}", "name": f"{group.name} {alike + 1}" if alike else group.name}
        made |= {"captain": True} if group.leads else {}
        made |= {"company": slug(group.company)} if group.company else {}
        usual = profiles.get(made.get("profile", ""), {})
        made |= {key: value for key, value in group.extra.items() if usual.get(key) != value}
        army.units.append(made)
        army.lines.append(group.line)
    lists = {samples[unit["profile"]]["list"] for unit in army.units if unit.get("profile") in samples}
    sample = lists.pop() if len(lists) == 1 and len(places) == 1 else ""
    companies = [_company(given, company, groups, sample) for company, groups in places.items()]
    if any(one.keys() - {"id", "name"} for one in companies) or len(companies) > 1:
        army.rest["companies"] = companies
    army.rest["points"] = sum(group.price or 0 for group in given.groups)
    if edition != CHAPTER:
        army.rest |= {"edition": edition, "points": _total(army.rest["points"])}
    if given.text:
        army.rest["text"] = given.text
    army.faults = [f"Line {line}: {said}." for line, said in sorted({*given.faults})]
    army.warnings = [f"Line {line}: {said}." for line, said in sorted({*given.warnings})]
    return army


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
        given.fault(group.line, f"the Captain is with {leading[0].name} already, line {leading[0].line}")


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


def _as_archetype(one: Draft, given: Drafted, edition: str, known: Mapping[str, Row]) -> Row:
    """An archetype that came with the company."""
    base = str(known.get(squashed(one.name), {}).get("base", ""))
    numbers = one.numbers or {}
    return {
        **numbers,
        **_kept(_words(one, given, edition)),
        "points": one.price or 0,
        "base": base,
        "edition": edition,
    }


def _group(
    group: Draft, given: Drafted, edition: str, samples: Mapping[str, Row], archetypes: Mapping[str, Row]
) -> Table:
    """The row of a Group: a profile, the traits that it adds, and what it says otherwise.

    It is the Group of a sample company of that name and archetype, or one like it where the company has that name.
    """
    archetype = archetypes.get(squashed(group.archetype or group.name))
    words = _words(group, given, edition)
    if archetype is None:
        nearest = _nearest(
            group.archetype, [str(row["name"]) for row in archetypes.values() if "name" in row]
        )
        said = f"there is no archetype {shown(group.archetype)} in this edition{nearest}"
        if group.numbers is None:
            given.fault(group.line, said)
            return {}
        if group.archetype:
            given.warnings.append((group.line, f"{group.name}: {said}; it is taken as printed"))
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
            given.fault(group.line, f"{group.name}: {fault}")
        as_named = [
            row for row in named if not words or not {"traits", "foes", "banes"} & {*_differing(row, built)}
        ]
        made = dict([*as_named, built][0])
    else:
        unfit += [f"{all_traits(edition)[word].name} is a trait of the house" for word in house]
        given.warnings += ((group.line, f"{group.name}: {fault}") for fault in unfit if archetype)
        made = {**group.numbers, **_kept(words), "base": archetype.get("base", "")}
        _compare(group, given, {**archetype, **built}, made)
    _take_price(group, given, archetype, made, edition)
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
    specials = sum(one.points for one in building.specials(made, edition))
    fair = int(archetype["points"]) + specials if archetype else group.price
    if fair is None:
        given.fault(group.line, f"{group.name} has no price")
    elif group.price not in (None, fair):
        said = f"{group.name}: archetype and traits cost {count(fair, 'point')}, not {group.price}"
        sold = _sold_for(made, group.price - fair, edition) if group.numbers is None else []
        more = f" ({group.price} − {fair} = {group.price - fair}: {', '.join(sold)})" if sold else ""
        given.warnings.append((group.line, f"{said}{more}"))
    made["points"] = group.price = fair if group.price is None else group.price


def _sold_for(row: Row, points: int, edition: str) -> list[str]:
    """The traits that a Group might have besides for so many points."""
    words = [f"type-{id}" if id in ("foe", "bane") else id for id in traits(edition)]
    sold = [building.special(word, edition) for word in words if not building.why_not(row, word, edition)]
    return [one.trait.name for one in sold if one and one.points == points]


def _words(group: Draft, given: Drafted, edition: str) -> list[str]:
    """The traits of a Group by their ids, Foe and bane with their type: `undead-foe`."""
    known = all_traits(edition)
    if len(group.traits) > len(known):
        given.fault(group.line, f"{group.name} has more traits than there are")
        return []
    ids = {squashed(name): id for id, one in known.items() for name in (id, one.name)}
    found: list[str] = []
    for trait in group.traits:
        word = ids.get(squashed(trait), "")
        typed = re.fullmatch(r"(.+?)[\s-]*(foe|bane)", trait, re.IGNORECASE)
        if not word and typed and typed[2].lower() in known and slug(typed[1]):
            word = f"{slug(typed[1])}-{typed[2].lower()}"
        if not word or word in ("foe", "bane"):
            nearest = _nearest(trait, [one.name for one in known.values()])
            given.fault(group.line, f"there is no trait {shown(trait)} in this edition{nearest}")
        elif word in found:
            given.fault(group.line, f"{group.name} has {trait} twice")
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


def _compare(group: Draft, given: Drafted, due: Row, made: Row) -> None:
    """A warning where other numbers were printed than the archetype has with its traits."""
    if "r" in due:
        pairs = (
            (key, *(cells_of(row)[key] for row in (made, due))) for key in ("ME", "MI", "MO", "FS", "R", "T")
        )
        other = [f"{key} {usual}, not {printed}" for key, printed, usual in pairs if printed != usual]
        if other:
            said = f"{group.name}: archetype and traits give {'; '.join(other)}"
            given.warnings.append((group.line, said))


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


def _nearest(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, [*known], n=1)
    return f"; the nearest is {close[0]}" if close else ""


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
