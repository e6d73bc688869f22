"""Hostile text in every field, argument, remark and reason: it is refused in a sentence, or it is shown as text."""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from tests.seen import strips_of
from tests.trials.ear import Player, at
from tests.trials.hostile import BRACKETS, TEXTS, field, harm, leaves, put
from vedette.cli.app import run
from vedette.cli.errors import BROKEN
from vedette.engine.errors import DataError, VedetteError
from vedette.engine.session import Session, new_session, open_session
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.testing.starts import game_starts
from vedette.tui.launch import make_app
from vedette.view.page_templates import sheet_html
from vedette.view.sheet import sheet_text

LONGEST = 3000
"""Characters of a sentence that anybody reads."""


def sentence(error: VedetteError) -> None:
    """An error is told in sentences that can be shown and read."""
    for fault in error.faults if isinstance(error, DataError) else [str(error)]:
        assert not harm(fault), fault
        assert len(fault) < LONGEST, fault[:200]


@cache
def whole_setup(ruleset: str) -> dict[str, Any]:
    """A game file with everything that it stands for."""
    made: dict[str, Any] = json.loads(json.dumps(rulesets()[ruleset].resolve(game_starts(ruleset)[0].setup)))
    return made


def taken(ruleset: str, setup: dict[str, Any]) -> bool:
    """Whether a set-up is taken; a refusal is a sentence."""
    try:
        game = rulesets()[ruleset]
        game.new_game(game.resolve(setup))
    except VedetteError as error:
        sentence(error)
        return False
    return True


def full_of(ruleset: str, text: str) -> tuple[dict[str, Any], int]:
    """The set-up with a text in every field that takes it, and how many these are."""
    setup, known, count = whole_setup(ruleset), dict[str, bool](), 0
    for path in leaves(setup):
        if path[0] in ("ruleset", "readings", "map") or not known.get(field(path), True):
            continue
        tried = put(setup, path, text)
        known[field(path)] = taken(ruleset, tried)
        if known[field(path)]:
            setup, count = tried, count + 1
    return setup, count


def test_every_field_of_a_game_takes_a_text_or_refuses_it(ruleset_id: str, times: Times) -> None:
    setup, luck, counted = whole_setup(ruleset_id), Random(ruleset_id), Counter[str]()
    places = {field(path): path for path in leaves(setup)}
    every = [(path, name) for path in places.values() for name in TEXTS]
    for path, name in luck.sample(every, min(len(every), times(15, len(every)))):
        counted["taken" if taken(ruleset_id, put(setup, path, TEXTS[name])) else "refused"] += 1
    print(ruleset_id, len(places), "fields", dict(counted))


