"""Before a game: the saves by number, the examples, and a new game that is set up field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_cards import SaveCard
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.pages.agreement import AgreementTool
from vedette.pages.army import DISCARD, ArmyTool
from vedette.pages.character import CharacterTool
from vedette.plain.answers import pick
from vedette.plain.drawing import MapTalk
from vedette.plain.form import FormFiller
from vedette.plain.game import PlainGame
from vedette.plain.replaying import ReplayTalk
from vedette.plain.speech import numbered, spoken, spoken_list, spoken_sentence
from vedette.plain.talk import CancelledError, InputOverError, LeftError, Talk
from vedette.plain.tool import hold
from vedette.plain.words import Dialogue, Word, by_name
from vedette.save_library import SaveLibrary
from vedette.view.armies import OWN, called
from vedette.view.army_draft import ArmyDraft
from vedette.view.form_draft import FormDraft
from vedette.view.map_files import OpenedMap, new_map
from vedette.view.new_game_setup import NewGameSetup, SaveNames
from vedette.view.vocabulary import Field

MOST = 9
"""Games that are named at once."""


def begin(rulesets: Mapping[str, Ruleset[Any]], folder: Path, talk: Talk) -> Session[GameState] | None:
    """The game that they choose or set up; None where they leave."""
    home = Home(rulesets, SaveLibrary(rulesets, folder), talk)
    talk.say(
        "Vedette. Which game? Say its number or name, learn for a first battle with a guide, new for a new game, help, or quit."
    )
    home.list()
    while not home.over:
        try:
            home.hold()
        except CancelledError:
            talk.say("No game was begun. Say a number, learn, new, or quit.")
        except (InputOverError, LeftError):
            break
    return home.session


class Home(Dialogue):
    """All games, examples and characters; `session` is the one that they play."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]], library: SaveLibrary, talk: Talk) -> None:
        """Look at the saves of a folder."""
        super().__init__(talk)
        self._rulesets = rulesets
        self._library = library
        self._cards: list[SaveCard] = []
        self._away: tuple[Path, Path] | None = None
        self.session: Session[GameState] | None = None

    def take(self, line: str) -> None:
        self._play(self._library.play(self._card(line).path))

    def list(self, look: str = "", most: int = MOST) -> None:
        """Name the games, the characters, and what is damaged, as far as they have these words."""
        words = look.casefold().split()
        told = {card: _line(card) for card in self._library.cards()}
        told |= {
            kept.card: spoken_sentence(f"{kept.card.name}: {kept.line}")
            for kept in self._library.characters()
        }
        found = [
            (card, line) for card, line in told.items() if all(word in line.casefold() for word in words)
        ]
        self._cards = [card for card, _ in found]
        self.talk.say(*(f"{n} {line}" for n, (_, line) in enumerate(found[:most], 1)))
        if not found:
            self.talk.say("There is no such game." if words else "There is no game here yet.")
        elif len(found) > most:
            self.talk.say(f"{len(found) - most} more; find tells all, find WORDS some.")

    def find(self, rest: str) -> None:
        self.list(rest, most=len(self._library.cards()) + len(self._library.characters()))

    def learn(self, rest: str) -> None:
        there = list(self._library.first_battles())
        names = [spoken(id.replace("-", " ")) for id in there]
        if not there:
            raise CommandError("No game here brings a first battle.")
        question = ("Which game do you want to learn?", *numbered(names))
        text = rest or (self.ask(*question) if there[1:] else "1")
        place = pick(text, names)
        if place is None:
            raise CommandError(f"There is no first battle of “{shown(text)}” here.")
        self._play(self._library.learn(there[place]))

    def new(self, rest: str) -> None:
        """Set a new game up; what is wrong with it is told until nothing is."""
        library = self._library
        setup = NewGameSetup(
            self._rulesets, SaveNames(library.name_fault, library.free_name), library.last_ruleset()
        )
        NewGameTalk(setup, self.talk, lambda: new_map(self._rulesets[setup.plan.ruleset])).fill()
        plan = setup.plan
        self._play(library.start(plan.ruleset, plan.setup, plan.name))

    def character(self, rest: str) -> None:
        self.talk.say("New character.")
        made = hold(CharacterTool(self._library.new_character()), self.talk)
        if made is None:
            raise CancelledError
        self._play(made)

    def draw(self, rest: str) -> None:
        MapTalk(self._library.new_map(), self.talk).hold()

    def replay(self, rest: str) -> None:
        session = self._library.look(self._card(rest).path)
        replay = ReplayTalk(PlainGame(session, self.talk))
        replay.hold()
        if replay.play_from is None:
            session.close()
        else:
            self._play(self._library.go_on(session, replay.play_from))

    def rename(self, rest: str) -> None:
        card = self._own_card(rest)
        name = self.ask(f"What shall {card.name} be called?")
        if name:
            self.talk.say(spoken_sentence(f"It is called {self._library.rename(card.path, name).stem} now"))
            self.list()

    def put_away(self, rest: str) -> None:
        card = self._own_card(rest)
        if self.talk.sure(f"Put {card.name} away into the folder bin?"):
            self._away = self._library.put_away(card.path), card.path
            self.talk.say("It is in the bin. restore brings it back.")
            self.list()

    def restore(self, rest: str) -> None:
        if self._away is None:
            raise CommandError("No game has just been put away.")
        self._library.bring_back(*self._away)
        self._away = None
        self.list()

    def quit(self, rest: str) -> None:
        self.over = True

    def _own_card(self, text: str) -> SaveCard:
        card = self._card(text)
        self._library.require_own(card.path)
        return card

    def _play(self, session: Session[GameState]) -> None:
        self.session, self.over = session, True

    def _card(self, text: str) -> SaveCard:
        place = pick(text, [card.name for card in self._cards])
        if place is None:
            raise CommandError(f"There is no game “{shown(text)}” here.")
        return self._cards[place]


