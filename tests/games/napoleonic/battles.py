"""Small battles for tests of single rules, and the game files that come with Vedette."""

from __future__ import annotations

from typing import Any

from vedette.engine.library import games
from vedette.engine.requests import ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.napoleonic.ruleset import RULESET
from vedette.games.napoleonic.state import Battle
from vedette.view.vocabulary import Card


def ready_made(name: str, **state: Any) -> Session[Battle]:
    """A game file, with presets."""
    return new_session(RULESET, {**games("napoleonic")[name], "state": state}, seed=1)


def give(
    session: Session[Battle],
    do: str,
    by: str,
    *,
    dice: tuple[int, ...] = (),
    choose: tuple[str, ...] = (),
    **words: Any,
) -> Outcome:
    """Give a command with typed dice; whatever else is asked stays open."""
    return session.do({"do": do, "by": by, **words}, answers=ScriptedAnswers(dice, choose))


def card(session: Session[Battle], unit: str) -> Card:
    """The card of a Unit or a group."""
    cards = RULESET.view.table(session.state, session.request).cards
    return next(one for one in cards if one.id == unit)


def badges(session: Session[Battle], unit: str) -> list[str]:
    """The words of the card's badges."""
    return [badge.text for badge in card(session, unit).badges]


def said(outcome: Outcome, session: Session[Battle]) -> list[str]:
    """What happened, in sentences."""
    return [text for entry in outcome.entries for text in session.sentences(entry)]
