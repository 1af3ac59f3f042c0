"""Judges that the page of `editc preview` plays a film that is larger than what browsers hold at once.

usage: buffers.py EDITC FOLDER chromium|firefox
"""

import os
import subprocess
import sys
import time

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()
SECONDS = 210

# Noise is what FLAC cannot make smaller: 40 MB, where Chromium holds 12 MB.
bars.make("film.mp4", 0, SECONDS * 30, (200, 60, 60), 440, size="320x180", keys=300)
subprocess.run(
    ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"anoisesrc=r=48000:a=0.5:d={SECONDS}:seed=1", "-f", "lavfi", "-i",
     f"anoisesrc=r=48000:a=0.5:d={SECONDS}:seed=2", "-filter_complex", "amerge", "noise.wav"], check=True)
write("""edit: 1
canvas: {size: 320x180, rate: 30}
timeline: [{clip: film.mp4, audio: off}]
audio: [{clip: noise.wav}]
""")
preview = Preview(editc, folder, "film.edit")
browser = {"chromium": Chromium, "firefox": Firefox}[name]()
try:
    preview.until(lambda state: state["films"])
    sound = preview.json("film/0")["sound"]
    size = sum(len(preview.get(f"sound/{sound['key']}/{second}")) for second in range(SECONDS))
    check("more sound than a browser holds", size > 30e6, size)
    browser.open(preview.address)
    browser.run(bars.IN_PAGE + """
      performance.setResourceTimingBufferSize(100000);
      window.says = () => [document.getElementById('notices').innerText, document.getElementById('video').error?.message ?? ''].join('');
      // Now and then the browser is full, although little is held.
      window.append = SourceBuffer.prototype.appendBuffer;
      window.appends = window.refused = 0;
      SourceBuffer.prototype.appendBuffer = function (bytes) {
        window.appends += 1;
        if (window.appends % 7 === 0) { window.refused += 1; throw new DOMException('full', 'QuotaExceededError'); }
        return window.append.call(this, bytes);
      };
    """)
    wrong = browser.run("""
      const wrong = [];
      const wanted = Array.from({length: 43}, (_, index) => index * 150 + 7);
      for (const frame of [...wanted, ...wanted.map((_, index) => wanted[index * 17 % wanted.length] + 40).reverse()]) {
        editcPreview.seek(Math.min(frame, editcPreview.frames - 1));
        const isThere = await until(() => editcPreview.shownFrame === editcPreview.frame && editcPreview.isShownByVideo);
        if (!isThere || read().number !== editcPreview.frame) wrong.push([frame, editcPreview.shownFrame, read().number]);
      }
      return wrong;
    """)
    check("frames everywhere", wrong == [], wrong)
    counts = browser.run("return [window.refused, window.appends]")
    check("a full buffer is emptied", counts[0] > 3, counts)

    # Making room opens a source that has ended; while it is open, its last frames may never be shown.
    open_sources = browser.run("""
      SourceBuffer.prototype.appendBuffer = window.append;
      const endOfStream = MediaSource.prototype.endOfStream, open = [];
      let source = null;
      MediaSource.prototype.endOfStream = function () { source = this; return endOfStream.call(this); };
      for (let second = 25; second < 205; second += 20) {
        for (const frame of [second * 30, editcPreview.frames - 1]) {
          editcPreview.seek(frame);
          await until(() => editcPreview.shownFrame === frame && editcPreview.isShownByVideo);
          await new Promise(resolve => setTimeout(resolve, 300));
        }
        if (!await until(() => source?.readyState === "ended", 10)) open.push(second);
      }
      return open;
    """)
    check("its source ends whenever the last frame is there", open_sources == [], open_sources)

    # Four times as fast: more seconds are wanted ahead than the buffer holds.
    PLAYED = 120
    browser.run(f"""
      performance.clearResourceTimings();
      editcPreview.seek({(SECONDS - PLAYED) * 30});
      await until(() => editcPreview.shownFrame === editcPreview.frame);
      editcPreview.play(4);
    """)
    # However busy the machine is, it moves on.
    frame, moved = None, time.monotonic()
    while time.monotonic() - moved < 120:
        played = browser.run("""
          const sounds = performance.getEntriesByType('resource').filter(entry => entry.name.includes('/sound/'));
          return {isOver: !editcPreview.isPlaying, frame: editcPreview.frame, shown: read().number, sounds: sounds.length,
            missing: editcPreview.missing, says: says()};
        """)
        if played["isOver"]:
            break
        if played["frame"] != frame:
            frame, moved = played["frame"], time.monotonic()
        time.sleep(0.5)
    last = SECONDS * 30 - 1
    check("it plays to the end", played["isOver"] and played["frame"] == played["shown"] == last, played)
    check("no piece is fetched again and again", played["sounds"] < 2 * PLAYED, played)
    check("nothing fails", played["says"] == "", played)
finally:
    browser.quit()
    preview.stop()
check.end()
