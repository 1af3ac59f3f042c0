"""Judges what the page of `editc preview` shows of cuts and silences: nothing before they were looked for; then the parts that
`editc detect --as takes` writes, each of which a click takes; and marks along the clips of a script.

usage: found.py EDITC FOLDER chromium|firefox
"""

import json
import os
import re
import subprocess
import sys
import urllib.request

from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout.decode()


def takes(*words):
    return re.findall(r"take: (\S+?)[,}]", run(editc, "detect", *words, "--cache", "cache", "--as", "takes"))


# Shots of 2, 3 and 3 seconds, and noise from 0.5 to 2.25, 3 to 4.1 and 5 to 6 seconds.
noise = "anoisesrc=d=8:a=0.3:seed=3,volume='between(t,0.5,2.25)+between(t,3,4.1)+between(t,5,6)+0.002':eval=frame"
run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-f", "lavfi", "-i",
    "mandelbrot=s=320x180:r=25,trim=duration=3", "-f", "lavfi", "-i", "smptehdbars=s=320x180:r=25:d=3,hue=s=0", "-f", "lavfi",
    "-i", noise, "-filter_complex", "[0:v][1:v][2:v]concat=n=3:v=1:a=0,format=yuv420p[v]", "-map", "[v]", "-map", "3:a",
    "-c:v", "libx264", "-preset", "veryfast", "-c:a", "flac", "talk.mkv")
run("ffmpeg", "-v", "error", "-y", "-i", "talk.mkv", "-vn", "-c:a", "pcm_s16le", "talk.wav")
write("edit: 1\ncanvas: {size: 320x180, rate: 25}\ntimeline:\n  - {clip: talk.mkv, take: 1s..4s}\n"
      "  - {clip: talk.mkv, take: 4s..7s, speed: 2x}\naudio: [{clip: talk.wav, take: ..2.9s}]\n")

