"""Small questions over the table: yes or no, a reason, a rule to read. Nothing follows from one to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from vedette.engine.facts import Names, place
from vedette.engine.grammar import agree
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import LONGEST
from vedette.pages.model import AskConsent
from vedette.tui.text import clean
from vedette.view.steppers import written

T = TypeVar("T")

Kept = Literal["beside", "leave", ""]
"""Write the game beside its save; leave without it; neither."""


class Dialog(ModalScreen[T]):
    """A box over the table, dismissed with an answer."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > Vertical {
            width: 70;
            max-width: 94%;
            height: auto;
            max-height: 100%;
            padding: 1 2;
            border: heavy $key;
            background: $panel;
        }
        & Static { height: auto; }
        & .keys { margin: 1 0 0 0; padding: 0 1; background: $success-ground; }
        & .ways { margin: 1 0 0 0; }
        & #found { height: 7; color: $faint; }
    }
    """

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(clean(self._question)).stylize("bold"))
            yield from self.body()

    def body(self) -> ComposeResult:
        """What stands below the question."""
        yield from ()

    def leave(self, answer: T) -> None:
        if self in self.app.screen_stack:  # a key may have been pressed twice in haste
            _ = self.dismiss(answer)  # a screen cannot wait for its own end


def _what_goes(goes: Sequence[str]) -> Static:
    return Static(Content("\n".join(f"↶ {clean(row)}" for row in goes)))


def commit(does: str) -> Static:
    """What Enter does, as in a form, and what Esc does."""
    enter = ("Enter", "bold $key"), (f"  {clean(does)}", "bold $success")
    return Static(Content.assemble(*enter, ("     Esc", "bold $key"), "  cancel"), classes="keys")


def keyed(rows: Sequence[tuple[str, str]]) -> Content:
    made = [Content.assemble((f"{key:<6} ", "bold $key"), clean(does)) for key, does in rows]
    return Content("\n").join(made)


class Confirm(Dialog[bool]):
    """Yes or no."""

    def __init__(self, question: str, yes: str, goes: Sequence[str] = ()) -> None:
        """Ask a question; `yes` says what happens then, and `goes` what would be taken back."""
        super().__init__(question)
        self._yes, self._goes = yes, goes

    def body(self) -> ComposeResult:
        if self._goes:
            yield _what_goes(self._goes)
        yield commit(self._yes)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("enter", "y", "escape", "n"):
            self.leave(event.key in ("enter", "y"))


async def discard(screen: Screen[Any], question: str) -> None:
    """Leave a screen with nothing, where the answer is yes."""

    def leave(yes: bool | None) -> None:
        if yes:
            _ = screen.dismiss(None)

    await screen.app.push_screen(Confirm(question, "discard"), leave)


class Choose(Dialog[str | None]):
    """One of a few, each with a line about it; dismissed with its id, or None where it was left."""

    def __init__(self, question: str, offered: Mapping[str, tuple[str, str]], verb: str = "begin") -> None:
        """Ask a question; `offered`: for each id a name and a line about it. Enter does the `verb`."""
        super().__init__(question)
        self._offered, self._verb = offered, verb
        self._at = 0

    def body(self) -> ComposeResult:
        yield Static(id="offered")
        yield commit(self._verb)

    def on_mount(self) -> None:
        self._list()

    def _list(self) -> None:
        rows: list[Content] = []
        for i, (name, about) in enumerate(self._offered.values()):
            chosen = i == self._at
            head = f"\n{'▸' if chosen else ' '} {i + 1}  {clean(name)}"
            rows += [
                Content.styled(head, "bold" if chosen else ""),
                Content.styled(f"     {clean(about)}", "$faint"),
            ]
        self.query_one("#offered", Static).update(Content("\n").join(rows))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        ids = list(self._offered)
        if event.key == "escape":
            self.leave(None)
        elif event.key == "enter":
            self.leave(ids[self._at])
        elif event.key in ("up", "down"):
            self._at = (self._at + (1 if event.key == "down" else -1)) % len(ids)
            self._list()
        elif event.key.isdigit() and 1 <= int(event.key) <= len(ids):
            self.leave(ids[int(event.key) - 1])


class Agree(Dialog[str | None]):
    """Something is to be undone, and the other side is asked; dismissed with the side that undoes it."""

    def __init__(self, asked: AskConsent) -> None:
        taking, sides = asked.taking, asked.sides
        super().__init__(f"{asked.question} This undoes {taking.words(lambda side: sides.get(side, side))}.")
        self._goes, self._sides, self._by = asked.goes, sides, taking.by

    def body(self) -> ComposeResult:
        yield _what_goes(self._goes)
        yield Static(id="keys", classes="ways")

    def on_mount(self) -> None:
        self._ask()

    def _ask(self) -> None:
        agreeing = [clean(name) for side, name in self._sides.items() if side != self._by]
        others, name = " and ".join(agreeing), clean(self._sides.get(self._by, ""))
        undo = f"; {name} {agree(name, 'undoes', 'undo')}" if name else ""
        rows = [
            ("Enter", f"{others} {'agree' if len(agreeing) > 1 else agree(others, 'agrees', 'agree')}{undo}")
        ]
        rows += [("Tab", "the other way round")] if name else []
        rows += [("Esc", "not agreed: nothing is undone")]
        self.query_one("#keys", Static).update(keyed(rows))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "tab" and self._by:
            sides = list(self._sides)
            self._by = sides[(sides.index(self._by) + 1) % len(sides)]
            self._ask()
        elif event.key in ("enter", "escape"):
            self.leave(self._by if event.key == "enter" else None)


class AskText(Dialog[str | None]):
    """A line of words; dismissed with None where it was left."""

    def __init__(
        self,
        title: str,
        hint: str,
        above: str = "",
        start: str = "",
        *,
        usual: str | None = None,
        edit: bool = False,
    ) -> None:
        """Ask for words; `above` is what they are about, `start` what stands there to be changed.

        `usual` is the answer where nothing is typed. With `edit` typing does not replace `start`.
        """
        super().__init__(title)
        self._above, self._usual = above, usual
        self._line = Input(start, placeholder=hint, max_length=LONGEST, select_on_focus=not edit)

    def body(self) -> ComposeResult:
        if self._above:
            yield Static(Content(clean(self._above)))
        yield self._line
        yield commit("confirm")

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.leave(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Words are wanted, not blanks, unless there is a usual answer."""
        event.stop()
        words = clean(event.value).strip() or self._usual
        if words is not None:
            self.leave(words)


