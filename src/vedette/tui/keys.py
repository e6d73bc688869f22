"""What has the keyboard, each in one declaration: its keys, what the footer offers, what becomes of a key that means nothing.

Bindings, footer, help and the page of keys in the docs are made from it. Who gets a key, in this order:

1. The panel that is open (a form, dice, a question, the log) takes the keys that it knows.
2. In the list of actions the letter of an action comes first; games leave `RESERVED` alone.
3. Everything else is the table's, as far as the mode lets it go (`Mode.keeps`): while a form is open small letters belong
   to it, with dice and questions those that the table does not need (`u` still undoes).

What a player binds otherwise would be read here: every key that a screen listens to is in a `Key`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from textual.binding import Binding, BindingType

if TYPE_CHECKING:
    from vedette.pages.model import Action
    from vedette.view.guide import On


class Key(Struct, frozen=True):
    """Something that a key does: `keys` as Textual names them, `show` as people read them; `id` names what is done."""

    id: str
    keys: tuple[str, ...]
    show: str
    label: str
    help: str


class Keys(Struct, frozen=True, eq=False):
    """Keys under one heading of the help; of games without what it `needs` they are not told."""

    title: str
    keys: tuple[Key, ...]
    needs: Literal["", "board", "sheets"] = ""

    def __getitem__(self, id: str) -> Key:
        return next(key for key in self.keys if key.id == id)

    def some(self, ids: str) -> tuple[Key, ...]:
        """The keys with these ids, in the order in which they are declared."""
        return tuple(key for key in self.keys if key.id in ids.split())

    @property
    def titles(self) -> frozenset[str]:
        return frozenset({self.title})


class Mode(Keys, frozen=True, eq=False):
    """What has the keyboard.

    `footer`: the ids of its keys that the last row offers; `also`: those that it offers of other keys, after them.
    `stray`: which keys that mean nothing to it are kept from the table, so that they cost nothing: `letters`, small ones that
    the table does not need, or `small`, all but capitals, Ctrl and what goes `through`.
    `lesson`: what a guide calls it. `rests`: nothing is open or asked. `holds`: it stays open while another unit is looked at.
    """

    footer: str = ""
    also: tuple[tuple[Keys, str], ...] = ()
    stray: Literal["", "letters", "small"] = ""
    through: frozenset[str] = frozenset()
    lesson: On = "elsewhere"
    rests: bool = False
    holds: bool = False

    def offers(self, *, board: bool = False, sheets: bool = False) -> Iterator[Key]:
        """The keys in the last row: its own, then those of sheets and of a board where there are such, then the table's."""
        there = {"": True, "board": board, "sheets": sheets}
        yield from self.some(self.footer)
        for other, ids in self.also:
            yield from other.some(ids) if there[other.needs] else ()

    @property
    def titles(self) -> frozenset[str]:
        """Its own heading, and those of the others that it offers."""
        return frozenset({self.title, *(other.title for other, _ in self.also)})

    def keeps(self, key: str, char: str) -> bool:
        """Whether a key that means nothing to what is open goes no further."""
        if self.stray == "letters":
            return len(char) == 1 and char.islower() and char not in RESERVED
        passes = key in self.through or key.startswith("ctrl+") or char.isupper()
        return self.stray == "small" and not passes


GONE = frozenset() if hasattr(signal, "SIGTSTP") else frozenset({"suspend"})
"""Keys that this system lacks, by their ids: Windows can't suspend a program."""

_HELP = Key("help", ("question_mark", "f1"), "?", "help", "keys and rules")
_COLOURS = Key("theme", ("T",), "T", "colours", "dark, light, high contrast, black and white")

