"""Cases: a game with known dice, and what must come out (the format is told in docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from pydantic import BaseModel, ConfigDict, ValidationError

from vedette.engine import case_setup
from vedette.engine.data import Table
from vedette.engine.dice import Roll, TypedTotal
from vedette.engine.errors import CommandError, DataError, VedetteError
from vedette.engine.facts import Rolled
from vedette.engine.files import listed
from vedette.engine.library import read_toml
from vedette.engine.patch import ABSENT, get
from vedette.engine.plain import data_error, to_plain
from vedette.engine.requests import AnswerSource, DiceRequest, Request, ScriptedAnswers
from vedette.engine.ruleset import Ruleset, Rulesets
from vedette.engine.session import Outcome, Session, new_session
from vedette.engine.state import GameState

TOLERANCE = 1e-9


class Step(BaseModel):
    """A step: the answers, and the expected results. All other words are the command's."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    dice: list[Any] = []
    choose: list[Any] = []
    override: str = ""
    expect: Table = {}
    refused: str = ""
    error: bool = False
    waits: Table | None = None
    rolled: list[Table] | None = None
    overridden: list[str] | None = None

    @property
    def words(self) -> Table:
        """The command: `do`, `by` and its arguments."""
        return self.model_extra or {}

    @property
    def told(self) -> list[Any]:
        """The faces, and totals in place of all faces of a pool: `{ total = 8 }`."""
        return [
            TypedTotal(one["total"]) if isinstance(one, dict) and one.keys() == {"total"} else one
            for one in self.dice
        ]

    @property
    def title(self) -> str:
        """The step in a word or two."""
        return f"{self.words.get('do')} {self.words.get('by', '')}".rstrip()


class Case(BaseModel):
    """A case as it is written; its set-up is whole, with all that it builds on."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str
    ruleset: str
    rules: tuple[str, ...] = ()
    setup: Table
    setup_error: bool = False
    steps: tuple[Step, ...] = ()


class CaseReport(Struct):
    """The result of a case, which passed if there are no misses."""

    path: Path
    title: str = ""
    misses: list[str] = field(default_factory=list)


def cases_in(folder: Path) -> list[Path]:
    """The files of all cases in a folder and in those below it; shared set-ups are none."""
    return [path for path in listed(folder, "**/*.toml") if path.parent.name != case_setup.FOLDER]


def read_case(path: Path) -> Case:
    """Read a case; raises DataError with what is wrong with the file or with the set-up that it builds on."""
    try:
        case = Case.model_validate(read_toml(path))
    except ValidationError as error:
        raise data_error(error, path.name) from error
    return case.model_copy(update={"setup": case_setup.written_out(case.setup, path.parent)})


def play_case(rulesets: Rulesets, path: Path) -> CaseReport:
    """Play a case and explain every miss."""
    report = CaseReport(path)
    try:
        case = read_case(path)
        report.title = case.title
        if case.ruleset not in rulesets:
            raise DataError(f"there is no ruleset {case.ruleset}")
        report.misses.extend(misses(rulesets[case.ruleset], case))
    except VedetteError as error:
        report.misses.append(str(error))
    return report


def misses(ruleset: Ruleset[GameState], case: Case) -> Iterator[str]:
    """Yield everything that comes out differently from what a case says."""
    try:
        session = new_session(ruleset, {**case.setup, "ruleset": case.ruleset}, seed=0)
    except VedetteError as error:
        if not case.setup_error:
            yield f"the set-up was refused: {error}"
        return
    if case.setup_error:
        yield "the set-up should have been refused"
    for played in play_steps(session, case):
        yield from played.misses


class PlayedStep(Struct, frozen=True):
    """A step that was played: the game and its question before it, its outcome (None for an error), and every miss."""

    step: Step
    before: GameState
    asked: Request | None
    outcome: Outcome | None
    misses: list[str]


def play_steps(session: Session[GameState], case: Case) -> Iterator[PlayedStep]:
    """Play a case step by step."""
    for number, step in enumerate(case.steps, start=1):
        before, asked, outcome, failed = session.state, session.request, None, []
        try:
            outcome = given_to(session, step)
        except CommandError as error:
            failed = [] if step.error else [f"error: {error}"]
        missed = [*failed, *_missed(session, step, before, asked, outcome)]
        told = [f"step {number} ({step.title}): {miss}" for miss in missed]
        yield PlayedStep(step, before, asked, outcome, told)


def _missed(
    session: Session[GameState], step: Step, before: GameState, asked: Request | None, outcome: Outcome | None
) -> Iterator[str]:
    refusal = outcome.refusal if outcome else None
    if outcome and step.error:
        yield f"should have been an error, and {f'was refused: {refusal}' if refusal else 'was done'}"
    if outcome and step.refused not in (refusal.rules if refusal else ("",)):
        said = f"refused: {refusal}" if refusal else "was not refused"
        yield f"{said}; wanted {step.refused or 'no refusal'}"
    if (refusal or not outcome) and (session.state is not before or session.request != asked):
        yield "the state is no longer as it was"
    if outcome and step.overridden not in (None, list(outcome.overridden)):
        yield f"overridden: {list(outcome.overridden)}; wanted {step.overridden}"
    if outcome and step.rolled is not None:
        yield from _rolled(session, step.rolled, outcome)
    yield from _waits(session, step)
    paths = session.paths() if step.expect else {}
    for path, value in step.expect.items():
        found = to_plain(get(paths, path))
        if not same(found, value):
            yield f"{path} is {found!r}; wanted {value!r}"


def given_to(session: Session[GameState], step: Step, answers: AnswerSource | None = None) -> Outcome:
    """Give a step's command or answers to the game, or others in their place; raises CommandError where they make no sense."""
    answers = answers or ScriptedAnswers(step.told, step.choose)
    if step.words.get("do") != "answer":
        return session.do(step.words, override=step.override, answers=answers)
    if set(step.words) != {"do"}:
        raise CommandError("answer takes dice and choose, and nothing else.")
    return session.answer_all(answers)


