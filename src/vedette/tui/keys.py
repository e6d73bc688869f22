"""The one table of keys: footer, help page and documentation are made from it.

Who gets a key, in this order:

1. The panel that is open (a form, dice, a question, the log) takes the keys that it knows.
2. In the list of actions the letter of an action comes first; games leave `RESERVED` alone.
3. Everything else is the table's. A capital, a sign or Ctrl works everywhere. While a form, dice or
   a question is open, small letters belong to it (with dice and questions `u` still undoes).
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from vedette.pages.model import Action, Tool

Mode = Literal[
    "actions",
    "ended",
    "form",
    "path",
    "dice",
    "choice",
    "adjust",
    "look",
    "log",
    "log_find",
    "home_find",
    "home",
    "new",
    "readings",
    "house_entry",
    "sheet",
    "drawing",
    "replay",
    "help",
]
"""What has the keyboard: the list of actions, the end of a game, a form, a way over the map in it, dice to enter, a question, the log, or another screen."""


class Key(Struct, frozen=True):
    """Something that a key does: `keys` as Textual names them, `show` as people read them.

    `modes` says where the footer offers it (empty: nowhere). For the table's keys `id` is also the
    name of the screen's action.
    """

    id: str
    keys: tuple[str, ...]
    show: str
    label: str
    help: str
    modes: tuple[Mode, ...] = ()


GONE = frozenset() if hasattr(signal, "SIGTSTP") else frozenset({"suspend"})
"""Keys that this system lacks, by their ids: Windows can't suspend a program."""

# fmt: off
TABLE_KEYS = (
    Key("next_card", ("down",), "↑↓", "unit", "choose another unit of this side", ("actions",)),
    Key("card_before", ("up",), "↑", "unit", "the unit before"),
    Key("other_side", ("tab", "left", "right"), "Tab", "side", "go over to the next side's units", ("actions",)),
    Key("undo", ("u", "U"), "u", "undo", "take the last decision back", ("actions", "choice", "dice", "ended")),
    Key("suspend", ("ctrl+z",), "Ctrl+Z", "suspend", "back to the shell, on Linux and macOS; `fg` there comes back to the game"),
    Key("again", ("full_stop",), ".", "again", "the last attack of this unit once more; asks only what no longer holds, and nothing where a map knows all of it", ("actions",)),
    Key("why", ("w", "W"), "w", "why", "the rules behind what is on the screen: a refusal, a modifier, a condition; typing finds any other; W while dice are asked and on the map", ("actions", "form")),
    Key("log", ("l", "L"), "l", "log", "the whole log, line by line; Enter goes back to a line", ("actions", "dice", "choice", "ended")),
    Key("find", ("slash",), "/", "find", "look for words in the log", ("actions",)),
    Key("help", ("question_mark", "f1"), "?", "help", "keys and rules", ("actions", "form", "dice", "choice", "ended")),
    Key("dice", ("D",), "D", "dice", "type your dice, or let Vedette roll them", ("actions", "dice")),
    Key("redo", ("y", "Y", "ctrl+y"), "y", "redo", "redo what was undone", ("actions",)),
    Key("leave", ("q", "Q"), "q", "leave", "leave this game; it is saved already. Ctrl+C leaves nothing: it says which key does", ("actions", "ended")),
    Key("force", ("exclamation_mark",), "!", "overrule", "overrule the refusal; asks for a reason", ("form", "actions")),
    Key("adjust", ("x", "X"), "x", "adjust", "correct the values of this unit by hand, and set its conditions", ("actions",)),
    Key("place_everyone", ("F",), "F", "place everyone", "on a map: places all units one by one; Enter next, Esc ends"),
    Key("note", ("n", "N"), "n", "note", "write a remark into the log; while dice are asked it becomes a bookmark of that line", ("actions",)),
    Key("bookmark", ("B",), "B", "bookmark", "adds a note to the last line, or changes it; it stands in the log, the replay and the report"),
    Key("table", ("t",), "t", "table", "what belongs to the table and not to the turn: concede, score, other rolls, adjust"),
    Key("palette", ("colon", "ctrl+p"), ":", "find all", "every action and every rule, found by words"),
    Key("replay", ("P",), "P", "replay", "look at the game so far, step by step", ("actions", "ended")),
    Key("correct", ("h", "C"), "h", "correct", "the history of rolls: correct one that was misread; C while dice are asked and in forms", ("actions",)),
    Key("odds", ("O",), "O", "odds", "show the odds in forms, or hide them from both players"),
    Key("clock", ("K",), "K", "clock", "the clocks of both sides: puts them on the table, stops them, and lets them run again"),
    Key("settings", ("G",), "G", "settings", "what both players agree on: undo free or by agreement, and time limits"),
    Key("any_roll", ("A",), "A", "any roll", "dice that no rule asks for"),
    Key("invite", ("I",), "I", "invite", "others follow the game on their phones: opens a page, shows its address and QR code, and closes it again"),
    Key("report", ("R",), "R", "report", "writes the battle report as a page beside the save: turning points, every round, luck and time", ("ended",)),
    Key("ending", ("escape",), "Esc", "the end", "when the game is over: from the table back to how it ended"),
    Key("plan", ("greater_than_sign",), ">", "then attack", "in a move's form: plans the attack after it, with its odds; Enter gives both, Esc goes back"),
    Key("guide", ("E",), "E", "guide", "in a first battle: ends the guide, or brings it back"),
    Key("theme", ("T",), "T", "theme", "dark, light, high contrast, black and white", ("actions",)),
)
"""Keys of the table screen. Small letters give way to a form; the others work everywhere."""

