"""Prints the Debian source packages of the bundle and of the image, each as PACKAGE=VERSION."""

import json
import re
import subprocess

import project

sbom = json.loads((project.BUNDLE / "sboms/editc.spdx.json").read_text())
found = {"=".join(match.groups()) for match in (
    re.match(r"Debian source package (\S+) ([^\s,]+)", package["sourceInfo"]) for package in sbom["packages"]) if match}
found.add(subprocess.run(
    ["dpkg-query", "-W", "-f", "${source:Package}=${source:Version}", "libc6:amd64"], check=True, capture_output=True,
    text=True).stdout)
print("\n".join(sorted(found)))
