"""Judges what is around the picture on the page of `editc preview`: the row of controls, the legend, the jump field, guides, the full
size, the copy of a frame, tracks, subtitles and the level.

usage: controls.py EDITC FOLDER chromium|firefox
"""

import os
import sys

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()
# Half of full scale on the left (-6.02 dB) and a tenth of it on the right (-20 dB); in the second track, a quarter on both (-12.04).
STORY = """edit: 1
canvas: {size: 1280x720, rate: 25}
mix: {loudness: -16LUFS}
timeline:
  - {clip: red.mp4, take: 0s..4s, volume: 0}
  - {color: maroon, for: 4s}
audio:
  - {clip: loud.wav, name: english, at: 0s, take: 0s..8s}
  - {clip: quiet.wav, name: german, at: 0s, take: 0s..8s}
markers:
  the turn: 4s
  turned: 5s
subtitles:
  - {mode: stream, language: en, cues: [{at: 1s..2s, text: "Hello,\\nfriend"}]}
  - {mode: stream, language: de, cues: [{at: 1s..2s, text: "Hallo"}]}
outputs:
  - file: wide.mp4
    audio:
      - {name: English, only: english}
      - {name: Deutsch, only: german}
  - {file: tall.mp4, size: 720x1280}
"""


def sound(path, left, right):
    """Eight seconds of a tone of 480 Hz with these amplitudes: each period is a hundred samples, so its peak is sampled."""
    import math
    import struct
    import wave
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48000)
        wave_ = [math.sin(2 * math.pi * index / 100) for index in range(100)]
        period = b"".join(struct.pack("<hh", round(32767 * left * value), round(32767 * right * value)) for value in wave_)
        file.writeframes(period * 3840)


