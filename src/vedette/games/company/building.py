"""Building a Company: archetypes and special traits, what they cost, and what they make of a profile (CO-BLD-1 to 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, to_builtins

from vedette.engine import library
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.games.company import tables
from vedette.games.company.tables import CHAPTER, RULESET_ID, Build, Named, number, type_of
from vedette.kit.setup_resolver import SetupResolver

TYPED = {"-foe": ("foe", "foes"), "-bane": ("bane", "banes")}
"""Traits that name a type: how they end, their row in the table, and where a Group keeps the types."""


class Special(Struct, frozen=True):
    """A special trait as it is bought: its word in `add`, its name and price, and the type that a Foe or a bane names."""

    word: str
    name: str
    points: int
    trait: Named
    type: str = ""


def edition_of(row: Row) -> str:
    """The edition whose profile it is; the chapter where it says no other that there is."""
    edition = str(row.get("edition", CHAPTER))
    return edition if edition in tables.editions() else CHAPTER


def profile_of(unit: Row, resolver: SetupResolver | None = None) -> Row:
    """The profile that a Group names; an empty row where there is none."""
    if "profile" not in unit:
        return {}
    return (resolver or SetupResolver(RULESET_ID)).lookup("profiles", unit["profile"], "")


def played_in(row: Row, resolver: SetupResolver | None = None) -> tables.Edition:
    """The edition of a Group's army or profile; of one that is written out, one that has all its traits."""
    own, order = {*row.get("traits", ())}, [*tables.editions()][:: -1 if "resolve" in row else 1]
    has_all = (one for one in order if own <= {*tables.all_traits(one)})
    return tables.editions()[
        str(row.get("edition") or profile_of(row, resolver).get("edition") or next(has_all, CHAPTER))
    ]


def archetypes(edition: str) -> Mapping[str, Row]:
    """The profiles that a Company of that edition is built from, by what the rules call them."""
    rows = library.table(RULESET_ID, "profiles")
    return {str(row["base"]): row for row in rows if row.get("edition") == edition and "list" not in row}


def types(edition: str) -> tuple[str, ...]:
    """CO-PRO-3: what a Foe or a bane may name in that edition: the types of the archetypes, and the kinds of its Groups."""
    rows = [row for row in library.offered(RULESET_ID, "profiles") if row.get("edition") == edition]
    kinds = [kind for row in rows for kind in listed(row, "kinds")]
    return tuple(dict.fromkeys([*map(type_of, archetypes(edition)), *kinds]))


def special(word: str, edition: str) -> Special | None:
    """The special trait of that word, such as `vicious` or `undead-foe`; None if the edition sells none."""
    known = tables.traits(edition)
    for end, (id, _) in TYPED.items():
        type = word.removesuffix(end)
        if id in known and type and type != word:
            name = known[id].name.replace("[Type]", type.replace("-", " ").title())
            return Special(word, name, known[id].points, known[id], type)
    trait = known.get(word)
    if trait is None or trait.kind != "special" or any(word == id for id, _ in TYPED.values()):
        return None
    return Special(word, trait.name, trait.points, trait)


class _HasTraits(Protocol):
    @property
    def traits(self) -> Sequence[str]: ...


def named_traits(unit: _HasTraits, edition: str) -> Iterator[tuple[str, Named]]:
    """The traits of a Group by their names, those of a Foe and a bane with their types."""
    for trait in unit.traits:
        named = tables.all_traits(edition)[trait]
        yield named.name, named
    for end, (_, key) in TYPED.items():
        for type in getattr(unit, key, ()):
            if bought := special(f"{type}{end}", edition):
                yield bought.name, bought.trait


def listed(row: Row, key: str) -> list[str]:
    """The words of a list in a row that nobody has checked yet."""
    given = row.get(key)
    return [word for word in given if isinstance(word, str)] if isinstance(given, list | tuple) else []


def specials(row: Row, edition: str) -> tuple[Special, ...]:
    """The special traits of a Group that is written out."""
    words = listed(row, "traits")
    words += [f"{type}{end}" for end, (_, key) in TYPED.items() for type in listed(row, key)]
    return tuple(one for word in words if (one := special(word, edition)))


def fair_price(row: Row, edition: str, archetype: Row | None = None) -> int | None:
    """CO-BLD-5: what a Group that is written out costs by its archetype and special traits; None without an archetype."""
    archetype = archetype or archetypes(edition).get(str(row.get("base", "")))
    if archetype is None:
        return None
    return int(archetype["points"]) + sum(one.points for one in specials(row, edition))


def why_not(row: Row, word: str, edition: str) -> str:
    """CO-BLD-6: why a Group, as it is written out by now, may not have a special trait as well; "" if it may."""
    bought = special(word, edition)
    if bought is None:
        known = tables.traits(edition).get(word)
        if known and known.kind == "profile":
            return f"{known.name} comes with an archetype and can't be bought"
        return f"there is no trait {shown(word)} to buy in this edition"
    if bought in specials(row, edition):
        return f"it has {bought.name} already"
    traits, me = row.get("traits", ()), row.get("me") or {}
    match bought.trait.builds.needs:
        case "":
            fits = True
        case "mi":
            fits = bool(row.get("mi"))
        case "no-mi":
            fits = not row.get("mi")
        case "attack":
            fits = "attack" in me and "attack" in row.get("activation", {})
        case "cavalry":
            fits = type_of(str(row.get("base", ""))) == "cavalry"
        case "no-apprentice":
            fits = "apprentice" not in traits
        case "no-caster":
            fits = "caster" not in traits
        case needed:
            fits = needed in traits
    return "" if fits else f"{bought.name} is for {bought.trait.only}"


def with_numbers(row: Row, build: Build) -> Table:
    """CO-BLD-7: a Group with the numbers that a trait makes of its own."""
    made = {**row, "t": row["t"] + build.t}
    if build.mi:
        made["mi"] = to_builtins(build.mi)
        made["activation"] = {**row["activation"], "shoot": build.shoot}
    for path in build.better:
        key, _, which = path.partition(".")
        made[key] = {**made[key], which: max(made[key][which] - 1, number("best_to_hit"))}
    if build.halves_range:
        made["mi"] = {**made["mi"], "range": made["mi"]["range"] // 2}  # CO-GEN-1
    return made


def build(row: Row, add: Sequence[str]) -> tuple[Table, list[str]]:
    """CO-BLD-5 to CO-BLD-7: an archetype with special traits, one after the other, and a sentence for each that it can't have."""
    made, faults, edition = dict(row), [], edition_of(row)
    for word in add:
        bought, fault = special(word, edition), why_not(made, word, edition)
        if fault or bought is None:
            faults.append(fault)
            continue
        changes = bought.trait.builds
        made = with_numbers(made, changes) | {"points": made["points"] + bought.points}
        if bought.type:
            key = TYPED[f"-{bought.trait.id}"][1]
            made[key] = [*made.get(key, ()), bought.type]
        else:
            kept = (one for one in made.get("traits", ()) if one != changes.takes)
            made["traits"] = [*kept, bought.word]
    return made, faults
