"""The version is the same wherever it stands, and a release says what it means for films."""

import re
import subprocess

import project
from report import check


def places(program, root=project.ROOT):
    """The version by the place that names it; None where no version was found."""
    def find(path, pattern):
        match = re.search(pattern, (root / path).read_text(), re.MULTILINE)
        return match and match.group(1)

    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.split()
    found = {
        "Versions.swift": find("Sources/Workspace/Planning/Versions.swift", r'editcVersion = "(.*)"'),
        "pyproject.toml": find("pyproject.toml", r'^version = "(.*)"$'),
        "packaging/debian/changelog": find("packaging/debian/changelog", r"\Aeditc \((.*)-\d+\)"),
        "editc --version": said[1] if len(said) > 1 else None,
    }
    heading = find("CHANGELOG.md", r"^## (\d+\.\d+\.\d+)")
    if heading:
        found["CHANGELOG.md"] = heading
    tag = subprocess.run(
        ["git", "-C", root, "tag", "--points-at", "HEAD", "v*"], capture_output=True, text=True).stdout.split()
    if tag:
        found["the tag"] = tag[0][1:]
    return found


def changelog(text):
    """What is wrong with a changelog, or None: Unreleased is on top, and each release has a line on films."""
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    if not sections or not sections[0].startswith("Unreleased"):
        return "the first heading is not `## Unreleased`"
    for section in sections[1:]:
        heading = section.splitlines()[0]
        if not re.fullmatch(r"\d+\.\d+\.\d+, \d{4}-\d\d-\d\d", heading):
            return f"`## {heading}` is not `## VERSION, DATE`"
        if not re.search(r"^(- )?\**Films\**:", section, re.MULTILINE):
            return f"{heading} has no line `Films: ...` that says whether films stay the same bytes"
    return None


def run(program):
    found = places(program)
    values = set(found.values())
    check("versions", len(values) == 1 and None not in values, f"{found['Versions.swift']} in {len(found)} places",
          ", ".join(f"{place}: {value}" for place, value in found.items()))
    wrong = changelog((project.ROOT / "CHANGELOG.md").read_text())
    check("changelog", wrong is None, why=wrong)
