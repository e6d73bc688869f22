"""Companies in the army builder: the special traits that a Group may buy, and Groups that move to another edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vedette.engine.data import Row, Table
from vedette.engine.text import joined
from vedette.games.company import building, tables
from vedette.games.company.setup import read_group, resolve_unit
from vedette.games.company.tables import RULESET_ID, TABLES, Named, number
from vedette.kit.setup_resolver import SetupResolver
from vedette.view.fields import Draft, chosen, numeric
from vedette.view.roster import Extra, Move
from vedette.view.vocabulary import Choice


def extras(unit: Row, also: str) -> tuple[Extra, ...]:
    """CO-BLD-5, CO-BLD-6: the special traits of a Group by its archetype: bought, to be bought, or why not.

    `also`: one more by its word, such as a Foe of a type that nobody has.
    """
    profile = building.profile_of(unit)
    if not profile or read_group({"profile": profile["id"]}) is None:
        return ()
    edition, own = building.edition_of(profile), building.listed(unit, "add")
    made, _ = building.build(profile, own)
    words = [trait.id for trait in tables.traits(edition).values() if trait.kind == "special"]
    words += [f"{type}{end}" for end in building.TYPED for type in building.types(edition)]
    found = []
    for word in dict.fromkeys([*words, *own, also]):
        bought = building.special(word, edition)
        if bought is None:
            continue
        if word in own:  # what was bought after it may need it
            against = building.build(profile, [one for one in own if one != word])[1]
            fault = f"{against[0]}; give that back first" if against else ""
        else:
            fault = building.why_not(made, word, edition)
        about = bought.trait
        free = "CO-BLD-8" if about.free_if_absent else ""
        text = " ".join(filter(None, (about.text, TABLES.rules()[free].sentence if free else "")))
        rules = (*about.rules, free) if free else about.rules
        why_not = f"{fault[:1].upper()}{fault[1:]}." if fault else ""
        found.append(Extra(word, bought.name, bought.points, text, rules, word in own, why_not))
    return tuple(found)


def moved(unit: Row, edition: str, said: Draft) -> Move | None:
    """A Group of another edition in this one: what is asked for it, what it lacks here, and how it would be written.

    None where Groups have a single number, as in the chapter: the second one could not be kept there.
    """
    own, resolver = tables.editions()[edition], SetupResolver(RULESET_ID)
    if not own.fighting_strength:
        return None
    before = resolve_unit(unit, resolver, "")
    name, key = str(before.get("name") or unit.get("id")), str(unit.get("id"))
    if resolver.faults or read_group(unit) is None:
        return Move(name, notes=(f"{name} is not complete, and can't be moved.",))
    fields, r, resolve, traits = [], before["r"], before.get("resolve"), before.get("traits", ())
    least, most = number("activation_least"), number("activation_most")
    if r not in own.fighting_strength:
        choices = tuple(Choice(one, str(one)) for one in own.fighting_strength)
        fields.append(chosen(f"{key}.r", f"{own.r}, now {r}", "", said, choices, required=True))
        r = fields[-1].value
    if resolve is None:
        hint = f"{least} to {most}, what its tests must reach"
        fields.append(numeric(f"{key}.resolve", own.resolve, "", said, required=True, hint=hint))
        given = fields[-1].value
        resolve = given if isinstance(given, int) and least <= given <= most else None
    old, new = tables.traits(building.played_in(unit).id), tables.traits(edition)
    kept = [trait for trait in traits if trait in tables.all_traits(edition)]
    notes = tuple(_notes(traits, kept, old, new))
    if resolve is None or r is None:
        return Move(name, tuple(fields), notes)
    orders = {
        order: value for order, value in before["activation"].items() if order not in ("cast", "summon")
    }
    row: Table = {key: value for key, value in before.items() if key not in ("spells", "sample")}
    row |= {"r": r, "resolve": resolve, "activation": orders, "traits": kept}
    for trait in kept:
        there = trait in old and trait in new
        if there and new[trait].built and not old[trait].built:  # its number was in the dice
            row = building.with_numbers(row, new[trait].builds)
    return Move(name, tuple(fields), notes, row)


def _notes(
    traits: Sequence[str], kept: Sequence[str], old: Mapping[str, Named], new: Mapping[str, Named]
) -> Iterator[str]:
    """What a Group loses or gets otherwise, a sentence each."""
    lost = [old[trait].name if trait in old else trait for trait in traits if trait not in kept]
    if lost:
        yield f"Not in this edition: {joined(lost)}."
    for trait in kept:
        if trait in old and trait in new and old[trait].rules != new[trait].rules:
            yield f"{new[trait].name}: {new[trait].text}"
    if "apprentice" in kept:
        yield f"An Apprentice chooses {number('apprentice_spells')} spells of this edition before the first turn."