def _rolled(session: Session[GameState], wanted: list[Table], outcome: Outcome) -> Iterator[str]:
    facts = (fact for entry in outcome.entries for fact in session.facts(entry))
    rolls = [told_roll(fact.roll) for fact in facts if isinstance(fact, Rolled)]
    if len(rolls) != len(wanted):
        yield f"{len(rolls)} pools were rolled; wanted {len(wanted)}: {rolls}"
    for number, (roll, want) in enumerate(zip(rolls, wanted, strict=False), start=1):
        for key, value in want.items():
            if not same(roll.get(key, ABSENT), value):
                yield f"pool {number}: {key} is {roll.get(key, ABSENT)!r}; wanted {value!r}"


def _waits(session: Session[GameState], step: Step) -> Iterator[str]:
    wanted, request = step.waits, session.request
    if wanted is None:
        if request is not None and not (step.error or step.refused):
            yield f"waits for {request.name} of {request.side or 'both'}: {request.why}"
    elif request is None:
        yield f"does not wait; wanted {wanted}"
    else:
        said = told_ask(request)
        for key, value in wanted.items():
            if said.get(key, ABSENT) != value:
                yield f"waits.{key} is {said.get(key, ABSENT)!r}; wanted {value!r}"


def told_ask(request: Request) -> Table:
    """An open question in the words of a case; also what `--json` prints."""
    said: Table = {"for": request.name, "side": request.side}
    if isinstance(request, DiceRequest):
        return said | {"dice": request.dice, "sides": request.pool.sides, "why": request.why}
    return said | {"options": [option.value for option in request.options]}


def told_roll(roll: Roll) -> Table:
    """A roll in the words of a case; also what `--json` prints."""
    added: dict[str, float] = {}
    for modifier in roll.pool.modifiers:  # two of one name are added up
        added[modifier.name] = added.get(modifier.name, 0) + modifier.value
    told: Table = {
        "why": roll.why,
        "side": roll.side,
        "dice": roll.pool.dice,
        "sides": roll.pool.sides,
        "modifiers": added,
        "faces": list(roll.faces),
        "rerolled": list(roll.rerolled),
        "from": [die.source for die in roll.dice],
    }
    if roll.pool.target is not None:
        told["target"] = roll.pool.target
    if roll.typed:
        told |= {"typed": roll.typed.number}
    if roll.pool.reading in ("tests", "count", "low"):
        told |= {"successes": roll.successes, "criticals": roll.criticals}
    if roll.pool.reading in ("total", "sum"):
        told["total"] = roll.total
    return told


def same(found: object, wanted: object) -> bool:
    """True if two plain values agree; numbers with a tolerance."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, (int, float)) and isinstance(wanted, (int, float)):
        return abs(found - wanted) <= TOLERANCE
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[key], wanted[key]) for key in found)
    return bool(found == wanted)
