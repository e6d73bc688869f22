"""A real browser for pages that Vedette makes: the system's Chromium, driven by Playwright. Without one these tests skip.

It lives as long as the tests of one file: while Playwright runs, no test of another file may use an event loop.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PHONE = ViewportSize(width=390, height=844)
LAPTOP = ViewportSize(width=1280, height=800)

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""It shows no window, and asks nobody anything."""

OpenPage = Callable[..., Page]
"""Opens an address in a window of this `size`, with the device's own `dark` or light colours; a line that `may_drop` is no fault."""


def executable() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser itself."""
    path = executable()
    if path is None:
        pytest.skip("there is no Chromium on this machine; `apt-get install chromium` brings one")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Pages that must be without a fault: nothing in their console, and no word to anybody but where they came from."""
    contexts = []
    faults: list[str] = []

    def opened(
        address: str, size: ViewportSize = LAPTOP, *, dark: bool = False, may_drop: bool = False
    ) -> Page:
        context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        if not may_drop:
            page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: faults.extend(_elsewhere(asked.url, address)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def _elsewhere(asked: str, address: str) -> list[str]:
    """What is asked of another place than the page came from."""
    origin = "/".join(address.split("/")[:3])
    return [] if asked.startswith((f"{origin}/", "data:")) else [f"asks for {asked}"]


def inaccessible(page: Page) -> list[str]:
    """What axe finds wrong with a page, for those who can't see it, or not well."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['help']} ({node['html']})" for each in found for node in each["nodes"]]
