"""Judges the findings on the page of `editc preview`: what they show, where they lead, and how a fix is applied and undone.

usage: findings.py EDITC FOLDER chromium|firefox
"""

import os
import sys

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()
HEAD = "edit: 1\ncanvas: {size: 640x360, rate: 25}\n"
# The upper margin is enough for the wide film (18 pixels) and not for the tall one (32).
FILM = HEAD + """timeline:
  - {color: teal, for: 2s}
  - {color: maroon, for: 2s}
overlays:
  - {text: Hello, at: 3s, for: 1s, place: "top, margin 20px", color: white, size: 30px}
outputs:
  - {file: wide.mp4}
  - {file: tall.mp4, size: 360x640}
"""
# Five mistakes of one kind, two of another, and one at the end of a long line.
MISTAKES = HEAD + "timeline:\n" + "".join(f"  - {{color: teal, for: {number}}}\n" for number in range(1, 6)) \
    + "".join(f"  - {{colour: red, for: {number}s}}\n" for number in (1, 2)) \
    + f"  - {{color: black, for: 1s, note: '{'a long note ' * 12}', opacity: 2x}}\n"

# Whether the mark of each excerpt is on the screen once its finding is scrolled to, and how many there are.
MARKS = """
const marks = [...document.querySelectorAll('.excerpt mark')].filter(mark => mark.offsetParent);
const hidden = [];
for (const mark of marks) {
  mark.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = mark.closest('pre').getBoundingClientRect();
  for (const {left, right, width} of mark.getClientRects()) {
    if (left < Math.max(box.left, 0) || right > Math.min(box.right, innerWidth) + 1 || width < 2) hidden.push(mark.textContent);
  }
}
return {count: marks.length, hidden, scrolls: document.documentElement.scrollWidth > innerWidth};
"""


def read():
    with open("film.edit") as file:
        return file.read()


def seen():
    """The names of kinds with their counts, and the messages of single findings, in order."""
    return browser.run("""
      return [...document.querySelectorAll('#findings-list > li')].map(li => li.matches('.kind')
        ? [li.querySelector('.severity').textContent, Number(li.querySelector('.count').textContent), li.querySelector('details').open]
        : [li.querySelector('.severity').textContent, 1, null]);
    """)


def page_shows(condition):
    """Waits until the page shows a state that meets a condition, and returns it."""
    state = preview.until(condition)
    check("the page shows it", browser.run("return await shows(args[0])", state["version"]), state["version"])
    return state


