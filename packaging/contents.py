#!/usr/bin/env python3
"""Fills the bundle: the libraries that the program needs, and who made them, under which licence, from which source.

usage: packaging/contents.py BUILT    (the folder that packaging/libraries filled)
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import elf
import project
from project import BUNDLE

# The fonts of the generic names, and those of scripts that name DejaVu.
FONTS = {
    "fonts-inter": ["Inter-Regular.otf", "Inter-Italic.otf", "Inter-Bold.otf", "Inter-BoldItalic.otf"],
    "fonts-noto-core": ["NotoSerif-Regular.ttf", "NotoSerif-Italic.ttf", "NotoSerif-Bold.ttf",
                        "NotoSerif-BoldItalic.ttf"],
    "fonts-noto-mono": ["NotoSansMono-Regular.ttf", "NotoSansMono-Bold.ttf"],
    "fonts-dejavu-core": ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf",
                          "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf"],
}
SWIFT_LICENCE = "usr/share/swift/LICENSE.txt"


def query(name, *fields):
    """Fields of an installed package."""
    form = "\n".join("${%s}" % field for field in fields)
    result = subprocess.run(["dpkg-query", "-W", "-f", form, name + ":amd64"], capture_output=True, text=True)
    if result.returncode:  # an architecture-independent package
        result = subprocess.run(["dpkg-query", "-W", "-f", form, name], check=True, capture_output=True, text=True)
    return result.stdout.split("\n")


def owner(path):
    """The Debian package of an installed file. Packages name files below /lib and /usr/lib, which are one folder."""
    real = os.path.realpath(path)
    for name in (str(path), real, str(path).removeprefix("/usr"), real.removeprefix("/usr")):
        result = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout.split(":")[0]
    raise SystemExit(f"no Debian package has {path}")


class Package:
    """A Debian package with a file in the bundle."""

    known = {}

    def __new__(cls, name):
        if name not in cls.known:
            package = cls.known[name] = super().__new__(cls)
            package.name, package.files = name, []
            package.version, package.source, package.source_version = query(
                name, "Version", "source:Package", "source:Version")
            package.licence = licences().get(package.source)
            if package.licence is None:
                raise SystemExit(f"packaging/licences has no line for {package.source}")
        return cls.known[name]


def licences():
    lines = (project.ROOT / "packaging/licences").read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def copy(source, target, mode=0o644):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def digest(path, name):
    return hashlib.new(name, path.read_bytes()).hexdigest()


def add_libraries(built):
    """Copies the closure into lib/editc under the sonames; Debian's files stay as they are."""
    found = elf.closure(BUNDLE / "bin/editc", built / "lib")
    machine = elf.installed()
    for soname, path in sorted(found.items()):
        target = BUNDLE / "lib/editc" / soname
        copy(path, target)
        # A library built here replaces the installed one with the same soname.
        Package(owner(machine[soname])).files.append(target)


def add_fonts():
    for package, files in FONTS.items():
        listed = subprocess.run(["dpkg-query", "-L", package], check=True, capture_output=True, text=True).stdout
        paths = {Path(name).name: name for name in listed.splitlines()}
        for name in files:
            target = BUNDLE / "share/editc/fonts" / name
            copy(paths[name], target)
            Package(package).files.append(target)


def add_licences():
    for name in sorted(Package.known):
        copy(f"/usr/share/doc/{name}/copyright", BUNDLE / "licenses" / name / "copyright")
    copy(project.ROOT / "LICENSE", BUNDLE / "licenses/editc/copyright")
    swift = Path(os.path.realpath(shutil.which(os.environ.get("SWIFT", "swift"))))
    copy(next(folder / SWIFT_LICENCE for folder in swift.parents if (folder / SWIFT_LICENCE).exists()),
         BUNDLE / "licenses/swift/copyright")


def swift_version():
    words = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True).stdout.split()
    return words[words.index("version") + 1]


def trimmed(built):
    """Who was built here, with which line of configure."""
    found = {}
    for path in sorted((built / "recipes").iterdir()):
        found[path.name] = path.read_text().splitlines()[1]
    return found


def add_build(built):
    libraries = {name: package.version for name, package in sorted(Package.known.items())}
    (BUNDLE / "share/editc/build.json").write_bytes(project.document({
        "payload": "tar", "version": project.version(), "commit": project.commit(), "time": project.epoch(), "swift": swift_version(),
        "libraries": libraries, "trimmed": trimmed(built),
    }))


def identifier(name):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def add_sbom(built):
    """Writes SPDX 2.3: the program, each package, and each of their files once."""
    lines = trimmed(built)
    program = {
        "SPDXID": "SPDXRef-editc", "name": "editc", "versionInfo": project.version(), "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": project.LICENCE, "licenseDeclared": "Apache-2.0",
        "copyrightText": "NOASSERTION", "sourceInfo": f"commit {project.commit()}",
        "licenseComments": "The program is under Apache-2.0. Together with x264, x265 and FFmpeg it is distributed under "
        + project.LICENCE + ".",
    }
    swift = {
        "SPDXID": "SPDXRef-swift", "name": "swift", "versionInfo": swift_version(), "downloadLocation": "https://swift.org",
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": "Apache-2.0 WITH Swift-exception",
        "copyrightText": "NOASSERTION", "sourceInfo": "the runtime and Foundation, linked into bin/editc",
    }
    packages, files = [program, swift], []
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-editc"), ("SPDXRef-editc", "STATIC_LINK", "SPDXRef-swift")]

    def add_file(path, licence, package):
        name = path.relative_to(BUNDLE).as_posix()
        files.append({
            "SPDXID": identifier("file-" + name), "fileName": "./" + name,
            "checksums": [{"algorithm": kind.upper(), "checksumValue": digest(path, kind)} for kind in ("sha1", "sha256")],
            "licenseConcluded": licence, "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION",
        })
        relations.append((package, "CONTAINS", files[-1]["SPDXID"]))

    add_file(BUNDLE / "bin/editc", project.LICENCE, "SPDXRef-editc")
    for name, package in sorted(Package.known.items()):
        source = f"Debian source package {package.source} {package.source_version}"
        if package.source in lines:
            source += f", built with {lines[package.source]}"
        packages.append({
            "SPDXID": identifier(name), "name": name, "versionInfo": package.version,
            "supplier": "Organization: Debian", "downloadLocation": "https://deb.debian.org/debian", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": package.licence, "copyrightText": "NOASSERTION",
            "sourceInfo": source,
            "externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{name}@{package.version.replace('+', '%2B')}?arch=amd64"
                f"&upstream={package.source}",
            }],
        })
        relations.append(("SPDXRef-editc", "DEPENDS_ON", identifier(name)))
        for path in package.files:
            add_file(path, package.licence, identifier(name))
    names = hashlib.sha256("".join(file["checksums"][1]["checksumValue"] for file in files).encode()).hexdigest()
    sbom = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"editc-{project.version()}",
        "documentNamespace": f"https://spdx.org/spdxdocs/editc-{project.version()}-{names[:32]}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(project.epoch())),
            "creators": ["Tool: editc-packaging"],
        },
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-public-domain", "name": "Public domain",
            "extractedText": "The authors have placed the work in the public domain.",
        }],
        "packages": packages, "files": files,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }
    target = BUNDLE / "sboms/editc.spdx.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(project.document(sbom))


if __name__ == "__main__":
    built = Path(sys.argv[1])
    add_libraries(built)
    add_fonts()
    add_licences()
    add_build(built)
    add_sbom(built)
