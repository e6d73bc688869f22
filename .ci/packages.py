"""What is built from a checkout holds what it must and nothing else: python packages.py CHECKOUT DIST."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


def main(checkout: Path, dist: Path) -> None:
    """Say what is missing or too much in the wheel and the sdist that lie in DIST."""
    command = ["git", "-C", checkout, "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    kept = set(listed.stdout.split())
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2]: archive.extractfile(name) for name in archive.getnames()}
        read = {name: file.read() for name, file in held.items() if file is not None}
    faults = _unlike("the sdist", set(read) - {"PKG-INFO"}, kept)
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        read |= {name: archive.read(name) for name in archive.namelist()}
    faults += _unlike("the wheel", {_installed(name) for name in names}, {*filter(None, map(_place, kept))})
    faults += [f"{name} names {checkout}" for name, text in read.items() if bytes(checkout) in text]
    sys.exit("\n".join(faults) or None)


def _place(name: str) -> str:
    """Where a file of the checkout goes when Vedette is installed; "" for what stays behind."""
    if name == "docs/vedette.1":
        return "share/man/man1/vedette.1"
    if name.startswith(("rulesets/", "saves/")):
        return f"vedette/_data/{name}"
    return name.removeprefix("src/") if name.startswith("src/vedette/") else ""


def _installed(name: str) -> str:
    """The same for a file of the wheel."""
    return name.partition(".data/data/")[2] or name


def _unlike(what: str, held: set[str], wanted: set[str]) -> list[str]:
    """What is missing, and what should not be there."""
    missing = [f"{what} lacks {name}" for name in sorted(wanted - held)]
    return missing + [f"{what} has {name}" for name in sorted(held - wanted)]


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
