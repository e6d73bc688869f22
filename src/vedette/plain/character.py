"""A character made by lines: pages of what there is, the sums, and every rule against it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from vedette.campaign import character_folder
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.figures import read_whole
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.text import slug
from vedette.plain.answers import pick
from vedette.plain.speech import not_allowed, refused, spoken, spoken_list, spoken_sentence
from vedette.plain.talk import CancelledError, Talk
from vedette.plain.telling import sheet_lines, sheet_written
from vedette.plain.words import Dialogue, Word, by_name
from vedette.save_library import BuilderContext
from vedette.view.editors import BuildLine, BuildPage, Edited

HOW = "Say a page to hear it, or the number or name of one of its lines to take it or put it back; more and less take steps, save ends. Also about, sums, name, sheet, undo and help."

MOST_STEPS = 99
"""Steps that are taken at once."""


class CharacterTalk(Dialogue):
    """A new character; `made` is their own file in play, once it is saved."""

    def __init__(self, context: BuilderContext, talk: Talk) -> None:
        """Begin with a character of whom nothing is decided."""
        super().__init__(talk)
        self._context = context
        self._builder = context.builder
        self._draft = Edited(self._builder.begin())
        self._page: BuildPage = self._builder.pages[0]
        self._named = False
        self._told: tuple[str, ...] = ()
        self.made: Session[GameState] | None = None

    def hold(self) -> None:
        """Say what there is to decide, and go on until they are saved."""
        self.talk.say("New character.")
        self.pages("")
        self.talk.teach(HOW)
        self.tell()
        super().hold()

    def take(self, line: str) -> None:
        """A page, or a line of the page at hand."""
        page = None if line.isdigit() else pick(line, [page.title for page in self._builder.pages])
        if page is not None:
            self._page = self._builder.pages[page]
            self.lines("")
            return
        found = self._line(line)
        self._step(found, found.toggle)

    def tell(self) -> None:
        """The sums, and what is against the character: only what is not as it was said."""
        summary = self._builder.summary(self._draft.now)
        sums = (
            f"{total.label} {total.text}{f' of {total.of}' if total.of else ''}" for total in summary.totals
        )
        against = (f"Against it: {refused(fault)}" for fault in summary.faults)
        now = (*sums, *against) if summary.faults else (*sums, "Legal: save keeps it.")
        fresh = [one for one in now if one not in self._told]
        numbers, lines = [one for one in fresh if one[-1] != "."], [one for one in fresh if one[-1] == "."]
        self.talk.say(spoken_sentence(", ".join(numbers)), *lines)
        self._told = now

    # --- pages and lines

    def pages(self, rest: str) -> None:
        """The pages."""
        self.talk.say(f"Pages: {spoken_list(spoken(page.title) for page in self._builder.pages)}.")

    def lines(self, rest: str) -> None:
        """The lines of the page at hand, each group with its heading."""
        lines = enumerate(self._lines, 1)
        for group, some in groupby(lines, lambda numbered: numbered[1].group):
            told = (f"{number} {_words(line)}" for number, line in some)
            self.talk.say(f"{spoken(group or self._page.title)}: {' '.join(told)}")
        if not self._lines:
            self.talk.say("Nothing to decide here yet.")

    def about(self, rest: str) -> None:
        """A line in full."""
        line = self._line(rest)
        self.talk.say(
            _words(line), spoken_sentence(line.note), not_allowed(line.why_not) if line.why_not else ""
        )

    def sums(self, rest: str) -> None:
        """All sums, and everything against it."""
        self._told = ()
        self.tell()

    def more(self, rest: str) -> None:
        """Steps up."""
        self._steps(rest, 1)

    def less(self, rest: str) -> None:
        """Steps down."""
        self._steps(rest, -1)

    @property
    def _lines(self) -> tuple[BuildLine, ...]:
        return self._builder.lines(self._draft.now, self._page.id)

    def _line(self, text: str) -> BuildLine:
        lines = self._lines
        place = pick(text, [line.label for line in lines])
        place = next((n for n, line in enumerate(lines) if line.id == text), place)
        if place is None:
            raise CommandError(
                f"“{shown(text)}” is no line of this page, no page and no word; help tells the words."
            )
        return lines[place]

    def _steps(self, text: str, step: int) -> None:
        """A line so many steps on: `STR 2`, `3 2`, or the line alone for one step."""
        name, _, times = text.rpartition(" ")
        if name and 0 < (steps := read_whole(times) or 0) <= MOST_STEPS:
            self._step(self._line(name), step, steps)
        else:
            self._step(self._line(text), step)

    def _step(self, line: BuildLine, step: int, times: int = 1) -> None:
        changed = self._draft.now
        for _ in range(times):
            changed = self._builder.change(changed, self._page.id, line.id, step)
        if not self._draft.change(changed):
            raise CommandError(
                f"{spoken(line.label)}: {refused(line.why_not) if line.why_not else 'there is no further step'}"
            )
        now = next((one for one in self._lines if one.id == line.id), None)
        self.talk.say(_words(now) if now else f"{spoken(line.label)} is gone.")
        self.tell()

    def undo(self, rest: str) -> None:
        """Take the last change back."""
        self._travelled(self._draft.undo, "There is nothing to undo.")

    def redo(self, rest: str) -> None:
        """Do it again."""
        self._travelled(self._draft.redo, "There is nothing to redo.")

    def _travelled(self, move: Callable[[], bool], nothing: str) -> None:
        before = self._lines
        if not move():
            raise CommandError(nothing)
        changed = [line for line in self._lines if line not in before]
        self.talk.say(*map(_words, changed) if changed else ["That was on another page."])
        self.tell()

    # --- name, sheet, file

    def name(self, rest: str) -> None:
        """What they are called."""
        name = rest or self.ask("What is the character called?")
        if name:
            self._draft.change(self._builder.rename(self._draft.now, name))
            self._named = True
            self.talk.say(spoken_sentence(self._builder.summary(self._draft.now).title))

    def sheet(self, rest: str) -> None:
        """The sheet as it would be."""
        made = self._builder.sheet(self._draft.now)
        if rest == "page":
            self.talk.say(sheet_written(made, character_folder()))
        else:
            self.talk.say(*sheet_lines(made))

    def save(self, rest: str) -> None:
        """Their file, if no rule is against it."""
        faults = self._builder.summary(self._draft.now).faults
        if faults:
            self.talk.refuse(not_allowed(faults[0]))
            self.talk.say("All may agree to overrule: say override and the reason.")
        else:
            self._save()

    def override(self, rest: str) -> None:
        """Their file, whatever the rules say."""
        self._save(rest or self.ask("All must agree. The reason, for the log?"))

    def _save(self, reason: str = "") -> None:
        if not self._named:
            self.name("")
        title = self._builder.summary(self._draft.now).title
        self.made = self._context.make(self._draft.now, slug(title), reason)
        self.over = True

    def leave(self, rest: str) -> None:
        """Nothing is kept; whoever has begun is asked first."""
        if not self._draft.is_touched or self.talk.sure("Discard this character?"):
            raise CancelledError


def _words(line: BuildLine) -> str:
    """A line of a page: what it is now, what it costs, whether it is taken."""
    cost = f"costs {line.cost}" if line.cost else ""
    taken = "taken" if line.chosen else ""
    return spoken_sentence(
        ", ".join(filter(None, (f"{line.label.strip()} {line.value}".strip(), cost, taken)))
    )


CharacterTalk.words = by_name(
    (
        Word("pages", "", "the pages.", CharacterTalk.pages),
        Word("lines", "", "the lines of this page.", CharacterTalk.lines),
        Word("more", "LINE [STEPS]", "one more of a line, or so many.", CharacterTalk.more),
        Word("less", "LINE [STEPS]", "one less of a line, or so many.", CharacterTalk.less),
        Word("about", "LINE", "a line in full, and what is against it.", CharacterTalk.about),
        Word("sums", "", "what is left to spend, and everything against the character.", CharacterTalk.sums),
        Word("name", "[NAME]", "what the character is called.", CharacterTalk.name),
        Word("sheet", "[page]", "the sheet as it would be; page writes it to be printed.", CharacterTalk.sheet),
        Word("undo", "", "take the last change back.", CharacterTalk.undo),
        Word("redo", "", "do it again.", CharacterTalk.redo),
        Word("save", "", "save the character's file, if it is legal.", CharacterTalk.save),
        Word("override", "REASON", "save it all the same, where all agree.", CharacterTalk.override),
        Word("cancel", "", "leave; nothing is kept.", CharacterTalk.leave),
        Word("help", "[WORD]", "these words.", CharacterTalk.help),
    )
)  # fmt: skip
