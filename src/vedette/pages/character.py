"""The character builder: pages of what there is to decide, the sums, and every rule against the character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vedette.campaign import character_folder
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.figures import read_whole
from vedette.engine.text import joined, slug
from vedette.pages import model
from vedette.save_library import BuilderContext
from vedette.view.editors import BuildLine, BuildSummary, Edited
from vedette.view.sheet import Sheet
from vedette.view.signs import FAILURE

LINES = "lines"

MOST_STEPS = 99
"""Steps that are taken at once."""


class CharacterTool(model.Tool):
    """Closed with the character's own file in play; with None if nothing is kept.

    `lines` are those of the open page.
    """

    title, group = "Character", "A character"

    def __init__(self, context: BuilderContext) -> None:
        self._context, self.builder = context, context.builder
        self._draft: Edited[Any] = Edited(self.builder.begin())
        self.open = self.builder.pages[0]
        self._at: dict[str, str] = {}
        self._named = False
        self.lines: Sequence[BuildLine] = ()
        self.words, self.only_possible = "", False

    @property
    def draft(self) -> Any:
        return self._draft.now

    @property
    def summary(self) -> BuildSummary:
        return self.builder.summary(self._draft.now)

    @property
    def sheet_now(self) -> Sheet:
        return self.builder.sheet(self._draft.now)

    @property
    def sums(self) -> Sequence[str]:
        return [f"{one.label} {one.text}{f' of {one.of}' if one.of else ''}" for one in self.summary.totals]

    @property
    def subtitle(self) -> str:
        return self.summary.title

    def page(self) -> model.Page:
        every = self.builder.lines(self._draft.now, self.open.id)
        self.of = len(every)
        self.lines = [line for line in every if self._is_listed(line)]
        rows = (
            (line.group, model.Row(line.id, (line.label.strip(),), spoken=_words(line)))
            for line in self.lines
        )
        section = model.Section(LINES, model.headed(rows), "line", LINES, empty=self.nothing)
        against = [model.Text(one.words, ", ".join(one.rules), "bad", FAILURE) for one in self.summary.faults]
        legal = model.Text("Legal: save keeps it.", tone="good")
        return model.Page([section], against or [legal], tabs=[page.title for page in self.builder.pages])

    @property
    def nothing(self) -> str:
        return (
            "Nothing here may be taken now, or has these words." if self.of else "Nothing to decide here yet."
        )

    def _is_listed(self, line: BuildLine) -> bool:
        told = f"{line.label} {line.note} {line.group}".casefold()
        possible = line.chosen or line.why_not is None
        return all(word in told for word in self.words.casefold().split()) and (
            possible or not self.only_possible
        )

    def detail(self, row: str) -> model.Detail:
        line = self.line(row)
        if line is None:
            return (model.Text("Choose weapons and gear first; then say here where they go."),)
        against = [model.Text(str(line.why_not), "Not allowed", "bad")] if line.why_not else []
        helps = [model.Text(line.helps, "What would help")] if line.helps else []
        return [model.Text(_words(line)), *([model.Text(line.note)] if line.note else []), *against, *helps]

    def line(self, row: str) -> BuildLine | None:
        return next((line for line in self.lines if line.id == row), None)

    # --- what can be done

    @model.action("tab shift+tab", "page", takes="PAGE")
    async def page_(self, row: str, text: str) -> model.Result:
        """Opens the page of that name or letter, or the next one."""
        pages = self.builder.pages
        following = pages[(pages.index(self.open) + 1) % len(pages)]
        self._at[self.open.id] = row
        self.words = ""
        self.open = next((page for page in pages if text in (page.title, page.key)), following)
        lines = self.builder.lines(self._draft.now, self.open.id)
        return model.Reply(at=self._at.get(self.open.id) or (lines[0].id if lines else ""), told=(LINES,))

    @model.action("left minus", "less", on=LINES, takes="STEPS", show="←")
    async def less(self, row: str, text: str) -> model.Result:
        """One step less of a line, or so many."""
        return self._step(row, -1, text)

    @model.action("right plus equals_sign", "more", on=LINES, takes="STEPS", show="→")
    async def more(self, row: str, text: str) -> model.Result:
        """One step more of a line, or so many."""
        return self._step(row, 1, text)

    @model.action("enter space", "take", on=LINES)
    async def take(self, row: str, text: str) -> model.Result:
        """Takes it, or puts it back."""
        line = self.line(row)
        return self._step(row, line.toggle if line else 1, "")

    def _step(self, row: str, step: int, text: str) -> model.Result:
        line, times = self.line(row), read_whole(text) if text else 1
        if line is None:
            raise CommandError("There is nothing to decide here yet.")
        if times is None or not 0 < times <= MOST_STEPS:
            raise CommandError(f"1 to {MOST_STEPS} steps at once, not “{shown(text)}”.")
        changed, label = self._draft.now, line.label.strip()
        for _ in range(times):
            changed = self.builder.change(changed, self.open.id, row, step)
        if not self._draft.change(changed):
            raise CommandError(
                f"{label}: {str(line.why_not or 'there is no further step').removesuffix('.')}."
            )
        self.page()
        return model.Reply("" if self.line(row) else f"{label} is gone.", told=(row,))

    @model.action("slash", "find", takes="WORDS", show="/")
    async def find(self, row: str, text: str) -> model.Result:
        """Lists only lines of the open page with these words; without words all of them."""
        self.words = text
        return model.Reply(told=(LINES,))

    @model.action("m M", "only possible")
    async def may(self, row: str, text: str) -> model.Result:
        """Lists only what may be taken now, or everything again."""
        self.only_possible = not self.only_possible
        return model.Reply("Only what may be taken." if self.only_possible else "Everything.", told=(LINES,))

    @model.action("n N", "name", takes="NAME")
    async def name(self, row: str, text: str) -> model.Result:
        """What the character is called."""
        known = self.summary.title
        asked = model.AskText("What is the character called?", known, usual=known if self._named else "")
        self._draft.change(self.builder.rename(self._draft.now, text or await asked))
        self._named = True
        return model.Reply(f"{self.summary.title}.")

    @model.action("s S", "save")
    async def save(self, row: str, text: str) -> model.Result:
        """Saves the character's file, if it is legal."""
        faults = self.summary.faults
        if faults:
            more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
            hint = ("override", "saves it anyway, if all agree")
            return model.Reply(f"{faults[0]}{more}", "bad", refusal=faults[0], hint=hint)
        return await self._keep("")

    async def _keep(self, reason: str) -> model.Result:
        if not self._named:
            await self.name.run(self, "", "")
        return model.Close(self._context.make(self._draft.now, slug(self.summary.title), reason))

    @model.action("p P", "sheet", takes="page")
    async def sheet(self, row: str, text: str) -> model.Result:
        """The character's sheet as it would be; with "page" it is written to be printed."""
        if text != "page":
            await model.Show(self.sheet_now, character_folder())
            return None
        from vedette.view.page_templates import write_sheet  # Jinja: 50 ms, not before a sheet is written

        return model.Reply(f"Written: {write_sheet(self.sheet_now, character_folder())}", "good")

    @model.action("u U", "undo")
    async def undo(self, row: str, text: str) -> model.Result:
        """Takes the last change back."""
        return self._travel(self._draft.undo, "There is nothing to undo.")

    @model.action("y Y", "redo", footer=False)
    async def redo(self, row: str, text: str) -> model.Result:
        """Does it again."""
        return self._travel(self._draft.redo, "There is nothing to redo.")

    def _travel(self, move: Callable[[], bool], nothing: str) -> model.Result:
        before = {line.id: line for line in self.lines}
        if not move():
            raise CommandError(nothing)
        self.page()
        after = {line.id: _words(line) for line in self.lines}
        changed = [id for id, words in after.items() if id not in before or _words(before[id]) != words]
        gone = [line.label.strip() for id, line in before.items() if id not in after]
        if gone:
            return model.Reply(f"{joined(gone)} {'is' if len(gone) == 1 else 'are'} gone.", told=changed)
        return model.Reply("" if changed else "That was on another page.", told=changed)

    @model.action("exclamation_mark", "overrule", takes="REASON", footer=False, show="!")
    async def override(self, row: str, text: str) -> model.Result:
        """Saves it anyway, if all agree; asks for a reason."""
        faults = self.summary.faults
        asked = model.AskText("All must agree. The reason, for the log?", about=list(map(str, faults)))
        return await self._keep((text or await asked) if faults else "")

    @model.action("escape", "back")
    async def cancel(self, row: str, text: str) -> model.Result:
        """Leaves; nothing is kept."""
        if self._draft.is_touched:
            await model.Confirm("Discard this character?", "discard")
        return model.Close()


def _words(line: BuildLine) -> str:
    """A line of a page: what it is now, what it costs, whether it is taken."""
    cost = f"costs {line.cost}" if line.cost else ""
    named = f"{line.label.strip()} {line.value}".strip()
    return ", ".join(filter(None, (named, cost, "taken" if line.chosen else "")))
