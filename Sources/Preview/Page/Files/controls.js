// Buttons, fields and displays around the picture, and the actions that they share with keys.
import { $, make, renew } from "./dom.js";
import { showMenu } from "./view.js";

const RATES = [-4, -2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2, 4];

/** The actions of buttons and keys, by name. */
export function makeActions(player, timeline, { view, compare, others, clip }) {
  const second = () => Math.max(1, Math.round(player.film.framesPerSecond));
  const withFilm = (act) => () => { if (player.film) act(); };
  const actions = {
    toggle: () => player.isPlaying ? player.pause() : player.play(),
    pause: () => player.pause(),
    forward: () => player.shuttle(1),
    backward: () => player.shuttle(-1),
    previous: () => player.stepOnce(-1),
    next: () => player.stepOnce(1),
    secondBack: () => player.step(-second()),
    secondOn: () => player.step(second()),
    start: () => player.seek(0),
    end: () => player.seek(player.film.lastFrame),
    previousCut: () => player.seek(player.film.cuts.findLast((cut) => cut < player.frame) ?? 0),
    nextCut: () => player.seek(player.film.cuts.find((cut) => cut > player.frame) ?? player.film.lastFrame),
    in: () => player.setRange({ first: player.frame }),
    out: () => player.setRange({ last: player.film.outAt(player.frame) }),
    goToIn: () => player.seek(player.bounds.first),
    goToOut: () => player.seek(player.bounds.last),
    loop: () => player.setLooping(!player.isLooping),
    loopItem: () => {
      const item = player.film.partAt(player.frame) ?? player.film.itemsAt(player.frame).sort((a, b) => a.frames - b.frames)
        .find(({ lane }) => lane === "timeline") ?? player.film.itemsAt(player.frame)[0];
      if (item) player.setRange({ first: item.first, last: item.first + item.frames - 1 });
    },
    clear: () => player.setRange({ first: null, last: null }),
    mute: () => { player.video.muted = !player.video.muted; },
    full: () => document.fullscreenElement ? document.exitFullscreen() : $("player").requestFullscreen?.(),
    jump: () => { $("jump-to").focus(); $("jump-to").select(); },
    zoomIn: () => timeline.setZoom(timeline.zoom * 2),
    zoomOut: () => timeline.setZoom(timeline.zoom / 2),
    zoomFit: () => timeline.setZoom(1),
    thirds: () => view.toggle("thirds"),
    safeAreas: () => view.toggle("broadcast"),
    fullSize: () => view.toggleFullSize(),
    copy: () => view.copyFrame(),
    copyTake: () => clip.copyTake(),
    compare: () => { if (!player.film.media) compare.toggle(); },
    sideBySide: () => others.toggle(),
    keys: () => $("keys").showModal(),
  };
  return Object.fromEntries(Object.entries(actions).map(([name, act]) => [name, withFilm(act)]));
}

export function showControls(player, actions) {
  for (const button of document.querySelectorAll("[data-do]")) button.onclick = actions[button.dataset.do];
  $("show-keys").onclick = () => $("keys").showModal();
  $("screen").addEventListener("click", actions.toggle);
  $("screen").addEventListener("dblclick", actions.full);

  $("rate").append(...RATES.map((rate) => make("option", { value: String(rate) }, nameOfRate(rate))));
  $("rate").addEventListener("change", () => { player.setRate(Number($("rate").value)); releaseAfterPointer($("rate")); });

  const { video } = player;
  $("volume").addEventListener("input", () => { video.volume = Number($("volume").value); video.muted = video.volume === 0; });
  video.addEventListener("volumechange", () => {
    $("volume").value = video.muted ? 0 : video.volume;
    press("mute", video.muted, video.muted ? "muted" : "sound");
  });

  showMenu($("sound-note"), $("sound-note-text"));

  const problem = $("jump-problem"), field = $("jump-to");
  $("jump").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!player.film || !field.value.trim()) return;
    const found = player.film.frameNamed(field.value, player.frame);
    problem.hidden = !found.problem;
    problem.textContent = found.problem ?? "";
    field.setAttribute("aria-invalid", Boolean(found.problem));
    if (found.problem) return;
    player.pause();
    player.seek(found.frame);
    field.value = "";
    field.blur();
  });
  field.addEventListener("keydown", (event) => { if (event.key === "Escape") { field.value = ""; field.blur(); } });
  field.addEventListener("blur", () => { if (!field.value) problem.hidden = true; });

  player.addEventListener("play", () => {
    const { isPlaying } = player;
    $("toggle").querySelector("use").setAttribute("href", isPlaying ? "#i-pause" : "#i-play");
    $("toggle").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    $("rate").value = String(player.rate);
    $("player").classList.toggle("plays", isPlaying);
  });
  player.addEventListener("range", () => {
    const { first, last } = player.range;
    press("loop", player.isLooping);
    $("clear").disabled = !player.isLooping && first === null && last === null;
  });
  $("rate").value = "1";
}

/** Shows what depends on the film: its steps, the names in the jump field, and what differs from its sound. A media file has no
    last commit. */
export function showFilm(film) {
  $("compare").hidden = Boolean(film.media);
  $("time").classList.toggle("samples", film.stepsByTenths);
  $("frame-title").textContent = film.stepsByTenths ? "Sample" : "Frame";
  const steps = film.stepsByTenths ? ["Back 0.1 s", "Ahead 0.1 s"] : ["Previous frame", "Next frame"];
  for (const [index, [name, key]] of [["previous", "←"], ["next", "→"]].entries()) {
    const button = document.querySelector(`[data-do="${name}"]`);
    button.title = `${steps[index]} (${key})`;
    button.setAttribute("aria-label", steps[index]);
  }
  renew($("places"), film.placeNames, () => ["start", "end", ...film.placeNames].map((name) => make("option", { value: name })));
  const note = film.sound?.note ?? null;
  $("sound-note").hidden = note === null;
  $("sound-note").title = note ?? "";
  $("sound-note-text").textContent = note ?? "";
}

/** Shows the frame that is on screen. */
export function showTime({ film, frame, shownFrame }) {
  if (!film) return;
  const shown = shownFrame ?? frame;
  $("timecode").textContent = film.timecode(shown);
  $("frame").textContent = String(shown);
  $("seconds").textContent = film.seconds(shown);
}

let lastPointer = -Infinity;
document.addEventListener("pointerdown", () => { lastPointer = performance.now(); });

/** Removes the focus from a select that a pointer opened, so that keys work again. */
export function releaseAfterPointer(element) {
  if (performance.now() - lastPointer < 30_000 && !element.matches(":focus-visible")) element.blur();
}

function press(id, isPressed, symbol) {
  $(id).setAttribute("aria-pressed", isPressed);
  if (symbol) $(id).querySelector("use").setAttribute("href", `#i-${symbol}`);
}

function nameOfRate(rate) {
  const amount = { 0.25: "¼", 0.5: "½" }[Math.abs(rate)] ?? Math.abs(rate);
  return `${rate < 0 ? "−" : ""}${amount}×`;
}
