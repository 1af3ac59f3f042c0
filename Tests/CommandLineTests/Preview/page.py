"""Judges the page of `editc preview` in a browser, by the numbers in the frames that it shows.

usage: page.py EDITC FOLDER chromium|firefox
"""

import os
import sys

import bars
from drivers import Chromium, Firefox
from running import Preview

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
failures = checks = 0


def check(what, holds, *facts):
    global failures, checks
    checks += 1
    if not holds:
        failures += 1
        print(what, *facts)


def write(text):
    with open("film.edit.new", "w") as file:
        file.write(text)
    os.rename("film.edit.new", "film.edit")


STORY = """edit: 1
canvas: {size: 640x360, rate: 30}
timeline:
  - {clip: red.mp4, take: 2s..6.5s}
  - {clip: blue.mp4, take: 1s..5s}
  - {gap: 1s}
  - {clip: red.mp4, take: 7s..8.3s}
"""
FRAMES = list(range(60, 195)) + list(range(1030, 1150)) + [0] * 30 + list(range(210, 249))

# What the layer on top shows: the number of its bars, and whether all of it is black.
READ = """
window.read = () => {
  const video = document.getElementById('video'), still = document.getElementById('still');
  const canvas = window.reading ??= Object.assign(document.createElement('canvas'), {width: 640, height: 360});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.fillStyle = '#000';
  context.fillRect(0, 0, 640, 360);
  try { context.drawImage(still.hidden ? video : still, 0, 0, 640, 360); } catch {}
  const pixels = context.getImageData(0, 0, 640, 360).data;
  const red = (x, y) => pixels[(y * 640 + x) * 4], blue = (x, y) => pixels[(y * 640 + x) * 4 + 2];
  let number = 0;
  for (let bit = 0; bit < 20; bit++) if (red((6 + bit) * 20 + 10, 250) > 128) number |= 1 << bit;
  return {number, isBlack: red(40, 40) + blue(40, 40) < 40};
};
window.until = async (holds, seconds = 30) => {
  const end = performance.now() + seconds * 1000;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise(resolve => setTimeout(resolve, 4));
  }
  return true;
};
"""

bars.make("red.mp4", 0, 300, (200, 60, 60), 880)
bars.make("blue.mp4", 1000, 300, (60, 60, 200), 440)
write(STORY)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name]()
try:
    browser.open(preview.address)
    browser.run(READ)
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
      const [frames] = args, player = window.editcPreview, seen = [];
      player.seek(0);
      await until(() => player.shownFrame === 0);
      await new Promise(resolve => setTimeout(resolve, 1000));
      player.play();
      await until(() => {
        const {number} = read();
        if (seen.at(-1) !== number) seen.push(number);
        return player.frame >= frames.length - 2 || !player.isPlaying;
      }, 40);
      player.pause();
      return {seen, volume: document.getElementById('video').error?.message ?? null};
    """, FRAMES)
    order = [number for index, number in enumerate(FRAMES) if index == 0 or FRAMES[index - 1] != number]
    places = [order.index(number) for number in played["seen"] if number in order]
    steps = [pair for pair in zip(played["seen"], played["seen"][1:])
             if pair[0] not in order or pair[1] not in order or order.index(pair[1]) < order.index(pair[0])]
    # Firefox can show a frame again where its player learns that the film ends.
    again = [(a, b) for a, b in steps if name == "firefox" and order.index(a) - order.index(b) == 1]
    check("frames come in their order", steps == again and len(again) <= 1, steps)
    check("most of them are seen", len(places) > 0.5 * len(order), len(places), len(order))
    check("nothing fails", played["volume"] is None, played)
    said = browser.run("return document.body.innerText")
    check("the page says nothing of sound", "without its sound" not in said, said[:200])

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

    # Hostile names run nothing and load nothing.
    write(STORY + """overlays:
  - {text: "</script><script>window.hacked = 1</script>", at: 1s..2s, name: "<img src=x onerror='window.hacked=1'>"}
  - {text: "<svg onload=window.hacked=1>", at: 2s..3s, name: "\\"><b onclick=x>"}
  - {text: "<b>no markup</b>", at: 2s..3s, take: "<iframe src=javascript:window.hacked=1>"}
""")
    preview.until(lambda state: state["findings"] and not state["isCompiling"])
    browser.run("await new Promise(resolve => setTimeout(resolve, 1000))")
    found = browser.run("return [window.hacked ?? null, document.querySelectorAll('iframe, b, script:not([src])').length]")
    check("nothing of the script is run", found == [None, 0], found)
finally:
    browser.quit()
    code, _ = preview.stop()
check("the end", code == 0, code)
print(f"{checks} checks, {failures} failures")
sys.exit(failures > 0)