# fmt: off
TABLE = Keys("At the table", (
    Key("next_card", ("down",), "↑↓", "unit", "choose another unit of this side"),
    Key("card_before", ("up",), "↑", "unit", "the unit before"),
    Key("other_side", ("tab", "left", "right"), "Tab", "side", "go over to the next side's units"),
    Key("undo", ("u", "U"), "u", "undo", "take the last decision back"),
    Key("suspend", ("ctrl+z",), "Ctrl+Z", "suspend", "back to the shell, on Linux and macOS; `fg` there comes back to the game"),
    Key("again", ("full_stop",), ".", "again", "the last attack of this unit once more; asks only what no longer holds, and nothing where a map knows all of it"),
    Key("why", ("w", "W"), "w", "why", "the rules behind what is on the screen: a refusal, a modifier, a condition; typing finds any other; W while dice are asked and on the map"),
    Key("log", ("l", "L"), "l", "log", "the whole log, line by line; Enter opens a line, g goes back to it"),
    Key("find", ("slash",), "/", "find", "look for words in the log"),
    _HELP,
    Key("dice", ("D",), "D", "dice", "type your dice, or let Vedette roll them"),
    Key("redo", ("y", "Y", "ctrl+y"), "y", "redo", "redo what was undone"),
    Key("leave", ("q", "Q"), "q", "leave", "leave this game; it is saved already. Ctrl+C leaves nothing: it says which key does"),
    Key("force", ("exclamation_mark",), "!", "overrule", "overrule the refusal; asks for a reason"),
    Key("adjust", ("x", "X"), "x", "adjust", "correct the values of this unit by hand, and set its conditions"),
    Key("place_everyone", ("F",), "F", "place everyone", "on a map: places all units one by one; Enter next, Esc ends"),
    Key("note", ("n", "N"), "n", "note", "write a remark into the log; while dice are asked it becomes a bookmark of that line"),
    Key("bookmark", ("B",), "B", "bookmark", "adds a note to the last line, or changes it; it stands in the log, the replay and the report"),
    Key("card", ("space",), "Space", "in full", "the chosen unit in full: weapons, abilities, and what only you can judge at the table"),
    Key("table", ("t",), "t", "table", "what belongs to the table and not to the turn: concede, score, other rolls, adjust"),
    Key("palette", ("colon", "ctrl+p"), ":", "find all", "every action, unit, key and rule, found by words"),
    Key("replay", ("P",), "P", "replay", "look at the game so far, step by step"),
    Key("correct", ("h", "C"), "h", "correct", "the history of rolls: correct one that was misread; C while dice are asked and in forms"),
    Key("odds", ("O",), "O", "odds", "show the odds in forms, or hide them from both players"),
    Key("clock", ("K",), "K", "clock", "the clocks of both sides: puts them on the table, stops them, and lets them run again"),
    Key("settings", ("G",), "G", "settings", "what both players agree on: undo free or by agreement, and time limits"),
    Key("any_roll", ("A",), "A", "any roll", "dice that no rule asks for"),
    Key("invite", ("I",), "I", "invite", "others follow the game on their phones: opens a page, shows its address and QR code, and closes it again"),
    Key("report", ("R",), "R", "report", "writes the battle report as a page beside the save: turning points, every round, luck and time"),
    Key("ending", ("escape",), "Esc", "the end", "when the game is over: from the table back to how it ended"),
    Key("plan", ("greater_than_sign",), ">", "then attack", "in a move's form: plans the attack after it, with its odds; Enter gives both, Esc goes back"),
    Key("guide", ("E",), "E", "guide", "in a first battle: ends the guide, or brings it back"),
    Key("theme", ("T",), "T", "theme", "dark, light, high contrast, black and white"),
))
"""Keys of the table. Small letters give way to a form; the others work everywhere."""

SHEETS = Keys("At the table, with sheets", (
    Key("sheet", ("S",), "S", "sheet", "the sheet of the chosen unit, to read and to print"),
), needs="sheets")
MAP = Keys("The map", (
    Key("zoom", ("Z",), "Z", "zoom", "zooms the map in or out, and round again"),
    Key("nearer", ("equals_sign", "plus"), "= -", "zoom", "zooms in or out, where no form is open"),
    Key("farther", ("minus",), "-", "farther", "zooms out, where no form is open"),
    Key("whole", ("M",), "M", "map", "makes the map as large as possible, and back"),
    Key("cursor", ("V",), "V", "look", "moves a cursor over the map; below stands what is there, and Enter is a click"),
    Key("threats", ("H",), "H", "threats", "shows or hides threat zones"),
    Key("numbers", ("number_sign",), "#", "numbers", "shows the number of every hex, or only where it matters"),
    Key("scroll_up", ("shift+up",), "Shift ↑↓←→", "scroll", "scrolls the map; so does the mouse wheel"),
    Key("scroll_down", ("shift+down",), "Shift ↓", "scroll", "the part below"),
    Key("scroll_west", ("shift+left",), "Shift ←", "scroll", "the part to the left"),
    Key("scroll_east", ("shift+right",), "Shift →", "scroll", "the part to the right"),
), needs="board")
LIST = Keys("A list", (
    Key("walk", ("up", "down", "pageup", "pagedown", "home", "end"), "↑↓", "choose", "another line of the list"),
    Key("over", ("tab", "left", "right"), "Tab", "other list", "where there are two lists: from one to the other"),
    Key("read", ("shift+up", "shift+down"), "Shift ↑↓", "scroll", "scrolls the text about a row"),
    _HELP,
    _COLOURS,
))
"""Keys of every list that fills a screen."""

