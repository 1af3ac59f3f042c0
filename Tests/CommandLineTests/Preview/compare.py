"""Judges the comparisons on the page of `editc preview`: the frame of the last commit at the same moment of the edit, and all outputs
side by side, by the numbers in the frames.

usage: compare.py EDITC FOLDER chromium|firefox
"""

import os
import subprocess
import sys

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()


def git(*words):
    subprocess.run(
        ["git", "-c", "user.name=Judge", "-c", "user.email=judge@example.org", "-c", "commit.gpgsign=false", *words], check=True,
        stdout=subprocess.DEVNULL)


HEAD = "edit: 1\ncanvas: {size: 640x360, rate: 30}\n"
OUTPUTS = "outputs:\n  - {file: wide.mp4}\n  - {file: half.mp4, rate: 15, size: 320x180}\n"
# In the last commit: 60 frames from frame 60 on, then 90 from 1030 on.
OLD = HEAD + "timeline:\n  - {clip: red.mp4, take: 2s..4s}\n  - {clip: blue.mp4, take: 1s..4s}\n" + OUTPUTS
# Now: a new clip in front, the others in another order, one of them shorter and with another name.
NEW = HEAD + """timeline:
  - {clip: red.mp4, take: 6s..7s, speed: 0.5}
  - {clip: blue.mp4, take: 1s..3.4s}
  - {clip: red.mp4, take: 2s..4s}
""" + OUTPUTS

bars.make("red.mp4", 0, 300, (200, 60, 60), 880)
bars.make("blue.mp4", 1000, 300, (60, 60, 200), 440)
write(NEW)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name]()
SEE = """
  const [frame, wanted] = args, base = document.getElementById('base');
  editcPreview.seek(frame);
  await until(() => editcPreview.shownFrame === frame);
  const isThere = await until(() => wanted === null ? base.hidden : !base.hidden && read(base).number === wanted, 10);
  return [isThere, editcPreview.baseFrame, base.hidden ? null : read(base).number, document.getElementById('base-label').textContent];
"""
try:
    preview.until(lambda state: len(state["films"]) == 2 and not state["isCompiling"])
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    check("a picture", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"))
    told = browser.run("""
      document.getElementById('compare').click();
      await until(() => document.getElementById('base-label').textContent.startsWith('There is no'), 10);
      return [document.getElementById('base-label').textContent, document.getElementById('base').hidden];
    """)
    check("without a repository", told[0].startswith("There is no other film: ") and told[1], told)

    git("init", "-q")
    write(OLD)
    git("add", "film.edit")
    git("commit", "-q", "-m", "The film")
    commit = subprocess.run(["git", "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    version = preview.json("state")["version"]
    write(NEW + "# A version later.\n")
    preview.until(lambda state: state["version"] > version + 1 or state["version"] > version and not state["isCompiling"])
    browser.run("await until(() => document.getElementById('base-label').textContent.startsWith('Last commit') || "
                "document.getElementById('base-label').textContent.startsWith('This item'), 20)")
    frames = preview.json("film/0")["frames"]
    check("the present film", frames == 60 + 72 + 60, frames)
    # Frame by frame: what the last commit showed at the same moment of the same item.
    for frame, wanted, base in [(60, 1030, 60), (100, 1070, 100), (131, 1101, 131), (132, 60, 0), (162, 90, 30), (191, 119, 59)]:
        seen = browser.run(SEE, frame, wanted)
        check("the same moment", seen[:3] == [True, base, wanted] and seen[3] == f"Last commit, {commit[:7]}: frame {base}", frame, seen)
    for frame in (0, 59):
        seen = browser.run(SEE, frame, None)
        check("a new item", seen[:3] == [True, None, None] and seen[3] == f"This item is not in the last commit, {commit[:7]}", frame, seen)
    check("the frames are pictures of the server", bars.numbers(preview.get("base/0/75.png")) == [1045])
    check("no frame behind the end", preview.ask("base/0/150.png")[0] == 404 and preview.ask("base/7/0.png")[0] == 404)
    made = [cell["state"] for cell in preview.until(
        lambda _: all(cell["state"] == "made" for cell in preview.json("film/0")["cells"])) and preview.json("film/0")["cells"]]
    check("the film itself is made as ever", set(made) == {"made"}, made)
    check("and off again", browser.run("""
      document.getElementById('compare').click();
      await until(() => document.getElementById('base').hidden, 5);
      return [document.getElementById('base').hidden, document.getElementById('base-label').hidden];
    """) == [True, True])

    # All outputs at once: the frame of the other one at the same time, and a click shows it.
    for frame, wanted in [(60, 1030), (101, 1070), (150, 78)]:
        seen = browser.run("""
          const [frame, wanted] = args, side = document.getElementById('side-by-side');
          if (side.getAttribute('aria-pressed') === 'false') side.click();
          editcPreview.seek(frame);
          const canvas = document.querySelector('#others canvas');
          await until(() => !canvas.hidden && read(canvas).number === wanted, 20);
          return [document.querySelectorAll('#others canvas').length, read(canvas).number, document.getElementById('others').innerText.trim()];
        """, frame, wanted)
        check("the other output", seen == [1, wanted, "half.mp4"], frame, seen)
    seen = browser.run("""
      document.querySelector('#others button').click();
      await until(() => editcPreview.film === 1 && editcPreview.shownFrame === 75, 20);
      const canvas = document.querySelector('#others canvas');
      await until(() => document.getElementById('others').innerText.trim() === 'wide.mp4' && !canvas.hidden, 10);
      return [editcPreview.film, editcPreview.frame, document.getElementById('others').innerText.trim(), document.getElementById('film').value];
    """)
    check("a click shows it", seen == [1, 75, "wide.mp4", "1"], seen)
finally:
    browser.quit()
    preview.stop()
check.end()
