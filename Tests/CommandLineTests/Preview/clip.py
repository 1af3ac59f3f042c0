"""Judges the page of `editc preview` for a media file: facts, chapters, and the text with which a script takes a range. The films of
that text are decoded by ffmpeg, and their first and last frames must be those that the page showed at the in and out points.

usage: clip.py EDITC FOLDER chromium|firefox
"""

import os
import struct
import subprocess
import sys
import wave

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()
HOSTILE = "<img src=x onerror=document.title=1>"


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


def chaptered(source, target, rate, chapters, sound="copy"):
    """A copy with a title, a language and chapters at these frames."""
    frames, seconds = rate.split("/")
    with open("chapters.txt", "w") as file:
        file.write(f";FFMETADATA1\ntitle={HOSTILE}\n".replace("=x", "\\=x").replace("=document", "\\=document").replace("=1", "\\=1"))
        for (title, frame), (_, end) in zip(chapters, chapters[1:] + [(None, 200)]):
            file.write(f"[CHAPTER]\nTIMEBASE={seconds}/{frames}\nSTART={frame}\nEND={end}\ntitle={title}\n")
    run("ffmpeg", "-v", "error", "-y", "-i", source, "-i", "chapters.txt", "-map_metadata", "1", "-map_chapters", "1", "-map", "0",
        "-c:v", "copy", "-c:a", sound, "-metadata:s:a:0", "language=fin", target)


