"""pip and pre-commit install the wheel from a clone, and stop with a useful message where they do not know it."""

import shutil
import subprocess
import sys
import time

import project
from payloads import WHEEL
from report import check, measured, skipped

CONFIGURATION = "repos:\n  - repo: {repository}\n    rev: {revision}\n    hooks: [{{id: editc-lint}}, {{id: editc-fmt}}]\n"
SCRIPT = "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n  - {color: red, for: 1s}\n"


def run(work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if not shutil.which("pre-commit"):
        return skipped("hooks", "there is no pre-commit")
    environment = {
        "HOME": str(work), "PATH": "/usr/bin:/bin", "PRE_COMMIT_HOME": str(work / "store"), "LC_ALL": "C.UTF-8", "GIT_CONFIG_GLOBAL": "/dev/null",
        "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "GIT_CONFIG_SYSTEM": "/dev/null",
    }
    for name in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{name}_NAME": "Ada", f"GIT_{name}_EMAIL": "ada@example.org"}

    def shell(line, **more):
        start = time.monotonic()
        result = subprocess.run(["sh", "-c", line], cwd=work, env={**environment, **more}, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr, time.monotonic() - start

    # A clone of editc as pip sees it: the files that its build backend reads.
    (work / "editc").mkdir()
    for name in (".pre-commit-hooks.yaml", "pyproject.toml"):
        shutil.copy(project.ROOT / name, work / "editc")
    shutil.copytree(project.ROOT / "packaging", work / "editc/packaging", ignore=shutil.ignore_patterns("__pycache__"))
    code, said, _ = shell("cd editc && git init -q && git add . && git commit -q -m hooks && git rev-parse HEAD")
    (work / "edits").mkdir()
    (work / "edits/.pre-commit-config.yaml").write_text(CONFIGURATION.format(repository=work / "editc", revision=said.strip()))
    (work / "edits/film.edit").write_text(SCRIPT)
    hook = "cd edits && git init -q && git add . && pre-commit run --all-files --color never"
    code, said, _ = shell(hook)
    check("hooks without EDITC_WHEEL", code != 0 and "make wheel" in said, "stop and name `make wheel`", said[-300:])
    code, said, first = shell(hook, EDITC_WHEEL=str(WHEEL))
    check("hooks with the wheel", code == 0 and said.count("Passed") == 2, why=said[-300:])
    code, said, second = shell(hook, EDITC_WHEEL=str(WHEEL))
    measured("hooks", f"{first:.1f} s the first time (aim: 10 s), {second:.1f} s after (aim: 0.4 s), time on the wall")
    (work / "edits/film.edit").write_text(SCRIPT.replace("30", "fast"))
    code, said, _ = shell(hook, EDITC_WHEEL=str(WHEEL))
    check("a hook stops a mistake", code == 1 and "film.edit:2:30: error:" in said, why=said[-300:])
    shell(f"{sys.executable} -m venv venv")
    code, said, _ = shell("venv/bin/pip install ./editc", EDITC_WHEEL=str(WHEEL))
    check("pip install of a clone", code == 0 and shell("venv/bin/editc --version")[0] == 0, why=said[-300:])
    code, said, _ = shell("venv/bin/pip install --quiet --target target " + str(WHEEL) + " && target/bin/editc --version && PYTHONPATH=target venv/bin/python -m editc --version")
    check("pip install --target", code == 0 and said.count(project.version()) == 2, why=said[-300:])