RESERVED = frozenset(one for key in TABLE.keys for one in key.keys if len(one) == 1 and one.islower())
"""Small letters of the table in the list of actions: games leave them out of `Action.key`."""

WHY = "w"
"""Opens the rules behind what is on the screen, in a form as well, unless a step goes by it."""

THROUGH = frozenset(
    one
    for key in (*TABLE.some("force plan help"), *MAP.some("numbers scroll_up scroll_down scroll_west scroll_east"))
    for one in key.keys
)
"""Signs of the table that work in the middle of a form, as Ctrl and capitals do."""

_MAPPED = MAP, "zoom whole cursor"

ACTIONS = Mode("Actions", (
    Key("letter", (), "letter", "act", "the action of that letter, or why it is not possible"),
    Key("first", ("enter",), "Enter", "do ▸", "the first action that is possible"),
    Key("fold", ("plus",), "+", "not possible", "opens what is not possible now, with a reason each; again folds it"),
    Key("page", ("pageup", "pagedown"), "PgUp PgDn", "more", "turns the pages of a long list"),
), footer="first", also=((SHEETS, "sheet"), (TABLE, "next_card other_side undo again why log"), (MAP, "zoom cursor"), (TABLE, "help card force leave redo")), stray="letters", lesson="actions", rests=True)
SETUP = Mode("Setting up", (
    Key("tick", tuple("123456789"), "1-9", "tick", "ticks a step of the set-up, or takes the tick back; nothing has to be ticked"),
    Key("start", ("enter",), "Enter", "start", "starts the game, or does what comes before that"),
    Key("briefing", ("b",), "b", "briefing as text", "the mission in full instead of its steps"),
    Key("letter", (), "letter", "act", "the action of that letter"),
), footer="tick start briefing", also=((TABLE, "why log help dice leave table theme"),), stray="letters", lesson="actions", rests=True)
ENDED = Mode("The end of a game", (
    Key("turn", ("up", "down"), "↑↓", "turning point", "chooses a turning point, and tells what it changed"),
    Key("again", ("enter",), "Enter", "play on from there", "goes back to before the chosen turning point, after a question; how it went stays in the save"),
    Key("cards", ("tab",), "Tab", "table", "shows the table as it stands; Esc comes back"),
), footer="turn again cards", also=((TABLE, "undo log help leave replay report"),), stray="letters", lesson="ended", rests=True)
DICE = Mode("Dice", (
    Key("face", tuple("123456789"), "1-9", "a face", "the face of one die; the last one ends the pool"),
    Key("ten", ("0", "t"), "0 t", "ten", "a 10 on a D10 or a D12"),
    Key("eleven", ("minus", "e"), "- e", "eleven", "an 11 on a D12"),
    Key("twelve", ("equals_sign", "w"), "= w", "twelve", "a 12 on a D12"),
    Key("roll", ("enter", "space"), "Enter", "roll", "Vedette rolls the dice that are not typed yet; twice where your last ones were typed, so that no stray Enter rolls"),
    Key("back", ("backspace",), "⌫", "back", "takes the last die back"),
    Key("die", ("left", "right"), "←→", "correct", "go to a die and type over it"),
    Key("total", ("number_sign",), "#", "total", "type the result, such as 8 hits of 12, instead of each face; again for the faces"),
    Key("afresh", ("F",), "F", "afresh", "after an undo: rolls new dice instead of the same ones"),
), footer="face roll back", also=(_MAPPED, (TABLE, "undo log help dice")), stray="letters", lesson="dice", holds=True)
FORM = Mode("A form", (
    Key("pick", tuple("1234567890"), "1-9 a-z", "fill in", "the choice with that key, which stays its own while the form is open; - for nobody and nothing; where a number is asked for, digits are the number"),
    Key("fields", ("up", "down", "tab", "shift+tab"), "↑↓", "field", "go from field to field"),
    Key("value", ("left", "right"), "←→", "change", "the choice before or after"),
    Key("letter", (), "letter", "jump", "a field's letter jumps to it, or flips it"),
    Key("more", ("plus", "asterisk"), "+", "more", "shows the fields that are seldom needed"),
    Key("page", ("pageup", "pagedown"), "PgUp PgDn", "scroll", "scrolls fields and choices; so does the wheel"),
    Key("best", ("percent_sign",), "%", "best first", "sorts the choices by the odds beside them; again restores their order"),
    Key("commit", ("enter",), "Enter", "go on", "confirms, or goes to the next empty field"),
    Key("close", ("escape",), "Esc", "back", "leaves the form; nothing has happened"),
), footer="pick fields commit close", also=(_MAPPED, (TABLE, "why help force")), stray="small", through=THROUGH | {WHY, "pageup", "pagedown"}, lesson="form")
PATH = Mode("On the map", (
    Key("step", (), "q w e a s d", "step", "a step that way: north is w, south is s; in a hex or a facing the direction"),
    Key("numbered", tuple("123456"), "1-6", "step", "the same by number: 1 is north, then clockwise; in a hex its name"),
    Key("step_back", ("backspace",), "⌫", "step back", "takes the last step back"),
    FORM["best"], FORM["commit"], FORM["fields"], FORM["close"],
), footer="step step_back commit fields close", also=(_MAPPED,), needs="board")
"""A way over the map, a hex or a facing in a form."""

