#!/usr/bin/env python3
"""Uses `editc mcp` through the protocol's own client. usage: mcp_client.py EDITC FOLDER MODULES [TIMES]

With MODULES a folder that has the PyPI package `mcp`. Each tool is called TIMES times, eight calls at once.
"""

import subprocess
import sys
import time

editc, folder, modules = sys.argv[1:4]
times = int(sys.argv[4]) if len(sys.argv) > 4 else 8
sys.path.insert(0, modules)

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from tools import Checks

check = Checks()
FILM = """edit: 1
canvas: {size: 320x180, rate: 25}
timeline:
  - {clip: beach.mp4, take: 0s..2s}
  - {color: navy, for: 1s}
outputs:
  - {file: "out-%n.mp4", video: {speed: ultrafast}}
"""


def prepare():
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3",
         "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-ac", "2", folder + "/beach.mp4"], check=True)
    for name, text in (("f.edit", FILM), ("g.edit", FILM.replace("2s}", "1s}"))):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)


async def main():
    begin = time.monotonic()
    parameters = StdioServerParameters(command=editc, args=["mcp", "--root", folder, "--cache", folder + "/cache"])
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        greeting = await session.initialize()
        check.equal(greeting.server_info.name, "editc", "the server's name")
        tools = (await session.list_tools()).tools
        print(f"first answers after {time.monotonic() - begin:.2f} s")
        check.equal(len(tools), 8, "the tools")
        calls = {
            "check": {"script": "f.edit"}, "look": {"file": "f.edit", "at": "1s"}, "facts": {"file": "beach.mp4", "tags": True},
            "diff": {"old": "f.edit", "new": "g.edit"}, "plan": {"script": "f.edit"}, "explain": {"topic": "crop"},
            "render": {"script": "f.edit", "draft": True}, "fix": {"script": "f.edit", "revision": "0" * 64},
        }
        check.equal(sorted(calls), sorted(tool.name for tool in tools), "each tool is called")
        lanes = anyio.CapacityLimiter(8)
        progress = []

        async def note(done, total, message):
            progress.append(done)

        async def call(name, arguments):
            async with lanes:
                result = await session.call_tool(name, arguments, progress_callback=note if name == "render" else None)
                words = result.content[0].text if result.content else ""
                # The revision of `fix` is another one on purpose.
                check.equal(result.is_error, name == "fix", f"{name}: {words[:200]}")
                if name == "look":
                    check.equal([part.type for part in result.content], ["text", "image"], "a picture")

        async with anyio.create_task_group() as group:
            for name, arguments in calls.items():
                for _ in range(times):
                    group.start_soon(call, name, arguments)
        check.true(progress, "progress of a render")
        try:
            await session.call_tool("render", {"script": "f.edit", "range": "0s..2s"}, read_timeout_seconds=0.1)
        except Exception as error:
            check.true("timed out" in str(error), repr(error))
        await session.send_ping()
        check.true(True, "a ping after a call that was given up")


prepare()
anyio.run(main)
check.end()