MAP_KEYS = (
    Key("zoom", ("Z",), "Z", "zoom", "zooms the map in or out, and round again", ("form", "path", "dice", "choice", "replay")),
    Key("nearer", ("plus", "equals_sign"), "+ -", "zoom", "zooms in or out, where no form is open", ("actions",)),
    Key("farther", ("minus",), "-", "farther", "zooms out, where no form is open"),
    Key("whole", ("M",), "M", "map", "makes the map as large as possible, and back", ("actions", "form", "path", "dice", "choice", "replay")),
    Key("cursor", ("V",), "V", "look", "moves a cursor over the map; below stands what is there, and Enter is a click", ("actions", "form", "path", "choice", "dice")),
    Key("threats", ("H",), "H", "threats", "shows or hides threat zones"),
    Key("numbers", ("number_sign",), "#", "numbers", "shows the number of every hex, or only where it matters"),
    Key("scroll_up", ("shift+up",), "Shift ↑↓←→", "scroll", "scrolls the map; so does the mouse wheel"),
    Key("scroll_down", ("shift+down",), "Shift ↓", "scroll", "the part below"),
    Key("scroll_west", ("shift+left",), "Shift ←", "scroll", "the part to the left"),
    Key("scroll_east", ("shift+right",), "Shift →", "scroll", "the part to the right"),
)
"""Keys of the table where there is a map."""

LOOK_KEYS = (
    Key("steer", (), "q w e a s d", "move", "moves the cursor one hex that way; so do the arrows", ("look",)),
    Key("click", ("enter",), "Enter", "click", "picks the hex: in a move the cheapest legal way to it", ("look",)),
    Key("back", ("escape",), "Esc", "back", "leaves the cursor", ("look",)),
)
"""Keys of the cursor on the map."""

