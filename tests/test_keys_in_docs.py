"""The keys that the docs name in their sentences do what those sentences say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.keys_page import HEADING
from vedette.engine.commands import arguments_of
from vedette.engine.common import common_commands
from vedette.games.close_quarters.view.board import map_editor
from vedette.registry import rulesets
from vedette.tui.keys import ADJUST, HOME
from vedette.tui.topics import groups

FILES_ONLY = ("save-format.md", "playing-without-looking.md")
"""Letters there are fields of a file, or what is typed in plain mode, which has no keys."""

DOCS = sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in FILES_ONLY)
KEY = re.compile(r"`([A-Za-z!#])`")
SMALL = frozenset(
    "all and are can does for from game has have here its not one same side that the then there this unit was what where with you your".split()
)
AT_HOME = re.compile(r"home screen|first screen|opens Vedette")


def stems(text: str) -> set[str]:
    """The words that mean something, each by how it begins."""
    return {word[:3] for word in re.findall(r"[a-z]{3,}", text.lower()) if word not in SMALL}


def meanings(doc: str) -> Iterator[tuple[str, str]]:
    """Every key that this page may name, with the words for what it does; a game's page knows no other game's."""
    games = {
        name: game
        for name, game in rulesets().items()
        if doc in (f"{name}.md", "playing.md", "new-ruleset.md")
    }
    for game in games.values():
        for spec in (*game.commands.values(), *common_commands(game).values()):
            asked = " ".join(f"{one.name} {one.about}" for one in arguments_of(spec.model))
            yield spec.key, f"{spec.title} {spec.does} {asked}"
    for group in groups():
        if group is not HOME:
            for key in group.keys:
                yield from ((one, f"{key.label} {key.help}") for one in (*key.keys, *key.show.split()))
    yield from (("x", key.help) for key in ADJUST.keys)  # in the panel that it opens
    yield from (("x", "closes the page, in the box that I opens"), ("n", "makes a new link there"))
    for brush in map_editor().brushes if "close-quarters" in games else ():
        yield brush.sign, brush.label  # the letters of a map's file


def wrong_keys(doc: str, text: str) -> list[str]:
    """Sentences with a key that does nothing of the kind."""
    known: dict[str, set[str]] = {}
    for key, words in meanings(doc):
        known[key] = known.get(key, set()) | stems(words)
    at_home = {one: stems(f"{key.label} {key.help}") for key in HOME.keys for one in key.keys}
    signs = {"!": "exclamation_mark", "#": "number_sign"}
    prose = re.sub(
        r"```.*?```|<!-- commands.*?<!-- end -->|^\|.*?$",
        "",
        text.partition(HEADING)[0],
        flags=re.DOTALL | re.MULTILINE,
    )
    wrong = []
    for part in re.split(r"^## ", prose, flags=re.MULTILINE):
        before = ""
        for sentence in re.split(r"(?<=[^\d`]\.)\s|\n\s*\n", part):
            told, keys = KEY.split(sentence)[::2], KEY.findall(sentence)
            told[0] = told[0] if stems(told[0]) else before
            for place, key in enumerate(keys, 1):
                ahead = next(filter(stems, reversed(told[:place])), "")
                around = stems(ahead) | stems(next(filter(stems, told[place:]), ""))
                about = known.get(key, set()) | known.get(signs.get(key, key), set())
                about |= at_home.get(key, set()) if AT_HOME.search(part) else set()
                if not about & around:
                    wrong.append(f"{key}: {sentence.strip()}")
            before = sentence
    return wrong


@pytest.mark.parametrize("path", [ROOT / "README.md", *DOCS], ids=lambda path: path.name)
def test_keys_in_the_docs_do_what_is_said_of_them(path: Path) -> None:
    assert wrong_keys(path.name, path.read_text(encoding="utf-8")) == []


def test_a_key_of_another_game_or_another_meaning_is_found() -> None:
    assert wrong_keys("napoleonic.md", "`m` sets lives, Hits, Drum, Flag and the rest.")
    assert wrong_keys("company.md", "`z` shoots.")
    assert not wrong_keys("company.md", "`s` shoots.")
