"""The example of Flagrant Factions: the mill road, with what makes an evening of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from company_player import CompanyPlayer
from evening import Evening, example, must_show
from seat import Words

from vedette.games.company.attacking import Reacted
from vedette.games.company.groups import movement
from vedette.games.company.resilience import BecameShaken, FailedShaken, MustTest, Rallied, Routed
from vedette.games.company.turns import ActivationFailed, StoodStill

GAME = "mill-road"
SEED = 381

REMARKS = {
    1: ("red", "Terrain: the mill road from south to north, two woods in the east, a low wall in the west."),
    5: ("blue", "Tea. The Boar has the dice, the Hart has the biscuits."),
    9: ("red", "Two rounds left, and we both counted: everything forward."),
}
"""What is said at the beginning of a turn."""

LAST = ("blue", "Good game. Next week the tithe barns.")
AGREEMENT = "Half an inch on an old tape: we call it there"

SHOWN = {
    ActivationFailed, StoodStill, Reacted, Rallied, FailedShaken,
    BecameShaken, Routed, MustTest,
}  # fmt: skip
"""What somebody who looks at the example should see once at least."""


@dataclass
class CompanyEvening(Evening, CompanyPlayer):
    """A game with a misread die, a second thought, an agreement and a value that was set by hand."""

    slip: int = 2
    second_thought: int = 3
    agreed_after: int = 4
    in_a_hurry: float = 0.5
    done: set[str] = field(default_factory=set)
    _moves: int = 0

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
        farthest = movement(self.game, unit)
        far = words["inches"] + self.in_a_hurry > farthest and not words.get("formation")
        if self._moves > self.agreed_after and "agreement" not in self.done and far:
            self.done.add("agreement")
            return self.give(by=unit, override=AGREEMENT, **{**words, "inches": farthest + 0.5}) is not None
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
    """Play the example to its end and save it."""
    path = folder / f"company-{GAME}.vedette"
    with example("company", GAME, SEED, path, clock) as opened:
        game = CompanyEvening(opened, Random(SEED), typed="red")
        said = dict(REMARKS)
        for turn in game.play():
            if turn in said:
                side, text = said.pop(turn)
                game.give("note", side, text=text)
        game.give("note", LAST[0], text=LAST[1])
    must_show(game, ("slip", "second thought", "agreement", "marsh"), SHOWN)
    return path