def ask_bookmark(session: Session[GameState], n: int) -> AskText:
    """The note to line `n`, which may stand there already; without words the bookmark goes."""
    note = session.timeline.bookmarks.get(n, "")
    told = "\n".join(session.sentences(session.timeline.entry(n)))
    hint = "no words: no bookmark" if note else "a note, such as: was the wall in the way?"
    return AskText(f"Bookmark line {n}", hint, told, note, usual="" if note else None)


class KeepGame(Dialog[Kept]):
    """What happened to the save, and the new one that the game can go on in."""

    def __init__(self, fault: str, save: str, *, leaving: bool) -> None:
        """Offer a new save of that name; somebody who is `leaving` may do so without it."""
        super().__init__(fault)
        self._save = save
        self._keys: dict[str, Kept] = {"enter": "beside", "escape": ""}
        if leaving:
            self._keys["l"] = "leave"

    def body(self) -> ComposeResult:
        ways = [("Enter", f"save it as {self._save}")]
        ways += [("l", "leave, and lose the game")] if "l" in self._keys else []
        yield Static(Content("The whole game is still in memory."))
        yield Static(keyed([*ways, ("Esc", "not now")]), classes="ways")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in self._keys:
            self.leave(self._keys[event.key])


class ReadRule(Dialog[None]):
    """A rule in our words; any key closes it."""

    def __init__(self, id: str, title: str, text: str) -> None:
        super().__init__(title)
        self._rule, self._told = clean(id), clean(text)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content.assemble((self._rule, "bold $key"), "  ", (clean(self._question), "bold")))
            yield Static(Content(f"\n{self._told}"))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.leave(None)

    def on_click(self) -> None:
        self.leave(None)


class AdjustValue(Dialog[Mapping[str, str]]):
    """Reality wins: which value, what it is, and why, if anybody wants to say it."""

    SHOWN = 6

    def __init__(self, paths: Mapping[str, Any], names: Names, words: Mapping[str, str], start: str) -> None:
        """Offer these paths with their values; `words` are what the values are called, `start` those that are looked for first."""
        super().__init__("Correct a value")
        self._paths, self._start = paths, start
        self._said = {path: place(path, names, words) for path in paths}
        self._path, self._at = "", 0

    def body(self) -> ComposeResult:
        yield Input(self._start, placeholder="which value", id="path", select_on_focus=False)
        yield Static(id="found")
        yield Input(placeholder="new value", id="value")
        yield Input(placeholder="reason for the log, if you like", id="reason", max_length=LONGEST)
        yield Static(Content("↑↓ choose · Enter next, then confirm · Esc cancel"))

    def on_mount(self) -> None:
        self._list()

    def _found(self) -> list[str]:
        words = self.query_one("#path", Input).value.lower().split()
        known = ((path, f"{path} {self._said[path]}".lower()) for path in self._paths)
        return [path for path, said in known if all(word in said for word in words)]

    def _list(self) -> None:
        found = self._found()
        self._at = max(0, min(self._at, len(found) - 1))
        top = max(0, min(self._at - 2, len(found) - self.SHOWN))
        rows = [
            f"{'▸' if i == self._at else ' '} {self._said[path]} = {written(self._paths[path])}"
            for i, path in enumerate(found[top : top + self.SHOWN], top)
        ]
        more = [f"  … {len(found) - top - self.SHOWN} more"] if len(found) > top + self.SHOWN else []
        text = "\n".join(clean(row) for row in [*rows, *more]) or "  Nothing found."
        self.query_one("#found", Static).update(Content(text), layout=False)

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.leave({})
        elif event.key in ("up", "down") and self.query_one("#path", Input).has_focus:
            event.stop()
            self._at += 1 if event.key == "down" else -1
            self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.id == "path":
            self._at, self._path = 0, ""
            self._list()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        path, value, reason = (self.query_one(f"#{one}", Input) for one in ("path", "value", "reason"))
        found = self._found()
        if event.input is path and found:
            self._path = found[self._at]
            with self.prevent(Input.Changed):
                path.value = self._said[self._path]
            self._at = 0
            self._list()
            value.value = written(self._paths[self._path])
            value.focus()
        elif event.input is value:
            reason.focus()
        elif self._path:
            self.leave({"path": self._path, "value": value.value, "reason": clean(reason.value)})
