"""An army put together by lines: units by the number or name of their profile, a pasted list, a file of one's own."""

from __future__ import annotations

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, DataError
from vedette.engine.saves import save_folder
from vedette.kit.words import count
from vedette.plain.answers import pick
from vedette.plain.house import HouseTalk
from vedette.plain.speech import numbered, spoken, spoken_sentence
from vedette.plain.talk import CancelledError, Talk
from vedette.plain.telling import detail_line
from vedette.plain.words import Dialogue, Word, by_name
from vedette.view.army_draft import ArmyDraft
from vedette.view.roster import CatalogueItem, Profile

HOW = "Say the number or name of a unit to take it in; Enter ends. Also less, undo, name, mark, about, paste, list, save, print, house and help."

DISCARD = "Discard the units that you put together?"


class ArmyTalk(Dialogue):
    """The units of one side."""

    def __init__(self, army: ArmyDraft, talk: Talk) -> None:
        """Begin with the units that the side has."""
        super().__init__(talk)
        self.army = army
        self._told: tuple[str, ...] = ()

    def hold(self) -> None:
        """Say what there is, and take units in until Enter."""
        self.talk.teach(HOW)
        self.offer("")
        self.tell()
        super().hold()

    def take(self, line: str) -> None:
        """A unit of that profile; Enter ends."""
        if not line:
            self.over = True
            return
        self.army.add(self._profile(line))
        self.tell()

    def tell(self) -> None:
        """What the army comes to, and what is against it: only what was not said before."""
        lines = (
            spoken_sentence(self.army.summed if self.army.units else "no units yet"),
            *map(spoken_sentence, self.army.against),
        )
        self.talk.say(*(line for line in lines if line not in self._told))
        self._told = lines

    def offer(self, rest: str) -> None:
        """The profiles."""
        self.talk.say(
            *numbered([spoken(f"{item.name} {item.line}".strip()) for item in self.army.roster.profiles])
        )

    def units(self, rest: str) -> None:
        """The units, each with its number."""
        mark = self.army.roster.mark
        marked = (
            f"{self.army.called(place)}{f', {mark.word}' if mark and unit.get(mark.key) else ''}"
            for place, unit in enumerate(self.army.units)
        )
        self.talk.say(*(numbered([spoken(one) for one in marked]) if self.army.units else ["No units yet."]))

    def less(self, rest: str) -> None:
        """A unit goes out, or the last one."""
        self.army.remove(self._unit(rest) if rest else -1)
        self.tell()

    def undo(self, rest: str) -> None:
        """The army as it was before the last change."""
        self.army.undo()
        self.tell()

    def name(self, rest: str) -> None:
        """A unit's own name."""
        number, _, name = rest.partition(" ")
        place = self._unit(number)
        self.army.name(place, name.strip() or self.ask("What is it called?"))
        self.talk.say(spoken_sentence(self.army.called(place)))

    def mark(self, rest: str) -> None:
        """What only one unit has."""
        self.army.mark(self._unit(rest))
        self.units("")
        self.tell()

    def wording(self, rest: str) -> None:
        """How a unit's name stands in sentences."""
        self.talk.say(spoken_sentence(self.army.reword(self._unit(rest))))

    def about(self, rest: str) -> None:
        """A profile in full."""
        item = self._profile(rest)
        profile = self.army.profiles[item.id]
        self.talk.say(spoken_sentence(item.name), spoken_sentence(item.text), _numbers(profile))
        self.talk.say(*map(detail_line, profile.details))

    def paste(self, rest: str) -> None:
        """A list of units, a line for each, until an empty line."""
        self.talk.say("Paste the list, a unit a line; an empty line ends it.")
        lines = [rest] if rest else []
        while line := self.talk.hear():
            lines.append(line)
        try:
            said = self.army.paste("\n".join(lines))
        except DataError as error:
            self.talk.complain("Nothing imported.")
            self.talk.say(*map(spoken_sentence, error.faults))
            return
        self.talk.say(spoken_sentence(said))
        self.tell()

    def list(self, rest: str) -> None:
        """The army as it may be pasted elsewhere."""
        self.talk.say(*self.army.written().splitlines())

    def save(self, rest: str) -> None:
        """A file of one's own; over another one only where they mean it."""
        file = self.army.file(rest or self.ask("Save this army as?"))
        if file.path.exists() and not self.talk.sure(f"Replace your army {file.id}?"):
            self.talk.say("Nothing is saved.")
            return
        self.army.save(file)
        self.talk.say(f"Saved as {file.id}: {file.path}")

    def print(self, rest: str) -> None:
        """A page for the printer."""
        self.talk.say(f"Written: {self.army.print(save_folder())}")

    def house(self, rest: str) -> None:
        """Make a profile, or change one of the house."""
        HouseTalk(self.army.house(), self.talk).hold()
        self.army.reread()
        self.offer("")

    def leave(self, rest: str) -> None:
        """The army stays as it was; whoever has put units together is asked first."""
        if not self.army.is_changed or self.talk.sure(DISCARD):
            raise CancelledError

    def _profile(self, text: str) -> CatalogueItem:
        profiles = self.army.roster.profiles
        place = pick(text, [item.name for item in profiles])
        if place is None:
            raise CommandError(f"There is no unit “{shown(text)}”; units on offer: offer tells them.")
        return profiles[place]

    def _unit(self, text: str) -> int:
        place = pick(text, [self.army.called(place) for place in range(len(self.army.units))])
        if place is None:
            raise CommandError(f"The army has no unit “{shown(text)}”; units tells them.")
        return place


def _numbers(profile: Profile) -> str:
    models = [count(profile.models, "model")] if profile.models > 1 else []
    return spoken_sentence(", ".join([*(f"{name} {value}" for name, value in profile.stats), *models]))


ArmyTalk.words = by_name(
    (
        Word("offer", "", "the units that there are to take.", ArmyTalk.offer),
        Word("units", "", "the units of the army.", ArmyTalk.units),
        Word("about", "PROFILE", "a unit in full: its numbers, weapons and rules.", ArmyTalk.about),
        Word("less", "[UNIT]", "take a unit out, or the last one.", ArmyTalk.less),
        Word("undo", "", "take the last change to the army back.", ArmyTalk.undo),
        Word("name", "UNIT [NAME]", "give a unit a name of its own.", ArmyTalk.name),
        Word(
            "wording", "UNIT", "how its name stands in sentences, the next way each time.", ArmyTalk.wording
        ),
        Word("mark", "UNIT", "give it what only one unit has, such as the captain.", ArmyTalk.mark),
        Word("paste", "", "take in the units of a list, a line for each.", ArmyTalk.paste),
        Word("list", "", "the army as a list that can be pasted elsewhere.", ArmyTalk.list),
        Word("save", "[NAME]", "keep it as an army of yours, to choose from then on.", ArmyTalk.save),
        Word("print", "", "write it as a page to be printed: sheets with boxes to tick.", ArmyTalk.print),
        Word("house", "", "make a profile like another, or change one of yours.", ArmyTalk.house),
        Word("cancel", "", "leave; the army stays as it was.", ArmyTalk.leave),
        Word("help", "[WORD]", "these words.", ArmyTalk.help),
    )
)