CHOICE = Mode("A question", (
    Key("option", tuple("123456789"), "1-9", "answer", "the answer of that number; letters go on after 9, and - is nobody and nothing"),
), footer="option", also=(_MAPPED, (TABLE, "undo log help")), stray="letters", lesson="choice", holds=True)
ADJUST = Mode("By hand", (
    Key("rows", ("up", "down", "pageup", "pagedown", "tab", "shift+tab"), "↑↓", "value", "another value of this unit; its letter jumps to it"),
    Key("step", ("minus", "plus", "left", "right"), "- +", "change", "one less or one more, or the word before or after; so do ←→"),
    Key("number", tuple("0123456789"), "0-9", "set", "sets it to that number"),
    Key("restore", ("backspace",), "⌫", "as it was", "leaves this value as it was"),
    Key("commit", ("enter",), "Enter", "set", "sets all that was changed; one undo takes it back"),
    Key("condition", ("c",), "c", "condition", "a condition of the unit, such as dug in: how long it lasts, and what it adds to which rolls"),
    Key("place", ("o",), "o", "on the map", "where there is a map: another hex and facing of the unit"),
    Key("all", ("x",), "x", "all values", "every value of the game, found by words, with a reason"),
    Key("close", ("escape",), "Esc", "back", "changes nothing"),
), footer="rows step number commit condition all close", stray="small", through=THROUGH, holds=True)
LOOK = Mode("Looking at the map", (
    Key("steer", (), "q w e a s d", "move", "moves the cursor one hex that way; so do the arrows"),
    Key("click", ("enter",), "Enter", "click", "picks the hex: in a move the cheapest legal way to it"),
    Key("back", ("escape",), "Esc", "back", "leaves the cursor"),
), footer="steer click back", needs="board")
"""The cursor on the map."""

