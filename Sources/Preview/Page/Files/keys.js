// The keyboard shortcuts, and the list that `?` shows.
import { $, make } from "./dom.js";

const LABELS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Shift: "Shift" };

/** Starts listening. `a` contains the actions by name. */
export function listenForKeys(a) {
  const groups = [
    ["Play", [
      ["Play or pause", { Space: a.toggle }],
      ["Play; again: twice as fast, up to 4×", { L: a.forward }],
      ["Play backwards; again: twice as fast", { J: a.backward }],
      ["Pause", { K: a.pause }],
      ["Mute", { M: a.mute }],
      ["Full screen", { F: a.full }],
    ]],
    ["Move", [
      ["One frame; in an audio-only film, a tenth of a second", { ArrowLeft: a.previous, ArrowRight: a.next }],
      ["One second", { "Shift ArrowLeft": a.secondBack, "Shift ArrowRight": a.secondOn }],
      ["Previous and next cut", { ArrowUp: a.previousCut, ArrowDown: a.nextCut }],
      ["First and last frame", { Home: a.start, End: a.end }],
      ["Go to a frame (120), a time (4.5s, 1:02.5), a timecode (00:00:04:15), a share (50%), `end`, a marker, or ahead by +2s", { G: a.jump }],
    ]],
    ["Repeat", [
      ["Set the in and out points; the frames between them repeat", { I: a.in, O: a.out }],
      ["Go to the in or out point", { "Shift I": a.goToIn, "Shift O": a.goToOut }],
      ["Repeat the item at the playhead", { T: a.loopItem }],
      ["Loop on or off", { R: a.loop }],
      ["Clear in, out and loop", { X: a.clear }],
      ["Copy the take of a media file", { Y: a.copyTake }, "media"],
    ]],
    ["Picture", [
      ["Thirds", { H: a.thirds }],
      ["Safe areas of television", { S: a.safeAreas }],
      ["100 %: each pixel of the canvas", { 1: a.fullSize }],
      ["Copy the frame", { C: a.copy }],
      ["The last commit, at the same moment of the edit", { B: a.compare }, "script"],
      ["All outputs side by side", { A: a.sideBySide }, "script"],
    ]],
    ["Timeline", [
      ["Zoom in and out", { "+": a.zoomIn, "-": a.zoomOut }],
      ["Show the whole timeline", { 0: a.zoomFit }],
      ["Show the item at the playhead, or the selected one", { Z: a.zoomItem }],
      ["Open or copy its line in the script", { E: a.line }, "script"],
      ["Show these keys", { "?": a.keys }],
    ]],
  ];
  $("keys-list").replaceChildren(...groups.map(([title, rows]) => list(title, rows)));
  const actions = new Map(groups.flatMap(([, rows]) => rows.flatMap(([, keys]) => Object.entries(keys))));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || $("keys").open) return;
    const act = isForElement(event) ? null : actions.get(nameOf(event));
    if (!act) return;
    event.preventDefault();
    act();
  });
  // Clicked buttons do not take the focus, so that the space key still plays.
  document.addEventListener("mousedown", (event) => { if (event.target.closest("button")) event.preventDefault(); });
}

/** Lists the keys for a script, or those for a media file. */
export function showKeysFor(film) {
  const kind = film.media ? "media" : "script";
  for (const row of document.querySelectorAll("#keys-list [data-only]")) row.hidden = row.dataset.only !== kind;
}

/** Whether the focused element needs the key for itself. */
function isForElement({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=text], select")) return key !== "?" || target.matches("input");
  if (target.matches("input")) return /^(Arrow|Home|End|Page)/.test(key);
  return target.closest("button, a, summary") !== null && (key === " " || key === "Enter");
}

function nameOf({ key, shiftKey }) {
  const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
  // Typing `+` and `?` requires Shift.
  return shiftKey && !/^[^A-Z0-9]$/.test(name) ? `Shift ${name}` : name;
}

function list(title, rows) {
  const label = (key) => key.split(" ").flatMap((part) => make("kbd", {}, LABELS[part] ?? part));
  return make("section", {}, make("h3", {}, title), make("dl", {}, ...rows.map(([text, keys, only]) => make("div", only ? { "data-only": only } : {},
    make("dt", {}, ...Object.keys(keys).map((key) => make("span", {}, ...label(key)))), make("dd", {}, text)))));
}
