"""Opens the page of a review from its files, without a server, and uses it as a person does.

    review_page.py BROWSER FOLDER [SCREENSHOTS]

BROWSER is `chromium` or `firefox`; only Chromium makes screenshots. Prints what is wrong and exits with 1 then. Any
message of the console is wrong.
"""

import base64
import json
import os
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Preview"))
from drivers import Chromium, Firefox  # noqa: E402

browser, folder = sys.argv[1], os.path.abspath(sys.argv[2])
screenshots = sys.argv[3] if len(sys.argv) > 3 else None
review = json.load(open(f"{folder}/review.json"))
wrong = []


def expect(condition, text):
    if not condition:
        wrong.append(text)


PLACE = """await new Promise(done => setTimeout(done, 60));
  const $ = id => document.getElementById(id);
  for (let wait = 0; wait < 100 && [...document.querySelectorAll("video")].some(v => v.src && (v.seeking || v.readyState < 2)); wait += 1) {
    await new Promise(done => setTimeout(done, 20));
  }
  return {time: $("time").textContent, state: $("state").textContent, comment: $("comment-text").textContent,
    view: $("stage").dataset.view, swapped: $("stage").classList.contains("swapped"),
    old: $("video-old").currentTime, new: $("video-new").currentTime, oldTag: $("tag-old").textContent, newTag: $("tag-new").textContent,
    muted: [$("video-old").muted, $("video-new").muted]};"""


def press(key):
    page.run("""const [key] = args; document.body.dispatchEvent(
      new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})); return true;""", key)


def shot(name):
    if screenshots and is_chromium:
        data = page.get(page.session + "/screenshot")
        with open(f"{screenshots}/{name}.png", "wb") as file:
            file.write(base64.b64decode(data))


is_chromium = browser == "chromium"
page = Chromium(1280, 800, logs=True) if is_chromium else Firefox(1280, 800)
address = "file://" + urllib.parse.quote(folder)
try:
    if is_chromium:
        page.cdp("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    page.open(f"{address}/index.html")
    first = page.run(PLACE)
    expect(page.run("return document.getElementById('summary').textContent") == review["summary"], "the summary")
    outputs = [output for output in review["outputs"] if output["spans"]]
    if outputs:
        output, span = outputs[0], outputs[0]["spans"][0]
        fps = output["rate"]["frames"] / output["rate"]["seconds"]
        columns = []
        for piece in span["pieces"]:
            for offset in range(piece["frames"]):
                columns.append({side: None if piece[side] is None else piece[side] + offset for side in ("old", "new")}
                               | {"state": piece["state"]})
        press("Home")
        for number in range(min(12, len(columns))):
            at = page.run(PLACE)
            column = columns[number]
            for side in ("old", "new"):
                if column[side] is None or not span.get(side):
                    continue
                shown = int(at[side] * fps + 1e-3) + span[side]["first"]
                expect(shown == column[side], f"column {number}: the {side} film shows {shown}, not {column[side]}")
                expect(at[side + "Tag"] == f"frame {column[side]}", f"column {number}: {at[side + 'Tag']}")
            expect((column["state"] == "same") == (at["state"] == "equal in both"), f"column {number}: {at['state']}")
            press("ArrowRight")
        differing = next((number for number, column in enumerate(columns) if column["state"] != "same"), None)
        if differing is not None:
            press("Home")
            if differing:
                press("n")
            at = page.run(PLACE)
            expect(at["state"] != "equal in both", f"N goes to {at}")
            expect(at["comment"].startswith(review["script"]) and " @ " in at["comment"], f"the comment {at['comment']}")
        shot("sides")
        for key, view in zip("234", ["wipe", "difference", "one"]):
            press(key)
            at = page.run(PLACE)
            expect(at["view"] == view, f"{key} shows {at['view']}")
            shot(view)
        press("x")
        at = page.run(PLACE)
        expect(at["swapped"], "X does not swap")
        heard = [side for side, isMuted in zip(("old", "new"), at["muted"]) if not isMuted]
        expect(heard == (["old"] if span.get("old") else ["new"]), f"{heard} is heard after X")
        press("x")
        press("1")
        press("Home")
        press(" ")
        time.sleep(1)
        press(" ")
        playing = page.run(PLACE)
        expect(playing["time"] != first["time"] or len(columns) < 3, "space does not play")
    for scheme in ("light", "dark") if is_chromium else ():
        page.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        time.sleep(0.3)
        shot(scheme)
    expect(page.run("return document.documentElement.scrollWidth <= innerWidth"), "the page is wider than its window")
    messages = [f"{entry['level']} {entry['message']}" for entry in page.logs()] if is_chromium else page.logs(address)
    wrong += [f"console: {message}" for message in messages]
finally:
    page.quit()
print("\n".join(wrong))
print(f"{len(wrong)} wrong")
sys.exit(1 if wrong else 0)
