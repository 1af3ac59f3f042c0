"""The list of contents (SPDX) names each file, package, source and licence of the bundle, and the checks find what is wrong."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from project import BUNDLE
from report import check


def problems(tree):
    """What the list of contents of a tree does not say, or says wrongly."""
    sbom = json.loads((tree / "sboms/editc.spdx.json").read_text())
    found = []
    listed = [file["fileName"].removeprefix("./") for file in sbom["files"]]
    found += [f"{name} is listed more than once" for name in sorted({name for name in listed if listed.count(name) > 1})]
    there = {path.relative_to(tree).as_posix() for folder in ("bin", "lib", "share/editc/fonts") for path in (tree / folder).rglob("*") if path.is_file()}
    found += [f"{name} is not listed" for name in sorted(there - set(listed))]
    found += [f"{name} is listed and missing" for name in sorted(set(listed) - there)]
    for file in sbom["files"]:
        path = tree / file["fileName"]
        sums = {sum["algorithm"]: sum["checksumValue"] for sum in file["checksums"]}
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != sums.get("SHA256"):
            found.append(f"{file['fileName']} is not the listed file")
    owners = {}
    for relation in sbom["relationships"]:
        if relation["relationshipType"] == "CONTAINS":
            owners.setdefault(relation["relatedSpdxElement"], []).append(relation["spdxElementId"])
    found += [f"{file['fileName']} belongs to {len(owners.get(file['SPDXID'], []))} packages, not one"
              for file in sbom["files"] if len(owners.get(file["SPDXID"], [])) != 1]
    for package in sbom["packages"]:
        name = package["name"]
        for key in ("versionInfo", "sourceInfo", "licenseDeclared"):
            if package.get(key, "NOASSERTION") == "NOASSERTION":
                found.append(f"{name} has no {key}")
        if package.get("supplier") == "Organization: Debian" and not re.match(r"Debian source package \S+ \d", package["sourceInfo"]):
            found.append(f"{name} has no source package")
        licence = tree / "licenses" / name / "copyright"
        if not licence.exists() or not licence.stat().st_size:
            found.append(f"{name} has no text of its licence")
    return found


def copy(folder):
    """A copy of the bundle whose files are links: a changed file has to be replaced."""
    shutil.copytree(BUNDLE, folder, copy_function=os.link)
    return folder


def manual(program, commands):
    folder = BUNDLE / "share/man/man1"
    missing = [name for name in ["editc", *(f"editc-{command}" for command in commands)] if not (folder / f"{name}.1").exists()]
    if not check("manual pages", not missing, f"{len(commands) + 1} pages", f"missing: {', '.join(missing[:4])}{' ...' if len(missing) > 4 else ''}"):
        return
    if shutil.which("mandoc"):
        said = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *sorted(folder.iterdir())], capture_output=True, text=True).stdout
        check("manual pages are well formed", not said, why=said[:300])


def run(program):
    wrong = problems(BUNDLE)
    check("list of contents", not wrong, "each file, package, source and licence", "; ".join(wrong[:5]))
    with tempfile.TemporaryDirectory(dir=BUNDLE.parent) as folder:
        planted = copy(Path(folder, "planted"))
        (planted / "lib/editc/libplanted.so.1").write_bytes(b"\x7fELF")
        check("a planted library is found", problems(planted) == ["lib/editc/libplanted.so.1 is not listed"])
        removed = copy(Path(folder, "removed"))
        (removed / "licenses/libx264-164/copyright").unlink()
        check("a removed licence is found", problems(removed) == ["libx264-164 has no text of its licence"])
        changed = copy(Path(folder, "changed"))
        path = changed / "lib/editc/libx264.so.164"
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.unlink()
        path.write_bytes(data)
        check("a changed byte is found", problems(changed) == ["./lib/editc/libx264.so.164 is not the listed file"])
    said = subprocess.run(["packaging/commands", program], capture_output=True, text=True, cwd=BUNDLE.parent.parent)
    manual(program, said.stdout.split())
