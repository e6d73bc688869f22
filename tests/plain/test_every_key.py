"""Everything that the screens do by keys can be said: a word for each key, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.conftest import ROOT
from vedette.pages.army import ArmyTool
from vedette.pages.character import CharacterTool
from vedette.pages.home import HomeTool
from vedette.pages.house import HouseTool
from vedette.pages.unit_traits import TraitsTool
from vedette.plain.beginning import NewGameTalk
from vedette.plain.drawing import MapTalk
from vedette.plain.form import FormTalk
from vedette.plain.game import WORDS
from vedette.plain.replaying import ReplayTalk
from vedette.plain.tool import PageTalk, SearchedForm
from vedette.tui.keys import GROUPS, Keys

TALKS: Mapping[str, Mapping[str, Any]] = {
    "table": WORDS,
    "form": FormTalk.words,
    "home": {action.word: action for action in HomeTool.actions if PageTalk.is_said(action)} | {"help": None},
    "new": NewGameTalk.words,
    "agreement": SearchedForm.words,
    **{
        tool.group: {action.word: action for action in tool.actions if PageTalk.is_said(action)}
        for tool in (ArmyTool, TraitsTool, CharacterTool, HouseTool)
    },
    "drawing": MapTalk.words,
    "replay": ReplayTalk.words,
}
"""The words of each talk."""

LINE = "a line"
"""What is said is itself what the key does: a number, a name, faces, an empty line."""

COLOURS = "no colours"
TOLD_WHOLE = "everything is told: there is nothing to scroll, zoom, turn or fold"
NO_CURSOR = "no cursor: what is meant is named"
NO_CLOCK = "goes at the pace of whoever says Enter"
OF_THE_TERMINAL = "the terminal does it"

SAID: Mapping[str, Mapping[str, str]] = {
    "Actions": {"letter": LINE, "first": LINE, "fold": TOLD_WHOLE, "page": TOLD_WHOLE},
    "At the table": {
        "next_card": LINE, "card_before": LINE, "other_side": LINE, "undo": "table undo", "again": "table again",
        "why": "table why", "log": "table log", "find": "table log", "help": "table help", "dice": "table dice",
        "redo": "table redo", "leave": "table quit", "force": "table override", "adjust": "table adjust",
        "place_everyone": "table place",
        "note": "table note", "bookmark": "table bookmark", "table": "table table", "card": "table card", "palette": "table actions",
        "replay": "table replay", "correct": "table correct", "odds": "table odds", "clock": "table clock",
        "settings": "table settings", "any_roll": "table throw", "invite": "table page", "report": "table report", "ending": "table report",
        "plan": "form then", "guide": "table guide", "theme": COLOURS, "suspend": OF_THE_TERMINAL,
    },
    "The end of a game": {"turn": "table report", "again": "table goto", "cards": "table cards"},
    "Dice": {
        "face": LINE, "ten": LINE, "eleven": LINE, "twelve": LINE, "roll": LINE, "total": LINE, "afresh": LINE,
        "back": "all faces are said in one line", "die": "all faces are said in one line",
    },
    "A form": {
        "pick": LINE, "fields": LINE, "value": LINE, "letter": LINE, "more": "form more", "page": TOLD_WHOLE,
        "best": "form best", "commit": LINE, "close": "form cancel",
    },
    "A question": {"option": LINE},
    "By hand": {
        "rows": LINE, "step": LINE, "number": LINE, "restore": LINE, "commit": LINE, "condition": "table condition",
        "place": "table place", "all": "table set", "close": "form cancel",
    },
    "The log": {
        "lines": TOLD_WHOLE, "goto": "table goto", "find": "table log", "decided": "table why",
        "bookmark": "table bookmark", "unfold": "replay undone", "out": TOLD_WHOLE, "open": TOLD_WHOLE,
        "kinds": "table log", "round": NO_CURSOR, "correct": "table correct", "replay": "table replay",
        "help": "table help", "theme": COLOURS,
    },
    "The first screen": {
        "open": LINE, "game": LINE, "new": "home new", "learn": "home learn", "replay": "home replay", "rename": "home rename",
        "bin": "home bin", "restore": "home restore", "find": "home find", "help": "home help",
        "quit": "home quit", "character": "home character", "draw": "home draw", "theme": COLOURS,
        "list_all": "home find", "all_examples": "home find",
    },
    "A new game": {
        "pick": LINE, "fields": LINE, "value": LINE, "units": "new draw", "start": LINE, "other": "new about",
        "back": "new cancel", "keep": LINE,
    },
    "House rules and optional rules": {
        "answer": LINE, "fields": LINE, "value": LINE, "default": LINE, "changed": TOLD_WHOLE, "preset": LINE, "play_so": LINE,
        "look_for": "agreement find", "open": "agreement about", "back": "form cancel",
    },
    "Setting up": {"tick": "nothing has to be ticked", "start": LINE, "briefing": "table briefing", "letter": LINE},
    "A replay": {
        "entry": "replay back", "moment": "replay activation", "round": "replay round", "loss": "replay loss",
        "run": NO_CLOCK, "speed": NO_CLOCK, "start": LINE, "end": "replay end", "branch": "replay play",
        "back": "replay stop", "log": "table log", "bookmark": "table bookmark", "marked": "replay bookmark",
        "audit": "replay undone", "theme": COLOURS, "help": "replay help",
    },
    "Help": {
        "filter": "table why", "choose": NO_CURSOR, "column": NO_CURSOR, "page": TOLD_WHOLE, "read": TOLD_WHOLE, "back": TOLD_WHOLE,
    },
    "A list": {"walk": NO_CURSOR, "over": NO_CURSOR, "read": TOLD_WHOLE, "help": "home help", "theme": COLOURS},
    "The map": {
        "zoom": TOLD_WHOLE, "nearer": TOLD_WHOLE, "farther": TOLD_WHOLE, "whole": TOLD_WHOLE, "cursor": "table map",
        "threats": "table map", "numbers": "every hex is told by its number", "scroll_up": TOLD_WHOLE,
        "scroll_down": TOLD_WHOLE, "scroll_west": TOLD_WHOLE, "scroll_east": TOLD_WHOLE,
    },
    "On the map": {
        "step": LINE, "numbered": LINE, "step_back": LINE, "best": "form best", "commit": LINE, "fields": LINE,
        "close": "form cancel",
    },
    "Looking at the map": {"steer": "table map", "click": LINE, "back": NO_CURSOR},
    "Drawing a map": {
        "draw": LINE, "walk": NO_CURSOR, "letter": LINE, "brush": "drawing brushes", "pen": LINE,
        "undo": "drawing undo", "redo": "drawing redo", "save": "drawing save", "size": "drawing size",
        "name": "drawing name", "zoom": TOLD_WHOLE, "theme": COLOURS, "help": "drawing help",
        "back": "drawing stop",
    },
    "At the table, with sheets": {"sheet": "table sheet"},
    "Looking for words": {
        "words": "table log", "offered": NO_CURSOR, "lines": NO_CURSOR, "keep": NO_CURSOR, "all": "table log",
    },
    "A sheet": {"scroll": TOLD_WHOLE, "write": "table sheet", "theme": COLOURS, "back": TOLD_WHOLE},
}  # fmt: skip
"""By group and key: a talk and its word, that a line says it, or a reason."""

REASONS = {LINE, COLOURS, TOLD_WHOLE, NO_CURSOR, NO_CLOCK, OF_THE_TERMINAL, "all faces are said in one line", "every hex is told by its number", "nothing has to be ticked"}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.title)
def test_whatever_a_key_does_can_be_said(group: Keys) -> None:
    """The tools are not listed: a key of theirs is an action, which has a word."""
    assert SAID[group.title].keys() == {key.id for key in group.keys}
    for said in SAID[group.title].values():
        talk, _, word = said.partition(" ")
        assert said in REASONS or word in TALKS[talk], said


@pytest.mark.parametrize("talk", TALKS)
def test_every_word_is_told_on_the_page(talk: str) -> None:
    page = (ROOT / "docs/playing-without-looking.md").read_text()
    assert [word for word in TALKS[talk] if f"`{word}" not in page] == []
