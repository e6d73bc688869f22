"""What only a Windows machine can tell about Vedette, asked of it once: `windows_check.ps1` runs this.

It looks, asks, and writes windows-check.json, for the tester to send. `--silent` asks nothing; `--out FILE` is another file.
All but the screen needs nothing but the standard library, so that any Python can run it in a clone.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from vedette.engine import system  # noqa: E402
from vedette.view.signs import LEGEND, PLAIN, plain_signs  # noqa: E402

FILES = 200
LINES = 100
TYPED = ("WT_SESSION", "TERM_PROGRAM", "TERM", "VEDETTE_GLYPHS", "PYTHONIOENCODING")


def machine() -> dict[str, Any]:
    """Which system, Python and terminal this is."""
    told = {name: os.environ.get(name) for name in TYPED}
    found = {
        "system": platform.platform(),
        "python": f"{sys.version.split()[0]} {sys.executable}",
        "encoding": sys.stdout.encoding,
        "plain signs": plain_signs(),
        **told,
    }
    if sys.platform == "win32":
        name = ctypes.create_unicode_buffer(64)
        window = ctypes.windll.kernel32.GetConsoleWindow()
        ctypes.windll.user32.GetClassNameW(window, name, len(name))
        found["console window"] = name.value
    return found


def identity(folder: Path) -> dict[str, Any]:
    """Whether an open file is the same by its name and by its number: else every save would seem to be replaced."""
    path = folder / "identity.vedette"
    path.write_bytes(b"one\n")
    file = system.open_alone(path)
    try:
        by_name, by_number = path.stat(), os.fstat(file)
    finally:
        os.close(file)
    return {
        "same": (by_name.st_dev, by_name.st_ino) == (by_number.st_dev, by_number.st_ino),
        "stat": [by_name.st_dev, by_name.st_ino],
        "fstat": [by_number.st_dev, by_number.st_ino],
        "size": [by_name.st_size, by_number.st_size],
    }


def refused(change: Callable[[], object]) -> str:
    """What the system says to a change that it must not let happen; "" where it does."""
    try:
        change()
    except OSError as error:
        return f"{type(error).__name__} {getattr(error, 'winerror', None) or error.errno}"
    return ""


def share_mode(folder: Path) -> dict[str, str]:
    """What others may do to an open save: read it, and nothing else."""
    path, other = folder / "open.vedette", folder / "other.vedette"
    path.write_bytes(b"one\n")
    other.write_bytes(b"two\n")
    file = system.open_alone(path)
    try:
        os.write(file, b"more\n")
        return {
            "read": refused(path.read_bytes),
            "write": refused(lambda: path.open("ab").close()),
            "open alone": refused(lambda: os.close(system.open_alone(path))),
            "rename": refused(lambda: path.rename(folder / "renamed.vedette")),
            "replace": refused(lambda: other.replace(path)),
            "delete": refused(path.unlink),
        }
    finally:
        os.close(file)


def permissions(folder: Path) -> dict[str, Any] | str:
    """Whether it is noticed that permissions protect a save, which can then still be read."""
    if sys.platform != "win32":
        return "not on this system"
    path, user = folder / "protected.vedette", os.environ["USERNAME"]
    path.write_bytes(b"one\n")
    subprocess.run(["icacls", str(path), "/deny", f"{user}:(W)"], check=True, capture_output=True)
    try:
        return {
            "may write": system.may_write(path),
            "write": refused(lambda: path.open("ab").close()),
            "read": refused(path.read_bytes),
        }
    finally:
        subprocess.run(["icacls", str(path), "/remove:d", user], check=True, capture_output=True)


def names(folder: Path) -> dict[str, Any]:
    """How long new files are held by a virus scanner: they are given a name, and put in the place of others, at once."""
    named: list[float] = []
    replaced: list[float] = []
    failed = []
    for number in range(FILES):
        half, path = folder / f"{number}.half", folder / f"{number}.vedette"
        for change, spent in ((system.give_name, named), (system.replace, replaced)):
            file = os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY | system.BINARY)
            os.write(file, b"line\n" * 200)
            system.sync(file)
            os.close(file)
            begun = time.perf_counter()
            try:
                change(half, path)
            except OSError as error:
                failed.append(f"{change.__name__}: {type(error).__name__} {error.errno}")
            spent.append(time.perf_counter() - begun)
            half.unlink(missing_ok=True)  # where a name is given by a link
    taken = folder / "0.vedette"
    half = folder / "taken.half"
    half.write_bytes(b"x")
    return {
        "named": milliseconds(named),
        "replaced": milliseconds(replaced),
        "failed": failed,
        "a name that is taken": refused(lambda: system.give_name(half, taken)),
    }


def synced(folder: Path) -> dict[str, float]:
    """How long a line takes to the disk."""
    path = folder / "synced.vedette"
    path.touch()
    file = system.open_alone(path)
    spent = []
    for _ in range(LINES):
        begun = time.perf_counter()
        os.write(file, b"x" * 300 + b"\n")
        system.sync(file)
        spent.append(time.perf_counter() - begun)
    os.close(file)
    return milliseconds(spent)


def milliseconds(spent: list[float]) -> dict[str, float]:
    """The middle, the slowest of twenty, and the slowest."""
    ordered = sorted(spent)
    places = {"median": len(ordered) // 2, "p95": len(ordered) * 95 // 100, "longest": -1}
    return {name: round(ordered[place] * 1000, 2) for name, place in places.items()}


def moved(folder: Path) -> str:
    """Whether a file is moved with MOVEFILE_WRITE_THROUGH, which makes its new name durable."""
    if sys.platform != "win32":
        return "not on this system"
    old, new = folder / "old.vedette", folder / "new.vedette"
    old.write_bytes(b"x")
    begun = time.perf_counter()
    if not ctypes.windll.kernel32.MoveFileExW(str(old), str(new), 8):
        return f"error {ctypes.windll.kernel32.GetLastError()}"
    return f"{(time.perf_counter() - begun) * 1000:.2f} ms"


def signs() -> dict[str, str]:
    """The table of signs, as it is painted with all signs and plainly; the tester says which are boxes."""
    print("\nSigns. The first column is for terminals with many signs, the second for those with few.\n")
    for shown, meaning in LEGEND:
        print(f"  {shown:<8} {shown.translate(PLAIN):<8} {meaning}")
    both = {"all": "".join(map(chr, PLAIN)), "plain": "".join(sorted(set(PLAIN.values()) - {" "}))}
    for name, row in both.items():
        print(f"\n  {name}: {' '.join(row)}")
    return {
        "font": input("\nWhich font has this window (Consolas, Cascadia Mono, …)? "),
        "boxes in the first column": input("Which meanings have a box or a blank in the first column? "),
        "boxes in the second column": input("And in the second? "),
    }


def mouse() -> dict[str, str]:
    """Whether clicks reach the screen: the tester plays, and says so."""
    print(
        "\nNow Vedette opens. Click on an entry of the list, turn the wheel, resize the window, then press q."
    )
    input("Enter goes on. ")
    if not can_play():
        print("This Python lacks what the screen needs, so this is left out.")
        return {"left out": "not installed"}
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    code = subprocess.call([sys.executable, "-m", "vedette"], env=environment)
    return {
        "exit code": str(code),
        "click": input("Did the click choose the entry (y/n)? "),
        "size": input("Did the screen follow the size of the window (y/n)? "),
        "paste": input("Anything odd with keys, colours or pasting? "),
    }


def can_play() -> bool:
    """Whether this Python has what the screen needs."""
    try:
        import textual  # noqa: F401
    except ImportError:
        return False
    return True


def main() -> int:
    """Look, ask, write."""
    parser = argparse.ArgumentParser(prog="windows_check", description=__doc__.partition("\n")[0])
    parser.add_argument("--silent", action="store_true", help="ask nothing")
    parser.add_argument("--out", type=Path, default=Path("windows-check.json"))
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="vedette-check-"))
    looks: dict[str, Callable[[], Any]] = {
        "machine": machine,
        "identity of an open file": lambda: identity(folder),
        "an open save": lambda: share_mode(folder),
        "permissions": lambda: permissions(folder),
        f"{FILES} new files, ms": lambda: names(folder),
        "a synced line, ms": lambda: synced(folder),
        "MoveFileEx": lambda: moved(folder),
    }
    if not given.silent:
        looks |= {"signs": signs, "mouse": mouse}
    found = {}
    try:
        for name, look in looks.items():
            try:
                found[name] = look()
            except Exception as error:  # noqa: BLE001 - the rest is looked at all the same
                found[name] = f"{type(error).__name__}: {error}"
            print(f"{name}: {found[name]}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        given.out.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten: {given.out.resolve()}. Please send it with an issue. Thank you!")
    return 0


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.exit(main())