def ramp(path, samples):
    """A sound whose sample at index `i` has the value `i / 10`, up to 32767."""
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48000)
        file.writeframes(b"".join(struct.pack("<h", index // 10 % 32768) for index in range(samples)))


CHAPTERS = [("One", 0), ("Two", 31), ("Three", 130)]
bars.make("plain25.mp4", 0, 200, (200, 60, 60), 880, size="320x180", rate="25")
bars.make("plain30.mp4", 1000, 200, (60, 60, 200), 440, size="320x180", rate="30000/1001")
bars.make("plain24.mp4", 2000, 200, (60, 160, 60), 440, size="320x180", rate="24")
chaptered("plain25.mp4", "clip25.mp4", "25/1", CHAPTERS)
chaptered("plain30.mp4", "clip30.mp4", "30000/1001", CHAPTERS)
# Copied AAC would begin before the first picture, and ffmpeg delays the pictures then, but not the chapters.
chaptered("plain30.mp4", "clip30.mkv", "30000/1001", CHAPTERS, sound="flac")
run("ffmpeg", "-v", "error", "-y", "-i", "plain24.mp4", "-an", "-c", "copy", "silent.mov")
ramp("ramp.wav", 240960)
# A sound of 8.36 s with 200 frames of 1/24 s: the last frame, which shows the last picture again, ends after the file.
ramp("long.wav", 401280)
run("ffmpeg", "-v", "error", "-y", "-i", "plain24.mp4", "-i", "long.wav", "-map", "0:v", "-map", "1:a", "-c", "copy", "long.mov")

# Numbers by hand: 80/25 = 3.2, 188/25 = 7.52; 80 * 1001/30000 = 1001/375, 188 * 1001/30000 = 47047/7500, 30 * 1001/30000 = 1.001;
# 7/24 has no decimal.
CLIPS = [
    ("clip25.mp4", "25", 0, True, {(80, 187): "3.2s..7.52s", (0, 0): "0s..0.04s", (190, None): "7.6s..", (None, 9): "..0.4s"}),
    ("clip30.mp4", "30000/1001", 1000, True, {
        (80, 187): "1001/375s..47047/7500s", (30, 59): "1.001s..2.002s", (1, 1): "1001/30000s..1001/15000s", (None, None): "all"}),
    ("clip30.mkv", "30000/1001", 1000, True, {(31, 129): "31031/30000s..13013/3000s"}),
    ("silent.mov", "24", 2000, False, {(7, 30): "7/24s..31/24s", (12, 199): "0.5s..25/3s"}),
    ("long.mov", "24", 2000, False, {(190, 200): "95/12s.."}),
]
browser = {"chromium": Chromium, "firefox": Firefox}[name](1280, 800)
try:
    for file, rate, base, has_chapters, ranges in CLIPS:
        preview = Preview(editc, folder, file)
        preview.until(lambda state: state["films"] and not state["isCompiling"])
        browser.open(preview.address)
        browser.run(bars.IN_PAGE)
        check("a first picture", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"), file)
        if name == "chromium":
            browser.grant("clipboard-write", "clipboard-read")

        said = browser.run("return document.getElementById('clip-facts').innerText")
        check("the facts", all(word in said for word in ["h264", "320x180", "200 frames"]), file, said)
        check("the sound", ("48000 Hz, " in said) == (file != "silent.mov"), file, said)
        if has_chapters:
            check("the language and a tag", "fin" in said and HOSTILE in said, file, said)
            check("no element of the file's", browser.run("return document.querySelector('img[src=x]') === null && document.title !== '1'"))
        chapters = browser.run("""
          const found = [];
          for (const button of document.querySelectorAll('#clip-chapters-list button')) {
            button.click();
            const frame = editcPreview.frame;
            await until(() => editcPreview.shownFrame === frame);
            found.push([button.querySelector('.name').textContent, read().number, button.getAttribute('aria-current'), frame]);
          }
          return [found, [...document.querySelectorAll('#chapters button')].map(one =>
            [one.textContent, Math.round(parseFloat(one.style.left) / 100 * editcPreview.frames)])];
        """)
        wanted = [(title, frame) for title, frame in CHAPTERS if has_chapters]
        check("chapters in the list", chapters[0] == [[title, base + frame, "true", frame] for title, frame in wanted], file, chapters)
        check("chapters in the strip", chapters[1] == [[title, frame] for title, frame in wanted], file, chapters)

        # The text is that of the points, and all frames of its film are those that the page shows from one point to the other.
        script, wanted = f"edit: 1\ncanvas: {{size: 320x180, rate: {rate}}}\ntimeline:\n", []
        for (first, last), text in ranges.items():
            found = browser.run("""
              const [first, last] = args, seen = [];
              editcPreview.setRange(first, last);
              for (const frame of [first ?? 0, last ?? editcPreview.frames - 1]) {
                editcPreview.seek(frame);
                await until(() => editcPreview.shownFrame === frame);
                seen.push(read().number);
              }
              return {seen, text: document.getElementById('take-text').textContent};
            """, first, last)
            check("the text", found["text"] == f"take: {text}", file, first, last, found)
            check("the pictures at the points", found["seen"] == [base + (first or 0), base + min(199 if last is None else last, 199)], file, found)
            script += f"  - clip: {file}\n    {found['text']}\n"
            wanted += range(found["seen"][0], found["seen"][1] + 1)
            wanted += [base + 199] * (last is not None and last > 199)
        write(script + "outputs: [{file: film.mp4}]\n")
        subprocess.run([editc, "render", "film.edit", "--force", "--cache", "cache"], check=True, stdout=subprocess.DEVNULL)
        with open("film.mp4", "rb") as film:
            numbers = bars.numbers(film.read())
        check("the film of the texts", numbers == wanted, file, len(numbers), len(wanted), numbers[:5], wanted[:5])

        if name == "chromium":
            copied = browser.run("""
              document.getElementById('copy-take').click();
              await until(() => !document.getElementById('told').hidden, 5);
              return [await navigator.clipboard.readText(), document.getElementById('take-text').textContent];
            """)
            check("a copy of the text", copied[0] == copied[1] != "", file, copied)
        preview.stop()

    # Audio only: the take has the samples from one point to the other.
    preview = Preview(editc, folder, "ramp.wav")
    preview.until(lambda state: state["films"] and not state["isCompiling"])
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    # Its frames are the samples.
    check("a sound", browser.run("return await until(() => window.editcPreview?.frames === 240960)"))
    for (first, last), text, (begin, end) in [
            ((16000, 159999), "1/3s..10/3s", (16000, 160000)), ((144000, 240959), "3s..5.02s", (144000, 240960)),
            ((None, None), "all", (0, 240960))]:
        found = browser.run("editcPreview.setRange(args[0], args[1]); return document.getElementById('take-text').textContent", first, last)
        check("the text of a sound", found == f"take: {text}", first, last, found)
        write(f"edit: 1\ntimeline:\n  - clip: ramp.wav\n    {found}\noutputs: [{{file: sound.wav}}]\n")
        subprocess.run([editc, "render", "film.edit", "--force", "--cache", "cache"], check=True, stdout=subprocess.DEVNULL)
        samples = run("ffmpeg", "-v", "error", "-i", "sound.wav", "-ac", "1", "-f", "s16le", "-")
        values = struct.unpack(f"<{len(samples) // 2}h", samples)
        check("the samples of the text", len(values) == end - begin and abs(values[0] - begin // 10) < 3 and abs(values[-1] - end // 10) < 3,
              text, len(values), values[:1], values[-1:])
    # A step is a tenth of a second, a take ends at the playhead, and nothing is called a frame.
    steps = browser.run("""
      const press = (key, more = {}) => document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, ...more}));
      const found = [], take = () => document.getElementById('take-text').textContent;
      press('x'); press('Home');
      for (let step = 0; step < 3; step++) { press('ArrowRight'); found.push(editcPreview.frame); }
      press('i'); press('ArrowRight', {shiftKey: true}); found.push(editcPreview.frame); press('o');
      press('ArrowLeft'); found.push(editcPreview.frame);
      editcPreview.seek(100); press('ArrowRight'); found.push(editcPreview.frame);
      editcPreview.seek(14401); press('ArrowLeft'); found.push(editcPreview.frame);
      const ends = take();
      press('x'); press('End'); press('o');
      await until(() => document.getElementById('timecode').textContent === '00:00:05.019', 10);
      return {found, ends, all: take(), title: document.querySelector('[data-do=next]').title,
        shown: document.getElementById('timecode').textContent, words: document.getElementById('take').innerText};
    """)
    # 48000 samples in a second; 0.3 s + 1 s.
    check("steps of a sound", steps["found"] == [4800, 9600, 14400, 62400, 57600, 4800, 14400], steps)
    check("its take", steps["ends"] == "take: 0.3s..1.3s" and steps["all"] == "take: ..5.02s", steps)
    check("its words", steps["title"] == "Ahead 0.1 s (→)" and "frame" not in steps["words"] and steps["shown"] == "00:00:05.019", steps)
    strip = browser.run("""
      const canvas = document.getElementById('cells'), pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, 1).data;
      return [0.05, 0.5, 0.95].map(share => pixels[4 * Math.round(share * canvas.width) + 3]);
    """)
    check("its strip", strip == [255, 255, 255], strip)
    preview.stop()

    # No last commit, no keys of scripts, and findings without a line of the script that is written nowhere.
    run("ffmpeg", "-v", "error", "-y", "-i", "plain25.mp4", "-r", "25", "-c:v", "prores_ks", "-flags", "+ildct", "-field_order", "tt", "-top", "1", "-an", "fields.mov")
    preview = Preview(editc, folder, "fields.mov")
    state = preview.until(lambda state: state["films"] and not state["isCompiling"])
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    check("a picture of fields", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"))
    found = [one for one in state["findings"] if one["id"] == "interlaced-media"]
    check("a finding without a line", len(found) == 1 and found[0]["file"] == "fields.mov" and not any(
        found[0][name] for name in ["line", "column", "mark", "excerpt", "fixes"]), state["findings"])
    check("its hint", found and found[0]["hint"] and "interlaced" in found[0]["message"], found)
    page = browser.run("""
      document.dispatchEvent(new KeyboardEvent('keydown', {key: 'b', bubbles: true}));
      const rows = [...document.querySelectorAll('#keys-list > section > dl > div')].filter(row => !row.hidden)
        .map(row => row.querySelector('dt').textContent);
      return {rows, compare: document.getElementById('compare').hidden, label: document.getElementById('base-label').hidden,
        places: [...document.querySelectorAll('.finding .place')].map(place => place.textContent)};
    """)
    check("no last commit", page["compare"] and page["label"] and not {"B", "A", "E"} & set(page["rows"]) and "Y" in page["rows"], page)
    check("places without a line", page["places"] and not any(":" in place for place in page["places"]), page)
    preview.stop()

    # A still has no range, and a script has no media file.
    run("ffmpeg", "-v", "error", "-y", "-i", "plain25.mp4", "-frames:v", "1", "still.png")
    write("edit: 1\ncanvas: {size: 320x180, rate: 25}\ntimeline: [{clip: clip25.mp4}]\n")
    for file, has_panel in [("still.png", True), ("film.edit", False)]:
        preview = Preview(editc, folder, file)
        preview.until(lambda state: state["films"] and not state["isCompiling"])
        browser.open(preview.address)
        browser.run(bars.IN_PAGE)
        check("a picture of it", browser.run("return await until(() => window.editcPreview?.shownFrame === 0)"), file)
        shown = browser.run("return ['clip', 'take', 'items'].map(id => Boolean(document.getElementById(id).offsetParent))")
        check("the panels", shown == [has_panel, False, not has_panel], file, shown)
        keys = browser.run("return [...document.querySelectorAll('#keys-list [data-only]')].map(row => [row.dataset.only, row.hidden])")
        check("the keys", keys and all(hidden == ((only == "media") != has_panel) for only, hidden in keys), file, keys)
        check("the last commit", browser.run("return document.getElementById('compare').hidden") == has_panel, file)
        preview.stop()
finally:
    browser.quit()
check.end()
