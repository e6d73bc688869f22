"""A tool in plain mode: its lists by number, a word for each action, its questions, and forms field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, JournalError
from vedette.engine.long_work import unheard
from vedette.pages import model
from vedette.plain.answers import pick
from vedette.plain.form import FormFiller
from vedette.plain.speech import not_allowed, numbered, spoken, spoken_list, spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.talk import CancelledError, Talk
from vedette.plain.telling import sheet_lines
from vedette.plain.words import Dialogue, Word, by_name
from vedette.view.fields import Draft
from vedette.view.form_draft import FormDraft
from vedette.view.vocabulary import Field, Form

T = TypeVar("T")

MOST = 20
"""The most fields of a form with a search that are all listed; of more only the changed ones."""

MOST_NAMED = 9
"""Rows that are named with a question."""

HOUSE_RULE = "house rule"
"""How an answer begins that is told in full, unlike the usual one."""


# --- questions


def carry_out(
    steps: model.Steps[T], asker: Talk | PlainTable, elsewhere: Callable[[model.Elsewhere], Any] | None = None
) -> T | None:
    """Run an action to its result; None if they cancel a question. `elsewhere` does what a tool leaves to plain mode.

    Raises VedetteError.
    """
    came = model.advance(steps)
    while isinstance(came, model.Question):
        if isinstance(came, model.Elsewhere) and elsewhere is not None:
            came = model.advance(steps, elsewhere(came))
            continue
        answer = _answer(came, asker)
        if not (answer or came.may_be_left):
            steps.close()
            asker.say(spoken_sentence(came.if_cancelled))
            return None
        came = model.advance(steps, answer)
    return came


def _answer(question: model.Question[Any], asker: Talk | PlainTable) -> Any:
    """The answer; False, None or nothing if they cancel."""
    match question:
        case model.Confirm():
            asker.say(spoken_sentence(question.about), *map(spoken_sentence, question.goes))
            return asker.sure(question.question)
        case model.Open():
            return hold(question.tool, asker if isinstance(asker, Talk) else asker.talk)
        case model.Show():
            asker.say(*([spoken_sentence(question.said)] if question.said else sheet_lines(question.sheet)))
            return None
        case model.Work():
            return partial(question.run, unheard)
        case model.AskText():
            usual = f" Enter: {spoken(question.usual)}." if question.usual else ""
            asker.say(*map(spoken_sentence, question.about), f"{question.question.rstrip('?')}?{usual}")
            answer = asker.hear()
            return "" if answer.casefold() == "cancel" else answer or question.usual
        case model.AskRow():
            rows = [question.section.name(row) for row in question.section.choices]
            asker.say(question.question, *(numbered(rows) if len(rows) <= MOST_NAMED else ()))
            return row_of(question.section, asker.hear(), whole=True)[0]
        case model.AskLines():
            asker.say(question.question)
            return "\n".join(iter(asker.hear, ""))
        case model.AskConsent():
            names = {side: spoken(name) for side, name in question.sides.items()}
            words = question.taking.words(lambda side: names.get(side, side))
            asker.say(spoken_sentence(f"This undoes {words}"), *map(spoken_sentence, question.goes))
            asked = spoken_list(names[side] for side in question.taking.asked)
            return asker.sure(f"{asked}: do you agree?") and question.taking.by
    raise TypeError(f"There are no words for {type(question).__name__}.")


# --- pages


class PageTalk(Dialogue):
    """The lists of a tool until it is closed; `result` is what it is closed with."""

    def __init__(self, tool: model.Tool, talk: Talk) -> None:
        super().__init__(talk)
        self.tool = tool
        self.words = words_of(tool)  # type: ignore[misc]  # each tool has its own
        self.result: Any = None
        self._said: Sequence[str] = ()

    def hold(self) -> None:
        page = self.tool.page()
        first = page.sections[0]
        self.tabs("")
        self.talk.teach(
            f"The number or name of a {first.one} {self._enter(first).help}. Enter: {self._leaving.help}. "
            f"{'The name of a page opens it. ' if page.tabs else ''}Also {spoken_list(self.words)}."
        )
        self.tell(first.id)
        super().hold()

    def _enter(self, section: model.Section) -> model.Action:
        """What a row of a list alone does: the same as Enter on a screen."""
        return next(one for one in self.tool.actions if "enter" in one.keys and one.on == section.id)

    @property
    def _leaving(self) -> model.Action:
        return next(one for one in self.tool.actions if "escape" in one.keys)

    @staticmethod
    def is_said(action: model.Action) -> bool:
        """Whether an action has a word: one that takes a row alone and is Enter needs none."""
        return "enter" not in action.keys or bool(action.takes)

    def tell(self, *told: str) -> None:
        """Lists and rows by their ids, the sums and the notes: of these only what was not said before."""
        page, sums = self.tool.page(), self.tool.sums
        for section in page.sections:
            if section.id in told:
                self.list(section)
            self.talk.say(*(spoken_sentence(_row_words(row)) for row in section.choices if row.id in told))
        notes = detail_lines(page.notes)
        self.talk.say(spoken_sentence(", ".join(one for one in sums if one not in self._said)))
        self.talk.say(*(note for note in notes if note not in self._said))
        self._said = [*sums, *notes]

    def sums(self, rest: str) -> None:
        self._said = ()
        self.tell()

    def tabs(self, rest: str) -> None:
        tabs = self.tool.page().tabs
        self.talk.say(f"Pages: {spoken_list(map(spoken, tabs))}." if tabs else "")

    def list(self, section: model.Section) -> None:
        """The rows of a list with their numbers, each group under its heading."""
        first, title, rows = 1, "", list[str]()
        left = len(section.rows) - section.most if section.most else 0
        for row in (*section.rows[: section.most or None], model.Heading("")):
            if isinstance(row, model.Row):
                rows.append(spoken(_row_words(row)))
                continue
            self.talk.say(*(numbered(rows, title and f"{spoken(title)}:", first) if rows else ()))
            first, title, rows = first + len(rows), row.title, []
        self.talk.say("" if section.choices else section.empty)
        self.talk.say(f"{left} more; find tells all, find WORDS some." if left > 0 else "")

    def take(self, line: str) -> None:
        """A page, or a row of the first list; an empty line is Enter."""
        if not line:
            self.carry(self._leaving, "", "")
            return
        page = self.tool.page()
        tab = None if line.isdigit() else pick(line, page.tabs)
        if tab is not None:
            self.carry(self.tool.action("page"), "", page.tabs[tab])
            return
        section = page.sections[0]
        self.carry(self._enter(section), row_of(section, line, whole=True)[0], "")

    def about(self, rest: str) -> None:
        for section in self.tool.page().sections:
            place = pick(rest, [section.name(row) for row in section.choices])
            if place is not None:
                self.talk.say(*detail_lines(self.tool.detail(section.choices[place].id)))
                return
        row_of(self.tool.page().sections[0], rest)

    def do(self, action: model.Action, rest: str) -> None:
        """The word of an action, with its row and text behind it."""
        row, text = "", rest
        if action.on and rest:
            row, text = row_of(self.tool.page().section(action.on), rest, whole=not action.takes)
        self.carry(action, row, text)

    def elsewhere(self, question: model.Elsewhere) -> Any:
        """What the tool leaves to plain mode; raises NotImplementedError where that is nothing."""
        raise NotImplementedError

    def carry(self, action: model.Action, row: str, text: str) -> None:
        result = carry_out(self.tool.start(action, row, text), self.talk, self.elsewhere)
        if isinstance(result, model.Close):
            self.result, self.over = result.result, True
        elif result is not None:
            text, hint = result.text, " ".join(result.hint).strip()
            if result.refusal is not None:
                self.talk.refuse(not_allowed(result.refusal))
                text = ""
            said = "; ".join(filter(None, (text, hint)))
            if result.tone == "bad" and text:
                self.talk.complain(spoken_sentence(said))
            else:
                self.talk.say(spoken_sentence(said) if result.tone != "good" or hint else said)
            self.talk.say(*detail_lines(result.detail), *result.copied.splitlines())
            self.tell(*result.told)


def words_of(tool: model.Tool) -> Mapping[str, Word[Any]]:
    """The words of a tool: its lists, its actions, about and help."""
    sections = {section.id: section for section in tool.page().sections}

    def lists(section: model.Section) -> Word[PageTalk]:
        def done(talk: PageTalk, rest: str) -> None:
            talk.list(talk.tool.page().section(section.id))

        return Word(section.word, "", f"tells each {section.one} with its number.", done)

    def does(action: model.Action) -> Word[PageTalk]:
        row = sections[action.on].one if action.on else ""
        takes = " ".join(f"[{one.upper()}]" for one in (row, action.takes) if one)
        return Word(action.word, takes, f"{action.help}.", lambda talk, rest: talk.do(action, rest))

    said = (does(action) for action in tool.actions if PageTalk.is_said(action))
    pages = Word("pages", "", "tells the pages.", PageTalk.tabs)
    sums = Word("sums", "", "tells once more what it comes to, and what is against it.", PageTalk.sums)
    return by_name(
        [
            *([pages] if tool.page().tabs else []),
            *map(lists, sections.values()),
            Word("about", "NAME", "one of them in full.", PageTalk.about),
            *([sums] if tool.sums else []),
            *said,
            Word("help", "[WORD]", "these words.", PageTalk.help),
        ]
    )


def _row_words(row: model.Row) -> str:
    return row.spoken or ", ".join(filter(None, row.cells))


def row_of(section: model.Section, text: str, *, whole: bool = False) -> tuple[str, str]:
    """The row that a line begins with, by its number or name, and what follows; `whole`: the line is all name.

    Raises CommandError.
    """
    names, known = [section.name(row) for row in section.choices], text
    while known:
        place = pick(known, names)
        if place is not None:
            return section.choices[place].id, text[len(known) :].strip()
        known = "" if whole else known.rpartition(" ")[0]
    raise CommandError(f"There is no {section.one} “{shown(text)}” here; {section.word} tells them.")


def hold(tool: model.Tool | model.FormTool, talk: Talk) -> Any:
    """A tool from its beginning to its result."""
    if isinstance(tool, model.FormTool):
        return (SearchedForm if tool.find else ToolForm)(tool, talk).hold()
    page = PageTalk(tool, talk)
    page.hold()
    return page.result


# --- forms


class ToolForm(FormFiller):
    """The form of a tool; `result` is what it is closed with."""

    def __init__(self, tool: model.FormTool, talk: Talk) -> None:
        self.tool, self.result = tool, None
        super().__init__(talk, FormDraft(self._filled, lambda target: {}, {}, said=tool.initial))
        searched = " find WORDS searches them; about FIELD shows one in full;" if tool.find else ""
        self.how = (
            f"Enter {tool.enter}. A number, or a field's name, changes a field;{searched} cancel leaves."
        )

    def _filled(self, draft: Draft) -> Form:
        form, most = self.tool.form(draft), MOST if self.tool.find else len(draft) + 99
        if len(form.fields) <= most:
            return form
        return replace(
            form, fields=tuple(replace(one, advanced=not one.name.startswith("@")) for one in form.fields)
        )

    @property
    def title(self) -> str:
        return self.tool.name

    def hold(self) -> Any:
        with suppress(CancelledError):
            self.fill()
        return self.result

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        yield from detail_lines([one for one in self._beside("") if one.tone == "bad"])

    def question(self, field: Field) -> Iterator[str]:
        yield from super().question(field)
        yield from detail_lines([one for one in self._beside(field.name) if one.apart])

    def _beside(self, field: str) -> list[model.Text]:
        return [one for one in self.tool.beside(field, self.draft.draft) if isinstance(one, model.Text)]

    def value_words(self, field: Field) -> str:
        said = next((one.label for one in field.choices if one.value == field.value), "")
        kind, _, text = said.partition(": ")
        return spoken(text).rstrip(".") if kind == HOUSE_RULE else super().value_words(field)

    def set(self, field: Field, text: str, *, by_id: bool = False) -> None:
        super().set(field, text, by_id=by_id)
        for name, value in self.tool.follows(self.draft.draft).items():
            self.draft.put(name, value)

    def give(self) -> bool:
        """The form is filled; whether the tool is content with it."""
        try:
            return self._closed(self.tool.submit(self.draft.draft))
        except JournalError as error:
            raise CommandError(str(error)) from error

    def leave(self, rest: str) -> None:
        if self._closed(self.tool.cancel(self.draft.draft)):
            super().leave(rest)

    def _closed(self, steps: model.Steps[model.Result]) -> bool:
        result = carry_out(steps, self.talk)
        if isinstance(result, model.Close):
            self.result = result.result
        return isinstance(result, model.Close)


class SearchedForm(ToolForm):
    """A form with a search."""

    def find(self, rest: str) -> None:
        found = self.tool.form(self.draft.draft, rest.split()).fields
        if not found:
            raise CommandError("No question has these words.")
        numbers = [self._numbers.setdefault(one.name, len(self._numbers) + 1) for one in found]
        told = zip(numbers, map(self.field_words, found), strict=True)
        self.talk.say(*(spoken_sentence(f"{n} {words}") for n, words in told))

    def about(self, rest: str) -> None:
        self.talk.say(*detail_lines(self.tool.beside(self.form_field(rest).name, self.draft.draft)))


SearchedForm.words = {
    **FormFiller.words,
    **by_name(
        (
            Word("find", "WORDS", "list the questions with these words.", SearchedForm.find),
            Word("about", "FIELD", "everything about one.", SearchedForm.about),
        )
    ),
}


def detail_lines(detail: model.Detail) -> list[str]:
    return [
        spoken_sentence(
            ": ".join(filter(None, (one.label.rstrip(":"), one.text)))
            if isinstance(one, model.Text)
            else one.brief
        )
        for one in detail
    ]