PATH_KEYS = (
    Key("step", (), "q w e a s d", "step", "a step that way: north is w, south is s; in a hex or a facing the direction", ("path",)),
    Key("numbered", tuple("123456"), "1-6", "step", "the same by number: 1 is north, then clockwise; in a hex its name"),
    Key("step_back", ("backspace",), "⌫", "step back", "takes the last step back", ("path",)),
    Key("best", ("percent_sign",), "%", "best first", "sorts the choices by the odds beside them; again restores their order"),
    Key("commit", ("enter",), "Enter", "go on", "confirms, or goes to the next empty field", ("path",)),
    Key("fields", ("up", "down", "tab", "shift+tab"), "↑↓", "field", "go from field to field", ("path",)),
    Key("close", ("escape",), "Esc", "back", "leaves the form; nothing has happened", ("path",)),
)
"""Keys of a path, a hex or a facing in a form."""

ACTION_KEYS = (
    Key("letter", (), "letter", "act", "the action of that letter, or why it is not possible"),
    Key("first", ("enter",), "Enter", "do ▸", "the first action that is possible", ("actions",)),
    Key("page", ("pageup", "pagedown"), "PgUp PgDn", "more", "turns the pages of a long list"),
)
"""Keys of the list of actions."""

END_KEYS = (
    Key("turn", ("up", "down"), "↑↓", "turning point", "chooses a turning point, and tells what it changed", ("ended",)),
    Key("again", ("enter",), "Enter", "play on from there", "goes back to before the chosen turning point, after a question; how it went stays in the save", ("ended",)),
    Key("cards", ("tab",), "Tab", "table", "shows the table as it stands; Esc comes back", ("ended",)),
)
"""Keys of the end of a game."""

DICE_KEYS = (
    Key("face", tuple("123456789"), "1-9", "a face", "the face of one die; the last one ends the pool", ("dice",)),
    Key("ten", ("0", "t"), "0 t", "ten", "a 10 on a D10 or a D12"),
    Key("eleven", ("minus", "e"), "- e", "eleven", "an 11 on a D12"),
    Key("twelve", ("equals_sign", "w"), "= w", "twelve", "a 12 on a D12"),
    Key("roll", ("enter", "space"), "Enter", "roll", "Vedette rolls the dice that are not typed yet; twice where your last ones were typed, so that no stray Enter rolls", ("dice",)),
    Key("back", ("backspace",), "⌫", "back", "takes the last die back", ("dice",)),
    Key("die", ("left", "right"), "←→", "correct", "go to a die and type over it"),
    Key("total", ("number_sign",), "#", "total", "type the result, such as 8 hits of 12, instead of each face; again for the faces"),
    Key("afresh", ("F",), "F", "afresh", "after an undo: rolls new dice instead of the same ones"),
)
"""Keys of the dice panel."""

FORM_KEYS = (
    Key("pick", tuple("1234567890"), "1-9 a-z", "fill in", "the choice with that key, which stays its own while the form is open; - for nobody and nothing; where a number is asked for, digits are the number", ("form",)),
    Key("fields", ("up", "down", "tab", "shift+tab"), "↑↓", "field", "go from field to field", ("form",)),
    Key("value", ("left", "right"), "←→", "change", "the choice before or after"),
    Key("letter", (), "letter", "jump", "a field's letter jumps to it, or flips it"),
    Key("more", ("plus", "asterisk"), "+", "more", "shows the fields that are seldom needed"),
    Key("page", ("pageup", "pagedown"), "PgUp PgDn", "scroll", "scrolls fields and choices; so does the wheel"),
    Key("best", ("percent_sign",), "%", "best first", "sorts the choices by the odds beside them; again restores their order"),
    Key("commit", ("enter",), "Enter", "go on", "confirms, or goes to the next empty field", ("form",)),
    Key("close", ("escape",), "Esc", "back", "leaves the form; nothing has happened", ("form",)),
)
"""Keys of a form."""

CHOICE_KEYS = (
    Key("option", tuple("123456789"), "1-9", "answer", "the answer of that number; letters go on after 9, and - is nobody and nothing", ("choice",)),
)
"""Keys of a question put to one side."""

