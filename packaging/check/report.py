"""One line for each check, and an exit code for all of them."""

import sys

failures = 0


def ok(name, words=""):
    print(f"ok       {name}" + (f": {words}" if words else ""), flush=True)


def failed(name, words):
    global failures
    failures += 1
    print(f"FAILED   {name}: {words}", flush=True)


def skipped(name, words):
    print(f"skipped  {name}: {words}", flush=True)


def measured(name, words):
    """A figure that is reported and not judged, because other programs of the machine change it."""
    print(f"measured {name}: {words}", flush=True)


def check(name, good, words="", why=""):
    """`why` says what is wrong if it is not good, `words` what was found if it is."""
    if good:
        ok(name, words)
    else:
        failed(name, why or words or "it is not so")
    return good


def end():
    print(f"{failures} of the checks failed" if failures else "all checks passed", flush=True)
    sys.exit(1 if failures else 0)
