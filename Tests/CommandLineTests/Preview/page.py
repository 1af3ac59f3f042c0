"""Judges the page of `editc preview` in a browser, by the numbers in the frames that it shows.

usage: page.py EDITC FOLDER chromium|firefox [WRAPS]
WRAPS is how often a short loop begins again, on a machine that does nothing else: 100 of them take minutes. Then every frame of
every round is judged.
"""

import os
import signal
import subprocess
import sys

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
WRAPS = int(sys.argv[4]) if len(sys.argv) > 4 else 6
# Beside other tests, a browser shows a frame by itself before the page's script has its turn, and the page misses others.
IS_ALONE = len(sys.argv) > 4
os.chdir(folder)
check = Checks()

STORY = """edit: 1
canvas: {size: 640x360, rate: 30}
timeline:
  - {clip: red.mp4, take: 2s..6.5s}
  - {clip: blue.mp4, take: 1s..5s}
  - {gap: 1s}
  - {clip: red.mp4, take: 7s..8.3s}
"""
FRAMES = list(range(60, 195)) + list(range(1030, 1150)) + [0] * 30 + list(range(210, 249))

bars.make("red.mp4", 0, 300, (200, 60, 60), 880)
bars.make("blue.mp4", 1000, 300, (60, 60, 200), 440)
write(STORY)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name]()
try:
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    check("a first picture", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"))
    # While cells are still being made: every frame is right, by whichever layer.
    film = preview.json("film/0")
    edges = [frame for cell in film["cells"] for frame in (cell["first"], cell["first"] + cell["frames"] - 1)]
    wrong = browser.run("""
      const [frames, edges] = args, player = window.editcPreview, wrong = [];
      const wanted = [...edges];
      while (wanted.length < 200) wanted.push(Math.floor(Math.random() * frames.length));
      wanted.sort(() => Math.random() - 0.5);
      for (const frame of wanted) {
        player.seek(frame);
        const isThere = await until(() => player.shownFrame === frame);
        if (!isThere || read().number !== frames[frame]) wrong.push([frame, player.shownFrame, read().number]);
      }
      return wrong;
    """, FRAMES, edges)
    check("200 frames in scrambled order", wrong == [], wrong)

    preview.until(lambda _: all(cell["state"] == "made" for cell in preview.json("film/0")["cells"]))
    played = browser.run("""
      const [frames] = args, player = window.editcPreview;
      player.seek(0);
      await until(() => player.shownFrame === 0);
      await new Promise(resolve => setTimeout(resolve, 1000));
      const stop = watch();
      player.play();
      await until(() => !player.isPlaying, 40);
      return {seen: stop(), volume: document.getElementById('video').error?.message ?? null};
    """, FRAMES)
    order = [number for index, number in enumerate(FRAMES) if index == 0 or FRAMES[index - 1] != number]
    places = [order.index(number) for number in played["seen"] if number in order]
    steps = [pair for pair in zip(played["seen"], played["seen"][1:])
             if pair[0] not in order or pair[1] not in order or order.index(pair[1]) < order.index(pair[0])]
    check("frames come in their order", steps == [], steps)
    check("most of them are seen", len(places) > 0.5 * len(order), len(places), len(order))
    check("nothing fails", played["volume"] is None, played)
    said = browser.run("return document.body.innerText")
    check("the page says nothing of sound", "without its sound" not in said, said[:200])

    # A loop shows each of its frames, each time, and nothing else: forwards and backwards, whichever its length.
    for first, last, rate in [(30, 60, 1), (30, 60, -1), (200, 205, 1), (200, 205, -1), (100, 101, 1)]:
        wraps = max(3, WRAPS // (1 + (last - first) // 10))
        looped = browser.run("""
          const [first, last, rate, wraps] = args, player = window.editcPreview;
          player.setRange(first, last);
          const begin = rate > 0 ? first : last;
          player.seek(begin);
          await until(() => player.shownFrame === begin);
          const stop = watch();
          let count = 0, before = player.frame;
          const counting = setInterval(() => {
            if ((player.frame - before) * rate < 0) count += 1;
            before = player.frame;
          }, 4);
          player.play(rate);
          const isDone = await until(() => count >= wraps, 200);
          player.pause();
          clearInterval(counting);
          const seen = stop();
          player.setRange(null, null);
          return {seen, isDone};
        """, first, last, rate, wraps)
        numbers = FRAMES[first:last + 1][::1 if rate > 0 else -1]
        begins = [place for place, number in enumerate(looped["seen"]) if number == numbers[0]]
        rounds = [looped["seen"][here:there] for here, there in zip(begins, begins[1:])]
        wrong = [seen for seen in rounds if seen[-1] != numbers[-1] or seen != sorted(seen, key=numbers.index)] \
            if set(looped["seen"]) <= set(numbers) else [sorted(set(looped["seen"]) - set(numbers))]
        what = f"a loop from {first} to {last} at {rate}x"
        if not IS_ALONE:
            inside = set(FRAMES[max(0, first - 1):last + 2])
            check(what, looped["isDone"] and {numbers[0], numbers[-1]} <= set(looped["seen"]) <= inside, looped["seen"])
            continue
        check(what, looped["isDone"] and len(rounds) >= wraps - 1 and wrong == [], len(rounds), wrong[:3])
        check(what + ": all frames", {number for seen in rounds for number in seen} == set(numbers), rounds[:3])
    back = browser.run("""
      const player = window.editcPreview;
      player.seek(120);
      await until(() => player.shownFrame === 120);
      const stop = watch();
      player.play(-1);
      await until(() => player.frame <= 30, 20);
      player.pause();
      return stop();
    """)
    check("backwards", back == sorted(back, reverse=True) and len(back) > 20, back)

    # A mouse that rests over the strip sees the picture there; while it drags, and when it has left, there is none.
    pointed = browser.run("""
      const track = document.getElementById('track'), canvas = document.getElementById('pointed-picture');
      const {left, width, top, height} = track.getBoundingClientRect();
      const send = (type, frame, buttons = 0) => track.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, isPrimary: true, buttons, bubbles: true, clientX: left + width * (frame + 0.5) / args[0],
        clientY: top + height / 2}));
      const seen = [], playhead = window.editcPreview.frame;
      for (const frame of [140, 20, 300]) {
        send('pointermove', frame);
        await until(() => !canvas.hidden && !canvas.classList.contains('old'), 10);
        seen.push(read(canvas).number);
      }
      const label = document.getElementById('pointed').getBoundingClientRect(), strip = track.getBoundingClientRect();
      const isWithin = label.left >= strip.left - 1 && label.right <= strip.right + 1;
      const text = document.getElementById('pointed-time').textContent;
      const isStill = window.editcPreview.frame === playhead;
      send('pointermove', 200, 1);
      const isDragged = canvas.hidden;
      send('pointerleave', 200);
      return {seen, isWithin, text, isStill, isDragged, isLeft: document.getElementById('pointed').hidden};
    """, len(FRAMES))
    check("the picture under the mouse", pointed == {
        "seen": [FRAMES[140], FRAMES[20], FRAMES[300]], "isWithin": True, "text": "00:00:10:00  ·  300", "isStill": True,
        "isDragged": True, "isLeft": True}, pointed)

    # A save while the playhead stands: the place stays, and nothing flashes black.
    browser.run("window.editcPreview.seek(150); await until(() => window.editcPreview.shownFrame === 150)")
    browser.run("""
      window.flashes = 0;
      window.looks = 0;
      window.watching = setInterval(() => { window.looks++; if (read().isBlack) window.flashes++; }, 16);
    """)
    version = preview.json("state")["version"]
    write(STORY.replace("take: 1s..5s", "take: 1.5s..5s"))
    preview.until(lambda state: state["version"] > version and not state["isCompiling"])
    check("the changed frame", browser.run(
        "return await until(() => window.editcPreview.shownFrame === 150 && read().number === 1060)"),
        browser.run("return [window.editcPreview.shownFrame, read()]"))
    looked = browser.run("clearInterval(window.watching); return [window.looks, window.flashes]")
    check("no black frame", looked[0] > 5 and looked[1] == 0, looked)

    # A film that is only heard.
    version = preview.json("state")["version"]
    subprocess.run(["ffmpeg", "-v", "error", "-i", "red.mp4", "-vn", "-c", "copy", "tone.m4a"], check=True)
    write("edit: 1\ntimeline: [{clip: tone.m4a}]\noutputs: [{file: tone-again.m4a}]\n")
    preview.until(lambda state: state["version"] > version and not state["isCompiling"])
    heard = browser.run("""
      const player = window.editcPreview;
      await until(() => player.version > args[0] && player.frames > 0);
      player.seek(0);
      player.play();
      await until(() => player.frame > 40 || !player.isPlaying, 15);
      player.pause();
      return [player.frame, document.getElementById('notices').innerText];
    """, version)
    # On a machine without a device for sound, Firefox plays no sound alone. It says so, and does not try for ever.
    has_no_device = name == "firefox" and "OnMediaSinkAudioError" in heard[1]
    check("sound alone", has_no_device or heard[0] > 40 and heard[1] == "", heard)
finally:
    browser.quit()
    code, _ = preview.stop()
check("the end", code == -signal.SIGINT, code)
check.end()
