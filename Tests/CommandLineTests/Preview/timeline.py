"""Judges the timeline on the page of `editc preview`: where its pixels are, by hand, and what pointers and keys do.

usage: timeline.py EDITC FOLDER chromium|firefox
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

# 270 frames: red until 60, a clip until 150, green until 180, a clip that fades out.
STORY = """edit: 1
canvas: {size: 640x360, rate: 30}
timeline:
  - {color: "#ff0000", for: 2s}
  - {clip: red.mp4, take: 2s..5s, audio: off}
  - {color: "#00ff00", for: 1s, name: green}
  - {clip: blue.mp4, take: 1s..4s, audio: off, opacity: 1 -> 0}
audio:
  - {clip: level.wav, at: 3s..6s}
outputs: [{file: film.mp4}]
"""
FRAMES = 270
GUTTER, END, RULER, NAMES, PICTURES, SOUND = 84, 14, 26, 18, 46, 28

bars.make("red.mp4", 0, 300, (200, 60, 60), 880)
bars.make("blue.mp4", 1000, 300, (60, 60, 200), 440)
subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5|0.5:s=48000:d=3", "level.wav"], check=True)
write(STORY)
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name](1280, 900)

IN_PAGE = bars.IN_PAGE + """
Element.prototype.setPointerCapture = () => {};
window.canvas = document.getElementById('timeline-canvas');
window.scroller = document.getElementById('timeline-scroll');
window.rest = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
window.box = () => canvas.getBoundingClientRect();
// The columns of a row of pixels in which a colour is, as [first, end).
window.columns = (y, colour) => {
  const scale = devicePixelRatio, {data} = canvas.getContext('2d').getImageData(0, Math.round(y * scale), canvas.width, 1);
  const hits = [];
  for (let x = 0; x < canvas.width; x++) if (colour.every((value, index) => Math.abs(data[4 * x + index] - value) <= 2)) hits.push(x / scale);
  return hits.length ? [hits[0], hits.at(-1) + 1 / scale] : null;
};
window.rows = (x, colour, from, to) => {
  const scale = devicePixelRatio, {data} = canvas.getContext('2d').getImageData(Math.round(x * scale), 0, 1, canvas.height);
  const hits = [];
  for (let y = Math.round(from * scale); y < to * scale; y++) if (colour.every((value, index) => Math.abs(data[4 * y + index] - value) <= 24)) hits.push(y / scale);
  return hits.length ? [hits[0], hits.at(-1) + 1 / scale] : null;
};
// The middle of the pixel of a column whose colour is nearest.
window.nearest = (x, colour, from, to) => {
  const scale = devicePixelRatio, {data} = canvas.getContext('2d').getImageData(Math.round(x * scale), 0, 1, canvas.height);
  let best = null, least = Infinity;
  for (let y = Math.round(from * scale); y < to * scale; y++) {
    const distance = Math.hypot(...colour.map((value, index) => data[4 * y + index] - value));
    if (distance < least) [least, best] = [distance, (y + 0.5) / scale];
  }
  return best;
};
window.colour = name => {
  const probe = document.body.appendChild(Object.assign(document.createElement('i'), {hidden: true}));
  probe.style.color = `var(--${name})`;
  const values = getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
  probe.remove();
  return values;
};
window.send = (type, x, y, options = {}) => {
  const {left, top} = box();
  const Kind = type.startsWith('pointer') ? PointerEvent : type === 'wheel' ? WheelEvent : MouseEvent;
  document.elementFromPoint(left + x, top + y).dispatchEvent(new Kind(type, {
    bubbles: true, cancelable: true, clientX: left + x, clientY: top + y, pointerId: 1, isPrimary: true, pointerType: 'mouse', ...options}));
};
window.press = (key, options = {}) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...options}));
window.click = (x, y) => { send('pointerdown', x, y, {buttons: 1}); send('pointerup', x, y); };
// How many thumbnails and waveforms are asked for at once, and which.
window.asked = []; window.most = 0;
window.counting = () => {
  const real = window.fetch; let open = 0;
  window.fetch = async (address, options) => {
    if (!/thumb|waveform/.test(address)) return real(address, options);
    asked.push(address); open += 1; window.most = Math.max(window.most, open);
    try { return await real(address, options); } finally { open -= 1; }
  };
};
counting();
"""


def close(found, wanted, by=1.5):
    return found is not None and all(abs(one - other) <= by for one, other in zip(found, wanted))


try:
    browser.open(preview.address)
    browser.run(IN_PAGE)
    check("a timeline", browser.run("return await until(() => (editcPreview.timeline?.rows?.length ?? 0) > 0)"))
    width = browser.run("await rest(); document.getElementById('timeline').scrollIntoView(); await rest(); return box().width")
    scale = (width - GUTTER - END) / FRAMES
    # The rows: six pixels below the ruler, the timeline with names and pictures; nine below it, the audio.
    top = RULER + 6 + NAMES
    middle = top + PICTURES / 2
    audio = RULER + 6 + NAMES + PICTURES + 9
    x = lambda frame: GUTTER + frame * scale
    red, green = browser.run("return [columns(args[0], [255, 0, 0]), columns(args[0], [0, 255, 0])]", middle)
    check("the first item, as a whole", close(red, [x(0), x(60) - 1]), red, x(0), x(60))
    check("the third item, as a whole", close(green, [x(150), x(180) - 1]), green, x(150), x(180))

    # Four times as large around the middle of the green item, by Ctrl and the wheel: it stays under the pointer.
    # Events have whole pixels.
    at = round(x(165))
    under = (at - GUTTER) / scale
    browser.run("""
      send('wheel', args[0], args[1], {ctrlKey: true, deltaY: -240});
      send('wheel', args[0], args[1], {ctrlKey: true, deltaY: -240});
      await rest();
    """, at, middle)
    large = lambda frame: at + (frame - under) * 4 * scale
    green = browser.run("return columns(args[0], [0, 255, 0])", middle)
    check("the third item, four times as large", close(green, [large(150), large(180) - 1]), green, large(150), large(180))
    # And it comes back, however often.
    browser.run("""
      for (let turn = 0; turn < 20; turn++) {
        for (const deltaY of [-130, 77, -40, 93]) send('wheel', args[0], args[1], {ctrlKey: true, deltaY});
      }
      await rest();
    """, at, middle)
    green = browser.run("return columns(args[0], [0, 255, 0])", middle)
    check("after eighty turns of the wheel", close(green, [large(150), large(180) - 1], 2), green, large(150), large(180))
    browser.run("scroller.scrollLeft += 100; await rest(); await rest()")
    green = browser.run("return columns(args[0], [0, 255, 0])", middle)
    check("scrolled by 100 pixels", close(green, [large(150) - 100, large(180) - 101], 2), green, large(150) - 100)

    # Keys.
    browser.run("press('0'); await rest()")
    red = browser.run("return columns(args[0], [255, 0, 0])", middle)
    check("0 shows all", close(red, [x(0), x(60) - 1]), red)
    browser.run("editcPreview.seek(165); press('+'); await rest()")
    green = browser.run("return columns(args[0], [0, 255, 0])", middle)
    twice = lambda frame: x(165.5) + (frame - 165.5) * 2 * scale
    check("+ doubles around the playhead", close(green, [twice(150), twice(180) - 1]), green, twice(150), twice(180))
    browser.run("press('z'); await rest()")
    green = browser.run("return columns(args[0], [0, 255, 0])", middle)
    room = width - GUTTER - END
    check("Z shows the item at the playhead", close(
        green, [GUTTER + room * 0.05, GUTTER + room * 0.95 - 1], 2.5), green, GUTTER + room * 0.05, GUTTER + room * 0.95)
    line = browser.run("press('e'); await until(() => document.querySelector('#timeline-line code')); "
                       "return document.querySelector('#timeline-line code').textContent")
    check("E shows the line", line == "film.edit:6", line)
    browser.run("press('0'); await rest()")

    # Pointers.
    found = browser.run("""
      const [x, y, ruler] = args;
      click(x(20), y);
      const clicked = [editcPreview.frame, editcPreview.range.first];
      await until(() => document.querySelector('#timeline-line code')?.textContent.endsWith(':4'), 5);
      const line = document.querySelector('#timeline-line code').textContent;
      send('pointerdown', x(200), ruler, {buttons: 1});
      send('pointermove', x(230), ruler, {buttons: 1});
      send('pointerup', x(231), ruler);
      const dragged = [editcPreview.frame, editcPreview.range.first];
      send('pointerdown', x(120), y, {buttons: 1});
      for (let frame = 119; frame >= 70; frame--) send('pointermove', x(frame), y, {buttons: 1});
      send('pointerup', x(70), y);
      const range = [editcPreview.range.first, editcPreview.range.last, editcPreview.frame];
      click(x(160), y); click(x(160), y); send('dblclick', x(160), y);
      const looped = [editcPreview.range.first, editcPreview.range.last];
      editcPreview.setRange(null, null);
      return {clicked, line, dragged, range, looped};
    """.replace("const [x, y, ruler] = args;", "const [gutter, scale, y, ruler] = args, x = frame => gutter + (frame + 0.5) * scale;"),
                        GUTTER, scale, middle, RULER / 2)
    check("a click", found["clicked"] == [20, None] and found["line"] == "film.edit:4", found)
    check("a drag on the ruler moves the playhead", found["dragged"] == [231, None], found)
    check("a drag over items sets in and out", found["range"] == [70, 120, 231], found)
    check("a double click loops the item", found["looped"] == [150, 179], found)
    hint = browser.run("""
      send('pointermove', args[0], args[1]);
      const text = document.getElementById('timeline-hint').innerText, isShown = !document.getElementById('timeline-hint').hidden;
      send('pointerleave', args[0], args[1]);
      document.getElementById('timeline-window').dispatchEvent(new PointerEvent('pointerleave'));
      return {text, isShown, isGone: document.getElementById('timeline-hint').hidden};
    """, x(220), middle)
    reason = next(item for item in preview.json("film/0")["items"] if item["first"] == 180)["whyEncoded"]
    check("what is hovered over", hint["isShown"] and hint["isGone"] and reason and all(
        text in hint["text"] for text in ["blue.mp4", "1s..4s", "640x360", reason, "opacity: 1 -> 0", "line 7"]), hint, reason)

    # The ramp: at a third of the item its line is a third down; the picture's lines end two pixels from its edges.
    blue = browser.run("return colour('clip-accent')")
    ramp = browser.run("return nearest(args[0], args[1], args[2], args[3])", round(x(210)), blue, top, top + PICTURES)
    wanted = top + 2 + (PICTURES - 4) / 3
    check("a ramp", abs(ramp - wanted) <= 1.5, ramp, wanted)

    # The levels: half of full scale, of a lane of 28 pixels with a margin of two.
    loud = browser.run("""
      const [x, from, to] = args;
      await until(() => { const found = rows(x, colour('sound-accent'), from + 6, to - 6); return found && found[1] - found[0] > 6; }, 30);
      return rows(x, colour('sound-accent'), from + 6, to - 6);
    """, round(x(135)), audio + NAMES, audio + NAMES + SOUND)
    center = audio + NAMES + SOUND / 2
    half = (SOUND - 4) / 2 * 128 / 255
    check("a waveform", close(loud, [center - half, center + half], 1.2), loud, center - half, center + half)

    # Thumbnails: the colour of each clip, of frames that are in view, one or two at once.
    seen = browser.run("""
      const at = (x, y) => [...canvas.getContext('2d').getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data].slice(0, 3);
      const isNear = (a, b) => a.every((value, index) => Math.abs(value - b[index]) < 30);
      const [first, second, y] = args;
      const found = await until(() => isNear(at(first, y), [200, 60, 60]) && isNear(at(second, y), [60, 60, 200]), 40);
      return {found, colours: [at(first, y), at(second, y)], asked: asked.slice(), most};
    """, round(x(62)) + 4, round(x(182)) + 4, top + 6)
    check("thumbnails", seen["found"], seen)
    frames = [int(address.split("/")[2].split(".")[0]) for address in seen["asked"] if "thumb" in address]
    check("thumbnails of clips alone", frames and all(60 <= frame < 150 or 180 <= frame < 270 for frame in frames), frames)
    check("few at once", 1 <= seen["most"] <= 2, seen["most"])
    # At another place and zoom, only what is in view.
    browser.run("await until(() => false, 1); asked.length = 0; editcPreview.seek(75); press('+'); press('+'); press('+'); press('+'); await until(() => asked.length > 0, 20); await until(() => false, 3)")
    view = browser.run("return [(editcPreview.timeline.left) / editcPreview.timeline.scale, (editcPreview.timeline.left + box().width - editcPreview.timeline.gutter) / editcPreview.timeline.scale, asked]")
    tile = PICTURES * 640 / 360 / (16 * scale)
    frames = [int(address.split("/")[2].split(".")[0]) for address in view[2] if "thumb" in address]
    check("thumbnails in view alone", frames and all(view[0] - tile <= frame <= view[1] + tile for frame in frames), view, frames)
    check("each once", len(frames) == len(set(frames)), frames)

    # A save: the zoom and the place stay.
    before = browser.run("return editcPreview.timeline")
    version = preview.json("state")["version"]
    write(STORY.replace("name: green", "name: lime"))
    check("a save", browser.run("return await until(() => editcPreview.version > args[0])", version))
    after = browser.run("await rest(); return editcPreview.timeline")
    check("a save keeps the view", all(before[key] == after[key] for key in ["scale", "left"]), before, after)

    # The list of the playhead is the timeline for those who do not see it: each item with its name and what it can do.
    texts = browser.run("""
      editcPreview.seek(160);
      await until(() => document.getElementById('items-list').innerText.includes('lime'), 5);
      return [...document.querySelectorAll('#items-list button')].map(button => button.innerText);
    """)
    check("what an item can do", {"First", "Last", "Loop", "Zoom", "line 6"} <= set(texts), texts)

    # A thousand items, of which few are wider than a pixel: no element for any of them.
    write("edit: 1\ncanvas: {size: 640x360, rate: 30}\ntimeline:\n" + "".join(
        f"  - {{color: {'red' if number % 2 else 'teal'}, for: 3.6s, name: item-{number}}}\n" for number in range(1000)))
    many = browser.run("""
      await until(() => editcPreview.frames === 108000, 60);
      await rest();
      const fitted = document.querySelectorAll('*').length;
      asked.length = 0;
      editcPreview.zoomTimeline(1e9);
      await rest();
      const {scale, left, gutter} = editcPreview.timeline;
      scroller.scrollLeft = 500 * 108 * scale;
      await rest(); await rest();
      return {fitted, large: document.querySelectorAll('*').length, scale, red: columns(args[0], [255, 0, 0]), teal: columns(args[0], [0, 128, 128]),
              left: editcPreview.timeline.left, asked};
    """, middle)
    edge = lambda item: GUTTER + item * 108 * many["scale"] - many["left"]
    check("elements", many["fitted"] < 500 and many["large"] == many["fitted"], many)
    check("an item in the middle of an hour", close(many["teal"], [GUTTER, min(edge(501) - 1, width)], 2), many, edge(500), edge(501))
finally:
    browser.quit()
    preview.stop()
check.end()
