"""Opening the games that commands work on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import typer

from vedette.campaign import Homecoming, syncing
from vedette.cli.errors import REFUSED, say
from vedette.engine.commands import shown
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError, JournalError, UnagreedError
from vedette.engine.library import games, read_toml
from vedette.engine.ruleset import Ruleset
from vedette.engine.save_file import NoGameError, Save, read
from vedette.engine.saves import find_save, playable, save_folder
from vedette.engine.session import Session, open_session, read_session
from vedette.engine.state import GameState
from vedette.engine.system import quoted
from vedette.engine.text import joined
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.view.command_line import lost_correction_line


@contextmanager
def playing(save: str) -> Iterator[Session[GameState]]:
    """A game to play on with, closed afterwards. An example is copied first; characters come home to their files."""
    path = path_to_play(save, save_folder())
    session = open_session(rulesets(), path)
    home = Homecoming()
    try:
        _notice(session, save)
        if session.diverged:
            lost = session.diverged
            say(f"{lost.sentence} Nothing was done. To play on in {lost.name} as it is, repeat the command.")
            for copy in lost.copies:
                say(f"To play on in {copy.name}: vedette play {quoted(str(copy))}")
            session.accept()  # the next command plays on in it as it is
            raise typer.Exit(REFUSED)
        with syncing(session, home):
            yield session
    finally:
        session.close()
        tell_home(home, save)


@contextmanager
def moving(save: str, by: str) -> Iterator[Session[GameState]]:
    """The same for what goes back in a game, asked for by a side; ends with a refusal where the other must agree first."""
    with playing(save) as session:
        require_side(session, by)
        try:
            yield session
        except UnagreedError as error:
            say(f"{error} --agreed says that they do.")
            raise typer.Exit(REFUSED) from error


def require_side(session: Session[GameState], by: str) -> None:
    """Raise CommandError where somebody is named who is no side."""
    if by and by not in session.state.sides:
        raise CommandError(f"--by takes a side: {' or '.join(session.state.sides)}.")


def tell_home(home: Homecoming, save: str) -> None:
    """Say what came of bringing characters home, and how to name a file that is theirs all the same."""
    for sentence in home.said:
        say(sentence)
    for file, sentence in home.strangers.items():
        say(f"{sentence} If it is theirs: vedette roster home {quoted(save)} --into {quoted(file)}")


class LostGameError(JournalError):
    """A save of which only the entries can be told, and the command that lists them."""

    def __init__(self, lost: NoGameError, save: str) -> None:
        super().__init__(f"{lost} To list them: vedette log {quoted(save)}")
        self.lost = lost


def looking(save: str) -> Session[GameState]:
    """A game to look at, while somebody may be playing it."""
    try:
        session = read_session(rulesets(), find_save(save, save_folder()))
    except NoGameError as error:
        raise LostGameError(error, save) from error
    _notice(session, save)
    return session


def read_save(save: str) -> Save:
    """What a save holds, without its rules."""
    found = read(find_save(save, save_folder()))
    _notice(found, save)
    return found


def path_to_play(save: str, folder: Path) -> Path:
    """The save to write to; says so where that is a copy of an example."""
    found = find_save(save, folder)
    path = playable(found, folder)
    if path != found:
        say(f"The example stays as it is. Playing on in a copy: {path}")
    return path


def ruleset_named(name: str) -> Ruleset[GameState]:
    """A ruleset by its id; raises CommandError with those that there are."""
    games = rulesets()
    if name not in games:
        raise CommandError(f"There is no ruleset “{shown(name)}”. There are: {', '.join(games)}.")
    return games[name]


def require_edition(game: Ruleset[GameState], edition: str) -> None:
    """Raise CommandError where an edition is named that the game does not have."""
    known = [one.id for one in game.view.roster().editions] if edition else []
    if edition not in ("", *known):
        there_are = f" There are: {', '.join(known)}." if known else ""
        raise CommandError(f"{game.title} has no edition “{shown(edition)}”.{there_are}")


def first_battle(name: str) -> Path:
    """The save of a ruleset's first battle, which is begun if need be; the first such ruleset where none is named."""
    library = SaveLibrary(rulesets(), save_folder())
    there = list(library.first_battles())
    if name and ruleset_named(name).id not in there:
        raise CommandError(f"There is no first battle for {name} yet, only for {joined(there)}.")
    if not there:
        raise CommandError("No ruleset here has a first battle.")
    session = library.learn(name or there[0])
    session.close()
    return library.path_of(session)


def set_up(game: str, armies: Sequence[str]) -> Table:
    """A game file as plain data, with armies (`side=army`) put in place of those that it names.

    The game is a path, or the name of one that comes with a ruleset. An army is a name of the ruleset's
    data, or a TOML file; in a game file such a path starts at the game file's folder.
    """
    setup, folder = _game_data(game)
    sides = setup.get("sides")
    if not isinstance(sides, list) or not all(isinstance(side, Mapping) for side in sides):
        raise DataError(f"{shown(game)}: it has no list of sides.")
    sides = [_read_army(side, folder) for side in sides]
    there = [side.get("id") for side in sides]
    for word in armies:
        name, _, army = word.partition("=")
        if name not in there or not army:
            raise CommandError(f"--army takes SIDE=ARMY, and the sides are: {', '.join(map(str, there))}.")
        place = there.index(name)
        kept = {key: value for key, value in sides[place].items() if key not in ("units", "leader")}
        sides[place] = _read_army({**kept, "army": army}, Path())
    return {**setup, "sides": sides}


def _game_data(game: str) -> tuple[Row, Path]:
    """A game file, and the folder that it stands in; raises DataError."""
    path = Path(game)
    with suppress(OSError):  # a name may be longer than any file's
        if path.is_file():
            return read_toml(path), path.parent
    for ruleset in rulesets():
        if game in (ours := games(ruleset)):
            return ours[game], Path()
    raise DataError(f"There is no game file “{shown(game)}”.")


def _read_army(side: Row, folder: Path) -> Table:
    """The side with its army read, where that is a file; units of its own stay, and go before the army's."""
    army = side.get("army")
    named = isinstance(army, str) and army.endswith(".toml")
    return {**side, "army": read_toml(folder / str(army))} if named else dict(side)


def _notice(found: Session[GameState] | Save, save: str) -> None:
    if found.notice:
        say(found.notice)
    if found.timeline.lost_correction and not found.damage:
        say(f"To repeat the correction: {lost_correction_line(save, found.timeline)}")
    if found.damage:
        say(found.damage)
        say(f"To play on, make a sound copy: vedette mend {quoted(save)}")
