"""The example of the company game: the mill road, with what makes an evening of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from company_player import CompanyPlayer
from seat import Words

from vedette.engine import recording, session
from vedette.engine.asks import Answer, DiceAsk
from vedette.engine.dice import Die
from vedette.engine.library import data_folder, read_toml
from vedette.engine.session import new_session
from vedette.games.company import facts, fight_facts
from vedette.registry import rulesets

GAME = "mill-road"
SEED = 26

REMARKS = {
    1: ("red", "Terrain: the mill road from south to north, two woods in the east, a low wall in the west."),
    5: ("blue", "Tea. The Boar has the dice, the Hart has the biscuits."),
    9: ("red", "Two rounds left, and we both counted: everything forward."),
}
"""What is said at the beginning of a turn."""

LAST = ("blue", "Good game. Next week the tithe barns.")
AGREEMENT = "Half an inch on an old tape: we call it there"

SHOWN = {
    facts.ActivationFailed, facts.StoodStill, fight_facts.Reacted, fight_facts.Rallied, fight_facts.FailedShaken,
    fight_facts.BecameShaken, fight_facts.Routed, fight_facts.MustTest,
}  # fmt: skip
"""What somebody who looks at the example should see once at least."""


@dataclass
class CompanyEvening(CompanyPlayer):
    """A game with a misread die, a second thought, an agreement and a value that was set by hand."""

    slip: int = 2
    second_thought: int = 3
    done: set[str] = field(default_factory=set)
    _typed_pools: int = 0
    _moves: int = 0

    def answer(self) -> Answer:
        """Count the pools of several dice that were typed."""
        ask = self.session.ask
        if isinstance(ask, DiceAsk) and ask.side == self.typed and ask.dice > 2:
            self._typed_pools += 1
        return super().answer()

    def second_look(self, words: Words, override: str) -> None:
        """One die was read wrongly: undo, type the same faces but for that one, and go on."""
        if "slip" in self.done or self._typed_pools < self.slip:
            return
        self.done.add("slip")
        answers = [entry.input for entry in self.session.timeline.command_path()[1:]]
        typed = next(i for i, given in enumerate(answers) if len(given.get("faces", ())) > 2)
        self.session.undo(self.typed)
        self.session.do(words, override=override)
        for given in answers[:typed]:
            faces = given.get("faces")
            self.session.answer(tuple(map(Die, faces)) if faces else given["choice"])
        first, *others = answers[typed]["faces"]
        self.session.answer(tuple(map(Die, (7 - first, *others))))
        self.answer_all()

    def carry_out(self, unit: str, words: Words) -> bool:
        """Sometimes another way looks better, half an inch is waved through, or the marsh was forgotten."""
        if words["do"] != "move":
            return super().carry_out(unit, words)
        self._moves += 1
        if self._moves == self.second_thought and words["inches"] > 2:
            self.done.add("second thought")
            self.ask({"by": unit, **words, "inches": words["inches"] - 2})
            self.answer_all()
            self.session.undo(self.game.units[unit].side)
        if self._moves > 4 and "agreement" not in self.done and not words.get("formation"):
            self.done.add("agreement")
            return (
                self.give(by=unit, override=AGREEMENT, **{**words, "inches": words["inches"] + 0.5})
                is not None
            )
        carried = super().carry_out(unit, words)
        if self.game.units[unit].defensive and "marsh" not in self.done:
            self._forget_the_marsh(unit)
        return carried

    def _forget_the_marsh(self, unit: str) -> None:
        """They stand in the marsh, and the formation is taken off again."""
        self.done.add("marsh")
        reason = "They stand in the marsh: no formation there"
        path = f"units.{unit}.defensive"
        self.give("adjust", self.game.units[unit].side, path=path, value=False, reason=reason)


def make_company(folder: Path, clock: Callable[[], str]) -> Path:
    """Play the example to its end and save it; an older one is replaced."""
    path = folder / f"company-{GAME}.vedette"
    path.unlink(missing_ok=True)
    recording.now = session.now = clock  # type: ignore[attr-defined]
    setup = read_toml(data_folder() / "rulesets" / "company" / "games" / f"{GAME}.toml")
    ruleset = rulesets()["company"]
    game = CompanyEvening(new_session(ruleset, setup, seed=SEED, path=path), Random(SEED), typed="red")
    said = dict(REMARKS)
    for turn in game.play():
        if turn in said:
            side, text = said.pop(turn)
            game.give("note", side, text=text)
    game.give("note", LAST[0], text=LAST[1])
    missing = missed(game)
    game.session.close()
    path.with_name(f".{path.name}.lock").unlink(missing_ok=True)
    if missing:
        raise SystemExit(f"{GAME}: this evening had no {', '.join(missing)}. Take another seed.")
    return path


def missed(game: CompanyEvening) -> list[str]:
    """What this evening did not show."""
    told = {type(one) for entry in game.session.timeline.path() for one in game.session.facts(entry)}
    wanted = {"slip", "second thought", "agreement", "marsh"} - game.done
    return sorted([*wanted, *(one.__name__ for one in SHOWN - told)])
