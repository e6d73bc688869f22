"""House rules and optional rules of a new game, by lines: each with its number, found by words, told in full by `about`."""

from __future__ import annotations

from typing import Any

from vedette.engine.errors import CommandError
from vedette.engine.record import replace
from vedette.plain.form import FormFiller
from vedette.plain.speech import spoken, spoken_sentence
from vedette.plain.talk import Talk
from vedette.plain.words import Word, by_name
from vedette.view.agreements import PRESET, Agreement
from vedette.view.form_draft import FormDraft
from vedette.view.signs import CHOSEN
from vedette.view.vocabulary import Field, Form

MOST = 20
"""Questions that are told at once; of more only those that are not as usual."""


class AgreementTalk(FormFiller):
    """The questions, beginning with the answers so far."""

    def __init__(self, talk: Talk, agreement: Agreement) -> None:
        """Tell what is not as usual, and all of it if it is not too much."""
        self._agreement = agreement
        usual = {field.name: field.value for field in agreement.form({}).fields}
        said = {name: value for name, value in agreement.now.items() if value != usual[name]}
        super().__init__(talk, FormDraft(self._filled, lambda target: {}, {}, said=said))
        self.how = "Enter plays by these. A number, or a name, changes one; find WORDS names those that have these words; about tells of one; cancel leaves."

    def _filled(self, draft: Any) -> Form:
        form = self._agreement.form(draft)
        if len(form.fields) <= MOST:
            return form
        return replace(form, fields=tuple(replace(one, advanced=one.name != PRESET) for one in form.fields))

    @property
    def title(self) -> str:
        """What is agreed on."""
        return f"{self._agreement.title}: {self._agreement.about}"

    @property
    def said(self) -> dict[str, Any]:
        """The answers."""
        return self._agreement.said(self.draft.draft)

    def value_words(self, field: Field) -> str:
        """Of a house rule what it says, and not only that it is one."""
        said = next((one.label for one in field.choices if one.value == field.value), "")
        kind, colon, text = said.partition(": ")
        return spoken(text).rstrip(".") if colon and kind != "usual" else super().value_words(field)

    def set(self, field: Field, text: str, *, by_id: bool = False) -> None:
        """Answer a question; a preset answers all of them."""
        super().set(field, text, by_id=by_id)
        preset = self.draft.draft.pop(PRESET, None)
        for name, value in self._agreement.presets.get(preset or "", {}).items():
            self.draft.put(name, value)

    def give(self) -> bool:
        """They are agreed on."""
        return True

    def find(self, rest: str) -> None:
        """Name the questions that have these words."""
        found = self._agreement.form(self.draft.draft, rest.split()).fields
        if not found:
            raise CommandError("Nothing has these words.")
        numbers = [self._numbers.setdefault(one.name, len(self._numbers) + 1) for one in found]
        told = zip(numbers, map(self.field_words, found), strict=True)
        self.talk.say(*(spoken_sentence(f"{n} {words}") for n, words in told))

    def about(self, rest: str) -> None:
        """All there is to read about one."""
        lines = self._agreement.told(self.form_field(rest).name, self.draft.draft)
        self.talk.say(
            *(spoken_sentence(f"Played: {text}" if sign == CHOSEN else text) for sign, text in lines)
        )


AgreementTalk.words = {
    **FormFiller.words,
    **by_name(
        (
            Word("find", "WORDS", "name the questions that have these words.", AgreementTalk.find),
            Word("about", "FIELD", "all there is to read about one.", AgreementTalk.about),
        )
    ),
}
