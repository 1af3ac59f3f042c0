// Starts the page: connects the server, the player and the parts around it.
import { $, make, onceAFrame, renew } from "./dom.js";
import { Server } from "./server.js";
import { Still } from "./still.js";
import { Player } from "./player.js";
import { Strip } from "./strip.js";
import { Detected } from "./detected.js";
import { Timeline } from "./timeline.js";
import { Lines } from "./lines.js";
import { Findings, summary } from "./findings.js";
import { showItems } from "./items.js";
import { makeActions, releaseAfterPointer, showControls, showFilm, showTime } from "./controls.js";
import { View } from "./view.js";
import { Meter } from "./meter.js";
import { Tracks } from "./tracks.js";
import { Clip } from "./clip.js";
import { Compare, Others } from "./compare.js";
import { Reports } from "./reports.js";
import { listenForKeys, showKeysFor } from "./keys.js";

const PATIENCE = 200;  // milliseconds before the page reports that it is waiting

const server = new Server();
let still;
const player = new Player($("video"), still = new Still($("still"), () => {}));
const strip = new Strip(player);
const detected = new Detected(player, server);
const lines = new Lines(server);
const timeline = new Timeline(player, lines);
const view = new View(player, () => sizeScreen());
const meter = new Meter(player);
const tracks = new Tracks(player, choose);
const clip = new Clip(player);
new Reports(player);
const compare = new Compare(server, player);
const others = new Others(player, choose, () => sizeScreen());
const actions = { ...makeActions(player, timeline, { view, compare, others, clip }), ...timeline.actions };
const findings = new Findings(server, goToFinding);
showControls(player, actions);
listenForKeys(actions);

/** The number of the selected film, and the frame at which to begin. */
let { film: chosen, frame: wishedFrame } = readFragment();
/** The version and number of the film that is shown or being fetched. */
let loaded = null;
let goToAfterLoad = null;

// The server

server.addEventListener("state", ({ detail: state }) => {
  const isFirst = chosen === null;
  if (isFirst) chosen = state.position?.film ?? 0;
  if (wishedFrame === null) wishedFrame = isFirst ? state.position?.frame ?? 0 : 0;
  if (chosen >= state.films.length && state.films.length > 0) chosen = 0;
  showState(state);
  load();
});

server.addEventListener("cells", ({ detail }) => {
  if (player.film && detail.film === player.film.number && detail.version === player.film.version) strip.setStates(detail);
});

server.addEventListener("connection", ({ detail: isConnected }) => {
  showState(server.state);
  // A restarted server counts its versions from 1.
  if (isConnected) loaded = null;
});

player.addEventListener("gone", () => { loaded = null; load(); });

/** Fetches the selected film if it or its version has changed. */
async function load() {
  const { state } = server;
  if (!state || state.films.length === 0) return;
  const wanted = `${state.version} ${chosen}`;
  if (loaded === wanted) return;
  loaded = wanted;
  try {
    const film = await server.film(chosen);
    if (loaded !== wanted) return;
    const before = player.film;
    const isOther = before && before.number !== film.number;
    const frame = goToAfterLoad ?? (before === null ? wishedFrame
      : isOther ? film.frameAt(before.secondsAt(player.frame)) : player.frame);
    goToAfterLoad = null;
    player.load(film, frame);
    sizeScreen();
    strip.load(film);
    detected.load(film);
    view.load(film);
    meter.load(film);
    tracks.show(state.films, film.number);
    tracks.load(film);
    clip.load(film);
    compare.load();
    others.load();
    showFilm(film);
    showKeysFor(film);
    showItems(player, timeline.itemActions);
    showNotices();
    timeline.load();
  } catch {
    if (loaded !== wanted) return;
    loaded = null;
    setTimeout(load, 1000);
  }
}

function choose(number, frame = null) {
  if (number === chosen) {
    if (frame !== null) { player.pause(); player.seek(frame); }
    return;
  }
  chosen = number;
  goToAfterLoad = frame;
  $("film").value = String(server.state.films[number]?.track?.film ?? number);
  load();
}

/** Shows the place of a finding: in the present film if it is about this one, or in another one. */
function goToFinding({ films }) {
  const places = films.map(({ name, row, frame }) => ({
    number: server.state.films.findIndex((film) => film.name === name && film.row === row), frame,
  })).filter(({ number }) => number >= 0);
  const place = places.find(({ number }) => number === chosen) ?? places[0];
  if (place) choose(place.number, place.frame);
}

$("film").addEventListener("change", () => { choose(Number($("film").value)); releaseAfterPointer($("film")); });

/** Gives the screen a size in whole pixels, because its two layers must coincide. */
function sizeScreen() {
  const { film } = player;
  const isFull = document.fullscreenElement !== null;
  const height = (...ids) => ids.reduce((sum, id) => sum + $(id).offsetHeight, 0);
  const rest = innerHeight - height("strip", "controls", "others") - 12;
  // Leave room for the timeline.
  const most = isFull ? rest : Math.max(rest - height("top", "notices") - 320, 280);
  if (film?.picture && view.isFullSize) {
    const size = view.sizeOf(film, most);
    $("screen").style.width = `${size.width}px`;
    $("screen").style.height = `${size.height}px`;
    return;
  }
  $("stage").style.height = "";
  const ratio = film ? film.width / film.height : 16 / 9;
  const width = Math.min($("stage").clientWidth, Math.floor(most * ratio));
  $("screen").style.width = `${film && !film.picture ? $("stage").clientWidth : width}px`;
  $("screen").style.height = `${film && !film.picture ? 160 : Math.round(width / ratio)}px`;
}
new ResizeObserver(sizeScreen).observe($("player"));
addEventListener("resize", sizeScreen);
document.addEventListener("fullscreenchange", sizeScreen);

