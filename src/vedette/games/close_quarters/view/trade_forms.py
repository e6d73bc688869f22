"""The forms of trade and equipment between combats: what can be bought, sold, claimed, mended, carried where."""

from __future__ import annotations

from msgspec.structs import replace

from vedette.games.close_quarters import arms, derived, tables
from vedette.games.close_quarters.candidates import described
from vedette.games.close_quarters.characters import trade
from vedette.games.close_quarters.characters.carrying import LISTS, SLOTS, free_id
from vedette.games.close_quarters.characters.experience import points_to_spend
from vedette.games.close_quarters.state import FITTED, Character, Fight, Weapon, without
from vedette.games.close_quarters.telling import thing_named
from vedette.games.close_quarters.view.cards import HANDS
from vedette.view.fields import NONE, Draft, chosen, numeric, plain, several, toggle, typed, words_of
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, wanted
from vedette.view.vocabulary import Choice, Detail, Field

KINDS = {
    "weapon": "weapons", "armor": "armor and helmets", "shield": "shields", "energy_shield": "energy shields",
    "item": "items", "reload": "reloads",
}  # fmt: skip

PLACE_NAMES = {
    "ready": "in hand", "belt": "on the belt", "slung": "slung", "pack": "in the backpack", "items": "carried", "worn": "worn",
}  # fmt: skip

SHIELD_PLACES = {place: PLACE_NAMES[place] for place in trade.HOMES["shield"]}

CREDITS, ARMOR, SHIELD = "(credits)", "(armor)", "(shield)"
"""Choices that are no instances, no items and no reasons. No id looks like these."""


def _has(validator: FormValidator[Fight], by: str) -> tuple[Detail, ...]:
    return tuple(trade.credits_to_spend(validator.state, by, None))


