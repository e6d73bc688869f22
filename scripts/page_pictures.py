"""Makes the pictures of the second screen for the documentation: `python scripts/page_pictures.py`. Needs a Chromium and the extra `test`."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import LAPTOP, PHONE, QUIET, executable  # noqa: E402 - the tests stand beside

from vedette.engine.session import read_session  # noqa: E402
from vedette.registry import rulesets  # noqa: E402
from vedette.view.action_log import ActionLog  # noqa: E402
from vedette.web.moment import moment_at  # noqa: E402
from vedette.web.server import SecondScreen  # noqa: E402

SHOTS = (
    ("second-screen", "company-mill-road", 120, LAPTOP, "dark"),
    ("second-screen-phone", "close-quarters-boarding", 90, PHONE, "light"),
)
"""The name of a picture, the save and the line that it shows, the size of the window, and its colours."""


def main() -> None:
    """Open each page and take its picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIET))
        for name, save, line, size, colours in SHOTS:
            session = read_session(rulesets(), ROOT / "saves" / f"{save}.vedette")
            screen = SecondScreen(rulesets(), None, moment_at(session, ActionLog(session), line))
            page = browser.new_page(viewport=size, color_scheme=colours)
            page.goto(screen.address)
            page.get_by_text("Live", exact=True).wait_for()
            page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.png")
            page.close()
            screen.stop()
        browser.close()


if __name__ == "__main__":
    main()
