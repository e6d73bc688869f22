"""The forms between combats: healing, experience, skills, awards, the end of a scenario."""

from __future__ import annotations

from typing import Any

from vedette.games.close_quarters.characters.experience import attribute_cost, bonus_cost, priced
from vedette.games.close_quarters.characters.healing import can_be_woken, capacity, minutes_to_wake
from vedette.games.close_quarters.characters.scenarios import DRAW
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import awards, scenarios, skills
from vedette.games.close_quarters.view.asked import bare, plain, several, text, wanted, words_of
from vedette.kit.words import count
from vedette.view.fields import Draft, chosen, numeric, toggle
from vedette.view.forms import Filled, FormValidator, Words, graded, open_first
from vedette.view.vocabulary import Choice, Detail, Field

ATTRIBUTES = {"str": "STR", "dex": "DEX", "int": "INT", "mov": "MOV"}

WOUNDS = {"lethal": "lethal", "nonlethal": "nonlethal"}

CREDITS = "(credits)"
"""The choice of an award that is money."""

STANDARDS = {"new": "a new character", "experienced": "an experienced one"}


def heal(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Whom; how much of it, and which wounds, where that isn't all."""
    game = validator.state
    living = {
        name: f"{character.name}: {character.damage} of {character.str} lost"
        for name, character in game.units.items()
        if character.side == game.units[by].side and is_alive(game, name)
    }
    choices = open_first(graded(validator, bare("heal", by), "patient", living))
    fields = [
        wanted("patient", "Patient", "p", draft, choices),
        numeric("points", "Points", "o", draft, advanced=True, hint="all that is possible unless said"),
        chosen("kind", "Wounds", "k", draft, plain(WOUNDS), advanced=True),
    ]
    lines = (Detail("He can heal", f"{capacity(game.units[by])} points for each patient"),)
    return Filled(fields, words_of("heal", by, fields), lines)


def wake(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Whom, and how many minutes it takes."""
    game = validator.state
    lying = {
        name: f"{game.units[name].name}: {count(minutes_to_wake(game.units[name]), 'minute')}"
        for name in game.units
        if name != by and can_be_woken(game, name)
    }
    fields = [wanted("patient", "Patient", "p", draft, plain(lying))]
    return Filled(fields, words_of("wake", by, fields))


def buy_skill(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A skill that he doesn't know, with its price."""
    game, character = validator.state, validator.state.units[by]
    words = bare("buy_skill", by)
    offered = {
        id: f"{row.name}: {_price(game, words, id)} points"
        for id, row in skills().items()
        if id not in character.skills
    }
    field = wanted("skill", "Skill", "k", draft, open_first(graded(validator, words, "skill", offered)))
    return Filled([field], words_of("buy_skill", by, [field]), _points(game, by))


def _price(game: Fight, words: Words, skill: str) -> int:
    cost, _ = priced(game, Named(words["by"], skill))
    return cost


class Named:
    """As much of a purchase as a price takes."""

    def __init__(self, by: str, skill: str) -> None:
        """Who buys, and which skill."""
        self.by, self.skill = by, skill


def buy_bonus(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """+1 on a skill that he knows, or on its whole chain."""
    game, character = validator.state, validator.state.units[by]
    chain = toggle(
        "chain", "The whole chain", "c", draft, advanced=True, hint="of skills that belong together"
    )
    words = words_of("buy_bonus", by, [chain])
    offered = {
        id: f"{skills()[id].name} +{character.bonuses.get(id, 0)}: {bonus_cost(id, bool(chain.value))} points"
        for id in character.skills
    }
    field = wanted("skill", "Skill", "k", draft, open_first(graded(validator, words, "skill", offered)))
    return Filled([field, chain], words_of("buy_bonus", by, [field, chain]), _points(game, by))


def buy_attribute(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A point of an attribute."""
    character = validator.state.units[by]
    offered = {
        id: f"{label} {getattr(character, id)} to {getattr(character, id) + 1}: {attribute_cost(character, id)} points"  # type: ignore[arg-type]
        for id, label in ATTRIBUTES.items()
    }
    choices = open_first(graded(validator, bare("buy_attribute", by), "attribute", offered))
    field = wanted("attribute", "Attribute", "t", draft, choices)
    return Filled([field], words_of("buy_attribute", by, [field]), _points(validator.state, by))


def change_skills(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Skills given up for others."""
    character = validator.state.units[by]
    words = bare("change_skills", by)
    own = {id: skills()[id].name for id in character.skills}
    drops = tuple(
        Choice(id, label, validator.validate({**words, "drop": [id]}, {"drop"}).refusal)
        for id, label in own.items()
    )
    fields = [
        several("drop", "Gives up", "g", draft, drops),
        several(
            "learn",
            "Learns",
            "k",
            draft,
            plain({id: row.name for id, row in skills().items() if id not in own}),
        ),
    ]
    return Filled(fields, words_of("change_skills", by, fields))


def award(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Experience for a reason, or credits."""
    words = bare("award", by)
    reasons = {id: f"{row.points} points: {row.name}" for id, row in awards().items()}
    offered = (*graded(validator, words, "reason", reasons), Choice(CREDITS, "credits"))
    what = wanted("what", "For what", "f", draft, open_first(offered))
    if what.value != CREDITS:
        return Filled(
            [what], words | ({"reason": what.value} if what.value else {}), _points(validator.state, by)
        )
    fields = [
        numeric("credits", "Credits", "c", draft, required=True),
        Field("why", "Why", "y", "text", text(draft, "why") or None),
    ]
    return Filled([what, *fields], words_of("award", by, fields))


def validate(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """As what he is judged."""
    field = chosen("as", "As", "a", draft, plain(STANDARDS), default="new")
    return Filled([field], words_of("validate", by, [field]))


def settle(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """Who has won; the stake in practice; whether there was a fight at all."""
    game = validator.state
    row = scenarios()[game.options.scenario]
    sides: dict[Any, str] = {**{id: side.name for id, side in game.sides.items()}, DRAW: "a draw"}
    likely = {"winner": game.outcome} if game.outcome in sides else {}
    fields = [wanted("winner", "Has won", "w", {**likely, **draft}, plain(sides))]
    if row.stake:
        fields.append(numeric("stake", "Stake", "k", draft, hint="credits that each loser pays"))
    words: Words = words_of("settle", by, fields)
    if row.fight_optional:
        avoided = toggle("avoided", "Nobody fought", "n", draft)
        fields.append(avoided)
        words |= {"fight": False} if avoided.value else {}
    return Filled(fields, words, (Detail(row.name, row.text),))


def _points(game: Fight, by: str) -> tuple[Detail, ...]:
    return (Detail("Experience", f"{game.units[by].ep} points"),)
