"""House rules and optional rules of a new game, one field each, with search and explanations."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.pages.model import Close, Detail, FormTool, Result, Text
from vedette.view.agreements import PRESET, Agreement, Line
from vedette.view.fields import Draft
from vedette.view.signs import CHOSEN, Tone
from vedette.view.vocabulary import Form


class AgreementTool(FormTool):
    """Closed with all answers, or with None if they leave it."""

    enter = "plays by these"
    find = "words of a question or an answer"

    def __init__(self, agreement: Agreement, at: str = "") -> None:
        """Begin with the answers so far, of which only the unusual ones are drafted, at one of the questions."""
        self.agreement = agreement
        self.first = at
        self.title, self.about = agreement.title, agreement.about
        usual = {field.name: field.value for field in agreement.form({}).fields}
        self.initial = {name: value for name, value in agreement.now.items() if value != usual[name]}

    def form(self, draft: Draft, words: Sequence[str] = ()) -> Form:
        return self.agreement.form(draft, words)

    def beside(self, field: str, draft: Draft) -> Detail:
        return agreement_detail(self.agreement.told(field, draft))

    def follows(self, draft: Table) -> Row:
        """A preset answers all questions."""
        return self.agreement.presets.get(draft.pop(PRESET, None) or "", {})

    async def submit(self, draft: Draft) -> Result:
        if against := self.agreement.against(draft):
            raise CommandError(against)
        return Close(self.agreement.said(draft))


def agreement_detail(lines: Sequence[Line]) -> Detail:
    """The text about a question, with the question and the chosen answer highlighted."""
    question, *answers = lines or [("", "")]
    told = [Text("", question[1], hang=0)]
    for sign, text in answers:
        label: str
        tone: Tone
        label, tone = ("Played", "plain") if sign == CHOSEN else ("", "dim")
        told.append(Text(text, label, tone, sign, hang=3 if sign else 0))
    return told