ADJUST_KEYS = (
    Key("rows", ("up", "down", "tab", "shift+tab"), "↑↓", "value", "another value of this unit; its letter jumps to it", ("adjust",)),
    Key("step", ("minus", "plus", "left", "right"), "- +", "change", "one less or one more, or the word before or after; so do ←→", ("adjust",)),
    Key("number", tuple("0123456789"), "0-9", "set", "sets it to that number", ("adjust",)),
    Key("restore", ("backspace",), "⌫", "as it was", "leaves this value as it was"),
    Key("commit", ("enter",), "Enter", "set", "sets all that was changed; one undo takes it back", ("adjust",)),
    Key("condition", ("c",), "c", "condition", "a condition of the unit, such as dug in: how long it lasts, and what it adds to which rolls", ("adjust",)),
    Key("place", ("o",), "o", "on the map", "where there is a map: another hex and facing of the unit"),
    Key("all", ("x",), "x", "all values", "every value of the game, found by words, with a reason", ("adjust",)),
    Key("close", ("escape",), "Esc", "back", "changes nothing", ("adjust",)),
)
"""Keys of what is corrected by hand."""

LOG_KEYS = (
    Key("lines", ("up", "down", "pageup", "pagedown", "home", "end"), "↑↓", "line", "another line", ("log",)),
    Key("goto", ("enter", "g"), "g", "go there", "goes back or on to this line; says first what that undoes", ("log",)),
    Key("find", ("slash",), "/", "find", "only lines with these words, or with a `unit:`, a `rule:`, a `kind:`; Tab takes the first word that is offered", ("log",)),
    Key("decided", ("w",), "w", "why", "what decided the roll of this line, how near it was, and its rules", ("log",)),
    Key("bookmark", ("b", "B"), "b", "bookmark", "adds a note to this line, or changes it; without words the bookmark goes", ("log",)),
    Key("unfold", ("a",), "a", "all", "shows undone lines, or only how many there are", ("log",)),
    Key("out", ("escape",), "Esc", "close", "leave the log", ("log",)),
)
"""Keys of the log while it is walked through."""

FIND_KEYS = (
    Key("words", (), "letters", "look for", "only what has all these words stays listed", ("log_find", "home_find")),
    Key("offered", ("tab",), "Tab", "take", "in the log: takes the first word that is offered below", ("log_find",)),
    Key("lines", ("up", "down"), "↑↓", "line", "another line of what was found", ("log_find", "home_find")),
    Key("keep", ("enter",), "Enter", "to the list", "the keys are the list's again, which stays as it is", ("log_find", "home_find")),
    Key("all", ("escape",), "Esc", "all", "lists everything again", ("log_find", "home_find")),
)
"""Keys of a line in which words are looked for."""

LIST_KEYS = (
    Key("walk", ("up", "down", "pageup", "pagedown", "home", "end"), "↑↓", "choose", "another line of the list", ("home", "help")),
    Key("over", ("tab", "left", "right"), "Tab", "other list", "where there are two lists: from one to the other"),
    Key("read", ("shift+up", "shift+down"), "Shift ↑↓", "scroll", "scrolls the text about a row"),
    Key("help", ("question_mark", "f1"), "?", "help", "keys and rules"),
    Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white"),
)
"""Keys of every list that fills a screen."""