LOG = Mode("The log", (
    Key("lines", ("up", "down", "pageup", "pagedown", "home", "end"), "↑↓", "line", "another line"),
    Key("open", ("enter",), "Enter", "open", "opens a line with its dice, sums and rules, or a round; again closes it"),
    Key("kinds", tuple("123456"), "1-6", "show", "all lines, or only rolls, losses, moves, scores, or what was set by hand"),
    Key("find", ("slash",), "/", "find", "only lines with these words, or with a `unit:`, a `rule:`, a `kind:`; Tab takes the first word that is offered"),
    Key("round", ("left", "right"), "←→", "round", "the round before or after"),
    Key("goto", ("g", "z"), "g", "go there", "goes back or on to this line; says first what that undoes"),
    Key("decided", ("w",), "w", "why", "what decided the roll of this line, how near it was, and its rules"),
    Key("bookmark", ("b", "B"), "b", "bookmark", "adds a note to this line, or changes it; without words the bookmark goes"),
    Key("correct", ("h",), "h", "correct", "the history of rolls"),
    Key("replay", ("P",), "P", "replay", "watches the game from this line on"),
    Key("unfold", ("a", "plus", "asterisk"), "+", "undone lines", "shows undone lines, or only how many there are"),
    _HELP,
    _COLOURS,
    Key("out", ("escape",), "Esc", "close", "leave the log"),
), footer="lines open kinds find round unfold bookmark goto decided out", lesson="log")
LOG_FIND = Mode("Looking for words", (
    Key("words", (), "letters", "look for", "only what has all these words stays listed"),
    Key("offered", ("tab",), "Tab", "take", "in the log: takes the first word that is offered below"),
    Key("lines", ("up", "down"), "↑↓", "line", "another line of what was found"),
    Key("keep", ("enter",), "Enter", "to the list", "the keys are the list's again, which stays as it is"),
    Key("all", ("escape",), "Esc", "all", "lists everything again"),
), footer="words offered lines keep all")
FIND = Mode(LOG_FIND.title, LOG_FIND.keys, footer="words lines keep all")
"""The same where nothing is offered."""

HOME = Mode("The first screen", (
    Key("game", tuple("123456789"), "1-9", "open", "continues the open game of that number"),
    Key("open", ("enter",), "Enter", "continue", "continues the chosen game, replays one that is over, opens anything else"),
    Key("new", ("n", "N"), "n", "new", "sets up a new game"),
    Key("learn", ("f", "F"), "f", "first battle", "starts a first battle with a guide, or continues it"),
    Key("replay", ("r", "P"), "r", "replay", "watches the chosen game step by step"),
    Key("rename", ("R",), "R", "rename", "gives the chosen game another file name"),
    Key("bin", ("d", "D", "delete"), "d", "put away", "moves the chosen game into the folder `bin` beside the saves; asks first"),
    Key("restore", ("u", "U"), "u", "bring back", "brings back the game that was just put away"),
    Key("find", ("slash",), "/", "find", "lists only the games with the words you type; Esc lists all again"),
    _COLOURS,
    _HELP,
    Key("quit", ("q", "Q"), "q", "quit", "leaves Vedette; everything is saved"),
    Key("character", ("c", "C"), "c", "character", "makes a character with a file of their own"),
    Key("draw", ("m", "M"), "m", "map", "draws a map to play on"),
    Key("all_examples", ("plus",), "+", "more", "lists the examples that are folded"),
    Key("list_all", ("escape",), "Esc", "all", "lists all games again after a search"),
), footer="game open new replay rename bin find theme help quit", also=((LIST, "walk"),))
NEW = Mode("A new game", (
    Key("pick", tuple("1234567890"), "1-9", "pick", "the choice of that number"),
    FORM["fields"], FORM["value"],
    Key("units", ("space",), "Space", "units, rules", "at an army: choose its units from the profiles; at house rules and optional rules: change them; at a map: draw another"),
    Key("keep", ("enter",), "Enter", "save", "in a house profile: saves it in your pack"),
    Key("other", ("tab",), "Tab", "the table", "where the screen is narrow: shows the table and both armies, or the choices again"),
    Key("start", ("enter",), "Enter", "start", "starts the game, or goes to the next empty field"),
    Key("back", ("escape",), "Esc", "back", "leaves; nothing has happened"),
), footer="pick fields value units start back")
NEW_NARROW = Mode(NEW.title, NEW.keys, footer="pick fields value other units start back")
READINGS = Mode("House rules and optional rules", (
    Key("answer", tuple("123456789"), "1-9", "choose", "the answer of that number; where a number is asked for, its digits"),
    FORM["fields"], FORM["value"],
    Key("default", ("d",), "d", "the default", "answers the question as usual"),
    Key("changed", ("c",), "c", "only changed", "lists only what differs from the usual, or everything again"),
    Key("preset", ("p",), "p", "next preset", "answers all questions at once, where there are such presets"),
    Key("play_so", ("enter",), "Enter", "play by these", "plays the game by these"),
    Key("look_for", ("slash",), "/", "find", "filters the list by the words you type; Esc shows all again"),
    Key("open", ("enter",), "Enter", "open", "where the screen is narrow: opens the question with every answer; Esc goes back to the list"),
    Key("back", ("escape",), "Esc", "back", "leaves; nothing has changed"),
), footer="answer fields default changed play_so look_for back", stray="small", through=FORM.through | {"slash"})
READINGS_LIST = Mode(READINGS.title, READINGS.keys, footer="open fields answer default changed look_for back", stray="small", through=READINGS.through)
HOUSE_ENTRY = Mode(NEW.title, NEW.keys, footer="fields value keep back", stray="small", through=FORM.through)
SHEET = Mode("A sheet", (
    Key("scroll", (), "↑↓", "scroll", "a long sheet; also with PgUp, PgDn and the mouse wheel"),
    Key("write", ("h", "H"), "h", "HTML", "writes the sheet as a page for the printer, beside the saves"),
    _COLOURS,
    Key("back", ("escape", "q", "Q", "p", "P", "S"), "Esc", "back", "leaves the sheet"),
), footer="scroll write theme back", needs="sheets")
DRAWING = Mode("Drawing a map", (
    Key("draw", ("space", "enter"), "Space", "draw", "draws with the brush in the cursor's hex; so does the mouse, dragging too"),
    Key("walk", ("up", "down", "left", "right"), "↑↓←→", "move", "moves the cursor; so do q w e a s d, which with a brush for walls draw on that side"),
    Key("letter", (), "letter, 1-9", "brush", "takes the brush with that key; they stand beside the map"),
    Key("brush", ("tab",), "Tab", "next brush", "takes the next brush"),
    Key("pen", ("p",), "p", "pen", "the pen down or up: while it is down every step draws"),
    Key("undo", ("u", "U"), "u", "undo", "takes the last change back"),
    Key("redo", ("y", "Y", "ctrl+y"), "y", "redo", "redoes it"),
    Key("save", ("S", "ctrl+s"), "S", "save", "writes the map's file; over another one only after a question"),
    Key("size", ("R",), "R", "size", "how many columns and rows the map has"),
    Key("name", ("N",), "N", "name", "what the map is called"),
    Key("zoom", ("Z",), "Z", "zoom", "zooms the map in or out, and round again"),
    _COLOURS,
    _HELP,
    Key("back", ("escape",), "Esc", "back", "leaves; asks first if something is not saved"),
), footer="draw walk letter pen undo save size name zoom help back", needs="board")
"""A map that is being drawn; small letters and digits are brushes."""

