"""Before a game: the saves by number, the examples, and a new game that is set up field by field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vedette.engine.commands import shown
from vedette.engine.errors import CommandError, VedetteError
from vedette.engine.ruleset import Ruleset
from vedette.engine.saves import SaveCard
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.kit.words import count
from vedette.plain.answers import pick
from vedette.plain.form import FormFiller
from vedette.plain.speech import listed, numbered, sentence, spoken
from vedette.plain.talk import CancelledError, InputOverError, LeftError, Talk
from vedette.save_library import SaveLibrary
from vedette.view.armies import OWN, new_unit
from vedette.view.form_draft import FormDraft
from vedette.view.new_game_setup import Names, NewGameSetup
from vedette.view.vocabulary import Field

MOST = 9
"""Saves that are named at once."""


def begin(rulesets: Mapping[str, Ruleset[Any]], folder: Path, talk: Talk) -> Session[GameState] | None:
    """The game that they choose or set up; None where they leave."""
    library = SaveLibrary(rulesets, folder)
    games = [card for card in library.cards() if not card.fault][:MOST]
    talk.say("Vedette. Which game? Say its number or name, new for a new game, or quit.")
    talk.say(*(f"{n} {_line(card)}" for n, card in enumerate(games, 1)))
    while True:
        try:
            text = talk.hear()
            if text in ("quit", "cancel"):
                return None
            session = _new(rulesets, library, talk) if text == "new" else _open(library, games, text)
            if session is not None:
                return session
        except VedetteError as error:
            talk.complain(sentence(str(error)))
        except CancelledError:
            talk.say("No game was begun. Say a number, new, or quit.")
        except (InputOverError, LeftError):
            return None


def _line(card: SaveCard) -> str:
    """A save in a sentence."""
    ended = (
        f"over, {card.winner} won"
        if card.winner
        else "over, a draw"
        if card.outcome
        else f"round {card.round}"
    )
    what = "example" if card.example else ended
    return f"{card.name}: {spoken(listed(card.sides))}, {spoken(what)}."


def _open(library: SaveLibrary, games: list[SaveCard], text: str) -> Session[GameState]:
    place = pick(text, [card.name for card in games])
    if place is None:
        raise CommandError(f"There is no game “{shown(text)}” here.")
    return library.play(games[place].path)


def _new(rulesets: Mapping[str, Ruleset[Any]], library: SaveLibrary, talk: Talk) -> Session[GameState] | None:
    """Set a new game up; what is wrong with it is told until nothing is."""
    setup = NewGameSetup(rulesets, Names(library.name_fault, library.free_name), library.last_ruleset())
    NewGameTalk(setup, talk).fill()
    plan = setup.plan
    return library.start(plan.ruleset, plan.setup, plan.name)


class NewGameTalk(FormFiller):
    """The form of a new game; armies may be put together unit by unit."""

    def __init__(self, setup: NewGameSetup, talk: Talk) -> None:
        """Begin with the game that was played last."""
        super().__init__(talk, FormDraft(setup.fill, lambda target: {}, {}))
        self.how = "Enter begins the game. A number, or a field's name, changes a field; cancel leaves."
        self._setup = setup

    def set(self, field: Field, text: str, *, by_id: bool = False) -> None:
        """Say something of a field; house rules are questions of their own, and own armies are picked unit by unit."""
        if field.name == "readings":
            self._house_rules()
            return
        super().set(field, text, by_id=by_id)
        if self.draft.draft.get(field.name) == OWN:
            self._pick_army(field.name.partition(".")[2])

    def give(self) -> bool:
        """Whether it can be begun; else what is wrong with it."""
        plan = self._setup.plan
        for fault in plan.faults:
            self.talk.complain(sentence(fault))
        if not plan.faults:
            self.talk.say(*(sentence(refusal) for refusal in plan.refusals))
        return not plan.faults

    def _house_rules(self) -> None:
        """How the text is read: each question with its answers."""
        plan = self._setup.plan
        chosen = dict(self.form_field("readings").value)
        for id, reading in plan.readings.items():
            self.talk.say(
                sentence(reading.question), numbered([spoken(choice.text) for choice in reading.choices])
            )
            text = self.talk.hear()
            place = pick(text, [choice.text for choice in reading.choices]) if text else None
            if place is not None:
                chosen[id] = reading.choices[place].id
        self.draft.put("readings", chosen)

    def _pick_army(self, side: str) -> None:
        """Units by the number or name of their profile, one after the other."""
        profiles = self._setup.plan.roster.profiles
        units: list[Any] = list(self._setup.own.get(side, ()))
        self.talk.say("Which units? Number or name of each; less takes the last one back, Enter ends.")
        self.talk.say(numbered([spoken(f"{profile.name} {profile.line}".strip()) for profile in profiles]))
        while text := self.talk.hear():
            place = pick(text, [profile.name for profile in profiles])
            if text == "less":
                units = units[:-1]
            elif place is None:
                self.talk.complain(f"There is no unit “{shown(text)}”.")
                continue
            else:
                units.append(new_unit(profiles[place], side, units))
            self.talk.say(f"{count(len(units), 'unit')}.")
        self._setup.take(side, units)
        self.draft.refill()
