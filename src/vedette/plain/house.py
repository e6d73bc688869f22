"""House profiles by lines: something like another, field by field, and the file of all to send."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, JournalError
from vedette.plain.answers import pick
from vedette.plain.form import FormFiller
from vedette.plain.speech import numbered, spoken, spoken_list, spoken_sentence
from vedette.plain.talk import CancelledError, Talk
from vedette.plain.words import Dialogue, Word, by_name
from vedette.view.form_draft import FormDraft
from vedette.view.pack_files import House, HouseEntry, choices_of
from vedette.view.packs import PackKind
from vedette.view.vocabulary import Field

HOW = "Say the number or name of one to change it, where it is yours, or to make a new one like it; Enter ends. Also new, kind, remove, send and help."


class HouseTalk(Dialogue):
    """What the players make themselves, one kind of thing at a time."""

    def __init__(self, house: House, talk: Talk) -> None:
        """Begin with the first kind."""
        super().__init__(talk)
        self._house = house
        self._kind = house.kinds[0]

    def hold(self) -> None:
        """Say what there is, and make something until Enter."""
        self.talk.teach(HOW)
        self.tell()
        super().hold()

    def tell(self) -> None:
        """Everything of the kind, the players' own first."""
        told = [spoken(f"{entry.name}{_whose(entry)}") for entry in self._entries]
        self.talk.say(
            f"{spoken(self._kind.many).capitalize()}:", *(numbered(told) if told else ["None yet."])
        )

    def take(self, line: str) -> None:
        """Change one, or make one like it; Enter ends."""
        if not line:
            self.over = True
            return
        self._make(self._entry(line))

    def new(self, rest: str) -> None:
        """Make one that is like nothing."""
        self._make(HouseEntry())

    def kind(self, rest: str) -> None:
        """Another kind of thing, or the next one."""
        kinds = self._house.kinds
        place = pick(rest, [kind.many for kind in kinds]) if rest else kinds.index(self._kind) + 1
        if place is None:
            raise CommandError(f"There are {spoken_list((kind.many for kind in kinds), 'and')} here.")
        self._kind = kinds[place % len(kinds)]
        self.tell()

    def remove(self, rest: str) -> None:
        """Take one of their own out."""
        entry = self._entry(rest or self.ask("Which one?"))
        if not entry.own:
            raise CommandError(f"{entry.name} is not yours: only what you have made can be removed.")
        if self.talk.sure(f"Remove {entry.name}?"):
            self._house.remove(self._kind, entry.id)
            self.talk.say(spoken_sentence(f"{entry.name} is gone"))

    def send(self, rest: str) -> None:
        """All of it as one file."""
        path = self._house.write(rest or self.ask("What is the pack called?"))
        self.talk.say(f"Written: {path}")

    def leave(self, rest: str) -> None:
        """Back to the army."""
        self.over = True

    def _make(self, entry: HouseEntry) -> None:
        try:
            HouseForm(self._house, self._kind, entry, self.talk).fill()
        except CancelledError:
            self.talk.say("Nothing is saved.")

    @property
    def _entries(self) -> list[HouseEntry]:
        return self._house.entries(self._kind)

    def _entry(self, text: str) -> HouseEntry:
        entries = self._entries
        place = pick(text, [entry.name for entry in entries])
        if place is None:
            raise CommandError(f"There is no {self._kind.one} “{shown(text)}”.")
        return entries[place]


class HouseForm(FormFiller):
    """One of them, field by field."""

    def __init__(self, house: House, kind: PackKind, entry: HouseEntry, talk: Talk) -> None:
        """Begin with what it is, or with what it is to be like."""
        begun = house.begun(kind, entry)
        super().__init__(
            talk, FormDraft(lambda draft: house.form(kind, entry, draft), lambda target: {}, {}, said=begun)
        )
        self.how = "Enter saves it. A number, or a field's name, changes a field; cancel leaves."
        self._house, self._kind, self._entry = house, kind, entry
        self._begun = dict(self.draft.draft)

    @property
    def title(self) -> str:
        """What is made or changed."""
        if self._entry.own:
            return f"Your {self._kind.one} {self._entry.name}"
        return f"A new {self._kind.one}{f' like {self._entry.name}' if self._entry.id else ''}"

    def lines(self) -> Iterator[str]:
        """Everything against it as well."""
        yield from super().lines()
        yield from map(spoken_sentence, self._house.against(self._kind, self._entry, self.draft.draft))

    def question(self, field: Field) -> Iterator[str]:
        """What a field asks for; of a list of names also which there are."""
        yield from super().question(field)
        names = next((choices_of(one) for one in self._kind.fields if one.name == field.name), [])
        yield spoken_sentence(f"Any of {spoken_list(names)}") if names else ""

    def leave(self, rest: str) -> None:
        """Nothing is saved; whoever has changed something is asked first."""
        question = f"Discard this {self._kind.one}?"
        if self.draft.draft == self._begun or self.talk.sure(question):
            super().leave(rest)

    def give(self) -> bool:
        """Keep it; where it can't be written, the form stays as it is filled."""
        try:
            self._house.save(self._kind, self._entry, self.draft.draft)
        except JournalError as error:
            raise CommandError(str(error)) from error
        self.talk.say("Saved in your pack; send makes a file of it.")
        return True


def _whose(entry: HouseEntry) -> str:
    """Whom it is from, where it is not of the game itself."""
    if entry.own:
        return ", yours"
    return f", from the pack {entry.pack}" if entry.pack else ""


HouseTalk.words = by_name(
    (
        Word("new", "", "make one with nothing filled in.", HouseTalk.new),
        Word("kind", "[KIND]", "another kind of thing, such as weapons.", HouseTalk.kind),
        Word("remove", "NAME", "take one of yours out.", HouseTalk.remove),
        Word("send", "[NAME]", "write all that you have made as one file to send.", HouseTalk.send),
        Word("cancel", "", "back to the army.", HouseTalk.leave),
        Word("help", "[WORD]", "these words.", HouseTalk.help),
    )
)