REPLAY = Mode("A replay", (
    Key("entry", ("left", "right"), "←→", "step", "one line back or on"),
    Key("moment", ("comma", "ctrl+left", "shift+left", "full_stop", "ctrl+right", "shift+right"), ", .", "activation", "the activation before or after; also Ctrl or Shift with ← →"),
    Key("round", ("left_square_bracket", "pageup", "right_square_bracket", "pagedown"), "[ ]", "round", "the round before or after"),
    Key("loss", ("N", "n"), "n N", "loss", "the next † or the one before: somebody is destroyed, routed or dead"),
    Key("run", ("space",), "Space", "play", "runs by itself, or stops"),
    Key("speed", ("minus", "underscore", "plus", "equals_sign"), "- +", "speed", "runs slower or faster"),
    Key("start", ("home",), "Home", "start", "to the beginning"),
    Key("end", ("end",), "End", "end", "to the last line"),
    Key("branch", ("enter",), "Enter", "play on", "goes on playing from this line; nothing is erased"),
    Key("back", ("escape", "q", "Q"), "Esc", "back", "leaves the replay"),
    Key("log", ("l", "L", "g", "G"), "l", "lines", "walk through the log; Enter jumps to a line"),
    Key("bookmark", ("b", "B"), "b", "bookmark", "puts a note to this line, or changes it"),
    Key("marked", ("J", "j"), "j J", "bookmark", "the next bookmark ⚑, or the one before"),
    Key("audit", ("a", "A"), "a", "undone too", "shows what was undone as well"),
    _COLOURS,
    _HELP,
), footer="entry moment round run branch back log bookmark audit help", also=((MAP, "zoom whole"),))
"""A replay; of the keys that go both ways the first half goes back."""

