"""Home: go on with the last game, begin a new one, watch an example, and look after all saves."""

from __future__ import annotations

from asyncio import create_task, wait
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from vedette import __version__
from vedette.engine.errors import VedetteError
from vedette.engine.times import local_clock
from vedette.save_library import CharacterFile, SaveLibrary
from vedette.tui.background import in_background
from vedette.tui.base_screen import BaseScreen
from vedette.tui.keys import FIND, HOME
from vedette.tui.messages import OpenHelp, OpenReplay, OpenTable
from vedette.tui.save_lines import (
    about,
    character_line,
    continue_lines,
    mission,
    ruleset_words,
    save_line,
    start_line,
)
from vedette.tui.text import Line, clean, line, rule, wrap
from vedette.tui.widgets.banner import Banner
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.menu import Menu, MenuRow
from vedette.tui.widgets.page import Page, Paragraph
from vedette.tui.widgets.prompt import Prompt
from vedette.view.signs import Tone

if TYPE_CHECKING:
    from textual.screen import Screen

    from vedette.engine.save_cards import SaveCard
    from vedette.pages.home import HomeTool, Opened
    from vedette.pages.model import Elsewhere, FormTool, Result, Tool
    from vedette.tui.widgets.save_preview import SavePreview

FIRST, LEARN, NEW, CHARACTER, MAP = "first", "learn", "new", "character", "draw"
EXAMPLES = "examples"
"""Ids of the lines that are no saves (mostly actions of the tool), of the game to go on with, and of what opens the folded examples; a save's id is its path."""

WELCOME = "Welcome. If you are new here, start with a first battle: a guide takes you through it."
ABOUT = "dice, tokens and rules for miniature wargames"


class Start(NamedTuple):
    """A line that begins something: its key, what it is, what is behind that; what Enter does, and the text beside the list."""

    key: str
    title: str
    more: str
    does: str
    text: str


START = {
    NEW: Start(
        "n",
        "New game",
        "two armies ready to play",
        "Enter sets up a new game",
        "Choose the rules, a mission or a map, both armies, house rules, how undo works and a clock. Everything has a value"
        " already. Both armies are shown unit by unit, and anything wrong with them is listed before the game starts.",
    ),
    LEARN: Start(
        "f",
        "First battle",
        "with a guide, about five minutes",
        "Enter starts a first battle with a guide",
        "Two or three units a side, with the real rules, dice and keys, and no miniatures. A guide at the foot of the screen says"
        " what you see and which key to press next. You may do anything else the rules allow; E turns the guide off and on.",
    ),
    CHARACTER: Start(
        "c",
        "New character",
        "Close Quarters: attributes, skills, equipment",
        "Enter makes a character",
        "A character of {game}: attributes, skills and equipment within the points. It has a file of its own, joins any"
        " game, and comes home with its experience, money and wounds.",
    ),
    MAP: Start(
        "m",
        "New map",
        "Close Quarters: draw rooms, walls and doors",
        "Enter draws a map",
        "Draw the ground, its heights, walls and doors, and where the sides begin. New game then offers it.",
    ),
}

TALL, WIDE, WIDER = 30, 110, 160
"""From how many rows on the name is written large, and the list has air; from how many columns on the save at hand is previewed beside the list, and from how many that has more room."""

EXAMPLES_SHOWN = 3
"""Examples that are listed where not every row has room."""

NUMBERED = 9
"""Open games that have a digit; the first of them is the one to go on with."""

PATIENCE = 0.15
"""Seconds for which the preview of another save stays while the next one is read."""


@dataclass
class Found(Message):
    """The saves have been looked into."""

    cards: Sequence[SaveCard]
    characters: Sequence[CharacterFile] = ()
    fault: str = ""


DOES = {word: f"do('{word}')" for word in (NEW, LEARN, "replay", "rename", "bin", "restore", CHARACTER, MAP)}
"""Keys of what the tool does."""


