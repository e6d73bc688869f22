"""Power cuts at any moment of everything that writes: what was acknowledged is whole, and what was there is not lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import filterfalse
from pathlib import Path
from typing import Any

import pytest

from tests.characters import written
from tests.cli.conftest import Vedette, vedette
from tests.conftest import ROOT
from tests.test_packs import HEAD, WEAPON
from tests.trials.power import Recorder, State, is_light
from vedette.cli.crash import reported
from vedette.engine.errors import JournalError
from vedette.engine.journal import open_journal
from vedette.engine.saves import example_folder, save_folder
from vedette.registry import rulesets
from vedette.save_library import SaveLibrary
from vedette.scaffold import write
from vedette.view.map_files import game_with_maps, new_map
from vedette.view.pack_files import House, kinds_of, sent_folder
from vedette.view.page_templates import write_page
from vedette.web.links import tokens

__all__ = ["vedette"]

YARD = ROOT / "saves/open-fire-hanging-yard.vedette"
WHOLE = YARD.read_bytes()


def acts(command: Vedette, given: Path, own: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that writes; what one needs is laid there before it comes."""

    def said(*words: object) -> Callable[[], object]:
        def call() -> None:
            assert command(*words).code == 0, words

        return call

    library, saves = SaveLibrary(rulesets(), save_folder()), save_folder()
    yield "first save", said("new", "first-battle", "--save", "g", "--seed", 5)
    yield "second save", lambda: library.start("open-fire", yard(), "g2").close()
    yield "command", said("do", "g", "start_game", "red")
    yield "answers", said("do", "g", "roll_off", "red", "--dice", "7,1")
    yield "undo", said("undo", "g")
    yield "redo", said("redo", "g")
    yield "bookmark", said("bookmark", "g", 1, "here")
    yield "branch", said("branch", "g", 1, "-o", "b")
    yield "copy of an example", said("bookmark", "open-fire-first-battle", 3, "there")
    (saves / "c.vedette").write_bytes(WHOLE)
    yield "correction", said("correct", "c", 7, "--dice", "3,3")
    (saves / "t.vedette").write_bytes(WHOLE[:-20])
    yield "torn end", said("bookmark", "t", 3, "there")
    middle = len(WHOLE) // 2
    (saves / "d.vedette").write_bytes(WHOLE[:middle] + bytes([WHOLE[middle] ^ 1]) + WHOLE[middle + 1 :])
    yield "mended copy", said("mend", "d")
    yield "another name", lambda: library.rename(saves / "b.vedette", "b2")
    yield "put away", lambda: library.put_away(saves / "b2.vedette")
    yield "brought back", lambda: library.bring_back(saves / "bin/b2.vedette", saves / "b3.vedette")
    yield "put away again", lambda: library.put_away(saves / "b3.vedette")
    yield "report", said("report", "g", "-o", own / "r.html")
    yield "report again", said("report", "c", "-o", own / "r.html")
    pack = given / "salt.toml"
    pack.write_text(HEAD + WEAPON, encoding="utf-8")
    yield "pack", said("pack", "add", pack, "--yes")
    pack.write_text(HEAD + WEAPON.replace("att = 1", "att = 2"), encoding="utf-8")
    yield "pack again", said("pack", "add", pack, "--yes")
    yield "pack removed", said("pack", "remove", "salt")
    (given / "army.txt").write_text("Reds\n2x Deckhands (9)\n", encoding="utf-8")
    yield "army", said("roster", "import", "open-fire", given / "army.txt")
    yield "character", said("roster", "new", "bruce", written(given / "bruce.toml"))
    house = House(rulesets()["open-fire"])
    kind = next(iter(kinds_of(rulesets()["open-fire"]).values()))
    entry = house.entries(kind)[0]
    draft = {**house.begun(kind, entry), "name": "Old hands"}
    yield "house profile", lambda: house.save(kind, entry, draft)
    yield "pack to send", lambda: house.write("Club")
    opened = new_map(game_with_maps(rulesets()))
    drawn = opened.editor.rename(opened.drawn, "Yard")
    yield "map", lambda: opened.save(drawn, opened.place(drawn), over=False)
    other, place = opened.editor.rename(drawn, "Yard!"), opened.place(drawn)
    yield "map again", lambda: opened.save(other, place, over=True)
    yield "page", lambda: write_page(sent_folder().parent / "pages", "Page", "words")
    yield "links", lambda: tokens("game", ["red"], renew=True)
    yield "ruleset of one's own", lambda: write("skirmish", own / "mine/deep")
    yield "report of a crash", lambda: reported(ValueError("odd"), None)


def yard() -> dict[str, Any]:
    """The set-up of a game."""
    from vedette.engine.save_file import read

    return read(example_folder() / YARD.name).header.setup


def test_a_power_cut_loses_nothing_that_was_acknowledged(
    vedette: Vedette, own_folders: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counted, faults = Counter[str](), list[str]()
    for name, act in acts(vedette, tmp_path, own_folders):
        with pytest.MonkeyPatch.context() as patch:
            disk = Recorder(own_folders, patch)
            act()
        after = disk.now()
        assert after != disk.before, name
        for state, done in disk.states():
            counted[f"{name}{', acknowledged' if done else ''}"] += 1
            faults += [f"{name}: {fault}" for fault in wrong(disk.before, after, state, done, tmp_path)]
    with capsys.disabled():
        print(sum(counted.values()), "states", dict(counted))
    assert Counter(faults) == {}


def wrong(before: State, after: State, state: State, done: bool, scratch: Path) -> Iterator[str]:
    """What is wrong with a state that a power cut has left, before or after all was `done`."""
    for path in filterfalse(is_light, sorted(before.keys() | after.keys() | state.keys())):
        was, will, there = before.get(path), after.get(path), state.get(path)
        if there == will or (path in state and there is None):
            continue
        if done:
            yield f"{path} is not what was acknowledged"
        elif there == was:
            continue
        elif there is None:
            if was not in state.values():
                yield f"{path} is lost"
        elif not path.endswith(".vedette"):
            yield f"{path} is half there"
        else:
            entries, plays = opened(there, scratch)
            if entries < (opened(was, scratch)[0] if was else 0):
                yield f"{path} has lost lines"
            elif not plays:
                yield f"{path} can only be looked at"


def opened(data: bytes, scratch: Path) -> tuple[int, bool]:
    """How many entries a save has when it is opened to play on, and whether that can be done."""
    path = scratch / "opened.vedette"
    path.write_bytes(data)
    try:
        journal, save = open_journal(path)
    except JournalError:
        return -1, False
    if journal:
        journal.close()
    return len(save.entries), journal is not None