def buy(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A kind of thing, then the thing; a reload goes into its weapon, where he has it."""
    game, character = validator.state, validator.state.units[by]
    kind = chosen("sort", "Kind", "w", draft, plain(KINDS), default="weapon", required=True)
    sold: dict[str, list[str]] = {
        "weapon": [*tables.weapons()],
        "armor": [*tables.armor()],
        "shield": [*tables.shields()],
        "energy_shield": [*tables.energy_shields()],
        "reload": [id for id, row in tables.items().items() if row.weapon and not row.spent],
        "item": [id for id, row in tables.items().items() if not row.weapon and not row.spent],
    }
    own = {weapon.type for weapon in character.weapons}
    own_first = sold[str(kind.value)]
    if kind.value == "weapon":
        own_first.sort(key=lambda one: not _handles(character, one))
    if kind.value == "reload":
        own_first.sort(key=lambda one: tables.items()[one].weapon not in own)
    choices = [
        replace(choice, columns=_columns(game, character, id))
        for id in own_first
        for choice in graded(
            validator,
            {**bare("buy", by), **_instance(character, id)},
            "type",
            {id: f"{thing_named(id)}, {tables.price(id)} credits"},
        )
    ]
    type = wanted("type", "Thing", "t", draft, open_first(choices))
    fields = [type, *_where(character, str(type.value or ""), draft)]
    words = words_of("buy", by, fields) | _instance(character, str(type.value or ""))
    # What is known of the thing at hand, for a list that has no room for its columns.
    known = [choice.columns for choice in type.choices if choice.value == type.value]
    told = [Detail(name, ", ".join(filter(None, rest))) for name, *rest in known]
    return Filled([kind, *fields], words, (*told, *_has(validator, by)))


def _handles(character: Character, type: str) -> bool:
    """Whether somebody has the skill and the strength for a weapon."""
    weapon = arms.new_weapon(character, type, type)
    return arms.skilled(character, weapon) and not arms.lack(character, weapon)


def _columns(game: Fight, character: Character, id: str) -> tuple[str, ...]:
    """A thing in the shop: its name, what it weighs, what it does in hand or worn, its price."""
    row, does = tables.thing(id), ""
    if id in tables.weapons():
        does = arms.damage_words(game, character, arms.new_weapon(character, id, id))
    elif id in tables.armor():
        does = f"stops {derived.points_of(game, tables.armor()[id])}"
    return thing_named(id), f"{row.kg} kg" if row else "", does, f"{tables.price(id)} cr"


def _instance(character: Character, type: str) -> Words:
    """A new weapon needs an id of its own."""
    return {"id": free_id(character, type)} if tables.kind_of(type) == "weapon" else {}


def _where(character: Character, type: str, draft: Draft) -> list[Field]:
    """Where it goes, how many, and into which weapon a reload is loaded."""
    kind, row, fields, loaded = tables.kind_of(type), tables.item(type), [], False
    if row is not None and row.weapon:
        guns = [weapon for weapon in character.weapons if weapon.type == row.weapon]
        if guns:
            into = {weapon.id: f"into the {described(character, weapon.id)}" for weapon in guns}
            first = next((weapon.id for weapon in guns if not weapon.ammo), NONE)
            choices = (Choice(NONE, "carried"), *plain(into))
            fields.append(chosen("into", "Goes", "o", draft, choices, default=first))
            loaded = fields[0].value not in (None, NONE)
    places = trade.HOMES[kind] if kind else ()
    if len(places) > 1 and not loaded:
        choices = plain({place: PLACE_NAMES[place] for place in places})
        fields.append(chosen("place", "Where", "h", draft, choices, advanced=True))
    if kind == "item":
        fields.append(numeric("quantity", "How many", "m", draft, advanced=True))
    return fields


def sell(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Something of his, or of the spoils, with what it brings."""
    character, words = validator.state.units[by], bare("sell", by)
    lists = (character.items, character.worn, character.pack, character.ready)
    loose = [id for things in lists for id in things if character.weapon(id) is None]
    own = {weapon.id: (described(character, weapon.id), weapon.type) for weapon in character.weapons}
    own |= {slot: (thing_named(type), type) for slot in SLOTS if (type := getattr(character, slot))}
    own |= {id: (thing_named(id), id) for id in loose}
    brings = {id: f"{label}: {trade.proceeds(type)} credits" for id, (label, type) in own.items()}
    spoils = {
        type: f"{thing_named(type)} of the spoils: {trade.proceeds(type)} credits"
        for type in dict.fromkeys(trade.spoils_of(validator.state, by))
    }
    theirs = graded(validator, words, "spoil", spoils)
    choices = [*graded(validator, words, "what", brings)]
    choices += [replace(choice, value=f"spoil {choice.value}") for choice in theirs]
    field = wanted("thing", "Thing", "t", draft, open_first(choices))
    value = str(field.value or "")
    if value:
        spoil = value.removeprefix("spoil ")
        words |= {"spoil": spoil} if spoil != value else {"what": value}
    return Filled([field], words, _has(validator, by))


def claim(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A thing of the spoils."""
    game, character = validator.state, validator.state.units[by]
    choices: list[Choice] = []
    for type in dict.fromkeys(trade.spoils_of(game, by)):
        words = {**bare("claim", by), **_instance(character, type)}
        choices += graded(validator, words, "spoil", {type: trade.as_acquired(type)})
    field = wanted("spoil", "Thing", "t", draft, open_first(choices))
    return Filled([field], words_of("claim", by, [field]) | _instance(character, str(field.value or "")))


def repair(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A broken weapon of his side, by his own hand or a smith's; or the armor that he wears."""
    game = validator.state
    smith = toggle("smith", "By a smith, for a quarter of the price", "m", draft)
    words, armor = words_of("repair", by, [smith]), {**bare("repair", by), "armor": True}
    choices: list[Choice] = []
    made: dict[str, Words] = {ARMOR: armor}
    for name in game.of(game.units[by].side):
        for weapon in game.units[name].weapons:
            if weapon.broken:
                key = f"{name} {weapon.id}"
                made[key] = {**words, "weapon": weapon.id, "owner": name}
                label = f"{described(game.units[name], weapon.id)} of {game.units[name].name}"
                choices.append(Choice(key, label, validator.validate(made[key]).refusal))
    if game.options.degraded_armor:
        choices.append(Choice(ARMOR, "the armor", validator.validate(armor).refusal))
    field = wanted("thing", "Thing", "t", draft, open_first(choices))
    fields = [field] if field.value == ARMOR else [field, smith]
    return Filled(fields, made.get(str(field.value or ""), words), _has(validator, by))


def equip(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """One thing at a time: where it goes, in how many hands, what is fitted to it."""
    character = validator.state.units[by]
    things = {
        id: f"{described(character, id)}, {PLACE_NAMES[place]}"
        for place in LISTS
        for id in getattr(character, place)
    }
    if character.shield:
        things[SHIELD] = f"{thing_named(character.shield)}, {character.shield_held}"
    what = wanted("thing", "Thing", "t", draft, plain(things))
    id = str(what.value or "")
    if id == SHIELD:
        places = {place: name for place, name in SHIELD_PLACES.items() if place != character.shield_held}
        held = chosen("shield_held", "Where", "h", draft, plain(places), required=True)
        return Filled([what, held], words_of("equip", by, [held]))
    now = next((place for place in LISTS if id in getattr(character, place)), "")
    if not now:
        return Filled([what], bare("equip", by))

    def moved(place: str) -> Words:
        words = bare("equip", by)
        if place == now:
            return words
        left = list(without(getattr(character, now), id))
        return {**words, now: left, place: [*getattr(character, place), id]}

    weapon = character.weapon(id)
    homes = ("ready", "belt", "slung", "pack") if weapon else ("items", "pack", "ready", "worn")
    choices = tuple(
        Choice(place, PLACE_NAMES[place], validator.validate(moved(place)).refusal)
        for place in homes
        if place != now
    )
    fields, more = _handled(weapon, draft) if weapon else ([], {})
    place = chosen("place", "Where", "h", draft, choices, required=not more, hint=f"now {PLACE_NAMES[now]}")
    return Filled([what, place, *fields], {**moved(str(place.value or now)), **more})


def _handled(weapon: Weapon, draft: Draft) -> tuple[list[Field], Words]:
    """In how many hands a weapon is held, and what hangs on it: supports, bayonet and packs."""
    hands = plain(HANDS)
    grip = chosen("grip", "Hands", "n", draft, hands, default=weapon.grip)
    hung = draft if isinstance(draft.get("fitted"), (list, tuple)) else {"fitted": list(weapon.fitted)}
    offered = plain({name: thing_named(name) for name in FITTED})
    fitted = several("fitted", "Fitted", "f", hung, offered, advanced=True)
    said = list(fitted.value or [])
    words: Words = {"grip": {weapon.id: grip.value}} if grip.value != weapon.grip else {}
    if set(said) != set(weapon.fitted):
        words["fit"] = {weapon.id: said}
    return [grip, fitted], words


def award(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Experience for a reason, or credits."""
    words = bare("award", by)
    reasons = {id: f"{row.points} points: {row.name}" for id, row in tables.awards().items()}
    offered = (*graded(validator, words, "reason", reasons), Choice(CREDITS, "credits"))
    what = wanted("what", "For what", "f", draft, open_first(offered))
    if what.value != CREDITS:
        words |= {"reason": what.value} if what.value else {}
        return Filled([what], words, tuple(points_to_spend(validator.state, by, None)))
    credits = numeric("credits", "Credits", "c", draft, required=True)
    fields = [credits, typed("why", "Why", "y", draft)]
    return Filled([what, *fields], words_of("award", by, fields))