class HomeScreen(BaseScreen[None]):
    """One list: the game to go on with, the other open games, new ones, examples, games that are over, characters."""

    DEFAULT_CSS = """
    HomeScreen {
        & > Input { background: $panel; }
        & > #body { height: 1fr; layout: horizontal; }
        & Menu { width: 1fr; height: 1fr; }
        & #beside { width: 37; height: 1fr; margin: 0 1 0 2; background: $surface; display: none; }
        &.wide #beside, &.wider #beside { display: block; }
        &.wider #beside { width: 1fr; }
        &.wider Menu { width: 100; }
        & #beside > Page { padding: 1 2; }
        & #beside > PreviewPane { display: none; }
        & #beside.read > PreviewPane { display: block; }
        & #beside.read > Page { display: none; }
        &.wide > Prompt, &.wider > Prompt { height: 1; background: $background; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(WIDE, "wide"), (WIDER, "wider")]
    BINDINGS = [
        *(Binding(",".join(key.keys), DOES.get(key.id, key.id), show=False) for key in HOME.keys[2:]),
        *(Binding(key, f"game({key})", show=False) for key in HOME["game"].keys),
    ]

    def __init__(self, library: SaveLibrary) -> None:
        super().__init__()
        self._library = library
        self._cards: Sequence[SaveCard] | None = None
        self._characters: Sequence[CharacterFile] = ()
        self._looking = self._reading = False
        self._pressed = self._fault = self._call = ""
        self._all_examples = False
        self._words: tuple[str, ...] = ()
        self._back = ""
        self._read: SaveCard | None = None
        self._now = local_clock()

    def compose(self) -> ComposeResult:
        yield Banner("Vedette", ABOUT, __version__)
        with Container(id="body"):
            yield Menu()
            with Container(id="beside"):
                yield Page()
        yield Prompt()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(HOME)
        self.query_one(Menu).lit = True
        self._show(NEW)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Banner).set_class(event.size.height >= TALL, "large")
        self._preview()

    def on_screen_resume(self) -> None:
        """Saves may have changed: look into them, while the list can be used."""
        self.query_one(Menu).focus()
        self._looking = True
        self._look()

    def on_screen_suspend(self) -> None:
        self._say("")

    @work(thread=True, exclusive=True, group="saves")
    def _look(self) -> None:
        worker = get_current_worker()
        try:
            cards, characters = self._library.cards(), self._library.characters()
            self.post_message(Found(cards, characters))
            for otherwise in self._library.check():
                if worker.is_cancelled:
                    return
                if otherwise:
                    self.post_message(Found(self._library.cards(), characters))
        except VedetteError as error:
            self.post_message(Found((), fault=str(error)))

    async def on_found(self, event: Found) -> None:
        """The list is complete; whoever has not moved yet, or has just played another game, stands on the first line."""
        menu, known = self.query_one(Menu), self._cards is not None
        unmoved, before = not known and menu.at == NEW, self._first
        self._cards, self._fault, self._now = event.cards, event.fault, local_clock()
        self._characters, self._looking = event.characters, False
        first = self._first
        played = known and first is not None and (before is None or first.path != before.path)
        back, self._back = self._back or menu.at, ""
        comes_first = first is not None and (unmoved or played or back == str(first.path))
        self._show(FIRST if comes_first else LEARN if unmoved and self._are_new else back)
        pressed, self._pressed = self._pressed, ""
        if pressed == "enter":
            await self._choose(menu.at)
        elif pressed:
            await self.action_game(int(pressed))
        self._library.warm()

    @property
    def _own(self) -> list[SaveCard]:
        return [card for card in self._cards or () if not card.example]

    @property
    def _are_new(self) -> bool:
        return self._cards is not None and not self._own

    @property
    def _open_games(self) -> list[SaveCard]:
        """The players' games that are not over, the latest first."""
        return [card for card in self._own if not (card.fault or card.outcome)]

    @property
    def _first(self) -> SaveCard | None:
        return next(iter(self._open_games), None)

    def _show(self, at: str | None = None) -> None:
        self.query_one(Menu).show(self._rows, at)
        self._describe()

    def _rows(self, width: int) -> list[MenuRow]:
        """The game to go on with, or what is to be said first; below it every block that has rows."""
        first, now, made = self._first, self._now, list[MenuRow]()

        def block(heading: str, rows: Sequence[MenuRow], right: str = "") -> None:
            head = (*[Line()] * (self.size.height >= TALL), rule(heading, width, right))
            made.extend([MenuRow("", head), *rows] if rows else ())

        def saves(cards: Sequence[SaveCard]) -> list[MenuRow]:
            return [
                MenuRow(str(card.path), (save_line(card, width, now, numbers.get(card, "")),))
                for card in cards
                if self._matches(card)
            ]

        numbers = {card: str(n) for n, card in enumerate(self._open_games[:NUMBERED], 1)}
        if self._cards is None:
            made.append(_text("Reading the saves …", width))
        elif self._fault:
            made.append(_text(self._fault, width, "bad"))
        elif first is not None and self._matches(first):
            made.append(MenuRow(FIRST, continue_lines(first, width, now, self._call)))
        elif self._are_new and not self._words:
            made.append(_text(WELCOME, width))
        others = saves(self._open_games[1:])
        block("Open games", others, str(len(self._open_games)))
        if not self._words:
            ids = sorted(START, key=lambda one: one != LEARN) if self._are_new else START
            begun = [MenuRow(id, (start_line(*START[id][:3], width),)) for id in ids]
            block("Start", begun)
        known = [kept for kept in self._characters if self._matches(kept.card, kept.line)]
        characters = [MenuRow(str(kept.card.path), (character_line(kept, width),)) for kept in known]
        block("Characters", characters, "what they learn, own and live through")
        block("Damaged", saves([card for card in self._own if card.fault]))
        over = saves([card for card in self._own if card.outcome and not card.fault])
        examples = saves([card for card in self._cards or () if card.example])
        rows = sum(len(row.lines) for row in made) + len(examples) + len(over) + 4
        hidden = len(examples) - EXAMPLES_SHOWN
        folds = hidden > 0 and not self._all_examples and not self._words
        if folds and rows > self.query_one("#body").size.height:
            examples[EXAMPLES_SHOWN:] = [MenuRow(EXAMPLES, (start_line("+", f"{hidden} more", "", width),))]
        block("Watch an example", examples, "or play on from any line")
        block("Over", over, str(len(over)))
        none = [_text("No game has these words. Esc lists all again.", width)]
        return made if any(row.id for row in made) else none

    def _matches(self, card: SaveCard, more: str = "") -> bool:
        said = (mission(card), card.name, *card.sides, ruleset_words(card.ruleset), more)
        return all(word in " ".join(said).lower() for word in self._words)

    def _card(self) -> SaveCard | None:
        at = self.query_one(Menu).at
        if at == FIRST:
            return self._first
        own = (kept.card for kept in self._characters)
        return next((card for card in (*(self._cards or ()), *own) if str(card.path) == at), None)

    def _character(self) -> CharacterFile | None:
        at = self.query_one(Menu).at
        return next((kept for kept in self._characters if str(kept.card.path) == at), None)

    def _describe(self) -> None:
        card, character = self._card(), self._character()
        start = START.get(self.query_one(Menu).at)
        said = (start.does, "") if start else ("", "")
        wide = self.size.width >= WIDE  # then the preview tells of the save, and the first line of its keys
        if character is not None and not character.card.fault:
            said = ("Enter opens the file: experience, trade, healing · r replays it", character.line)
        elif card is not None:
            said = (self._offer(card), card.fault or about(card, self._now))
        if wide:
            said = ("", "" if self.query_one(Menu).at == FIRST else said[0])
        self.query_one(Prompt).show(*said)
        self._preview()

    def _offer(self, card: SaveCard) -> str:
        if card.fault:
            good = "Enter replays what can still be read; there you can play on in a copy"
            return good if card.ruleset else clean(card.name)
        if card.outcome:
            return f"Enter replays it; from any line you can play on{', in a copy' if card.example else ''}"
        return f"Enter plays {'it in a copy' if card.example else 'on'} · r replays it"

    def _say(self, text: str, tone: Tone = "bad") -> None:
        """Answer a key; the answer stays until another line is at hand, or another screen is opened."""
        self.query_one(Prompt).say(text, tone)

    def _preview(self) -> None:
        card = self._card()
        if self.size.width < WIDE:
            return
        if self.query_one(Menu).at == CHARACTER:
            self._tell_of_characters()
        elif card is None:
            start = START.get(self.query_one(Menu).at)
            self._tell((start.title, start.text) if start else ("", ""))
        elif not self._reading and card != self._read:
            self._reading = True
            self._read_at_hand()

    @work(group="characters", exclusive=True)
    async def _tell_of_characters(self) -> None:
        """Say what a character is, and of which game: that is known only when its rules are loaded."""
        heading, text = START[CHARACTER].title, START[CHARACTER].text
        self._tell((heading, ""))
        try:
            context = await in_background(self._library.new_character)
            text = text.format(game=context.ruleset.title)
        except VedetteError as error:
            text = str(error)
        if self.query_one(Menu).at == CHARACTER:
            self._tell((heading, text))

    @work(group="preview")
    async def _read_at_hand(self) -> None:
        """Read the save at hand; where another one is at hand by then, that one."""
        from vedette.tui.widgets.save_preview import preview_at  # with what a game needs: 350 ms

        while (card := self._card()) is not None and card != self._read and self.is_current:
            reading = create_task(in_background(partial(preview_at, self._library, card)))
            done, _ = await wait({reading}, timeout=PATIENCE)
            if not done:
                self._tell((mission(card), about(card, self._now)))
            try:
                preview = await reading
            except VedetteError as error:
                if card == self._card():
                    self._tell((mission(card), str(error)))
                    self._read = card
                continue
            if card == self._card():
                await self._show_preview(preview)
                self._read = card
        self._reading = False

    async def _show_preview(self, preview: SavePreview) -> None:
        from vedette.tui.widgets.save_preview import PreviewPane  # likewise

        beside = self.query_one("#beside")
        if not beside.query(PreviewPane):
            await beside.mount(PreviewPane())
        for pane in beside.query(PreviewPane):  # none where the screen is being closed meanwhile
            pane.show(preview)
        beside.add_class("read")
        menu = self.query_one(Menu)
        if menu.at == FIRST and preview.call != self._call:
            self._call = preview.call
            menu.redraw()

    def _tell(self, said: tuple[str, str]) -> None:
        self._read = None
        heading, text = said
        self.query_one(Page).show(clean(heading), (Paragraph(text=clean(text)),))
        self.query_one("#beside").remove_class("read")

    def on_menu_moved(self, event: Menu.Moved) -> None:
        self._pressed = ""
        self._say("")
        self._describe()

    async def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what the line says; the first line may be another one as soon as all saves are known."""
        if self._looking and event.id in (FIRST, NEW):
            self._pressed = "enter"
        else:
            await self._choose(event.id)

    async def _choose(self, id: str) -> None:
        card = self._card()
        if id == EXAMPLES:
            self.action_all_examples()
        elif card is None:
            await self.action_do(id)
        else:
            await self.action_do("replay" if card.fault or card.outcome else "open")

    async def action_game(self, number: int) -> None:
        if self._cards is None:
            self._pressed = str(number)
        elif number <= len(self._open_games):
            await self.action_do("open", str(self._open_games[number - 1].path))
        else:
            self._say(f"There is no open game {number}.")

    async def action_do(self, word: str, row: str = "") -> None:
        """Do something, if nothing else is named to the game at hand."""
        from vedette.tui.questions import carry_out  # with what a game needs: 250 ms

        card, tool = self._card(), self._tool
        steps = tool.start(tool.action(word), row or (str(card.path) if card else ""))
        await carry_out(
            steps, self.app.push_screen, self._done, lambda said: self._say(said.text, said.tone), self._opens
        )

    @cached_property
    def _tool(self) -> HomeTool:
        from vedette.pages.home import HomeTool  # likewise

        return HomeTool(self._library)

    def _opens(self, what: Tool | FormTool | Elsewhere) -> Screen[Any]:
        from vedette.pages.character import CharacterTool  # likewise

        if isinstance(what, CharacterTool):
            from vedette.tui.screens.builder import BuilderScreen

            return BuilderScreen(what)
        if getattr(what, "what", "") == "map":
            from vedette.tui.screens.map_editor import MapEditorScreen

            return MapEditorScreen(self._library.new_map())
        from vedette.tui.screens.new_game import NewGameScreen

        return NewGameScreen(self._library)

    def _done(self, result: Result) -> None:
        """Open a game; or say what was done to a file, and look into the saves again."""
        from vedette.pages.model import Close, Reply  # likewise

        if isinstance(result, Reply):
            word, does = result.hint
            key = next((key.show for key in HOME.keys if key.id == word), "")
            self._say(f"{result.text}. {key} {does}." if key else result.text, result.tone)
            self._looking, self._back = True, result.at
            self._look()
        elif isinstance(result, Close):
            opened: Opened | None = result.result
            if opened is not None:
                self.post_message((OpenReplay if opened.look else OpenTable)(opened.session))

    async def action_find(self) -> None:
        if not self.query(Input):
            find = Input(placeholder="words of a name, a side or a game", max_length=80, compact=True)
            await self.mount(find, after=self.query_one(Banner))
        self.query_one(Input).focus()
        self.query_one(KeyBar).show(FIND)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._words = tuple(clean(event.value).lower().split())
        self._say("")
        self._show("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(Menu).focus()
        self.query_one(KeyBar).show(HOME)

    async def action_list_all(self) -> None:
        await self.query("Input").remove()
        self._words = ()
        self._show()
        self.query_one(Menu).focus()
        self.query_one(KeyBar).show(HOME)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") and self.query("Input:focus"):
            event.stop()
            self.query_one(Menu).step(1 if event.key == "down" else -1)

    def action_all_examples(self) -> None:
        self._all_examples = True
        self._show()

    def action_help(self) -> None:
        self.post_message(OpenHelp(HOME))

    def action_quit(self) -> None:
        self.app.exit()


def _text(text: str, width: int, role: str = "dim") -> MenuRow:
    return MenuRow("", tuple(line((row, role)) for row in wrap(clean(text), width)))
