"""The command that mends: a copy of all that is good in a damaged save."""

from __future__ import annotations

from vedette.cli.json_output import tell
from vedette.engine.saves import find_save, mended_path, new_save_path, save_folder
from vedette.engine.saves import mend as write_mended
from vedette.engine.session import read_session
from vedette.registry import rulesets


def mend(save: str, output: str | None, as_json: bool) -> None:
    folder = save_folder()
    path = find_save(save, folder)
    session = read_session(rulesets(), path)
    copy = mended_path(path, folder) if output is None else new_save_path(output, folder)
    write_mended(session, copy)
    entries = len(session.timeline.entries)
    said = session.damage or session.notice or f"{path.name} was whole already."
    lines = (said, f"Saved as {copy}, with {entries} entries")
    tell({"save": str(copy), "entries": entries, "damage": session.damage}, lines, as_json=as_json)
