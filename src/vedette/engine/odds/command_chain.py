"""The odds of several commands in a row: of each as if those before it had been given, whatever their dice bring."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.again import procedure_of
from vedette.engine.checks import Refusal
from vedette.engine.data import Words
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names, tag
from vedette.engine.grammar import at_start
from vedette.engine.odds.command_odds import Heard, hears_moments, judged
from vedette.engine.odds.search import Search, Telling
from vedette.engine.play import Play
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import S


class PlanEnded(Fact, frozen=True):
    """A command of a plan is not possible after those before it; what would come behind it isn't given either."""

    unit: str
    do: str
    why: str

    def sentence(self, names: Names) -> str:
        """Which command, and why not."""
        return f"{at_start(names(self.unit))} cannot {self.do.replace('_', ' ')}: {self.why}"


def hears_plan(heard: frozenset[Heard], fact: Fact) -> frozenset[Heard]:
    """Hears what means something to the table, and why a plan ends."""
    if isinstance(fact, PlanEnded):
        return heard | {Heard(f"{ENDED} {fact.unit} {fact.do}: {fact.why}", fact.unit, "")}
    return hears_moments(heard, fact)


ENDED = tag(PlanEnded)
"""The beginning of what is heard of a plan that ends."""


def plan_search(
    ruleset: Ruleset[S], state: S, plan: Sequence[Words], tells: Telling[S]
) -> Refusal | Search[S]:
    """A search for the odds of commands that are given one after the other, or the rule that refuses the first.

    One that can't be given where its turn comes ends the plan, with `PlanEnded`. Raises CommandError where the first
    makes no sense.
    """
    first, *others = plan
    command, refused = judged(ruleset, state, first)
    if refused:
        return refused[0]

    async def procedure(play: Play[S]) -> None:
        await procedure_of(ruleset, command)(play)
        for words in others:
            try:
                now, against = judged(ruleset, play.state, words)
                why = str(against[0]) if against else ""
            except CommandError as error:
                why = str(error)
            if why:
                play.emit(PlanEnded(str(words.get("by", "")), str(words.get("do", "")), why))
                return
            await procedure_of(ruleset, now)(play)

    return Search(procedure, state, tells, hears=hears_plan, heard=frozenset())
