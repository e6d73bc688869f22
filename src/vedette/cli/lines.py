"""The entries of a save whose set-up is lost: who gave what, and what happened, without a game behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.cli import errors
from vedette.cli.json_output import print_json
from vedette.engine.facts import Fact, read_fact
from vedette.engine.save_file import LostSetupError
from vedette.engine.timeline import Entry
from vedette.registry import rulesets


def tell_lines(lost: LostSetupError, as_json: bool) -> None:
    """Tell every entry in the words of its ruleset; units and sides are told by their ids."""
    kinds = _facts_of(lost.entries)
    told = [(entry, _sentences(entry, kinds)) for entry in lost.entries]
    errors.say(str(lost))
    if as_json:
        print_json(
            [
                {**entry.model_dump(mode="json", by_alias=True), "input": entry.given, "sentences": said}
                for entry, said in told
            ]
        )
        return
    for entry, said in told:
        given = " ".join(f"{key}={value}" for key, value in entry.given.items())
        errors.print_line(f"{entry.n:>5}  {entry.who or '-'}: {entry.kind} {given}")
        for sentence in said:
            errors.print_line(f"       {sentence}")


def _sentences(entry: Entry, kinds: Mapping[str, type[Fact]]) -> list[str]:
    facts = [read_fact(kinds, event.tag, event.of) for event in entry.events]
    return [fact.sentence(str) for fact in facts]


def _facts_of(entries: Sequence[Entry]) -> Mapping[str, type[Fact]]:
    """The facts of the ruleset that knows most of what happened."""
    tags = [event.tag for entry in entries for event in entry.events]
    return max(
        (ruleset.facts for ruleset in rulesets().values()),
        key=lambda kinds: sum(tag in kinds for tag in tags),
    )
