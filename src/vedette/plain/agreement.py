"""House rules and optional rules of a new game in plain mode: numbered, searched with `find`, shown in full by `about`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from vedette.engine.errors import CommandError
from vedette.plain.form import FormFiller
from vedette.plain.speech import spoken, spoken_sentence
from vedette.plain.talk import Talk
from vedette.plain.words import Word, by_name
from vedette.view.agreements import PRESET, Agreement
from vedette.view.form_draft import FormDraft
from vedette.view.signs import CHOSEN
from vedette.view.vocabulary import Field, Form

MOST = 20
"""The most questions that are all listed; of more only the changed ones."""


class AgreementTalk(FormFiller):
    """Begin with the answers so far."""

    def __init__(self, talk: Talk, agreement: Agreement) -> None:
        """List all questions, or only the changed ones if there are many."""
        self._agreement = agreement
        usual = {field.name: field.value for field in agreement.form({}).fields}
        said = {name: value for name, value in agreement.now.items() if value != usual[name]}
        super().__init__(talk, FormDraft(self._filled, lambda target: {}, {}, said=said))
        self.how = "Enter plays by these. A number or a name changes one; find WORDS searches them; about QUESTION shows one in full; cancel leaves."

    def _filled(self, draft: Any) -> Form:
        form = self._agreement.form(draft)
        if len(form.fields) <= MOST:
            return form
        return replace(form, fields=tuple(replace(one, advanced=one.name != PRESET) for one in form.fields))

    @property
    def title(self) -> str:
        """The agreement so far."""
        return f"{self._agreement.title}: {self._agreement.about}"

    @property
    def said(self) -> dict[str, Any]:
        """The answers."""
        return self._agreement.said(self.draft.draft)

    def value_words(self, field: Field) -> str:
        """The text of a house rule."""
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
        """The players agree on them."""
        return True

    def find(self, rest: str) -> None:
        """List the questions with these words."""
        found = self._agreement.form(self.draft.draft, rest.split()).fields
        if not found:
            raise CommandError("No question has these words.")
        numbers = [self._numbers.setdefault(one.name, len(self._numbers) + 1) for one in found]
        told = zip(numbers, map(self.field_words, found), strict=True)
        self.talk.say(*(spoken_sentence(f"{n} {words}") for n, words in told))

    def about(self, rest: str) -> None:
        """Everything about one."""
        lines = self._agreement.told(self.form_field(rest).name, self.draft.draft)
        self.talk.say(
            *(spoken_sentence(f"Played: {text}" if sign == CHOSEN else text) for sign, text in lines)
        )


AgreementTalk.words = {
    **FormFiller.words,
    **by_name(
        (
            Word("find", "WORDS", "list the questions with these words.", AgreementTalk.find),
            Word("about", "FIELD", "everything about one.", AgreementTalk.about),
        )
    ),
}
