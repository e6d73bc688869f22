"""Many who follow a game: `python viewers.py PORT COUNT` opens so many real connections and reads what comes, until its input ends."""

from __future__ import annotations

import selectors
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

OPENS = b"I2\x1b"
"""The keys that open the page for this computer, and go back to the table."""

PORT = 8437


@contextmanager
def looking_on(count: int) -> Iterator[subprocess.Popen[bytes]]:
    """So many viewers in a process of their own; they have all seen the page once."""
    words = [sys.executable, __file__, str(PORT), str(count)]
    viewers = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert viewers.stdout is not None
    viewers.stdout.readline()
    try:
        yield viewers
    finally:
        viewers.communicate()


def look_on(port: int, count: int) -> int:
    """Bytes that the viewers were sent altogether; says so once everybody has been sent something."""
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    waiting = selectors.DefaultSelector()
    for line in lines:
        line.sendall(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        waiting.register(line, selectors.EVENT_READ)
    waiting.register(sys.stdin, selectors.EVENT_READ)
    seen: set[object] = set()
    bytes_read = 0
    while True:
        for key, _ in waiting.select():
            if key.fileobj is sys.stdin:
                return bytes_read
            data = key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
            bytes_read += len(data)
            if data and b"data:" in data and len(seen) < count:
                seen.add(key.fileobj)
                if len(seen) == count:
                    print("all are looking", flush=True)


if __name__ == "__main__":
    print(look_on(int(sys.argv[1]), int(sys.argv[2])))
