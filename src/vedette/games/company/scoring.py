"""The end: VP that the players award, the count, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine.checks import forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Score
from vedette.engine.figures import signed
from vedette.engine.grammar import name_of, the
from vedette.engine.play import Play
from vedette.engine.text import require_text
from vedette.games.company.groups import Reason, companies_of, own_company, points, points_lost
from vedette.games.company.phase_check import in_its_part_of_the_game
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import Award
from vedette.games.company.turns import GameOver
from vedette.kit.sentences import fact
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Skirmish]()


@fact(
    "{side} scored {vp} VP: {reason:clause}.",
    moment=lambda it: "gain" if it.vp else "",
    headline="{side} +{vp} VP: {reason:clause}",
)
class Scored(Fact, frozen=True):
    side: str
    vp: int
    reason: str

    @property
    def score(self) -> Score:
        return Score(self.side, self.vp, self.reason.rstrip("."))


Points = Annotated[int, Field(ge=1, le=1000)]


class ScorePoints(Command):
    """Score VP that the players award, or a Company's ambition."""

    vp: Annotated[Points | None, "with a reason"] = None
    reason: Reason | None = None
    ambition: Annotated[bool, "instead of VP with a reason"] = False
    company: Annotated[str | None, "where the side has several"] = None

    @field_validator("reason")
    @classmethod
    def _said(cls, value: str | None) -> str | None:
        return None if value is None else require_text(value)


class EndGame(Command):
    """VP are counted, and the game is over."""


def score_understood(game: Skirmish, command: ScorePoints) -> ScorePoints:
    by_side(game, command)
    if command.ambition:
        if command.vp is not None or command.reason is not None:
            raise CommandError("Score an ambition or VP with a reason, not both.")
        return command.model_copy(update={"company": own_company(game, command.by, command.company)})
    if command.vp is None or command.reason is None:
        raise CommandError("Say how many VP, and for what reason.")
    if command.company is not None:
        raise CommandError("A Company is named for its ambition only.")
    return command


@forbids("CO-END-3", reads=("ambition", "company"))
def _an_ambition_scores_once(game: Skirmish, command: ScorePoints) -> str | None:
    if not command.ambition:
        return None
    company = game.companies[str(command.company)]
    if not company.ambition:
        return f"{company.name} chose no ambition."
    if company.ambition_done:
        return f"The ambition of {the(name_of(company, is_side=True))} has scored."
    return None


@COMMANDS.add(
    ScorePoints,
    "Score VP",
    score_understood,
    (in_its_part_of_the_game, _an_ambition_scores_once),
    actor="side",
    rules=("CO-END-2",),
    key="v",
    deliberate=True,
    of_table=True,
)
async def score(play: Play[Skirmish], command: ScorePoints) -> None:
    """CO-END-2, CO-END-3: what only the players see is worth VP."""
    game = play.state
    if not command.ambition:
        _award(play, command.by, command.vp or 0, command.reason or "")
        return
    company = game.companies[str(command.company)]
    if not company.ambition:
        raise ForbiddenError(f"{company.name} chose no ambition: there is nothing to score.")
    own = game.book.ambitions[company.ambition]
    scored = game.with_company(str(command.company), ambition_done=True)
    scored = scored.with_side(command.by, vp=game.sides[command.by].vp + own.vp)
    play.commit(scored, Scored(command.by, own.vp, own.name))


@forbids("CO-END-1", alternative="play on, or concede")
def the_game_may_end(game: Skirmish, command: EndGame) -> str | None:
    declared = any(closing.when == "declared" for closing in game.book.scenario.closing)
    if game.phase in ("setup", "over", "closing") or declared:
        return None
    return "No closing condition of the scenario is met."


def _what_is_counted(game: Skirmish, by: str, command: EndGame | None) -> Iterator[Detail]:
    """What would be counted for each side, on top of what was scored."""
    for id, side in game.sides.items():
        found = [(vp_for(game, id, award), award_text(award)) for award in game.book.scenario.awards]
        parts = [f"{side.vp} scored", *(f"{signed(vp)} {text}" for vp, text in found if vp)]
        total = side.vp + sum(vp for vp, _ in found)
        yield Detail(side.name, f"{total} VP: {', '.join(parts)}")


@COMMANDS.add(
    EndGame,
    "Count the VP and end the game",
    by_side,
    (in_its_part_of_the_game, the_game_may_end),
    actor="side",
    rules=("CO-END-2", "CO-GEN-1"),
    key="g",
    of_both=True,
    deliberate=True,
    of_table=True,
    lines=_what_is_counted,
)
async def end_game(play: Play[Skirmish], command: EndGame) -> None:
    """CO-END-2: VP are counted as the scenario says; the side with more wins."""
    if play.state.phase in ("setup", "over"):
        raise ForbiddenError("There is no game to end.")
    if not play.state.with_role("attacker"):
        raise ForbiddenError("Nobody knows who attacked: the VP cannot be counted.")
    for side in play.state.sides:
        for award in play.state.book.scenario.awards:
            vp = vp_for(play.state, side, award)
            if vp:
                _award(play, side, vp, award_text(award))
    outcome = play.state.leader
    play.commit(replace(play.state, phase="over", active="", outcome=outcome), GameOver(outcome))


def vp_for(game: Skirmish, side: str, award: Award) -> int:
    """What a side gets by an entry of the scenario as things stand (CO-GEN-1)."""
    if award.role not in ("both", game.sides[side].role):
        return 0
    enemy = game.other(side)
    if award.when == "enemy_points":
        return award.vp * (points_lost(game, enemy) // award.per)
    if award.when == "captain_routed":
        captains = (game.companies[name].captain for name in companies_of(game, enemy))
        return award.vp * sum(bool(name) and game.units[name].routed for name in captains)
    if award.when == "more_points":
        left, theirs = (points(game, one) - points_lost(game, one) for one in (side, enemy))
        return award.vp if left > theirs else 0
    return 0  # declared: awarded by `score`


def award_text(award: Award) -> str:
    if award.text:
        return award.text
    each = "each enemy point lost" if award.per == 1 else f"each {award.per} enemy points lost"
    return {
        "enemy_points": each,
        "captain_routed": "the enemy Captain is Routed",
        "more_points": "more points still in play",
        "declared": "as the scenario says",
    }[award.when]


def _award(play: Play[Skirmish], side: str, vp: int, reason: str) -> None:
    total = play.state.sides[side].vp + vp
    play.commit(play.state.with_side(side, vp=total), Scored(side, vp, reason))
