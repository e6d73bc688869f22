"""Small games for tests of the company ruleset."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.contract.players.company import likely
from vedette.engine import library
from vedette.engine.requests import ChoiceRequest, DiceRequest, ScriptedAnswers
from vedette.engine.session import Outcome, Session, new_session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish

FOOT: dict[str, Any] = {
    "points": 6, "r": 5, "t": 3, "mo": 6, "me": {"attack": 4, "defend": 5}, "activation": {"move": 5, "attack": 6},
}  # fmt: skip
BOWS: dict[str, Any] = {
    "points": 4, "r": 5, "t": 2, "mo": 6, "me": {"attack": 6, "defend": 5}, "mi": {"hit": 5, "range": 18},
    "activation": {"move": 6, "shoot": 6, "attack": 7},
}  # fmt: skip
WILD: dict[str, Any] = {**FOOT, "mo": 8, "traits": ["reckless"]}
SITE: dict[str, Any] = {**FOOT, "r": 6, "resolve": 4}

GAMES = sorted(library.games("company"))


def group(id: str, kind: dict[str, Any] = FOOT, **changes: Any) -> dict[str, Any]:
    return {"id": id, "name": f"Group {id}", **kind, **changes}


def skirmish(
    red: list[dict[str, Any]],
    blue: list[dict[str, Any]],
    state: dict[str, Any] | None = None,
    **setup: Any,
) -> Session[Skirmish]:
    """A game in the middle of red's turn, unless the presets say otherwise."""
    sides = [{"id": "red", "name": "Red", "units": red}, {"id": "blue", "name": "Blue", "units": blue}]
    presets = {"phase": "activation", "active": "red", **(state or {})}
    return new_session(RULESET, {"ruleset": "company", "sides": sides, "state": presets, **setup}, seed=1)


def site_game(path: Path | None = None, **setup: Any) -> Session[Skirmish]:
    """Two Groups a side by the site's rules, one of them a Captain's, before the roll-off."""
    sides = [
        {
            "id": side,
            "name": side.capitalize(),
            "companies": [{"id": side, "name": side.capitalize(), "trait": "vapid"}],
            "units": [group(f"{side[0]}1", SITE, captain=True), group(f"{side[0]}2", SITE)],
        }
        for side in ("red", "blue")
    ]
    game = {"ruleset": "company", "edition": "site", "sides": sides, **setup}
    return new_session(RULESET, game, seed=1, path=path)


def do(
    session: Session[Skirmish], words: dict[str, Any], *dice: int, choose: tuple[str, ...] = ()
) -> Outcome:
    return session.do(words, answers=ScriptedAnswers([*dice], [*choose]))


@cache
def played(name: str, seed: int) -> Session[Skirmish]:
    """One of the ready games, played by luck, with an answer for everything: once for all tests that look at it."""
    session = new_session(RULESET, library.games("company")[name], seed=seed)
    luck = Random(f"{name}/{seed}")
    for _ in range(400):
        if session.state.outcome:
            break
        session.do(likely(session.state, luck))
        while session.request:
            answer_by_luck(session, luck)
    return session


def answer_by_luck(session: Session[Skirmish], luck: Random) -> None:
    if isinstance(session.request, ChoiceRequest):
        session.answer(luck.choice(session.request.options).value)
    elif isinstance(session.request, DiceRequest):
        session.answer(session.throw())
