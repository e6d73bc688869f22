"""What a tool is: what it shows as plain data, and what it does as actions that may ask the players.

An action is a coroutine that awaits questions:

    file = draft.file(await AskText("Save this army as", "its name"))
    if file.path.exists():
        await Confirm(f"Replace your army {file.id}?", "replace it", if_cancelled="Nothing is saved.")
    draft.save(file)

If the players cancel, the coroutine is closed and nothing after the `await` runs: so check first, ask second, change last.
No event loop is needed: each front end runs the coroutine from question to question with `advance`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from msgspec import Struct

from vedette.controller import Feedback
from vedette.engine.long_work import Told
from vedette.engine.undo_policy import TakingBack
from vedette.view.sheet import Sheet
from vedette.view.signs import Tone
from vedette.view.vocabulary import Form

T = TypeVar("T")

# --- what is shown


class Text(Struct, frozen=True):
    """A paragraph: a bold label and a text, of which later lines are indented by `hang`; `apart` leaves a row free above.

    A screen may show a `sign` in place of the label. Without either it shows the sign of the tone.
    """

    text: str
    label: str = ""
    tone: Tone = "plain"
    sign: str = ""
    apart: bool = False
    hang: int = 2


class Facts(Struct, frozen=True):
    """Labels with their values: one a line where there is room, else `brief`."""

    pairs: Sequence[tuple[str, str]]
    brief: str


Detail = Sequence[Text | Facts]
"""Everything about one thing, most important first: plain mode reads it in this order."""


class Column(Struct, frozen=True):
    """A column of a section.

    Exactly one column is `main`: it takes the remaining width. The others are as wide as their longest cell,
    and are dropped from the right when `main` would get too narrow. `right` aligns right.
    """

    name: str = ""
    main: bool = False
    right: bool = False
    tone: str = ""


class Row(Struct, frozen=True):
    """A row of a section, one cell per column. `lead` and `note` go before and after the main cell.

    `spoken` replaces the cells in plain mode.
    """

    id: str
    cells: Sequence[str]
    lead: str = ""
    note: str = ""
    spoken: str = ""


class Heading(Struct, frozen=True):
    """A heading between rows. `does` is what Enter does with the rows below it ("changes one")."""

    title: str
    does: str = ""


class Section(Struct, frozen=True):
    """A list of rows.

    `one` is what a row is called, for prompts and errors; `word` is the word of plain mode that lists the section.
    `does` is an action and what it does with a row ("add", "adds"); a screen shows it with its key beside the title.
    Plain mode tells `most` of them at once, where that is a number.
    """

    id: str
    rows: Sequence[Row | Heading]
    one: str
    word: str
    title: str = ""
    columns: Sequence[Column] = (Column(main=True),)
    does: tuple[str, str] = ("", "")
    empty: str = "None yet."
    most: int = 0

    @property
    def choices(self) -> list[Row]:
        return [row for row in self.rows if isinstance(row, Row)]

    def name(self, row: Row) -> str:
        """What a row is called: its main cell."""
        return row.cells[next(i for i, column in enumerate(self.columns) if column.main)]


def headed(rows: Iterable[tuple[str, Row]]) -> list[Row | Heading]:
    """Rows under headings, which go before the first row of each group."""
    made: list[Row | Heading] = []
    for title, group in groupby(rows, lambda one: one[0]):
        made += [Heading(title)] if title else []
        made += [row for _, row in group]
    return made


class Page(Struct, frozen=True):
    """What a tool shows: one or two sections, and notes about the whole. `at` is the row to start on.

    `tabs` are the titles of all its pages; an action `page` opens the one that is named.
    """

    sections: Sequence[Section]
    notes: Sequence[Text] = ()
    at: str = ""
    tabs: Sequence[str] = ()

    def section(self, id: str) -> Section:
        return next(one for one in self.sections if one.id == id)


# --- what an action leads to


class Reply(Feedback, frozen=True, kw_only=True):
    """Feedback of a tool: the row to go to, and what else is to be shown or told.

    `hint` is an action and what it does next ("send", "makes a file of it"). `detail` is more about it, which a screen shows in
    place of the row at hand. `told` are sections and rows that plain mode tells again. `copied` goes to the clipboard, or is said.
    """

    at: str = ""
    hint: tuple[str, str] = ("", "")
    detail: Detail = ()
    told: Sequence[str] = ()
    copied: str = ""


class Close(Struct, frozen=True):
    """Close the tool and return this result to whoever opened it."""

    result: Any = None


Result = Reply | Close | None


# --- what an action asks


class Question(Struct, Generic[T], frozen=True, kw_only=True):
    """Base of all questions. `if_cancelled` is said when the players cancel; where it `may_be_left` that is an answer too."""

    may_be_left: ClassVar[bool] = False
    if_cancelled: str = ""

    def __await__(self) -> Generator[Question[T], T, T]:
        return (yield self)


class Confirm(Question[bool], frozen=True):
    """Yes or cancel. `about` explains the question; `goes` is what would be lost, line by line."""

    question: str
    yes: str = "go on"
    about: str = ""
    goes: Sequence[str] = ()


class AskText(Question[str], frozen=True):
    """A line of text, after what is said `about` it.

    `hint` is an example, `usual` what an empty line stands for, `start` a text to be changed, of which
    typing replaces all unless it is to `edit`.
    """

    question: str
    hint: str = ""
    start: str = ""
    edit: bool = False
    usual: str = ""
    about: Sequence[str] = ()


class AskRow(Question[str], frozen=True):
    """A row of a section; on screens its note is told with it."""

    question: str
    section: Section


class AskLines(Question[str], frozen=True):
    """Several lines of text, up to an empty one. On screens they are pasted."""

    question: str


class Open(Question[Any], frozen=True):
    """Another tool on top of this one. The answer is its result."""

    may_be_left = True
    tool: Tool | FormTool


class Show(Question[None], frozen=True):
    """A sheet to read; written as a page for the printer it goes into the folder. Plain mode may have something shorter `said`."""

    may_be_left = True
    sheet: Sheet
    folder: Path
    said: str = ""


class Elsewhere(Question[Any], frozen=True):
    """What each front end does in a way of its own."""

    may_be_left = True
    what: Literal["new game", "map"]


class Work(Question[Callable[[], T]], Generic[T], frozen=True):
    """Long work. The answer is a function that returns the result or raises its error; what comes after they have cancelled is dropped."""

    title: str
    run: Callable[[Told], T]
    drop: Callable[[T], object]


class AskConsent(Question[str], frozen=True):
    """Consent of the other sides to taking something back. The answer is the side that takes it back."""

    question: str
    taking: TakingBack
    goes: Sequence[str]
    sides: Mapping[str, str]


Steps = Coroutine[Question[Any], Any, T]
"""An action on its way to a result."""


def advance(steps: Steps[T], answer: Any = None) -> Question[Any] | T:
    """Run an action to its next question or its result. Raises VedetteError."""
    try:
        return steps.send(answer)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


# --- actions and tools

Run = Callable[[Any, str, str], Coroutine[Any, Any, Result]]


class Action(Struct, frozen=True):
    """Something that a tool does: a key of a screen, a word of plain mode.

    `on` is the section whose row it takes; from elsewhere it gets "". One without gets the row at hand of the first section.
    `takes` is the text that may follow its word. `footer`: whether the keys at the bottom of a screen offer it, there
    as `show` if not by its first key.
    """

    word: str
    keys: Sequence[str]
    label: str
    help: str
    run: Run
    on: str
    takes: str
    footer: bool
    show: str


def action(
    keys: str, label: str, *, on: str = "", takes: str = "", footer: bool = True, show: str = ""
) -> Callable[[Callable[..., Awaitable[Result]]], Action]:
    """Make a method an action: its name is the word of plain mode, its docstring the help.

    `keys` are Textual's names of keys, separated by spaces; none for what is only said.
    """

    def made(run: Callable[..., Awaitable[Result]]) -> Action:
        help = (run.__doc__ or label).rstrip(".")
        help = help[:1].lower() + help[1:]
        shown = tuple(keys.split())
        return Action(
            run.__name__.rstrip("_"),
            shown,
            label,
            help,
            cast(Run, run),
            on,
            takes,
            footer and bool(shown),
            show,
        )

    return made


class Tool:
    """A tool: state, what it shows, and its actions. Knows no front end.

    `group` is the heading of its keys in the help. `actions` are all that it has; one that is open may leave some out.
    """

    actions: Sequence[Action] = ()
    group: ClassVar[str] = ""
    title: str = ""
    about: str = ""

    def __init_subclass__(cls) -> None:
        """Collect the actions in the order in which they are written: so footer and help have them."""
        cls.actions = [one for one in vars(cls).values() if isinstance(one, Action)]

    @property
    def sums(self) -> Sequence[str]:
        """What it all comes to, such as "24 points"."""
        return ()

    @property
    def subtitle(self) -> str:
        """What stands beside the title on a screen."""
        return self.about

    def page(self) -> Page:
        """What it shows now. Cheap enough to call after every action."""
        raise NotImplementedError

    def detail(self, row: str) -> Detail:
        """Everything about a row; "" where there is none."""
        raise NotImplementedError

    @classmethod
    def action(cls, word: str) -> Action:
        return next(one for one in cls.actions if one.word == word)

    def start(self, action: Action, row: str = "", text: str = "") -> Steps[Result]:
        """Start an action; drive it with `advance`."""
        return action.run(self, row, text)


class FormTool:
    """A tool that is a form, with a text beside each field.

    `initial` is the draft to begin with, `first` the field; `enter` says what Enter does ("Enter saves it").
    The fields of a form with `find` can be searched by words; `find` is the hint in the empty search line.
    """

    title: str = ""
    about: str = ""
    initial: Mapping[str, Any] = {}
    first: str = ""
    enter: str = ""
    find: str = ""

    @property
    def name(self) -> str:
        return f"{self.title}: {self.about}"

    def form(self, draft: Mapping[str, Any], words: Sequence[str] = ()) -> Form:
        """The form of a draft; with `words` only the fields that have them."""
        raise NotImplementedError

    def beside(self, field: str, draft: Mapping[str, Any]) -> Detail:
        """What is said beside a field; "" for what is said of the whole."""
        return ()

    def follows(self, draft: dict[str, Any]) -> Mapping[str, Any]:
        """Answers that follow from the last one, which may be taken out of the draft."""
        return {}

    async def submit(self, draft: Mapping[str, Any]) -> Result:
        raise NotImplementedError

    async def cancel(self, draft: Mapping[str, Any]) -> Result:
        return Close()