sound("loud.wav", 0.5, 0.1)
sound("quiet.wav", 0.25, 0.25)
bars.make("red.mp4", 0, 120, (200, 60, 60), 880, size="1280x720", rate="25")
write(STORY)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name](1024, 768)
try:
    state = preview.until(lambda state: state["films"] and not state["isCompiling"])
    check("the films", [(film["name"], film["track"]) for film in state["films"]] == [
        ("wide.mp4", {"name": "English", "film": 0}), ("tall.mp4", None), ("wide.mp4", {"name": "Deutsch", "film": 0})], state["films"],
        state["findings"])
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    check("a picture", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"))

    # One row, whatever is set, and nothing is cut off.
    ROW = """
      const controls = document.getElementById('controls').getBoundingClientRect();
      const shown = [...document.querySelectorAll('#controls > :not(#jump-problem), #controls button, #controls select, #controls input, #meter')]
        .filter(one => one.offsetParent);
      const boxes = shown.map(one => [one.id || one.dataset.do || one.className, one.getBoundingClientRect()]);
      const middle = (controls.top + controls.bottom) / 2;
      const texts = [...document.querySelectorAll('#time dd')].map(one => one.getBoundingClientRect());
      return {
        height: controls.height,
        outside: boxes.filter(([, box]) => box.left < controls.left - 0.5 || box.right > controls.right + 0.5 || box.top > middle || box.bottom < middle).map(([name]) => name),
        overlaps: boxes.filter(([name, box]) => texts.some(text => name !== 'time' && box.left < text.right - 0.5 && box.right > text.left + 0.5 && !['', 'timecode'].includes(name))).map(([name]) => name),
        names: boxes.map(([name]) => name), inner: innerWidth,
      };
    """
    for width, height in [(1024, 768), (1100, 768), (1280, 800), (1366, 768), (1600, 1000), (1920, 1080)]:
        browser.resize(width, height)
        for change in ["editcPreview.setRange(30, 60)", "editcPreview.setRange(null, null)"]:
            row = browser.run(change + "; await new Promise(resolve => setTimeout(resolve, 150));" + ROW)
            check("one row of controls", row["height"] < 64 and row["outside"] == [] and row["overlaps"] == [], width, change, row)
            check("the controls that are always there", {"toggle", "jump-to", "rate", "in", "out", "loop", "mute", "view", "full", "meter", "sound-note"}
                  <= set(row["names"]), width, row["names"])
    browser.resize(1280, 800)

    legend = browser.run("""
      const colours = [...document.querySelectorAll('#legend li')].map(one => getComputedStyle(one, '::before').backgroundColor);
      return [document.getElementById('legend').innerText.split(/\\s*\\n\\s*/).filter(Boolean), new Set(colours).size];
    """)
    check("the legend", legend == [["in the browser", "made", "being made", "missing", "failed"], 5], legend)

    # The note is at the speaker, and opens by a click.
    note = browser.run("""
      const button = document.getElementById('sound-note'), text = document.getElementById('sound-note-text');
      const before = text.matches(':popover-open');
      button.click();
      await until(() => text.matches(':popover-open'));
      const box = text.getBoundingClientRect();
      const isInside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
      const said = [before, text.innerText, isInside, document.getElementById('notices').innerText];
      text.hidePopover();
      return said;
    """)
    check("the note at the speaker", note[0] is False and "Loudness" in note[1] and note[2] and note[3] == "", note)

    # Places in the jump field, from a playhead at frame 50.
    for typed, frame in [("120", 120), ("120f", 120), ("4.5s", 112), ("0:04.5", 112), ("00:00:04:12", 112), ("50%", 100), ("end", 199),
                         ("100%", 199), ("end - 2s", 150), ("start", 0), ("the turn", 100), ("THE TURN", 100), ("the turn + 1s", 125),
                         ("turn", 125), ("the", 100), ("+2s", 100), ("-10", 40), ("1m", None), ("t", None), ("nowhere", None),
                         ("end + 1f", None), ("-3s", None)]:
        jumped = browser.run("""
          editcPreview.seek(50);
          const field = document.getElementById('jump-to');
          field.value = args[0];
          document.getElementById('jump').requestSubmit();
          const problem = document.getElementById('jump-problem');
          const result = [editcPreview.frame, problem.hidden ? '' : problem.textContent];
          field.value = '';
          problem.hidden = true;
          return result;
        """, typed)
        check("a jump", jumped[0] == (50 if frame is None else frame) and (jumped[1] == "") == (frame is not None), typed, jumped)
    names = browser.run("return [...document.querySelectorAll('#places option')].map(one => one.value)")
    check("the markers are offered", names == ["start", "end", "the turn", "turned"], names)

    # Guides, by the place of their lines on the screen.
    guides = browser.run("""
      document.querySelector('[data-guide=broadcast]').click();
      document.querySelector('[data-guide=thirds]').click();
      const screen = document.getElementById('screen').getBoundingClientRect();
      const share = box => [(box.left - screen.left) / screen.width, (box.top - screen.top) / screen.height,
        (box.right - screen.left) / screen.width, (box.bottom - screen.top) / screen.height].map(value => Math.round(value * 1000) / 10);
      const shown = [...document.querySelectorAll('#guides .area')].map(one => share(one.getBoundingClientRect()));
      const thirds = [...document.querySelectorAll('#guides .third')].map(one => share(one.getBoundingClientRect()));
      const tall = [...document.querySelectorAll('[data-tall]')].map(one => one.hidden);
      return {shown, thirds, tall};
    """)
    check("safe areas", guides["shown"] == [[3.5, 3.5, 96.5, 96.5], [5, 5, 95, 95]] and guides["tall"] == [True] * 3, guides)
    check("thirds", [[round(value) for value in third] for third in guides["thirds"]] == [
        [33, 0, 33, 100], [0, 33, 100, 33], [67, 0, 67, 100], [0, 67, 100, 67]], guides["thirds"])

    # Full size: the exact picture, a pixel for a pixel.
    full = browser.run("""
      editcPreview.seek(37);
      await until(() => editcPreview.shownFrame === 37);
      document.getElementById('full-size').click();
      const exact = document.getElementById('exact');
      await until(() => !exact.hidden && exact.width === 1280, 10);
      const screen = document.getElementById('screen').getBoundingClientRect(), stage = document.getElementById('stage');
      const result = {width: screen.width * devicePixelRatio, height: screen.height * devicePixelRatio, number: read(exact).number,
        scrolls: stage.scrollWidth > stage.clientWidth, page: document.documentElement.scrollWidth <= innerWidth};
      editcPreview.seek(38);
      await until(() => !exact.hidden && read(exact).number === 38, 10);
      result.next = read(exact).number;
      document.getElementById('full-size').click();
      await until(() => exact.hidden, 5);
      result.isBack = exact.hidden && document.getElementById('stage').clientHeight <= innerHeight;
      return result;
    """)
    check("full size", full == {"width": 1280, "height": 720, "number": 37, "scrolls": True, "page": True, "next": 38, "isBack": True}, full)

    # A copy of the frame, where a test may read the clipboard.
    if name == "chromium":
        browser.grant("clipboard-write", "clipboard-read")
        copied = browser.run("""
          window.focus();
          editcPreview.seek(41);
          await until(() => editcPreview.shownFrame === 41);
          document.querySelector('[data-do=copy]').click();
          await until(() => !document.getElementById('told').hidden, 10);
          const told = document.getElementById('told').textContent;
          const [item] = await navigator.clipboard.read();
          const picture = await createImageBitmap(await item.getType('image/png'));
          return [told, picture.width, picture.height, read(picture).number];
        """)
        check("a copy of the frame", copied == ["Frame 41 is in the clipboard, 1280×720.", 1280, 720, 41], copied)

    # Subtitles: chosen by name, shown from their first to their last frame.
    subtitles = browser.run("""
      const field = document.getElementById('subtitles'), shown = [];
      const options = [...field.options].map(one => one.textContent);
      for (const value of ['', '0', '1']) {
        field.value = value;
        field.dispatchEvent(new Event('change'));
        for (const frame of [24, 25, 49, 50]) {
          editcPreview.seek(frame);
          await until(() => editcPreview.shownFrame === frame);
          await new Promise(resolve => setTimeout(resolve, 50));
          shown.push(document.getElementById('subtitle').innerText);
        }
      }
      return {options, shown};
    """)
    check("the choice of subtitles", subtitles["options"] == ["off", "eng", "deu"] or subtitles["options"] == ["off", "eng", "ger"], subtitles)
    check("subtitles", subtitles["shown"] == [""] * 4 + ["", "Hello,\nfriend", "Hello,\nfriend", "", "", "Hallo", "Hallo", ""], subtitles)

    # The level of each channel, and of another track.
    levels = browser.run("""
      editcPreview.seek(130);
      await until(() => editcPreview.levels, 20);
      const first = editcPreview.levels;
      const choice = document.getElementById('sound-track');
      const tracks = [...choice.options].map(one => one.textContent);
      choice.value = '2';
      choice.dispatchEvent(new Event('change'));
      await until(() => editcPreview.film === 2 && editcPreview.levels, 20);
      return {first, tracks, second: editcPreview.levels, frame: editcPreview.frame, film: document.getElementById('film').value,
        meter: document.getElementById('meter').hidden};
    """)
    near = lambda levels, wanted: len(levels) == 2 and all(abs(level - value) < 0.1 for level, value in zip(levels, wanted))
    check("the level", near(levels["first"], [-6.02, -20.0]), levels)
    check("the tracks", levels["tracks"] == ["English", "Deutsch"] and levels["film"] == "0" and levels["frame"] == 130, levels)
    check("the level of the other track", near(levels["second"], [-12.04, -12.04]), levels)

    # What is played comes to programs: without a gap, each boundary once, and the end.
    events = preview.events()
    events.until(lambda found: found)
    browser.run("""
      document.getElementById('sound-track').value = '0';
      document.getElementById('sound-track').dispatchEvent(new Event('change'));
      await until(() => editcPreview.film === 0);
      editcPreview.seek(90);
      await until(() => editcPreview.shownFrame === 90);
      editcPreview.play();
      await until(() => editcPreview.isPlaying, 5);
      await until(() => !editcPreview.isPlaying, 60);
    """)
    found = events.until(lambda found: any(name == "ended" for name, _ in found))
    played = [(data["from"], data["frame"]) for kind, data in found if kind == "time" and data["isPlaying"]]
    check("playback without a gap", played[0][0] == 90 and played[-1][1] == 199 and all(
        before[1] == after[0] for before, after in zip(played, played[1:])), played)
    crossed = [(data["frame"], data["kind"], data["name"]) for kind, data in found if kind == "boundary" and data["kind"] != "start"]
    crossed = [one for one in crossed if one[1] == "marker"] + [one[:2] for one in crossed if one[1] == "end"]
    check("each boundary once", crossed[:2] == [(100, "marker", "the turn"), (125, "marker", "turned")]
          and crossed[2:] == [(100, "end")] + [(200, "end")] * 3, crossed)
    check("the end", [data for kind, data in found if kind == "ended"] == [{"film": 0, "frame": 199}], found[-3:])

    # The tall film has the safe areas of platforms.
    tall = browser.run("""
      document.getElementById('film').value = '1';
      document.getElementById('film').dispatchEvent(new Event('change'));
      await until(() => editcPreview.film === 1 && editcPreview.shownFrame !== null);
      document.querySelector('[data-guide=broadcast]').click();
      document.querySelector('[data-guide=thirds]').click();
      document.querySelector('[data-guide=shorts]').click();
      const screen = document.getElementById('screen').getBoundingClientRect();
      const box = document.querySelector('#guides .area').getBoundingClientRect();
      return [...document.querySelectorAll('[data-tall]')].map(one => one.hidden).concat(
        [(box.left - screen.left) / screen.width * 1080, (box.top - screen.top) / screen.height * 1920,
         (screen.right - box.right) / screen.width * 1080, (screen.bottom - box.bottom) / screen.height * 1920].map(Math.round));
    """)
    check("the safe area of Shorts", tall[:3] == [False] * 3 and all(abs(value - wanted) <= 2 for value, wanted in zip(tall[3:], [48, 288, 192, 672])), tall)
finally:
    browser.quit()
    preview.stop()
check.end()