HOME_KEYS = (
    Key("open", ("enter",), "Enter", "open", "goes on with the game, replays one that is over, opens what is chosen", ("home",)),
    Key("game", tuple("123456789"), "1-9", "open", "goes on with the open game of that number"),
    Key("new", ("n", "N"), "n", "new game", "sets up a new game", ("home",)),
    Key("learn", ("f", "F"), "f", "first battle", "begins a first battle with a guide, or goes on with it"),
    Key("replay", ("r", "P"), "r", "replay", "watches the chosen game step by step", ("home",)),
    Key("rename", ("R",), "R", "rename", "gives the chosen game another name", ("home",)),
    Key("bin", ("d", "D", "delete"), "d", "put away", "moves the chosen game into the folder `bin` beside the saves, after a question", ("home",)),
    Key("restore", ("u", "U"), "u", "bring back", "brings back the game that was just put away"),
    Key("find", ("slash",), "/", "find", "lists only the games that have the words you type; Esc lists all again", ("home",)),
    Key("help", ("question_mark", "f1"), "?", "help", "keys and rules", ("home",)),
    Key("quit", ("q", "Q"), "q", "quit", "leaves Vedette; everything is saved", ("home",)),
    Key("character", ("c", "C"), "c", "character", "makes a character with a file of their own", ("home",)),
    Key("draw", ("m", "M"), "m", "map", "draws a map to play on", ("home",)),
    Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white", ("home",)),
    Key("list_all", ("escape",), "Esc", "all", "lists all games again after a search"),
)
"""Keys of the first screen."""

NEW_KEYS = (
    Key("pick", tuple("1234567890"), "1-9", "pick", "the choice of that number", ("new", "readings")),
    Key("fields", ("up", "down", "tab", "shift+tab"), "↑↓", "field", "go from field to field", ("new", "readings", "house_entry")),
    Key("value", ("left", "right"), "←→", "change", "the choice before or after", ("new", "readings", "house_entry")),
    Key("units", ("space",), "Space", "units, rules", "at an army: choose its units from the profiles; at house rules and optional rules: change them; at a map: draw another", ("new",)),
    Key("keep", ("enter",), "Enter", "save", "in a house profile: saves it in your pack", ("house_entry",)),
    Key("play_so", ("enter",), "Enter", "play so", "in house rules and optional rules: play the game by these", ("readings",)),
    Key("look_for", ("slash",), "/", "find", "in house rules and optional rules: filters the list by the words you type; Esc shows all again", ("readings",)),
    Key("start", ("enter",), "Enter", "start", "starts the game, or goes to the next empty field", ("new",)),
    Key("back", ("escape",), "Esc", "back", "leaves; nothing has happened", ("new", "readings", "house_entry")),
)
"""Keys of a game that is being set up."""

TABLE_SHEET_KEYS = (
    Key("sheet", ("S",), "S", "sheet", "the sheet of the chosen unit, to read and to print", ("actions",)),
)
"""Keys of the table where there are sheets."""

DRAWING_KEYS = (
    Key("draw", ("space", "enter"), "Space", "draw", "draws with the brush in the cursor's hex; so does the mouse, dragging too", ("drawing",)),
    Key("walk", ("up", "down", "left", "right"), "↑↓←→", "move", "moves the cursor; so do q w e a s d, which with a brush for walls draw on that side", ("drawing",)),
    Key("letter", (), "letter, 1-9", "brush", "takes the brush with that key; they stand beside the map", ("drawing",)),
    Key("brush", ("tab",), "Tab", "next brush", "takes the next brush"),
    Key("pen", ("p",), "p", "pen", "the pen down or up: while it is down every step draws", ("drawing",)),
    Key("undo", ("u", "U"), "u", "undo", "takes the last change back", ("drawing",)),
    Key("redo", ("y", "Y", "ctrl+y"), "y", "redo", "redoes it"),
    Key("save", ("S", "ctrl+s"), "S", "save", "writes the map's file; over another one only after a question", ("drawing",)),
    Key("size", ("R",), "R", "size", "how many columns and rows the map has", ("drawing",)),
    Key("name", ("N",), "N", "name", "what the map is called", ("drawing",)),
    Key("zoom", ("Z",), "Z", "zoom", "zooms the map in or out, and round again", ("drawing",)),
    Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white"),
    Key("help", ("question_mark", "f1"), "?", "help", "keys and rules", ("drawing",)),
    Key("back", ("escape",), "Esc", "back", "leaves; asks first if something is not saved", ("drawing",)),
)
"""Keys of a map that is being drawn; small letters and digits are brushes."""

