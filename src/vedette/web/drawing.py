"""The parts of the page as HTML, out of the vocabulary of the view. Names can't be anything but text in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from time import time
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from msgspec.structs import replace

from vedette.engine.dice import Pool
from vedette.engine.facts import Moment as Mood
from vedette.engine.figures import number
from vedette.engine.requests import DiceRequest
from vedette.engine.text import visible
from vedette.view import dice_text as say
from vedette.view import signs
from vedette.view.board_svg import board_css, board_svg, box_round, listed_figures
from vedette.view.clock import AWAY, LAST, LOW, clock_face
from vedette.view.outlook import WORTH_TELLING, Chance, likeliest, percent, rarity
from vedette.view.palette import PALETTES, side_roles
from vedette.view.roll_explanation import decided
from vedette.view.signs import severity
from vedette.view.vocabulary import Card, Field, PlannedRoll
from vedette.web.moment import PageMoment

MOODS: Mapping[Mood, str] = {
    "lost": signs.GONE, "down": signs.SENSELESS, "hurt": signs.HURT, "waits": signs.TOKEN, "fail": signs.FAILURE, "gain": signs.SUCCESS, "": "",
}  # fmt: skip
"""The sign of what has happened."""

MOST_POINTS = 16
"""More hit points of a lone model than this are one bar."""

LOSSES = 8
"""Bars of the odds, at most."""

Regions = Mapping[str, str]
"""The parts of the page by the ids of their elements."""


def regions(moment: PageMoment) -> Regions:
    """Every part of the page that everybody may see."""
    return dict(parts(moment))


def parts(moment: PageMoment) -> Iterator[tuple[str, str]]:
    told = {
        "moment": moment,
        "table": moment.table,
        "roles": _roles(moment),
        "names": {side.id: side.name for side in moment.table.sides},
    }
    for part in ("banner", "score", "clocks", "stage", "log"):
        yield part, _draw(f"{part}.html", **told)
    yield "map", _map(moment)
    for place, side in enumerate(moment.table.sides, 1):
        yield f"army-{place}", _draw("army.html", **told, side=side, cards=_cards(moment, side.id))


def own_parts(moment: PageMoment, side: str) -> Regions:
    """What only one side may see: what it has sealed, and the map with the hexes of that marked."""
    name = next((one.name for one in moment.table.sides if one.id == side), side)
    details = moment.ruleset.view.hidden(moment.state, side) or ()
    hexes = frozenset(hex for detail in details for hex in detail.hexes)
    return {"hidden": _draw("hidden.html", side=name, details=details), "map": _map(moment, hexes)}


def page(name: str, moment: PageMoment, drawn: Regions, **more: Any) -> str:
    marked = {id: Markup(html) for id, html in drawn.items()}
    return _draw(
        name, moment=moment, table=moment.table, parts=marked, roles=_roles(moment), now=time(), **more
    )


def style() -> str:
    """The style sheet: what the page looks like, and its colours in the dark, by light and for eyes that need contrast."""
    sheet = _static("page.css")
    light, dark, contrast = (
        f":root {{ {_variables(PALETTES[name])} }}\n{board_css(PALETTES[name])}"
        for name in ("light", "dark", "contrast")
    )
    return (
        f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}}}\n"
        f"@media (prefers-contrast: more) {{\n{contrast}}}\n{sheet}"
    )


def script() -> str:
    return _static("page.js")


def _roles(moment: PageMoment) -> Mapping[str, str]:
    return side_roles(side.id for side in moment.table.sides)


def _variables(palette: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in palette.items())


def _cards(moment: PageMoment, side: str) -> list[tuple[Card, Sequence[Any]]]:
    details = moment.ruleset.view.details
    return [(card, details(moment.state, card.id)) for card in moment.table.cards if card.side == side]


def _map(moment: PageMoment, marked: frozenset[str] = frozenset()) -> str:
    """The map, as the open form would have it; nothing where the game is played without one."""
    board = moment.form.board if moment.form and moment.form.board else moment.table.board
    if board is None:
        return ""
    board = replace(board, zones={**board.zones, **dict.fromkeys(filter(board.has, marked), signs.TARGET)})
    sides = {side.id: side.name for side in moment.table.sides}
    svg = Markup(board_svg(board, f"Map: {moment.table.title}", sides, named=False))
    return _draw("map.html", svg=svg, rows=listed_figures(board, sides), roles=_roles(moment))


# --- what templates ask


def fight_box(moment: PageMoment) -> str:
    """The part of the map in which those who act and their target are, as the box of a drawing; "" without a map."""
    board = moment.form.board if moment.form and moment.form.board else moment.table.board
    if board is None:
        return ""
    wanted = [card.id for card in moment.duel] if moment.duel else [moment.table.active]
    hexes = [figure.hex for figure in board.figures if figure.id in wanted and figure.hex]
    return box_round(hexes) if hexes else ""


def _blocks(card: Card) -> list[str]:
    """A block for each model, or for each hit point of a lone one: whole, hurt or lost."""
    if len(card.pips) > 1:
        return [
            "lost"
            if pip.value <= 0
            else "hurt"
            if pip.value < pip.full
            else "leader"
            if pip.leader
            else "whole"
            for pip in card.pips
        ]
    if card.full > MOST_POINTS:
        return []
    return ["whole" if point < card.value else "lost" for point in range(card.full)]


def _parts(pool: Pool, planned: PlannedRoll | None = None) -> list[tuple[str, str, str]]:
    """Where the needed number comes from, of a `planned` roll with what is rolled again: value, reason, and whether that helps."""
    return [
        (value, reason, say.modifier_tone(value, pool) if value[:1] in "+−" and value else "")
        for value, reason, _ in (say.planned_parts(planned) if planned else say.needed_parts(pool))
    ]


def _chance(pool: Pool, planned: PlannedRoll | None = None) -> str:
    """How likely a roll is, in words; "" where nothing is wanted of it."""
    if planned:
        return ", ".join(f"{what} {odds}" for what, odds in say.planned_chance(planned))
    what, odds = say.chance_words(pool)
    return f"{odds} {what}" if odds else ""


def _value(field: Field) -> str:
    if field.value is None or field.value in ("", (), []):
        return "…"
    if field.secret:
        return "hidden"
    if field.kind == "toggle":
        return "yes" if field.value else "no"
    labels = {str(choice.value): choice.label for choice in field.choices}
    values = field.value if isinstance(field.value, list | tuple) else [field.value]
    said = ", ".join(
        labels.get(str(value), number(value) if isinstance(value, float) else str(value)) for value in values
    )
    return f"{said}{field.suffix}" if field.kind in ("number", "numbers") else said


def _losses(moment: PageMoment) -> list[Chance]:
    """The bars of the odds: what came, and the likeliest of the others, in their order."""
    return likeliest(moment.odds.outlook, LOSSES, moment.odds.came) if moment.odds else []


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("vedette.web"), autoescape=True, undefined=StrictUndefined, finalize=_as_text,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals |= {
        "signs": signs, "MOODS": MOODS, "MARKS": say.MARKS, "SOURCES": say.SOURCES, "WORTH_TELLING": WORTH_TELLING,
        "severity": severity, "blocks": _blocks, "parts_of": _parts, "chance_of": _chance,
        "value_of": _value, "counts": say.counts, "losses_of": _losses, "needed": say.needed, "needs": say.needs, "pool_words": say.pool_words,
        "sources": say.sources, "decided": decided, "percent": percent, "rarity": lambda seen, came: " ".join(rarity(seen, came)),
        "clock_face": clock_face, "AWAY": AWAY, "LOW": LOW, "LAST": LAST,
        "fight_box": fight_box,
        "is_dice": lambda request: isinstance(request, DiceRequest),
        "is_planned": lambda detail: isinstance(detail, PlannedRoll),
    }  # fmt: skip
    made.filters["json"] = json.dumps
    return made


def _as_text(said: Any) -> Any:
    """What a template says: signs that steer or can't be seen are written out."""
    return said if isinstance(said, Markup) else visible(str(said))


def _draw(name: str, **told: Any) -> str:
    return _templates().get_template(name).render(**told)


@cache
def _static(name: str) -> str:
    return files("vedette.web").joinpath("static", name).read_text(encoding="utf-8")