write(FILM)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name](1024, 768)
try:
    state = preview.until(lambda state: len(state["films"]) == 2 and not state["isCompiling"])
    finding = next(finding for finding in state["findings"] if finding["id"] == "text-outside-safe-area")
    check("the output of a finding", finding["outputs"] == ["tall.mp4"], finding)
    check("its film and frame", finding["films"] == [{"name": "tall.mp4", "row": None, "frame": 75}], finding)
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    check("a picture", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"))
    shown = browser.run("""
      const finding = [...document.querySelectorAll('.finding')].find(one => one.innerText.includes('text-outside-safe-area'));
      const before = editcPreview.film;
      const output = finding.querySelector('.output').textContent;
      finding.querySelector('.head').click();
      const isThere = await until(() => editcPreview.film === 1 && editcPreview.shownFrame === 75);
      return [before, output, isThere, document.getElementById('film').value];
    """)
    check("a click shows the tall film", shown == [0, "tall.mp4", True, "1"], shown)
    check("and the mark", (lambda marks: marks["count"] >= 1 and marks["hidden"] == [])(browser.run(MARKS)))

    # Folded by kind, errors first; what is unfolded by a click stays so.
    version = preview.json("state")["version"]
    write(MISTAKES)
    state = page_shows(lambda state: state["version"] > version and not state["isCompiling"])
    counts = {}
    for finding in state["findings"]:
        counts[finding["severity"], finding["id"]] = counts.get((finding["severity"], finding["id"]), 0) + 1
    check("the mistakes are found", counts[("error", "bare-number")] == 5 and counts[("error", "unknown-key")] == 2, counts)
    kinds = seen()
    check("each kind once", sum(count for _, count, _ in kinds) == len(state["findings"]) and len(kinds) == len(counts), kinds)
    order = ["Error", "Warning", "Note"]
    check("errors first", [severity for severity, _, _ in kinds] == sorted((severity for severity, _, _ in kinds), key=order.index), kinds)
    check("many are folded", ["Error", 5, False] in kinds and ["Error", 2, True] in kinds, kinds)
    many = browser.run("""
      const kind = [...document.querySelectorAll('.kind')].find(one => one.querySelector('.count').textContent === '5');
      kind.querySelector('summary').click();
      await until(() => kind.querySelectorAll('.finding').length === 5);
      return kind.innerText;
    """)
    check("each is listed", all(f"film.edit:{line}:" in many for line in range(4, 9)), many)
    for width in (1024, 1280, 1920, 500):
        browser.resize(width, 768)
        marks = browser.run(MARKS)
        check("each mark is visible", marks["count"] >= 8 and marks["hidden"] == [] and not marks["scrolls"], width, marks)
    browser.resize(1280, 800)
    write(MISTAKES + "# A line more.\n")
    page_shows(lambda later: later["version"] > state["version"] and not later["isCompiling"])
    check("it stays unfolded", ["Error", 5, True] in seen(), seen())

    # A fix: the change first, then the file, then the picture; and back.
    write(FILM)
    preview.until(lambda state: len(state["films"]) == 2 and state["isCurrent"] and not state["isCompiling"])
    wrong = FILM.replace("{color: maroon, for: 2s}", "{color: lime, for: 2}")
    write(wrong)
    page_shows(lambda state: not state["isCurrent"] and not state["isCompiling"])
    browser.run("""
      document.getElementById('film').value = '0';
      document.getElementById('film').dispatchEvent(new Event('change'));
      await until(() => editcPreview.film === 0);
      editcPreview.seek(60);
      await until(() => editcPreview.shownFrame === 60);
    """)
    colour = """
      const layer = document.getElementById('still').hidden ? document.getElementById('video') : document.getElementById('still');
      const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
      const context = canvas.getContext('2d');
      context.drawImage(layer, 0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    """
    before = browser.run(colour)
    check("maroon", before[0] > 90 and before[1] < 40, before)
    change = browser.run("""
      const fix = [...document.querySelectorAll('.fix')].find(one => one.innerText.includes('2s'));
      fix.querySelector('button').click();
      await until(() => fix.querySelector('.diff'));
      const box = fix.querySelector('.diff').getBoundingClientRect();
      return {lines: [...fix.querySelectorAll('.added, .removed')].map(one => one.textContent.trimEnd()),
        apply: fix.querySelector('.apply').textContent, isVisible: box.right <= innerWidth && box.width > 100};
    """)
    check("the change is shown", change["lines"] == ["-  - {color: lime, for: 2}", "+  - {color: lime, for: 2s}"], change)
    check("nothing is written yet", read() == wrong)
    applied = browser.run("""
      const version = editcPreview.version;
      document.querySelector('.apply').click();
      const isThere = await until(() => editcPreview.version > version && editcPreview.shownFrame === 60);
      return [isThere, editcPreview.state.isCurrent, document.getElementById('undo').innerText];
    """)
    check("the fix is applied", read() == wrong.replace("for: 2}", "for: 2s}"), read())
    check("the page follows", applied[0] and applied[1] and applied[2].startswith("Applied: write 2s"), applied)
    check("lime", browser.run(f"""
      return await until(() => {{ const [red, green] = (() => {{ {colour} }})(); return green > 200 && red < 60; }})
    """), browser.run(colour))
    undone = browser.run("""
      document.querySelector('#undo button').click();
      await until(() => !editcPreview.state.isCurrent);
      await new Promise(resolve => setTimeout(resolve, 100));
      return document.getElementById('undo').innerText;
    """)
    check("it is undone", read() == wrong and undone == "", read(), undone)

    # A file that has changed meanwhile.
    refused = browser.run("""
      const fix = [...document.querySelectorAll('.fix')].find(one => one.innerText.includes('2s'));
      if (fix.querySelector('.change').hidden) fix.querySelector('button').click();
      await until(() => fix.querySelector('.apply'));
      return true;
    """)
    stopped = preview.stop_compiler()
    write(wrong + "# Someone else's line.\n")
    problem = browser.run("""
      document.querySelector('.apply').click();
      await until(() => document.querySelector('.fix .problem')?.textContent);
      return document.querySelector('.fix .problem').textContent;
    """)
    check("the page says why nothing is written", "has changed" in problem and read() == wrong + "# Someone else's line.\n", problem)
    stopped()
    preview.stop()

    preview = Preview(editc, folder, "film.edit", "--read-only")
    preview.until(lambda state: state["findings"] and not state["isCompiling"])
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    shown = browser.run("""
      await until(() => document.querySelector('.fix button'));
      document.querySelector('.fix button').click();
      await until(() => document.querySelector('.fix .diff'));
      return [document.querySelectorAll('.apply').length, document.querySelector('.change').innerText.includes('does not change the script')];
    """)
    check("a preview that only reads", shown == [0, True], shown)
finally:
    browser.quit()
    preview.stop()
check.end()