SHEET_KEYS = (
    Key("scroll", (), "↑↓", "scroll", "a long sheet; also with PgUp, PgDn and the mouse wheel", ("sheet",)),
    Key("write", ("h", "H"), "h", "HTML", "writes the sheet as a page for the printer, beside the saves", ("sheet",)),
    Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white", ("sheet",)),
    Key("back", ("escape", "q", "Q", "p", "P", "S"), "Esc", "back", "leaves the sheet", ("sheet",)),
)
"""Keys of a sheet."""

CORRECT_KEYS = (
    Key("letters", (), "↑↓ A-Z", "roll", "another roll; a letter goes to the nearest one that has it"),
    Key("faces", (), "1-9 0 - =", "faces", "the faces that lay there, die by die; for a choice its letter"),
)
"""What is typed in the history of rolls."""

REPLAY_KEYS = (
    Key("entry", ("left", "right"), "←→", "step", "one line back or on", ("replay",)),
    Key("moment", ("comma", "ctrl+left", "shift+left", "full_stop", "ctrl+right", "shift+right"), ", .", "activation", "the activation before or after; also Ctrl or Shift with ← →", ("replay",)),
    Key("round", ("left_square_bracket", "pageup", "right_square_bracket", "pagedown"), "[ ]", "round", "the round before or after", ("replay",)),
    Key("loss", ("N", "n"), "n N", "loss", "the next † or the one before: somebody is destroyed, routed or dead"),
    Key("run", ("space",), "Space", "play", "runs by itself, or stops", ("replay",)),
    Key("speed", ("minus", "underscore", "plus", "equals_sign"), "- +", "speed", "runs slower or faster"),
    Key("start", ("home",), "Home", "start", "to the beginning"),
    Key("end", ("end",), "End", "end", "to the last line"),
    Key("branch", ("enter",), "Enter", "play on", "goes on playing from this line; nothing is erased", ("replay",)),
    Key("back", ("escape", "q", "Q"), "Esc", "back", "leaves the replay", ("replay",)),
    Key("log", ("l", "L", "g", "G"), "l", "lines", "walk through the log; Enter jumps to a line", ("replay",)),
    Key("bookmark", ("b", "B"), "b", "bookmark", "puts a note to this line, or changes it", ("replay",)),
    Key("marked", ("J", "j"), "j J", "bookmark", "the next bookmark ⚑, or the one before"),
    Key("audit", ("a", "A"), "a", "undone too", "shows what was undone as well", ("replay",)),
    Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white"),
    Key("help", ("question_mark", "f1"), "?", "help", "keys and rules", ("replay",)),
)
"""Keys of a replay; of those that go in both directions the first half goes back."""

BOTH_WAYS = ("entry", "moment", "round", "loss", "marked", "speed")
"""Those that do."""

HELP_KEYS = (
    Key("filter", (), "letters", "find", "words or a rule's id: only what has them is listed", ("help",)),
    Key("read", ("shift+up", "shift+down"), "Shift ↑↓", "scroll", "scrolls a long text", ("help",)),
    Key("back", ("escape",), "Esc", "back", "empties the search, then leaves", ("help",)),
)
"""Keys of the help."""

# fmt: on
GROUPS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    ("Actions", ACTION_KEYS),
    ("At the table", TABLE_KEYS),
    ("The end of a game", END_KEYS),
    ("Dice", DICE_KEYS),
    ("A form", FORM_KEYS),
    ("A question", CHOICE_KEYS),
    ("By hand", ADJUST_KEYS),
    ("The log", LOG_KEYS),
    ("Looking for words", FIND_KEYS),
    ("The first screen", HOME_KEYS),
    ("A new game", NEW_KEYS),
    ("A replay", REPLAY_KEYS),
    ("Help", HELP_KEYS),
    ("A list", LIST_KEYS),
)
"""The keys of the screens that are no tools, by where they work."""

