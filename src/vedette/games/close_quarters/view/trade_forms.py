"""The forms of trade and equipment between combats: what can be bought, sold, claimed, mended, carried where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from vedette.games.close_quarters.arms import damage, new_weapon
from vedette.games.close_quarters.candidates import described
from vedette.games.close_quarters.characters.carrying import LISTS, SLOTS, free_id
from vedette.games.close_quarters.characters.experience import points_to_spend
from vedette.games.close_quarters.characters.trade import (
    HOMES,
    as_acquired,
    credits_to_spend,
    proceeds,
    spoils_of,
)
from vedette.games.close_quarters.derived import points_of
from vedette.games.close_quarters.state import FITTED, Character, Fight, Weapon, without
from vedette.games.close_quarters.tables import (
    armor,
    awards,
    energy_shields,
    item,
    items,
    kind_of,
    price,
    shields,
    thing,
    weapons,
)
from vedette.games.close_quarters.telling import thing_named
from vedette.view.fields import NONE, Draft, chosen, numeric, plain, several, text, toggle, words_of
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, wanted
from vedette.view.vocabulary import Choice, Detail, Field

KINDS = {
    "weapon": "weapons", "armor": "armor and helmets", "shield": "shields", "energy_shield": "energy shields",
    "item": "items", "reload": "reloads",
}  # fmt: skip

PLACE_NAMES = {
    "ready": "in hand", "belt": "on the belt", "slung": "slung", "pack": "in the backpack", "items": "carried", "worn": "worn",
}  # fmt: skip

SHIELD_PLACES = {"ready": "in hand", "slung": "slung"}

ARMOR = "(armor)"
SHIELD = "(shield)"
"""Things that are no instances and no items. No id looks like these."""


def buy(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A kind of thing, then the thing; a reload goes into its weapon, where he has it."""
    character = validator.state.units[by]
    kind = chosen("sort", "What", "w", draft, plain(KINDS), default="weapon", required=True)
    types, own = _types(str(kind.value)), {weapon.type for weapon in character.weapons}
    own_first = sorted(types, key=lambda thing: kind.value == "reload" and items()[thing].weapon not in own)
    offered = {id: f"{thing_named(id)}, {price(id)} credits" for id in own_first}
    choices = [
        replace(choice, columns=_columns(validator.state, character, id))
        for id, label in offered.items()
        for choice in graded(validator, {**bare("buy", by), **_instance(character, id)}, "type", {id: label})
    ]
    type = wanted("type", "Thing", "t", draft, open_first(choices))
    fields = [kind, type, *_where(character, str(type.value or ""), draft)]
    words = words_of("buy", by, fields[1:]) | _instance(character, str(type.value or ""))
    told = (*_told(type), *credits_to_spend(validator.state, by, None))
    return Filled(fields, words, told)


def _told(field: Field) -> Iterator[Detail]:
    """What is known of the thing at hand, for a list that has no room for its columns."""
    for choice in field.choices:
        if choice.value == field.value:
            name, *rest = choice.columns
            yield Detail(name, ", ".join(filter(None, rest)))


def _columns(game: Fight, character: Character, id: str) -> tuple[str, ...]:
    """A thing in the shop: its name, what it weighs, what it does in hand or worn, its price."""
    row, does = thing(id), ""
    if id in weapons():
        does = damage(game, character, new_weapon(character, id, id))
    elif id in armor():
        does = f"stops {points_of(game, armor()[id])}"
    return thing_named(id), f"{row.kg} kg" if row else "", does, f"{price(id)} cr"


def _types(kind: str) -> Iterator[str]:
    """All types of a kind that a shop has."""
    match kind:
        case "weapon":
            yield from weapons()
        case "armor":
            yield from armor()
        case "shield":
            yield from shields()
        case "energy_shield":
            yield from energy_shields()
        case "reload" | "item":
            yield from (
                id for id, row in items().items() if bool(row.weapon) == (kind == "reload") and not row.spent
            )


def _instance(character: Character, type: str) -> Words:
    """A new weapon needs an id of its own."""
    if kind_of(type) != "weapon":
        return {}
    return {"id": free_id(character, type)}


