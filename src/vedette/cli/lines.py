"""The entries of a save that no game can be shown of, in the terminal."""

from __future__ import annotations

from vedette.cli import errors
from vedette.cli.json_output import print_json
from vedette.cli.output import print_line
from vedette.engine.save_file import NoGameError
from vedette.registry import rulesets
from vedette.view.bare_lines import bare_given, facts_known, sentences


def tell_lines(lost: NoGameError, as_json: bool) -> None:
    kinds = facts_known(lost.entries, rulesets())
    errors.say(str(lost))
    if as_json:
        print_json([{**entry.plain(), "sentences": list(sentences(entry, kinds))} for entry in lost.entries])
        return
    for entry in lost.entries:
        print_line(bare_given(entry))
        for sentence in sentences(entry, kinds):
            print_line(f"       {sentence}")