SHOWN = {"enter": "Enter", "escape": "Esc", "backspace": "⌫", "space": "Space", "tab": "Tab"}
"""Keys of tools as people read them, where that is not as Textual names them."""


def key_of(action: Action) -> Key:
    """The key of an action of a tool."""
    first = action.keys[0]
    show = action.show or SHOWN.get(first, first)
    return Key(action.word, tuple(action.keys), show, action.label, action.help)


Group = tuple[str, tuple[Key, ...]]
"""Where keys work, and what they are."""


def _of_tool(tool: type[Tool]) -> Group:
    return tool.group, tuple(key_of(one) for one in tool.actions if one.keys)


def groups() -> tuple[Group, ...]:
    """Every key by where it works, those of the tools as well."""
    from vedette.pages.army import ArmyTool
    from vedette.pages.corrections import CorrectionTool
    from vedette.pages.house import HouseTool

    at = GROUPS.index(("A replay", REPLAY_KEYS))
    title, keys = _of_tool(CorrectionTool)
    correction = (title, (*CORRECT_KEYS, *keys))
    return (*GROUPS[:at], _of_tool(ArmyTool), _of_tool(HouseTool), correction, *GROUPS[at:])


def character_groups() -> tuple[Group, ...]:
    """Those of games whose characters have sheets."""
    from vedette.pages.character import CharacterTool

    table = ("At the table, with sheets", TABLE_SHEET_KEYS)
    return (table, _of_tool(CharacterTool), ("A sheet", SHEET_KEYS))


MAP_GROUPS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    ("The map", MAP_KEYS),
    ("On the map", PATH_KEYS),
    ("Looking at the map", LOOK_KEYS),
    ("Drawing a map", DRAWING_KEYS),
)
"""Those of games that are played on a map."""

RESERVED = frozenset("uywlnxqth")
"""Small letters of the table in the list of actions: games leave them out of `Action.key`."""

WHY = "w"
"""Opens the rules behind what is on the screen, in a form as well, unless a step goes by it."""

EVERYWHERE = frozenset("ame")
"""Letters of actions that mean the same in every game: attack, move, end. No other action has them."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"

NOBODY = "-"
"""The key of the choice that takes nobody and nothing, in every list."""


TABLE = next(key for key in TABLE_KEYS if key.id == "table")
"""Opens the list of what belongs to the table."""

OF_TABLE = tuple(
    key for key in TABLE_KEYS if key.id in ("adjust", "note", "dice", "settings", "clock", "any_roll")
)
"""Keys of the table that are told in its list as well."""

OF_MAP = tuple(key for key in TABLE_KEYS if key.id == "place_everyone")
"""The keys listed there if there is a map."""


def footer(mode: Mode, *, board: bool = False, sheets: bool = False) -> Iterator[Key]:
    """The keys that the footer offers in a mode: the panel's own, those of the map and of sheets, the table's."""
    panels = [keys for title, keys in GROUPS if keys is not TABLE_KEYS]
    there = (TABLE_SHEET_KEYS if sheets else (), MAP_KEYS if board else ())
    for keys in (PATH_KEYS, LOOK_KEYS, DRAWING_KEYS, SHEET_KEYS, *panels, *there, TABLE_KEYS):
        yield from (key for key in keys if mode in key.modes)


@lru_cache(maxsize=256)  # a form asks for its own a dozen times a key
def letters(wanted: tuple[tuple[str, str], ...], taken: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """One letter for each (wished letter, title), each used once and none that is taken.

    A wish that cannot be met falls back on a letter of the title, then on any that is free.
    """
    given: list[str] = []
    kept = {key for key, _ in wanted if key not in taken}
    for key, title in wanted:
        free = [one for one in (*title.lower(), *LETTERS) if one in LETTERS and one not in taken]
        pool = (key, *(one for one in free if one not in kept), *free)
        given.append(next((one for one in pool if one and one not in taken and one not in given), ""))
    return tuple(given)
