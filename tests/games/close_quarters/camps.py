"""Camps between combats for tests of the characters half, and characters of any kind for properties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.close_quarters.ruleset import RULESET
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import armor, energy_shields, items, shields, skills, weapons

SIDE = "red"


def camp(*units: dict[str, Any], state: dict[str, Any] | None = None, **options: Any) -> Session[Fight]:
    """A game between combats with one side."""
    return game_of([{"id": SIDE, "name": "Red", "units": list(units)}], state, **options)


def game_of(
    sides: list[dict[str, Any]], state: dict[str, Any] | None = None, **options: Any
) -> Session[Fight]:
    """A game between combats with any sides."""
    setup = {"ruleset": "close-quarters", "options": options, "state": state or {}, "sides": sides}
    return new_session(RULESET, setup, seed=1)


def give(session: Session[Fight], do: str, by: str, *dice: int, override: str = "", **words: Any) -> Outcome:
    """Give a command with typed dice; whatever else is asked stays open."""
    return session.do(
        {"do": do, "by": by, **words}, answers=ScriptedAnswers(list(dice), []), override=override
    )


def said(session: Session[Fight], outcome: Outcome) -> list[str]:
    """What happened, in sentences."""
    return [text for entry in outcome.entries for text in session.sentences(entry)]


def _some(ids: Any, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(sorted(ids)), max_size=most)


def _maybe(ids: Any) -> st.SearchStrategy[str]:
    return st.just("") | st.sampled_from(sorted(ids))


SUITS = [row.id for row in armor().values() if row.kind != "helmet"]
HELMETS = [row.id for row in armor().values() if row.kind == "helmet"]
WORN = [row.id for row in items().values() if row.worn]
MODEST = [row.id for row in weapons().values() if row.cost <= 100]
PLACES = ("ready", "belt", "slung", "pack")


@st.composite
def builds(draw: st.DrawFn, *, modest: bool = False) -> dict[str, Any]:
    """What a character is made of: anything that makes sense; `modest` ones have a chance to be lawful."""
    low, high = (8, 14) if modest else (1, 30)
    types = draw(_some(MODEST if modest else weapons(), 2 if modest else 4))
    row: dict[str, Any] = {
        "name": "Any",
        "species": "human" if modest else draw(st.sampled_from(["human", "robot", "giant"])),
        "str": draw(st.integers(low, high)),
        "dex": draw(st.integers(low, high)),
        "int": draw(st.integers(low, high)),
        "mov": draw(st.integers(10, 11) if modest else st.integers(4, 16)),
        "skills": draw(st.lists(st.sampled_from(sorted(skills())), max_size=4, unique=True)),
        "weapons": [{"id": f"w{n}", "type": type} for n, type in enumerate(types)],
        "items": draw(_some(items(), 2 if modest else 6)),
        "worn": draw(_some(WORN, 1)),
        "armor": draw(_maybe(["leather", "padded"] if modest else SUITS)),
    }
    if not modest:
        row |= {
            "armor2": draw(_maybe(SUITS)),
            "helmet": draw(_maybe(HELMETS)),
            "shield": draw(_maybe(shields())),
            "shield_held": draw(st.sampled_from(["ready", "slung", "dropped"])),
            "energy_shield": draw(_maybe(energy_shields())),
            "pack": draw(_some(items(), 3)),
        }
    for weapon in row["weapons"]:
        weapon["grip"] = weapons()[weapon["type"]].hands if modest else draw(st.integers(1, 2))
        place = draw(st.sampled_from(PLACES[:3] if modest else PLACES))
        row[place] = [*row.get(place, []), weapon["id"]]
    return row
