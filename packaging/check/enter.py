"""Starts a program in another root, in the namespace of mounts that the caller made. The order is one JSON object:

root, work (the folder that is mounted as /films), words, variables; without (names among proc, dev, sys, tmp that the root
does not get), readonly and noexec (whether the root, or /films and /tmp, are mounted so), user (a number to run as).
"""

import json
import os
import subprocess
import sys

order = json.loads(sys.argv[1])
root, without = order["root"], order.get("without", [])


def mount(*words):
    subprocess.run(["mount", *words], check=True)


mount("--make-rprivate", "/")
for name in ("films", "proc", "dev", "sys", "tmp"):
    if name in without:
        if os.path.isdir(f"{root}/{name}"):
            os.rmdir(f"{root}/{name}")
    else:
        os.makedirs(f"{root}/{name}", exist_ok=True)
if order.get("readonly"):
    mount("--bind", root, root)
    mount("-o", "remount,bind,ro", root)
    os.chdir("/")
options = ["-o", "noexec"] if order.get("noexec") else []
mount("--bind", order["work"], f"{root}/films")
if options:
    mount("-o", "remount,bind,noexec", f"{root}/films")
for name in ("proc", "dev", "sys"):
    if name not in without:
        mount("--rbind", f"/{name}", f"{root}/{name}")
if "tmp" not in without:
    mount(*options, "-t", "tmpfs", "tmpfs", f"{root}/tmp")
os.chroot(root)
os.chdir("/films")
if "user" in order:
    os.setgroups([])
    os.setgid(order["user"])
    os.setuid(order["user"])
try:
    os.execve(order["words"][0], order["words"], order["variables"])
except OSError as error:
    sys.exit(f"{order['words'][0]}: {error}")
