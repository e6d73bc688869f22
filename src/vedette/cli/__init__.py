"""The command line: what it is called with, and what it prints."""


def main() -> None:
    """Run `vedette` as it was called, and end the process with its exit code."""
    from vedette.cli.app import run  # late: `import vedette.cli` costs nothing

    run()
