"""Judges that no text of a script runs on the page of `editc preview` or makes it load anything, and that no page but this one
changes the script.

usage: hostile.py EDITC FOLDER chromium|firefox
"""

import http.server
import json
import os
import sys
import threading
import urllib.request

import bars
from drivers import Chromium, Firefox
from running import Checks, Preview, write

editc, folder, name = sys.argv[1:4]
os.chdir(folder)
check = Checks()
requests = []


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another site, which no page of ours may ask for anything."""

    def do_GET(self):
        requests.append(self.path)
        page = b"<!DOCTYPE html><title>Elsewhere</title><body>" if self.path == "/attack" else b""
        self.send_response(200 if page else 204)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *words):
        pass


site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
threading.Thread(target=site.serve_forever, daemon=True).start()
there = f"http://127.0.0.1:{site.server_port}"

PAYLOADS = [
    "<script>hack()</script>",
    "</script><script>hack()</script>",
    "<img src=x onerror=hack()>",
    f"<img src={there}/img>",
    "<svg onload=hack()>",
    "<svg><script>hack()</script></svg>",
    "]]><script>hack()</script>",
    "\"><b onclick=hack()>",
    "' autofocus onfocus='hack()",
    "<iframe src=javascript:hack()>",
    "<iframe srcdoc='<script>parent.hack()</script>'>",
    "<a href=javascript:hack()>x</a>",
    f"<object data={there}/object>",
    f"<link rel=stylesheet href={there}/link>",
    f"<style>@import '{there}/style';</style>",
    f"<base href={there}/>",
    f"<meta http-equiv=refresh content='0;url={there}/meta'>",
    "{{constructor.constructor('hack()')()}}",
    f"<svg><image href={there}/image /><use href={there}/use#a /></svg>",
    "&lt;script&gt;hack()&lt;/script&gt;",
    f"<video src={there}/video onerror=hack() autoplay>",
    "<input onfocus=hack() autofocus>",
    "javascript:hack()",
    f"url({there}/url)",
]
# What the page itself has none of.
FOREIGN = "iframe, object, embed, base, style, a, b, math, script:not([src]), meta[http-equiv], link:not([href='base.css'], [href='page.css'], [href='icon.svg'], [rel='modulepreload']), " \
    "video:not(#video), svg image, img"
quoted = [json.dumps(payload) for payload in PAYLOADS]
files = [payload.replace("/", "") + ".mp4" for payload in PAYLOADS]
HEAD = f"edit: 1\ntitle: {quoted[0]}\nnote: {quoted[1]}\ncanvas: {{size: 320x180, rate: 30}}\n"
MARKERS = "markers:\n" + "".join(
    f"  {text}: {{at: {number}f, chapter: {'true' if number % 2 else 'false'}, note: {text}}}\n"
    for number, text in enumerate(quoted))
TIMELINE = "timeline:\n" + "".join(
    f"  - {{clip: {json.dumps(file)}, take: 0f..6f, note: {text}}}\n" for file, text in zip(files, quoted))
OVERLAYS = "overlays:\n" + "".join(
    f"  - {{text: {text}, at: {6 * number}f..{6 * number + 6}f}}\n" for number, text in enumerate(quoted))
SUBTITLES = "subtitles:\n  - cues:\n" + "".join(
    f"      - {{at: {6 * number}f..{6 * number + 6}f, text: {text}}}\n" for number, text in enumerate(quoted))
OUTPUTS = "outputs:\n" + "".join(
    f"  - {{file: {json.dumps('out/' + file)}, metadata: {{title: {text}}}}}\n" for file, text in zip(files, quoted))
# Each line is a mistake whose finding repeats the text.
MISTAKES = "timeline:\n" + "".join(
    f"  - {{clip: red.mp4, name: {text}}}\n  - {{clip: {json.dumps('no ' + file)}}}\n  - {{clip: red.mp4, take: {text}}}\n"
    f"  - {{clip: red.mp4, {text}: 1}}\n" for file, text in zip(files, quoted))

bars.make("red.mp4", 0, 30, (200, 60, 60), 880, size="320x180")
for file in files:
    os.link("red.mp4", file)
script = PAYLOADS[2] + ".edit"
write(HEAD + MARKERS + TIMELINE + OVERLAYS + SUBTITLES + OUTPUTS, script)

preview = Preview(editc, folder, script)
browser = {"chromium": Chromium, "firefox": Firefox}[name]()


def look(what):
    """Whether the page is as it was made, and asked the preview alone."""
    found = browser.run("""
      await new Promise(resolve => setTimeout(resolve, 500));
      const elements = [...document.querySelectorAll('*')];
      return {
        hacked: window.hacked ?? 0,
        foreign: [...document.querySelectorAll(args[0])].map(element => element.outerHTML.slice(0, 80)),
        handlers: elements.flatMap(element => element.getAttributeNames().filter(name => name.startsWith('on'))),
        addresses: performance.getEntriesByType('resource').map(entry => entry.name),
        here: location.href.split('#')[0], text: document.body.innerText,
      };
    """, FOREIGN)
    check(f"{what}: nothing runs", found["hacked"] == 0, found["hacked"])
    check(f"{what}: no element of others", found["foreign"] == [], found["foreign"])
    check(f"{what}: no handler", found["handlers"] == [], found["handlers"])
    others = [address for address in found["addresses"] if not address.startswith((preview.address, "blob:" + preview.address[:20]))]
    check(f"{what}: no other address", others == [] and found["here"] == preview.address, others, found["here"])
    check(f"{what}: no request elsewhere", requests == [], requests)
    return found["text"]


try:
    state = preview.until(lambda state: not state["isCompiling"])
    check("the script is without errors", len(state["films"]) == len(PAYLOADS), state["findings"][:2])
    browser.open(preview.address)
    browser.run("window.hacked = 0; window.hack = () => { window.hacked += 1; };" + bars.IN_PAGE)
    check("a picture", browser.run("return await until(() => editcPreview.shownFrame === 0)"))
    # All items, markers and films.
    shown = browser.run("""
      const shown = [document.title, document.body.innerText];
      for (let frame = 3; frame < editcPreview.frames; frame += 6) {
        editcPreview.seek(frame);
        await until(() => editcPreview.shownFrame === frame);
        await new Promise(resolve => setTimeout(resolve, 30));
        shown.push(document.getElementById('items-list').innerText);
      }
      for (const element of document.querySelectorAll('#markers button, #chapters button')) {
        shown.push(element.title);
        element.click();
      }
      for (const option of document.querySelectorAll('#film option')) shown.push(option.textContent);
      return shown.join('\\n');
    """)
    for payload, file in zip(PAYLOADS, files):
        check("is shown as text", payload in shown and file in shown, payload)
    look("texts")
    for film in (1, len(PAYLOADS) - 1):
        browser.run("""
          document.getElementById('film').value = args[0];
          document.getElementById('film').dispatchEvent(new Event('change'));
          await until(() => editcPreview.film === args[0]);
        """, film)
    look("films")

    version = preview.json("state")["version"]
    write(HEAD + MISTAKES, script)
    version = preview.until(
        lambda state: state["version"] > version and state["findings"] and not state["isCompiling"])["version"]
    unfolded = browser.run("""
      const list = document.getElementById('findings-list');
      const repeated = () => args[1].every(text => list.innerText.includes(text));
      const unfold = () => {
        for (const element of list.querySelectorAll('.kind details')) element.open = true;
        return repeated();
      };
      await shows(args[0]);
      await until(unfold);
      for (const element of list.querySelectorAll('.finding, .finding button')) element.click();
      return await until(() => list.querySelectorAll('.fix .diff').length > 0);
    """, version, PAYLOADS)
    check("changes are shown", unfolded)
    text = look("findings")
    missing = [payload for payload in PAYLOADS if payload not in text]
    check("findings repeat the texts", missing == [], missing)

    # The other site does notice who asks.
    urllib.request.urlopen(there + "/self").read()
    check("the judge sees requests", requests == ["/self"], requests)

    # Another page that has even learned the secret: it changes nothing, whatever it sends.
    state = preview.json("state")
    keys = [fix["key"] for finding in state["findings"] for fix in finding["fixes"] if fix["key"]]
    check("there are fixes", keys != [] and state["canEdit"], state["findings"][:1])
    with open(script, "rb") as file:
        before = os.stat(script).st_ino, file.read()
    others = [there + "/attack", there.replace("127.0.0.1", "localhost") + "/attack"]
    for other in others:
        browser.open(other)
        tried = browser.run("""
          const [address, secret] = args;
          const tried = [];
          for (const mode of ['no-cors', 'cors', 'same-origin']) {
            for (const headers of [{}, {'X-Editc-Token': secret}]) {
              for (const body of [undefined, '', 'x', 'x'.repeat(1 << 20), new URLSearchParams({a: 'b'})]) {
                const request = {method: 'POST', mode, headers, body, credentials: 'include', redirect: 'follow'};
                tried.push(await fetch(address, request).then(answer => [answer.type, answer.ok], error => [error.name, false]));
              }
            }
          }
          tried.push(['beacon', navigator.sendBeacon(address, 'x') && false]);
          for (const encoding of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
            const frame = Object.assign(document.createElement('iframe'), {name: 'frame' + encoding.length});
            const form = Object.assign(document.createElement('form'), {action: address, method: 'post', enctype: encoding, target: frame.name});
            document.body.append(frame, form);
            form.submit();
          }
          await new Promise(resolve => setTimeout(resolve, 1500));
          return tried;
        """, f"{preview.address}repair/{keys[0]}", preview.place[1])
        check("no page elsewhere gets an answer", not any(isRead for _, isRead in tried), tried)
        with open(script, "rb") as file:
            check("no page elsewhere changes the script", (os.stat(script).st_ino, file.read()) == before, other)
    check("the preview goes on", preview.json("state")["version"] == state["version"])

    # The page itself does, so the attacks above could have.
    browser.open(preview.address)
    browser.run(bars.IN_PAGE)
    applied = browser.run("""
      const [key, secret] = args;
      await until(() => window.editcPreview?.state);
      const answer = await fetch('repair/' + key, {method: 'POST', headers: {'X-Editc-Token': secret}});
      const without = await fetch('repair/' + key, {method: 'POST'});
      return [answer.status, without.status];
    """, keys[0], preview.place[1])
    check("the page itself changes it", applied == [204, 403], applied)
    with open(script, "rb") as file:
        check("and the file", file.read() != before[1])
finally:
    browser.quit()
    preview.stop()
check.end()
