"""How a character is made, page by page (CH 17): what may be taken, what it costs, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.record import record, replace
from vedette.games.close_quarters.characters.carrying import kilograms
from vedette.games.close_quarters.characters.creating import attribute_total, cost
from vedette.games.close_quarters.derived import e_dex, e_mov, encumbrance, load_grams, slots
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.view.building import (
    arming,
    attributes,
    dressing,
    learning,
    packing,
    stowing,
)
from vedette.games.close_quarters.view.building.yard import HERO, against_him, alone, beginning, begun, read
from vedette.games.close_quarters.view.sheet import in_short, sheet
from vedette.view.builder import BenchPage, Builder, BuildSummary, Line, Total
from vedette.view.tones import Tone


@record
class Page:
    """A page of the bench: its lines, and what a step on one of them makes of a character."""

    title: str
    key: str
    lines: Callable[[Character], tuple[Line, ...]]
    stepped: Callable[[Character, str, int], Character]


PAGES: Mapping[str, Page] = {
    "attributes": Page("Attributes", "a", attributes.lines, attributes.stepped),
    "skills": Page("Skills", "k", learning.lines, learning.stepped),
    "weapons": Page("Weapons", "w", arming.lines, arming.stepped),
    "armor": Page("Armor", "r", dressing.lines, dressing.stepped),
    "things": Page("Things", "t", packing.lines, packing.stepped),
    "carrying": Page("Carrying", "c", stowing.lines, stowing.stepped),
}


def bench(character: Character) -> BuildSummary:
    """Sums and faults."""
    return BuildSummary(character.name, _totals(character), against_him(character))


def _totals(character: Character) -> tuple[Total, ...]:
    """Points, slots and credits; the load and what it does."""
    game = alone(character)
    points = game.options.starting_points - attribute_total(character)
    taken, left = slots(character, game.options), game.options.starting_credits - cost(character)
    band = encumbrance(game, HERO)
    bound = character.species == "human"
    start, of_int = f"{game.options.starting_points}" if bound else "", f"{character.int}"
    return (
        Total(
            "Points left", f"{points}" if bound else "–", _within(points >= 0) if bound else "plain", start
        ),
        Total(
            "Slots left",
            f"{character.int - taken}",
            _within(taken <= character.int or character.species == "robot"),
            of_int,
        ),
        Total("Credits left", f"{left}", _within(left >= 0), f"{game.options.starting_credits}"),
        Total("Load kg", kilograms(load_grams(character)), "warn" if band.dex or band.mov else "plain"),
        Total("Burden", band.id, "warn" if band.dex or band.mov else "plain"),
        Total("DEX", f"{e_dex(game, HERO)}", "warn" if e_dex(game, HERO) < character.dex else "plain"),
        Total("MOV", f"{e_mov(game, HERO)}", "warn" if e_mov(game, HERO) < character.mov else "plain"),
    )


def _within(limit: bool) -> Tone:
    """Green as long as a rule has nothing against it."""
    return "good" if limit else "bad"


def _in_a_line(game: Any) -> str:
    """The character of a file: attributes, experience, credits; nothing while there is none."""
    character = next(iter(game.units.values()), None) if isinstance(game, Fight) else None
    return f"{in_short(character)} · {character.ep} experience · {character.wealth} cr" if character else ""


BUILDER: Builder[Character] = Builder(
    pages=tuple(BenchPage(id, page.title, page.key) for id, page in PAGES.items()),
    begin=begun,
    read=read,
    bench=bench,
    lines=lambda character, page: PAGES[page].lines(character),
    change=lambda character, page, line, step: PAGES[page].stepped(character, line, step),
    rename=lambda character, name: replace(character, name=name),
    sheet=lambda character: sheet(alone(character), HERO),
    beginning=beginning,
    line=_in_a_line,
)
