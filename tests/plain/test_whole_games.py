"""Whole games by lines, as from a pipe: every recorded decision of the examples, and the same game comes of it."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.plain.script import Again
from vedette.engine.library import data_folder
from vedette.engine.session import Session, new_session, read_session
from vedette.registry import rulesets

EXAMPLES = sorted((data_folder() / "saves").glob("*.vedette"))
SHORT = ("close-quarters-duel", "open-fire-first-battle")
"""One with a map and one without."""


def played(path: Path, *, menus: bool) -> Again:
    old = read_session(rulesets(), path)
    again = Again(old, new_session(old.ruleset, old.setup, seed=old.header.seed), menus=menus)
    again.play()
    return again


def stands(session: Session[Any]) -> list[Any]:
    """What is left of whom: models that nothing tells apart may have fallen one for the other."""
    cards = session.ruleset.view.table(session.state, None).cards
    return [(card.id, card.standing, card.value, card.tokens, card.badges) for card in cards]


def must_be_the_same_game(again: Again) -> None:
    assert again.new.state.outcome == again.old.state.outcome != ""
    assert stands(again.new) == stands(again.old)
    assert not again.talk.wrong
    said = "".join(line for line in again.said if not line.startswith(">"))
    for line in again.said:
        assert line.startswith(">") or line[-1] in ".?!:" or line == again.said[-1], line
    unanswered = [one for one, after in pairwise(again.said) if one.startswith(">") and after.startswith(">")]
    assert not unanswered
    signs = {char for char in said if unicodedata.category(char)[0] not in "LNZ"}
    assert signs <= set(".,;:!?'\"()-+/%&_=#"), signs


@pytest.mark.parametrize(
    "path",
    [pytest.param(one, marks=[] if one.stem in SHORT else pytest.mark.thorough) for one in EXAMPLES],
    ids=lambda path: path.stem,
)
def test_a_whole_game_by_commands_in_full(path: Path) -> None:
    must_be_the_same_game(played(path, menus=False))


@pytest.mark.thorough
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_whole_game_by_names_numbers_and_forms(path: Path) -> None:
    again = played(path, menus=True)
    must_be_the_same_game(again)
    assert again.by_menu > 5