// Messages

function showState(state) {
  const { status, light } = !server.isConnected ? { status: "No connection", light: "lost" }
    : !state ? { status: "Connecting", light: "busy" }
    : state.isCompiling ? { status: "Compiling", light: "busy" }
    : !state.isCurrent ? { status: "Errors in the script", light: "old" }
    : { status: summary(state.findings) ? `Up to date, ${summary(state.findings)}` : "Up to date", light: "good" };
  $("status-text").textContent = status;
  $("status").dataset.light = light;
  showNotices();
  if (!state) return;
  $("script").textContent = state.script;
  document.title = `${state.script} – editc preview`;
  findings.show(state);
  // Further audio tracks of a film have a choice of their own.
  const films = state.films.map((film, number) => ({ ...film, number })).filter((film) => (film.track?.film ?? film.number) === film.number);
  $("film-choice").hidden = films.length < 2;
  renew($("film"), films, () => films.map((film) =>
    make("option", { value: String(film.number) }, [film.name, film.row].filter((part) => part !== null && part !== undefined).join(", "))));
  $("film").value = String(state.films[chosen ?? 0]?.track?.film ?? chosen ?? 0);
  tracks.show(state.films, chosen ?? 0);
  detected.showState(state);
  others.show(films);
}

function showNotices() {
  const { state, isConnected } = server;
  const notices = [
    isConnected ? null : ["lost", "The preview does not respond. This page reconnects by itself. If `editc preview` has ended, start it again and open the address that it prints."],
    state?.problem ? ["problem", state.problem] : null,
    state && !state.isCurrent && state.films.length > 0 && !state.isCompiling
      ? ["old", "The script has errors. This is the last valid film."] : null,
    player.problem ? ["problem", player.problem] : null,
  ].filter(Boolean);
  renew($("notices"), notices, () => notices.map(([kind, text]) => make("p", { className: kind }, text)));
  showScreen();
}

/** Shows a message on the screen while it has no picture, or is waiting. */
function showScreen() {
  const { state } = server;
  const isEmpty = player.shownFrame === null || (player.film && !player.film.picture);
  $("empty").hidden = !isEmpty;
  $("empty").textContent = player.film && !player.film.picture ? "This film has sound only"
    : state && state.films.length === 0 && !state.isCompiling ? "There is no film yet: see the findings"
    : "Waiting for the first picture";
}

let waitingSince = null;
function showWaiting() {
  const failure = player.shownFrame !== player.frame && still.failure?.frame === player.frame ? still.failure.reason : null;
  const text = player.missing ?? (failure && `Frame ${player.frame} cannot be shown: ${failure}`);
  if (!text) {
    waitingSince = null;
    $("waiting").hidden = true;
    return;
  }
  waitingSince ??= performance.now();
  const rest = PATIENCE - (performance.now() - waitingSince);
  if (rest > 0) { setTimeout(showWaiting, rest + 1); return; }
  $("waiting").textContent = text;
  $("waiting").hidden = false;
}

// The playhead

const showFrame = onceAFrame(() => {
  showTime(player);
  showItems(player, timeline.itemActions);
  showScreen();
  showWaiting();
  rememberPlace();
});
player.addEventListener("frame", showFrame);
player.addEventListener("shown", showFrame);
player.addEventListener("play", showFrame);
player.addEventListener("problem", showNotices);

// Addresses: `#film=1&frame=120`

let placeTimer = null;
/** Stores the place in the address, for reloads. Browsers allow few changes per second. */
function rememberPlace() {
  placeTimer ??= setTimeout(() => {
    placeTimer = null;
    if (player.film) history.replaceState(null, "", `#film=${player.film.number}&frame=${player.frame}`);
  }, 400);
}

function readFragment() {
  const values = new URLSearchParams(location.hash.slice(1));
  const number = (name) => /^\d{1,9}$/.test(values.get(name) ?? "") ? Number(values.get(name)) : null;
  return { film: number("film"), frame: number("frame") };
}

addEventListener("hashchange", () => {
  const { film, frame } = readFragment();
  if (server.state && film !== null && film < server.state.films.length) choose(film, frame);
});

// For tests and scripts

globalThis.editcPreview = {
  get film() { return player.film?.number ?? null; },
  get version() { return player.film?.version ?? null; },
  get frames() { return player.film?.frames ?? 0; },
  get frame() { return player.frame; },
  get shownFrame() { return player.shownFrame; },
  get isShownByVideo() { return !still.isVisible && player.shownFrame !== null; },
  get stillsPainted() { return still.painted; },
  get isPlaying() { return player.isPlaying; },
  get isWaiting() { return player.isWaiting; },
  get missing() { return player.missing; },
  get rate() { return player.rate; },
  get take() { return clip.take; },
  get levels() { return meter.levels; },
  get baseFrame() { return compare.isOn ? compare.frame : null; },
  get range() { return { ...player.range, isLooping: player.isLooping }; },
  get isConnected() { return server.isConnected; },
  get state() { return server.state; },
  get timeline() { return timeline.view; },
  seek: (frame) => player.seek(frame),
  play: (rate) => player.play(rate),
  pause: () => player.pause(),
  setRange: (first, last) => player.setRange({ first, last }),
  zoomTimeline: (zoom, clientX) => timeline.setZoom(zoom, clientX),
};

server.start();