def called(*words: str) -> tuple[int, str]:
    """A command, and all that it printed."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(out), pytest.raises(SystemExit) as stop:
        run(words)
    code, buffer = stop.value.code, out.buffer
    assert isinstance(code, int)
    assert isinstance(buffer, io.BytesIO)
    said = buffer.getvalue().decode()
    assert code != BROKEN, (words, said)
    assert not harm(said), (words, said[:300])
    assert "Traceback" not in said, (words, said)
    return code, said


def written(folder: Path, ruleset: str, setup: dict[str, Any], text: str) -> tuple[Path, int]:
    """A game in which everything that players may write holds a text, and how often it was taken."""
    path, taken_words = folder / "game.vedette", 0
    session = new_session(rulesets()[ruleset], setup, seed=1, path=path)
    side = next(iter(session.state.sides))
    for words, override in (
        ({"do": "note", "by": side, "text": text}, ""),
        ({"do": "adjust", "by": side, "path": f"sides.{side}.name", "value": text, "reason": text}, ""),
        ({"do": "roll", "by": side, "what": "1d6", "why": text}, text),
        ({"do": "end_round", "by": side}, text),
    ):
        try:
            session.do(words, override=override)
            taken_words += 1
        except VedetteError as error:
            sentence(error)
        if session.request is not None:
            session.answer(session.throw())
    session.close()
    return path, taken_words


COMMANDS = (
    "log",
    "log --all",
    "log --json",
    "state",
    "replay",
    "replay --json",
    "verify",
    "verify --json",
    "undo",
    "redo",
)


def on_the_command_line(path: Path, setup: dict[str, Any], name: str, noted: bool) -> int:
    """Everything that can be printed of a game; brackets are seen."""
    file = path.with_suffix(".toml")
    printed = 0
    for command in COMMANDS:
        words = command.split()
        said = called(words[0], str(path), *words[1:])[1]
        printed += 1
        if noted and name in BRACKETS and command in ("log", "replay"):
            assert TEXTS[name] in said.replace("\n       ", " ").replace("\n", " "), said
    file.write_bytes(tomli_w.dumps(setup).encode("utf-8", "surrogatepass"))
    for more in (
        ["new", str(file), "--save", str(path.with_name("again.vedette"))],
        ["roster", "check", str(file)],
    ):
        called(*more)
        printed += 1
    return printed


def sheets(session: Session[Any], text: str) -> int:
    """Every sheet of a game, as text and as a page."""
    make, made = session.ruleset.view.sheet, 0
    for unit in session.state.units if make else ():
        sheet = make(session.state, unit)  # type: ignore[misc]
        plain, page = sheet_text(sheet), sheet_html(sheet)
        assert not harm(plain), unit
        assert not harm(page), unit
        assert "<script>alert" not in page
        assert text not in sheet.title or not text.isprintable() or text in plain
        made += 1
    return made


WALK = "l,\x1b[A,\r,\x1b,\r,\x1b,\x1b,1,\x1b,\t,\x1b[B,w,\x1b,?,\x1b[B,\x1b,n,\x1b,x,{text},\x1b,S,\x1b,P,a,\x1b[D,\x1b,T,u,y,!,\x1b"
"""Over every screen of a table."""

SIZES = ((160, 50), (40, 12))
"""A wide window and a very small one."""


async def on_the_screen(path: Path, text: str, size: tuple[int, int]) -> str:
    """Look at everything of a game; returns what was seen of it, and whether it held."""
    seen = ""
    app = make_app(rulesets(), path.parent, path)
    async with at(app, size) as player:
        for keys in ("", *WALK.split(",")):
            typed = keys.replace("{text}", f"\x1b[200~{text}\x1b[201~")
            await player.send(typed.encode("utf-8", "surrogatepass"))
            seen += painted(player)
    assert app.error is None
    return seen


def painted(player: Player) -> str:
    """The screen as it stands; every row as wide as the window."""
    heard = player.heard()
    assert not harm(heard), harm(heard)
    if not player.runs:
        return ""
    strips = strips_of(player.app)
    assert {strip.cell_length for strip in strips} <= {player.app.size.width}
    return "\n".join(strip.text for strip in strips)


async def test_hostile_text_is_text_on_every_surface(
    ruleset_id: str, tmp_path: Path, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counter[str]()
    luck = Random(ruleset_id)
    for name in luck.sample(list(TEXTS), times(1, len(TEXTS))):
        text, folder = TEXTS[name], tmp_path / name.replace(" ", "-")
        folder.mkdir()
        monkeypatch.setenv("VEDETTE_SAVES", str(folder))
        setup, fields = full_of(ruleset_id, text)
        path, words = written(folder, ruleset_id, setup, text)
        counted["printed"] += on_the_command_line(path, setup, name, noted=words > 0)
        session = open_session(rulesets(), path)
        counted["sheets"] += sheets(session, text)
        session.close()
        for size in luck.sample(SIZES, times(1, len(SIZES))):
            seen = await on_the_screen(path, text, size)
            counted["screens"] += len(WALK.split(","))
            if name in BRACKETS and fields and size[0] > 100:
                assert text in seen, name
        counted.update({"fields": fields, "words": words})
    print(ruleset_id, dict(counted))


ARGUMENTS = (
    ["{}"], ["play", "{}"], ["new", "{}", "--save", "x"], ["new", "first-battle", "--save", "{}"],
    ["new", "first-battle", "--save", "y", "--army", "{}"], ["new", "first-battle", "--save", "y", "--army", "red={}"],
    ["do", "g", "{}"], ["do", "g", "note", "{}", "text=x"], ["do", "g", "note", "red", "text={}"], ["do", "g", "note", "red", "{}=x"],
    ["do", "g", "note", "red", "{}"], ["do", "g", "note", "red", 'text="{}"'], ["do", "g", "note", "red", "text=x", "--dice", "{}"],
    ["do", "g", "note", "red", "text=x", "--choose", "{}"], ["do", "g", "start_game", "red", "--override", "{}"],
    ["do", "g", "adjust", "red", "path={}", "value=1", "reason=x"], ["do", "g", "adjust", "red", "path=round", "value={}", "reason={}"],
    ["do", "g", "move", "{}", "inches={}"], ["do", "{}", "note", "red", "text=x"],
    ["answer", "g", "--choose", "{}"], ["answer", "g", "--dice", "{}"], ["undo", "g", "--by", "{}"], ["undo", "g", "--steps", "{}"],
    ["state", "{}"], ["state", "g", "--at", "{}"], ["log", "{}"], ["replay", "{}"], ["verify", "{}"], ["verify", "g", "--receipt", "{}"],
    ["check", "{}"], ["rules", "{}"], ["rules", "open-fire", "{}"], ["rules", "open-fire", "{}", "--readings"],
    ["roster", "check", "{}"], ["roster", "list", "{}"], ["roster", "list", "open-fire", "{}"], ["roster", "sheet", "{}"],
    ["roster", "sheet", "g", "{}"], ["roster", "new", "{}", "{}"], ["roster", "home", "{}"], ["--{}"], ["log", "g", "--{}"],
)  # fmt: skip


def test_hostile_arguments_are_told_in_a_sentence(times: Times, own_folders: Path) -> None:
    assert called("new", "first-battle", "--save", "g", "--seed", "1")[0] == 0
    luck, counted = Random(3), Counter[int]()
    every = [(words, text) for words in ARGUMENTS for text in TEXTS.values() if "\x00" not in text]
    for words, text in luck.sample(every, times(30, len(every))):
        code, said = called(*(word.replace("{}", text) for word in words))
        assert len(said) < 20 * LONGEST, (words, said[:300])
        counted[code] += 1
    print(dict(counted))


async def test_hostile_names_of_files_are_listed_as_text(own_folders: Path, tmp_path: Path) -> None:
    """Saves, characters and armies whose files are named, or are, like that."""
    good = tmp_path / "good.vedette"
    new_session(rulesets()["company"], whole_setup("company"), seed=1, path=good).close()
    saves = own_folders / "saves"
    (saves / "characters").mkdir(parents=True)
    names = [os.fsencode(text[:60]) for text in TEXTS.values() if text.isprintable() or "\x1b" in text]
    for number, name in enumerate(
        [*names, b"gr\xfcn\xff", b"[@click=app.quit]", b"\x1b]0;x\x07", b"a\nb", b" "]
    ):
        if b"/" in name or not name:
            continue
        for folder in (saves, saves / "characters"):
            target = os.path.join(os.fsencode(folder), b"%s %d.vedette" % (name, number))  # noqa: PTH118 - bytes
            Path(os.fsdecode(target)).write_bytes(good.read_bytes())
    app = make_app(rulesets(), saves)
    async with at(app, (120, 40)) as player:
        for _ in range(90):
            painted(player)
            await player.send(b"\x1b[B")
        await player.send(b"\x1b[Hr")
        painted(player)
    assert app.error is None
    called("roster", "list", "close-quarters", "characters")