STATE = """
  const canvas = document.getElementById('detected-canvas'), button = document.getElementById('detect');
  return {strip: Boolean(canvas.offsetParent), button: Boolean(button.offsetParent), disabled: button.disabled};
"""
browser = {"chromium": Chromium, "firefox": Firefox}[name](1280, 800)
try:
    def preview_of(file, *options):
        preview = Preview(editc, folder, file, *options)
        preview.until(lambda state: state["films"] and not state["isCompiling"])
        browser.open(preview.address)
        browser.run("globalThis.until = async (isTrue, seconds = 60) => { for (let i = 0; i < seconds * 50; i++) {"
                    " if (await isTrue()) return true; await new Promise(done => setTimeout(done, 20)); } return false; };")
        check("a film", browser.run("return await until(() => window.editcPreview?.frames > 0)"), file)
        return preview

    def facts(preview):
        return json.load(urllib.request.urlopen(preview.address + "film/0"))

    preview = preview_of("talk.mkv", "--read-only")
    check("nothing can be started", browser.run(STATE) == {"strip": False, "button": False, "disabled": False}, browser.run(STATE))
    preview.stop()

    preview = preview_of("talk.mkv")
    check("a button", browser.run(STATE) == {"strip": False, "button": True, "disabled": False}, browser.run(STATE))
    before = facts(preview)
    check("nothing is known", before["canDetect"] and before["media"]["shots"] is None and before["media"]["heard"] is None
          and before["items"][0]["detected"] is None)
    # With a part that was set before.
    browser.run("editcPreview.setRange(3, 9); document.getElementById('detect').click();")
    check("it is found", browser.run("return await until(() => document.getElementById('detected-canvas').offsetParent)"))
    check("the part stays", browser.run("return [editcPreview.range.first, editcPreview.range.last]") == [3, 9])
    check("the button is gone", browser.run(STATE) == {"strip": True, "button": False, "disabled": False}, browser.run(STATE))
    found = facts(preview)
    check("the shots", found["media"]["shots"] == [[0, 50], [50, 75], [125, 75]], found["media"]["shots"])
    things = found["items"][0]["detected"]
    check("the cuts", [(one["first"], one["frames"], one["time"]) for one in things if one["kind"] == "cut"]
          == [(50, 0, "2s"), (125, 0, "5s")], things)
    silences = [(one["first"], one["first"] + one["frames"]) for one in things if one["kind"] == "silence"]
    # In frames; the noise has no edges that are exact to 5 ms.
    wanted = [(0, 12.5), (56.25, 75), (102.5, 125), (150, 200)]
    check("the silences", len(silences) == 4 and all(
        abs(a - c) < 1 and abs(b - d) < 1 for (a, b), (c, d) in zip(silences, wanted)), silences)

    texts = browser.run("""
      const canvas = document.getElementById('detected-canvas');
      const answer = await (await fetch('film/0')).json(), texts = {};
      for (const [row, kind] of ['shots', 'heard'].entries()) {
        texts[kind] = [];
        for (const [first, frames] of answer.media[kind]) {
          const {left, top, width} = canvas.getBoundingClientRect();
          const place = {clientX: left + (first + frames / 2) / editcPreview.frames * width, clientY: top + 17 * row + 7, bubbles: true};
          canvas.dispatchEvent(new PointerEvent('pointermove', place));
          const said = document.getElementById('detected-text').textContent;
          canvas.dispatchEvent(new MouseEvent('click', place));
          texts[kind].push([editcPreview.take, said.split('  ·  ').at(-1), editcPreview.frame === first]);
        }
      }
      return texts;
    """)
    for kind, words in [("shots", "cuts"), ("heard", "silence")]:
        written = ["take: " + one for one in takes("talk.mkv", "--find", words)]
        # The page leaves the end open where the take ends with the file, and the script has no start of the first one.
        plain = [text.replace("take: 0s..", "take: ..") for text, _, _ in texts[kind]]
        known = [text.replace("take: 0s..", "take: ..") for text in written]
        check("the takes of detect", len(known) == 3 and all(
            a == b or b.startswith(a) or a.startswith(b) for a, b in zip(plain, known)), kind, texts[kind], written)
        check("the words under the pointer", all(a == b and at_start for a, b, at_start in texts[kind]), texts[kind])
    colours = browser.run("""
      const canvas = document.getElementById('detected-canvas'), context = canvas.getContext('2d');
      document.dispatchEvent(new KeyboardEvent('keydown', {key: 'x', bubbles: true}));
      canvas.dispatchEvent(new PointerEvent('pointerleave'));
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      const at = (frame, y) => [...context.getImageData(Math.round(frame / 200 * canvas.width), y * devicePixelRatio, 1, 1).data].join();
      return {shots: [25, 90, 160].map(frame => at(frame, 4)), heard: [35, 88, 137].map(frame => at(frame, 20)),
              silent: [4, 65, 113, 180].map(frame => at(frame, 20))};
    """)
    check("its colours", len(set(colours["shots"])) == 1 and len(set(colours["heard"])) == 1 and len(set(colours["silent"])) == 1
          and len({colours["shots"][0], colours["heard"][0], colours["silent"][0]}) == 3, colours)
    keys = browser.run("""
      const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})), frames = [];
      press('Home');
      for (let step = 0; step < 4; step++) { press('ArrowDown'); frames.push(editcPreview.frame); }
      press('t');
      return {frames, take: editcPreview.take};
    """)
    edges = sorted({0, 199, *[edge for kind in ["shots", "heard"] for first, count in found["media"][kind] for edge in (first, first + count)]} - {200})
    check("the keys", keys["frames"] == edges[1:5] and keys["take"] != "take: all", keys, edges)
    preview.stop()

    # The clips of a script, from what is cached; the one at another speed has no marks.
    preview = preview_of("film.edit")
    film = facts(preview)
    clip, fast, sound = film["items"]
    check("the marks of a clip", [one["first"] for one in clip["detected"] if one["kind"] == "cut"] == [25], clip["detected"])
    part = [one for one in clip["detected"] if one["kind"] == "silence"]
    check("clipped silences", len(part) == 1 and abs(part[0]["first"] - 31.25) < 1 and abs(part[0]["frames"] - 18.75) < 2, part)
    check("no marks at another speed", fast["detected"] is None)
    check("a file that was not looked at", sound["detected"] is None and film["canDetect"])
    check("no strip for a script", browser.run(STATE) == {"strip": False, "button": True, "disabled": False}, browser.run(STATE))
    browser.run("document.getElementById('detect').click();")
    preview.until(lambda state: not state["isDetecting"] and not state["isCompiling"] and not facts(preview)["canDetect"])
    sound = facts(preview)["items"][2]
    check("its silences", [one["kind"] for one in sound["detected"]] == ["silence", "silence"], sound["detected"])
    preview.stop()
finally:
    browser.quit()
check.end()