def _where(character: Character, type: str, draft: Draft) -> list[Field]:
    """Where it goes, how many, and into which weapon a reload is loaded."""
    kind, row = kind_of(type), item(type)
    fields: list[Field] = []
    if row is not None and row.weapon:
        guns = {
            weapon.id: f"into the {described(character, weapon.id)}"
            for weapon in character.weapons
            if weapon.type == row.weapon
        }
        if guns:
            first = next(
                (weapon.id for weapon in character.weapons if weapon.id in guns and not weapon.ammo), NONE
            )
            choices = (Choice(NONE, "carried"), *plain(guns))
            fields.append(chosen("into", "Goes", "o", draft, choices, default=first))
    places = HOMES[kind] if kind else ()
    if len(places) > 1 and not any(field.value not in (None, NONE) for field in fields):
        choices = plain({place: PLACE_NAMES[place] for place in places})
        fields.append(chosen("place", "Where", "h", draft, choices, advanced=True))
    if kind == "item":
        fields.append(numeric("quantity", "How many", "m", draft, advanced=True))
    return fields


def sell(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Something of his, or of the spoils, with what it brings."""
    game, character = validator.state, validator.state.units[by]
    words = bare("sell", by)
    own = {what: f"{label}: {proceeds(type)} credits" for what, (label, type) in _sellable(character).items()}
    spoils = {
        type: f"{thing_named(type)} of the spoils: {proceeds(type)} credits"
        for type in dict.fromkeys(spoils_of(game, by))
    }
    choices = [*graded(validator, words, "what", own)]
    choices += [
        Choice(f"spoil {choice.value}", choice.label, choice.why_not)
        for choice in graded(validator, words, "spoil", spoils)
    ]
    field = wanted("thing", "Thing", "t", draft, open_first(choices))
    value = str(field.value or "")
    said: Words = {"spoil": value.removeprefix("spoil ")} if value.startswith("spoil ") else {"what": value}
    return Filled(
        [field], {**words, **said} if value else words, tuple(credits_to_spend(validator.state, by, None))
    )


def _sellable(character: Character) -> Mapping[str, tuple[str, str]]:
    """What he has, by what `sell` calls it: a name and a type."""
    own = {weapon.id: (described(character, weapon.id), weapon.type) for weapon in character.weapons}
    for slot in SLOTS:
        if type := getattr(character, slot):
            own[slot] = (thing_named(type), type)
    loose = [
        id
        for id in (*character.items, *character.worn, *character.pack, *character.ready)
        if character.weapon(id) is None
    ]
    return own | {id: (thing_named(id), id) for id in loose}


def claim(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A thing of the spoils."""
    game, character = validator.state, validator.state.units[by]
    choices = [
        choice
        for type in dict.fromkeys(spoils_of(game, by))
        for choice in graded(
            validator, {**bare("claim", by), **_instance(character, type)}, "spoil", {type: as_acquired(type)}
        )
    ]
    field = wanted("spoil", "Thing", "t", draft, open_first(choices))
    return Filled([field], words_of("claim", by, [field]) | _instance(character, str(field.value or "")))


def repair(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A broken weapon of his side, by his own hand or a smith's; or the armor that he wears."""
    game, character = validator.state, validator.state.units[by]
    smith = toggle("smith", "By a smith, for a quarter of the price", "m", draft)
    words = words_of("repair", by, [smith])
    choices: list[Choice] = []
    broken: dict[str, Words] = {ARMOR: {"armor": True}}
    for name in game.of(character.side):
        for weapon in game.units[name].weapons:
            if weapon.broken:
                key = f"{name} {weapon.id}"
                broken[key] = {"weapon": weapon.id, "owner": name}
                label = f"{described(game.units[name], weapon.id)} of {game.units[name].name}"
                choices.append(Choice(key, label, validator.validate({**words, **broken[key]}).refusal))
    if game.options.degraded_armor:
        choices.append(
            Choice(ARMOR, "the armor", validator.validate({**bare("repair", by), "armor": True}).refusal)
        )
    field = wanted("thing", "Thing", "t", draft, open_first(choices))
    said = broken.get(str(field.value or ""), {})
    if field.value == ARMOR:
        return Filled(
            [field], {**bare("repair", by), **said}, tuple(credits_to_spend(validator.state, by, None))
        )
    return Filled([field, smith], {**words, **said}, tuple(credits_to_spend(validator.state, by, None)))


def equip(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """One thing at a time: where it goes, in how many hands, what is fitted to it."""
    character = validator.state.units[by]
    what = wanted("thing", "Thing", "t", draft, plain(_things(character)))
    id = str(what.value or "")
    if id == SHIELD:
        places = {place: name for place, name in SHIELD_PLACES.items() if place != character.shield_held}
        held = chosen("shield_held", "Where", "h", draft, plain(places), required=True)
        return Filled([what, held], words_of("equip", by, [held]))
    now = next((place for place in LISTS if id in getattr(character, place)), "")
    if not now:
        return Filled([what], bare("equip", by))
    weapon = character.weapon(id)
    homes = ("ready", "belt", "slung", "pack") if weapon else ("items", "pack", "ready", "worn")
    choices = tuple(
        Choice(place, PLACE_NAMES[place], validator.validate(_moved(character, by, id, now, place)).refusal)
        for place in homes
        if place != now
    )
    fields, more = _handled(character, weapon, draft) if weapon else ([], {})
    place = chosen("place", "Where", "h", draft, choices, required=not more, hint=f"now {PLACE_NAMES[now]}")
    words = _moved(character, by, id, now, str(place.value or now))
    return Filled([what, place, *fields], {**words, **more})


def _things(character: Character) -> Mapping[str, str]:
    """All that he has, with where it is."""
    things = {
        id: f"{described(character, id)}, {PLACE_NAMES[place]}"
        for place in LISTS
        for id in getattr(character, place)
    }
    return (
        {**things, SHIELD: f"{thing_named(character.shield)}, {character.shield_held}"}
        if character.shield
        else things
    )


def _handled(character: Character, weapon: Weapon, draft: Draft) -> tuple[list[Field], Words]:
    """In how many hands a weapon is held, and what hangs on it."""
    hands = plain({1: "one hand", 2: "both hands"})
    grip = chosen("grip", "Hands", "n", draft, hands, default=weapon.grip)
    fitted = _fitted(character, weapon.id, draft)
    said = list(fitted.value or [])
    words = {"grip": {weapon.id: grip.value}} if grip.value != weapon.grip else {}
    fit = {"fit": {weapon.id: said}} if set(said) != set(weapon.fitted) else {}
    return [grip, fitted], {**words, **fit}


def _moved(character: Character, by: str, id: str, now: str, place: str) -> Words:
    """The words that put a thing elsewhere."""
    words = bare("equip", by)
    if place == now:
        return words
    left = list(without(getattr(character, now), id))
    return {**words, now: left, place: [*getattr(character, place), id]}


def _fitted(character: Character, id: str, draft: Draft) -> Field:
    """Supports, bayonet and packs at a weapon."""
    weapon = character.weapon(id)
    now = list(weapon.fitted) if weapon else []
    offered = {name: thing_named(name) for name in FITTED}
    said = draft if isinstance(draft.get("fitted"), (list, tuple)) else {"fitted": now}
    return several("fitted", "Fitted", "f", said, plain(offered), advanced=True)


CREDITS = "(credits)"
"""The choice of an award that is money."""


def award(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Experience for a reason, or credits."""
    words = bare("award", by)
    reasons = {id: f"{row.points} points: {row.name}" for id, row in awards().items()}
    offered = (*graded(validator, words, "reason", reasons), Choice(CREDITS, "credits"))
    what = wanted("what", "For what", "f", draft, open_first(offered))
    if what.value != CREDITS:
        return Filled(
            [what],
            words | ({"reason": what.value} if what.value else {}),
            tuple(points_to_spend(validator.state, by, None)),
        )
    fields = [
        numeric("credits", "Credits", "c", draft, required=True),
        Field("why", "Why", "y", "text", text(draft, "why") or None),
    ]
    return Filled([what, *fields], words_of("award", by, fields))
