"""Before a game: the saves by number, the examples, and a new game that is set up field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.pages.agreement import AgreementTool
from vedette.pages.army import DISCARD, ArmyTool
from vedette.pages.home import GAMES, HomeTool, Opened
from vedette.pages.model import Action, Elsewhere
from vedette.plain.drawing import MapTalk
from vedette.plain.form import FormFiller
from vedette.plain.game import PlainGame
from vedette.plain.replaying import ReplayTalk
from vedette.plain.speech import spoken_sentence
from vedette.plain.talk import CancelledError, InputOverError, LeftError, Talk
from vedette.plain.tool import PageTalk, hold
from vedette.plain.words import Dialogue, Word, by_name
from vedette.save_library import SaveLibrary
from vedette.view.armies import OWN, called
from vedette.view.army_draft import ArmyDraft
from vedette.view.form_draft import FormDraft
from vedette.view.map_files import OpenedMap, new_map
from vedette.view.new_game_setup import NewGameSetup, SaveNames
from vedette.view.vocabulary import Field


def begin(rulesets: Mapping[str, Ruleset[GameState]], folder: Path, talk: Talk) -> Session[GameState] | None:
    """The game that they choose or set up; None where they leave."""
    home = HomeTalk(HomeTool(SaveLibrary(rulesets, folder)), talk)
    talk.say(
        "Vedette. Which game? Say its number or name, learn for a first battle with a guide, new for a new game, help, or quit."
    )
    home.tell(GAMES)
    while not home.over:
        try:
            home.hold()
        except CancelledError:
            talk.say("No game was begun. Say a number, learn, new, or quit.")
        except (InputOverError, LeftError):
            break
    return home.result.session if home.result else None


class HomeTalk(PageTalk):
    """All games, examples and characters; closed with the one that they play."""

    tool: HomeTool

    def hold(self) -> None:
        Dialogue.hold(self)

    def take(self, line: str) -> None:
        """The number or name of a game; an empty line tells them again."""
        if line:
            super().take(line)
        else:
            self.tell(GAMES)

    def elsewhere(self, question: Elsewhere) -> Session[GameState] | None:
        library = self.tool.library
        if question.what == "map":
            MapTalk(library.new_map(), self.talk).hold()
            return None
        names = SaveNames(library.name_fault, library.free_name)
        setup = NewGameSetup(library.rulesets, names, library.last_ruleset())
        NewGameTalk(setup, self.talk, lambda: new_map(library.rulesets[setup.plan.ruleset])).fill()
        plan = setup.plan
        return library.start(plan.ruleset, plan.setup, plan.name)

    def carry(self, action: Action, row: str, text: str) -> None:
        super().carry(action, row, text)
        opened = self.result
        if opened is None or not opened.look:
            return
        self.result, self.over = None, False
        replay = ReplayTalk(PlainGame(opened.session, self.talk))
        replay.hold()
        if replay.play_from is None:
            opened.session.close()
        else:
            session = self.tool.library.go_on(opened.session, replay.play_from)
            self.result, self.over = Opened(session), True


class NewGameTalk(FormFiller):
    """The form of a new game; armies may be put together unit by unit, and maps be drawn."""

    def __init__(self, setup: NewGameSetup, talk: Talk, opened: Callable[[], OpenedMap]) -> None:
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
            goals = (", ".join(filter(None, (one.name, one.need, f"{one.vp} VP"))) for one in plan.goals)
            self.talk.say(*map(spoken_sentence, goals))
        elif side in plan.armies:
            army, words = plan.armies[side], plan.roster.words
            self.talk.say(spoken_sentence(army.name), spoken_sentence(army.text))
            told = (f"{called(unit, plan.roster.profiles)}: {words.unit(unit)}" for unit in army.units)
            self.talk.say(*map(spoken_sentence, told))
            self.talk.say(*map(spoken_sentence, plan.roster.left_out))
        else:
            self.talk.say(spoken_sentence(plan.game.name), spoken_sentence(plan.game.text))
            needs = [f"{much} {what}" for much, what in plan.needs]
            self.talk.say(spoken_sentence(f"You need {'; '.join(needs)}")) if needs else None

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