Home.words = by_name(
    (
        Word("new", "", "set a new game up.", Home.new),
        Word("learn", "[GAME]", "a small first battle with a guide.", Home.learn),
        Word("find", "[WORDS]", "name all games, or those with these words.", Home.find),
        Word("replay", "GAME", "look at a game step by step; play there goes on from a line.", Home.replay),
        Word("character", "", "make a character with a file of their own.", Home.character),
        Word("draw", "", "draw a map to play on.", Home.draw),
        Word("rename", "GAME", "give a save another name.", Home.rename),
        Word("bin", "GAME", "put a save away into the folder bin.", Home.put_away),
        Word("restore", "", "bring back what was just put away.", Home.restore),
        Word("help", "[WORD]", "these words.", Home.help),
        Word("quit", "", "leave; everything is saved.", Home.quit),
        Word("cancel", "", "the same.", Home.quit),
    )
)


def _line(card: SaveCard) -> str:
    if card.fault:
        return spoken_sentence(f"{card.name}: damaged, {card.fault}")
    ended = (
        f"over, {card.winner} won"
        if card.winner
        else "over, a draw"
        if card.outcome
        else card.period or "begun"
    )
    what = "example" if card.example else ended
    return f"{card.name}: {spoken(spoken_list(card.sides))}, {spoken(what)}."


class NewGameTalk(FormFiller):
    """The form of a new game; armies may be put together unit by unit, and maps be drawn."""

    def __init__(self, setup: NewGameSetup, talk: Talk, opened: Callable[[], OpenedMap]) -> None:
        """Begin with the game that was played last; `opened` is what a map is drawn with."""
        super().__init__(talk, FormDraft(setup.fill, lambda target: {}, {}))
        self.how = "Enter begins the game. A number, or a field's name, changes a field; about tells of it; cancel leaves."
        self._setup = setup
        self._opened = opened

    def set(self, field: Field, text: str, *, by_id: bool = False) -> None:
        """Answer a field; house rules and optional rules have separate forms, and custom armies are picked unit by unit."""
        if field.name in self._setup.plan.agreements:
            self._agree(field.name)
            return
        super().set(field, text, by_id=by_id)
        if self.draft.draft.get(field.name) == OWN:
            self._pick_army(field.name.partition(".")[2])

    def ask(self, field: Field) -> None:
        if field.name in self._setup.plan.agreements:
            self._agree(field.name)
        else:
            super().ask(field)

    def give(self) -> bool:
        """Whether it can be begun; else what is wrong with it."""
        plan = self._setup.plan
        for fault in plan.faults:
            self.talk.complain(spoken_sentence(fault))
        if not plan.faults:
            self.talk.say(*(spoken_sentence(refusal) for refusal in plan.refusals))
        return not plan.faults

    def leave(self, rest: str) -> None:
        if not self._setup.own or self.talk.sure(DISCARD):
            super().leave(rest)

    def about(self, rest: str) -> None:
        plan = self._setup.plan
        what, _, side = self.form_field(rest).name.partition(".") if rest else ("", "", "")
        if what == "mission" and plan.mission is not None:
            self.talk.say(*map(spoken_sentence, (plan.mission.name, plan.mission.line, plan.mission.text)))
        elif side in plan.armies:
            army, words = plan.armies[side], plan.roster.words
            self.talk.say(spoken_sentence(army.name), spoken_sentence(army.text))
            self.talk.say(
                *(
                    spoken_sentence(f"{called(unit, plan.roster.profiles)}: {words.unit(unit)}")
                    for unit in army.units
                )
            )
            self.talk.say(*map(spoken_sentence, plan.roster.left_out))
        else:
            self.talk.say(spoken_sentence(plan.game.name), spoken_sentence(plan.game.text))

    def draw(self, rest: str) -> None:
        talk = MapTalk(self._opened(), self.talk)
        with suppress(CancelledError):
            talk.hold()
        if talk.saved is not None:
            self._setup.reread()
            self.draft.put("mission", talk.saved.stem)

    def _agree(self, field: str) -> None:
        said = hold(AgreementTool(self._setup.plan.agreements[field]), self.talk)
        if said is not None:
            self.draft.put(field, said)

    def _pick_army(self, side: str) -> None:
        army = ArmyDraft(self._setup, self.draft.draft, side)
        if hold(ArmyTool(army), self.talk) is not None:
            self.draft.put(f"army.{side}", army.take())
        self.draft.refill()


NewGameTalk.words = {
    **FormFiller.words,
    **by_name(
        (
            Word("about", "[FIELD]", "the mission, an army or the whole game in full.", NewGameTalk.about),
            Word("draw", "", "draw a map, and play on it.", NewGameTalk.draw),
        )
    ),
}
