"""The end: VP that the players award, the count, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Protocol

from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine import figures
from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.common import by_side
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact, Score
from vedette.engine.figures import signed
from vedette.engine.grammar import name_of, the
from vedette.engine.hidden_information import shows_secrets
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.engine.text import require_text
from vedette.games.company.ambitions import met
from vedette.games.company.groups import (
    Reason,
    companies_of,
    edition,
    is_captains,
    own_company,
    points,
    points_lost,
    profile,
)
from vedette.games.company.phase_check import in_its_part_of_the_game
from vedette.games.company.state import Ambitious, Skirmish
from vedette.games.company.tables import Award, house_rule, number, plays, token_name, type_of
from vedette.games.company.turns import GameOver
from vedette.kit.sentences import fact
from vedette.kit.words import count
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


@fact("{side}: what fits a better row is not counted for {reason:clause}{reading:so}.")
class CountedElsewhere(Fact, frozen=True):
    """By the reading that pays for a Group once, although two rows of the scenario fit it (decision 102)."""

    aside = True

    side: str
    reason: str
    reading: Annotated[str, WORDS] = ""


Points = Annotated[int, Field(ge=1, le=1000)]


@fact(
    "{company} {met:?fulfilled|did not fulfil} {ambition:word}: {told:word}.",
    moment=lambda it: "gain" if it.met else "fail",
    headline="{company}: {ambition:word}, {told:word}",
    tale="{company} {met:?fulfilled|did not fulfil} the ambition {ambition:word}",
)
class AmbitionCounted(Fact, frozen=True):
    """What an ambition gave at the end, or cost; `company` is of `side`."""

    side: str
    company: str
    ambition: str
    met: bool
    vp: int

    @property
    def told(self) -> str:
        return f"{signed(self.vp)} VP"

    @property
    def score(self) -> Score:
        return Score(self.side, self.vp, self.ambition)


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
    if command.ambition and edition(game).secret:
        raise CommandError("Ambitions are counted when the game ends.")
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


@forbids("CO-END-1", "CO-SCN-11", alternative="play on, or concede")
def the_game_may_end(game: Skirmish, command: EndGame) -> WhyNot:
    """CO-SCN-11: by declaration, where the scenario has that, and for the side that it names."""
    declared = [closing.side for closing in game.book.scenario.closing if closing.when == "declared"]
    if game.phase in ("setup", "over", "closing") or {"", game.sides[command.by].role} & {*declared}:
        return None
    if declared:
        sentence, instead = f"Only the {declared[0]}s may end this game.", "play on, or concede"
        return Refusal("CO-END-1", sentence, instead, also=("CO-SCN-11",))
    return "No closing condition of the scenario is met."


def _what_is_counted(game: Skirmish, by: str, command: EndGame | None) -> Iterator[Detail]:
    """What would be counted for each side, on top of what was scored."""
    for id, side in game.sides.items():
        found = if_it_ended_now(game, id)
        parts = [f"{figures.number(side.vp)} scored", *(f"{signed(vp)} {text}" for vp, text in found if vp)]
        own = (one for name in companies_of(game, id) for one in game.companies[name].ambitions)
        if secret := sum(not one.revealed for one in own):
            parts.append(f"and {count(secret, 'secret ambition')}")
        total = side.vp + sum(vp for vp, _ in found)
        yield Detail(side.name, f"{figures.number(total)} VP: {', '.join(parts)}")


@COMMANDS.add(
    EndGame,
    "Count the VP and end the game",
    by_side,
    (in_its_part_of_the_game, the_game_may_end),
    actor="side",
    rules=("CO-END-2", "CO-GEN-1", "CO-SCN-11", "CO-SCN-17", "CO-AMB-4"),
    key="g",
    of_both=True,
    deliberate=True,
    of_table=True,
    lines=_what_is_counted,
)
async def end_game(play: Play[Skirmish], command: EndGame) -> None:
    """CO-END-2, CO-AMB-4: VP are counted as the scenario says, then ambitions are revealed; the side with more wins."""
    if play.state.phase in ("setup", "over"):
        raise ForbiddenError("There is no game to end.")
    if not play.state.with_role("attacker"):
        raise ForbiddenError("Nobody knows who attacked: the VP cannot be counted.")
    for side in play.state.sides:
        for award in play.state.book.scenario.awards:
            vp = vp_for(play.state, side, award)
            if vp:
                reason = _award_reason(play.state, side, award)
                if _pays_elsewhere(play.state, side, award):
                    read = told_house_rules([house_rule(play.state, "vp_overlap")])
                    play.emit(CountedElsewhere(side, reason, read))
                _award(play, side, vp, reason)
    for name, company in play.state.companies.items():
        for one in company.ambitions:
            if not one.revealed:
                shows_secrets()
            own, vp = play.state.book.ambitions[one.id], ambition_vp(play.state, name, one)
            shown = (
                replace(other, revealed=True) if other is one else other
                for other in play.state.companies[name].ambitions
            )
            counted = play.state.with_company(name, ambitions=tuple(shown))
            counted = counted.with_side(company.side, vp=counted.sides[company.side].vp + vp)
            play.commit(
                counted, AmbitionCounted(company.side, name, own.name, met(play.state, name, one.id), vp)
            )
    outcome = play.state.leader
    play.commit(replace(play.state, phase="over", active="", outcome=outcome), GameOver(outcome))


def if_it_ended_now(game: Skirmish, side: str) -> list[tuple[int, str]]:
    """What a side would get as things stand, and for what: by the scenario, and by the ambitions that everybody knows."""
    scenario = game.book.scenario
    return [
        *((vp_for(game, side, award), _award_reason(game, side, award)) for award in scenario.awards),
        *(
            (ambition_vp(game, name, one), game.book.ambitions[one.id].name)
            for name in companies_of(game, side)
            for one in game.companies[name].ambitions
            if one.revealed
        ),
    ]


def vp_for(game: Skirmish, side: str, award: Award) -> int:
    """What a side gets by an entry of the scenario as things stand (CO-GEN-1, CO-SCN-17)."""
    if not _is_for(game, side, award):
        return 0
    enemy, progress = game.other(side), game.scenario
    match award.when:
        case "enemy_points":
            return award.vp * (points_lost(game, enemy) // award.per)
        case "more_points":
            left, theirs = (points(game, one) - points_lost(game, one) for one in (side, enemy))
            return award.vp if left > theirs else 0
        case "most_points":
            lost, own = points_lost(game, enemy), points_lost(game, side)
            return award.vp if lost > own else award.tie if lost == own else 0
        case "tokens_left":
            return award.vp * progress.tokens
        case "tokens_taken":
            return award.vp * progress.tokens_taken
        case "tokens_destroyed":
            return award.vp * progress.tokens_destroyed
        case "ritual":
            return award.vp if progress.ritual_done else 0
    return award.vp * sum(_pays_for(game, side, award, unit) for unit in game.units)


def _award_reason(game: Skirmish, side: str, award: Award) -> str:
    """What VP were counted for, without what a tie would have brought."""
    if award.when == "most_points" and points_lost(game, side) == points_lost(game, game.other(side)):
        return "the same points Routed on both sides"
    return award_text(game.book.scenario, replace(award, tie=0))


def _pays_elsewhere(game: Skirmish, side: str, award: Award) -> bool:
    """Whether a Group that this entry fits counts in a better one."""
    return any(
        _fits(game, side, award, unit) and not _pays_for(game, side, award, unit) for unit in game.units
    )


def _is_for(game: Skirmish, side: str, award: Award) -> bool:
    return award.role in ("both", game.sides[side].role)


def _pays_for(game: Skirmish, side: str, award: Award, unit: str) -> bool:
    """CO-SCN-17: whether this entry counts for that Group; by a house rule only the best one does (decision 22)."""
    if not _fits(game, side, award, unit) or plays(game, "vp_overlap", "sum"):
        return _fits(game, side, award, unit)
    own = (one for one in game.book.scenario.awards if _is_for(game, side, one))
    best = max((one for one in own if _fits(game, side, one, unit)), key=lambda one: one.vp)
    return best is award


def _fits(game: Skirmish, side: str, award: Award, unit: str) -> bool:
    group, own = game.units[unit], profile(game, unit)
    ours, marked = group.side == side, unit == game.scenario.marked
    engine = type_of(own.base) == "engine"
    match award.when:
        case "captain_routed":
            return not ours and group.routed and is_captains(game, unit)
        case "groups_routed":
            return not ours and group.routed and not (award.unmarked and marked)
        case "engines_routed":
            return not ours and group.routed and engine
        case "groups_hurt":
            return not ours and group.r < own.r_max
        case "groups_escaped":
            return ours and group.escaped
        case "engines_left":
            return ours and engine and not (group.routed or group.deserted)
        case "marked_escaped":
            return marked and group.escaped
        case "marked_routed":
            return marked and group.routed
    return False  # declared: awarded by `score`


class Named(Protocol):
    """A scenario, as far as it names its tokens and the Group that is marked."""

    @property
    def token(self) -> str: ...
    @property
    def mark(self) -> str: ...


def award_text(scenario: Named, award: Award) -> str:
    """What an entry of the scenario gives VP for, as it reads behind the number."""
    each = "each enemy point lost" if award.per == 1 else f"each {award.per} enemy points lost"
    tied = f" ({award.tie} in a tie)" if award.tie else ""
    mark, one = scenario.mark, token_name(scenario.token)
    return (
        award.text
        or {
            "enemy_points": each,
            "captain_routed": "the enemy Captain is Routed",
            "more_points": "more points still in play",
            "declared": "as the scenario says",
            "most_points": f"most enemy points Routed{tied}",
            "groups_routed": f"each {'other ' if award.unmarked else ''}enemy Group Routed",
            "engines_routed": "each enemy engine Routed",
            "groups_hurt": "each enemy Group that was hurt",
            "groups_escaped": "each own Group that Escaped",
            "engines_left": "each own engine that was not Routed",
            "tokens_left": f"each {one} still on the table",
            "tokens_taken": f"each {one} taken off the table",
            "tokens_destroyed": f"each {one} destroyed",
            "marked_escaped": f"the {mark} Escaped",
            "marked_routed": f"the {mark} are Routed",
            "ritual": "the ritual is complete",
        }[award.when]
    )


def ambition_vp(game: Skirmish, company: str, one: Ambitious) -> int:
    """CO-AMB-2, CO-AMB-4: what an ambition gives as things stand: its VP, 1 more if it was revealed; or it costs 1."""
    if not met(game, company, one.id):
        return number("ambition_missed")
    return game.book.ambitions[one.id].vp + (number("ambition_revealed") if one.revealed else 0)


def _award(play: Play[Skirmish], side: str, vp: int, reason: str) -> None:
    total = play.state.sides[side].vp + vp
    play.commit(play.state.with_side(side, vp=total), Scored(side, vp, reason))
