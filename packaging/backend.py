"""The build backend of pyproject.toml (PEP 517): a package without code that depends on the wheel of editc.

No registry has the wheel yet, so EDITC_WHEEL says where it is. A name that nobody has registered is never asked for: anyone
could register it.
"""

import os
import re
import zipfile
from pathlib import Path


def dependency():
    wheel = os.environ.get("EDITC_WHEEL", "")
    if wheel.startswith("https://"):
        if "#sha256=" not in wheel:
            raise SystemExit("EDITC_WHEEL is a URL without #sha256=DIGEST at its end")
        return "editc @ " + wheel
    if not wheel:
        raise SystemExit(
            "EDITC_WHEEL is not set, and editc is not in a registry yet: run `make wheel` in a clone of editc, and set "
            "EDITC_WHEEL to the path of the wheel, or to https://...#sha256=DIGEST")
    path = Path(wheel)
    if not path.is_absolute() or not path.is_file():
        raise SystemExit(f"EDITC_WHEEL names {wheel}, which is not the absolute path of a file; `make wheel` makes one")
    return "editc @ " + path.as_uri()


def build_wheel(folder, config_settings=None, metadata_directory=None):
    version = re.search(r'^version = "(.*)"', Path("pyproject.toml").read_text(), re.MULTILINE).group(1)
    info = f"editc_hooks-{version}.dist-info/"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: editc-hooks\nVersion: {version}\nRequires-Dist: {dependency()}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: editc\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files["RECORD"] = "".join(f"{info}{name},,\n" for name in [*files, "RECORD"])
    name = f"editc_hooks-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder, name), "w") as archive:
        for file, text in files.items():
            archive.writestr(info + file, text)
    return name


def build_sdist(folder, config_settings=None):
    raise SystemExit("editc has no source distribution: its source is its repository")
