"""The forms of the turn that are made by hand: the initiative, forced retreats, the energy shield; and checks at any time."""

from __future__ import annotations

from vedette.games.close_quarters.derived import initiative_bonus
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import check_rows, number, skills
from vedette.games.close_quarters.view.asked import bare, text, wanted
from vedette.view.fields import NONE, Draft, chosen, numeric, plain, words_of
from vedette.view.forms import Filled, FormValidator, graded, open_first
from vedette.view.vocabulary import Choice, Detail, Field

ATTRIBUTES = {"str": "STR", "dex": "DEX", "int": "INT"}


def initiative(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """By dice, unless a side surprises the others or goes on running."""
    game = validator.state
    words = bare("initiative", by)
    ways: dict[str, tuple[str, str]] = {}
    choices = [Choice(NONE, "by dice", validator.validate(words).refusal)]
    for how, label in (("surprise", "by surprise"), ("flee", "by running on")):
        offered = graded(
            validator,
            words,
            how,
            {id: f"{label}: {side.name}" for id, side in game.sides.items()},
        )
        for choice in offered:
            ways[f"{how} {choice.value}"] = (how, str(choice.value))
            choices.append(Choice(f"{how} {choice.value}", choice.label, choice.why_not))
    field = chosen("how", "Initiative", "i", draft, tuple(choices), default=NONE)
    how, side = ways.get(str(field.value), ("", ""))
    lines = tuple(
        Detail(game.sides[id].name, f"{number('initiative_dice')} die{_plus(initiative_bonus(game, id))}")
        for id in game.sides
        if not how
    )
    return Filled([field], {**words, how: side} if how else words, lines)


def _plus(bonus: int) -> str:
    return f" {bonus:+d}" if bonus else ""


def switch_shield(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """On if it is off, off if it is on."""
    return Filled([], {**bare("switch_shield", by), "on": not validator.state.units[by].energy_shield_on})


# --- checks


def check(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A kind of check, or an attribute; dice and bonus where the table says more. In combat also who makes it."""
    who = _who(validator, by, draft)
    by = str(who[0].value) if who else by
    words = bare("check", by)
    kinds = graded(validator, words, "kind", {id: row.name for id, row in check_rows().items()})
    attributes = plain({id: f"on {label}" for id, label in ATTRIBUTES.items()})
    what = wanted("what", "Check", "c", draft, (*open_first(kinds), *attributes))
    key = "attribute" if what.value in ATTRIBUTES else "kind"
    fixed = key == "kind" and what.value in check_rows() and bool(check_rows()[what.value].dice)
    more = [] if fixed else [numeric("difficulty", "Dice", "d", draft, hint=f"{number('check_dice')}")]
    if key == "attribute":
        known = plain({skill: skills()[skill].name for skill in validator.state.units[by].skills})
        more.append(chosen("skill", "Skill that helps", "k", draft, known, advanced=True))
    more += [numeric("bonus", "Bonus", "b", draft, advanced=True), _why(draft)]
    said = {key: what.value} if what.value is not None else {}
    return Filled([what, *who, *more], {**words_of("check", by, more), **said})


def _who(validator: FormValidator[Fight], by: str, draft: Draft) -> list[Field]:
    """Who of his side makes the check."""
    game = validator.state
    if game.phase == "between":
        return []
    own = plain({name: game.units[name].name for name in game.of(game.units[by].side)})
    likely = game.actor if game.actor in [choice.value for choice in own] else by
    return [chosen("who", "Who", "h", draft, own, default=likely, required=True)]


def _why(draft: Draft) -> Field:
    return Field("why", "What for", "f", "text", text(draft, "why") or None, advanced=True)