BOTH_WAYS = ("entry", "moment", "round", "loss", "marked", "speed")
"""Those that do."""

HELP = Mode("Help", (
    Key("filter", (), "a-z", "find", "words, a sign or a rule's id: keys, signs and rules are filtered while you type"),
    Key("choose", ("up", "down"), "↑↓", "choose", "opens another rule"),
    Key("column", ("tab",), "Tab", "next column", "goes to the next column, which PgUp and PgDn then scroll; on a small screen shows the rules"),
    Key("page", ("pageup", "pagedown"), "PgDn", "more", "scrolls the column"),
    Key("read", ("shift+up", "shift+down"), "Shift ↑↓", "scroll", "scrolls a long rule"),
    Key("back", ("escape",), "Esc", "back", "empties the search, then leaves"),
), footer="filter choose column page back")
CORRECTION = Keys("A correction", (
    Key("letters", (), "↑↓ A-Z", "roll", "another roll; a letter goes to the nearest one that has it"),
    Key("faces", (), "1-9 0 - =", "faces", "the faces that lay there, die by die; for a choice its letter"),
))
"""What is typed in the history of rolls."""

GROUPS: tuple[Keys, ...] = (
    ACTIONS, SETUP, TABLE, ENDED, DICE, FORM, CHOICE, ADJUST, LOG, LOG_FIND, HOME, NEW, READINGS, REPLAY, HELP, LIST,
    MAP, PATH, LOOK, DRAWING, SHEETS, SHEET,
)
"""The keys of the screens that are no tools, in the order of the help."""

WANTED: tuple[tuple[str, tuple[tuple[str, Keys, str], ...]], ...] = (
    ("Play", (
        ("do what ▸ marks", ACTIONS, "first"),
        ("an action by its letter", ACTIONS, "letter"),
        ("what isn't possible, and why", FORM, "more"),
        ("another unit", TABLE, "next_card"),
        ("the other side's units", TABLE, "other_side"),
        ("the same attack again", TABLE, "again"),
    )),
    ("Roll", (
        ("type the faces, one by one", DICE, "face"),
        ("ten", DICE, "ten"), ("eleven", DICE, "eleven"), ("twelve", DICE, "twelve"),
        ("type the number of successes", DICE, "total"),
        ("let Vedette roll the rest", DICE, "roll"),
        ("hide or show the odds", TABLE, "odds"),
    )),
    ("Put something right", (
        ("undo", TABLE, "undo"), ("redo", TABLE, "redo"),
        ("a die was misread", TABLE, "correct"),
        ("hit points, stress, place", TABLE, "adjust"),
        ("overrule a refusal, together", TABLE, "force"),
    )),
    ("Ask", (
        ("why: the rules behind a number", TABLE, "why"),
        ("the whole log", TABLE, "log"), ("find a word in it", TABLE, "find"),
        ("any action or rule by words", TABLE, "palette"),
    )),
    ("At the table", (
        ("dice, notes, clocks, concede", TABLE, "table"),
        ("watch the game so far", TABLE, "replay"),
        ("leave; everything is saved", TABLE, "leave"),
    )),
)
# fmt: on
"""The keys by what one wants; the help begins with them."""

SHOWN = {"enter": "Enter", "escape": "Esc", "backspace": "⌫", "space": "Space", "tab": "Tab"}
"""Keys of tools as people read them, where that is not as Textual names them."""


def key_of(action: Action) -> Key:
    first = action.keys[0]
    show = action.show or SHOWN.get(first, first)
    return Key(action.word, tuple(action.keys), show, action.label, action.help)


def bindings(keys: Iterable[Key], does: str = "{}") -> list[BindingType]:
    """The keys as Textual binds them to actions; `does` is the action with the id in it."""
    return [
        Binding(",".join(key.keys), does.format(key.id), key.label, show=False) for key in keys if key.keys
    ]


EVERYWHERE = frozenset("ame")
"""Letters of actions that mean the same in every game: attack, move, end. No other action has them."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"

NOBODY = "-"
"""The key of the choice that takes nobody and nothing, in every list."""

OF_TABLE = TABLE.some("adjust note dice settings clock any_roll")
"""Keys of the table that are told in its list as well."""

OF_MAP = TABLE.some("place_everyone")
"""The keys listed there if there is a map."""


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
