// The strip under the player: rendered cells, or seconds of an audio-only film, in and out points, markers, chapters, and the draggable playhead.
import { $, make, onDrag, onceAFrame, renew } from "./dom.js";
import { Still } from "./still.js";

/** Milliseconds of rest before the picture under a pointer is requested, so that crossing the strip requests none. */
const POINTER_REST = 80;

export class Strip {
  constructor(player) {
    this.player = player;
    this.states = new Map();
    this.canvas = $("cells");
    this.pointed = new Still($("pointed-picture"), () => this.#placeLabel(), { isAlwaysSmall: true });
    this.track = $("track");
    this.draw = onceAFrame(() => this.#draw());
    onDrag(this.track, (event, isEnd) => {
      if (!player.film) return;
      player.seek(this.#frameAt(event.clientX), { isDragging: !isEnd });
      this.#point(event, event.pointerType === "touch" && isEnd);
    });
    this.track.addEventListener("pointermove", (event) => this.#point(event));
    this.track.addEventListener("pointerleave", () => this.#leave());
    new ResizeObserver(this.draw).observe(this.track);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.draw);
    player.addEventListener("frame", () => this.#move());
    player.addEventListener("play", this.draw);
    player.addEventListener("range", () => this.#showRange());
  }

  load(film) {
    this.states = new Map(film.cells.map((cell) => [cell.key, cell.state]));
    this.chunksMade = film.facts.chunksMade ?? 0;
    this.pointed.setFilm(film.number);
    this.track.setAttribute("aria-valuemax", film.lastFrame);
    renew($("chapters"), [film.chapters, film.frames], () => film.chapters.map((chapter) => this.#jump("chapter", chapter, film)));
    renew($("markers"), [film.markers, film.frames], () => film.markers.map((marker) => this.#jump("marker", marker, film)));
    this.#move();
    this.#showRange();
    this.draw();
  }

  setStates({ states, chunksMade }) {
    this.chunksMade = chunksMade;
    for (const [key, state] of Object.entries(states)) if (this.states.has(key)) this.states.set(key, state);
    this.draw();
  }

  #jump(kind, { name, frame }, film) {
    const button = make("button", {
      className: kind, title: `${name}, ${film.timecode(frame)}`, tabIndex: 0,
      "aria-label": `Go to the ${kind} ${name}`, onclick: () => this.player.seek(frame),
    }, kind === "chapter" ? name : "");
    button.style.left = `${100 * frame / film.frames}%`;
    if (kind === "chapter") {
      const next = film.chapters.find((chapter) => chapter.frame > frame)?.frame ?? film.frames;
      button.style.width = `${100 * (next - frame) / film.frames}%`;
    }
    return button;
  }

  #frameAt(x) {
    const { left, width } = this.track.getBoundingClientRect();
    return this.player.film.clamp(Math.floor((x - left) / width * this.player.film.frames));
  }

  /** The frame under the pointer, or null. */
  #pointedFrame = null;
  #restTimer = null;

  /** Shows the time under the pointer, and its picture if the pointer rests; during a drag, the film shows it. */
  #point(event, isOver = false) {
    const { film } = this.player;
    if (!film || isOver) { this.#leave(); return; }
    const frame = this.#frameAt(event.clientX);
    if (event.buttons || !film.picture) this.pointed.hide();
    if (frame !== this.#pointedFrame) {
      clearTimeout(this.#restTimer);
      if (!event.buttons && film.picture) this.#restTimer = setTimeout(() => this.pointed.want(frame), POINTER_REST);
    }
    this.#pointedFrame = frame;
    $("pointed-time").textContent = `${film.timecode(frame)}  ·  ${frame}`;
    $("pointed").hidden = false;
    this.#placeLabel();
  }

  /** Keeps the label within the strip. A picture of another frame is pale until the right one arrives. */
  #placeLabel() {
    const { film } = this.player;
    const frame = this.#pointedFrame;
    if (!film || frame === null) return;
    const label = $("pointed");
    const half = label.offsetWidth / 2, { offsetLeft, offsetWidth } = this.track;
    const place = offsetWidth * (frame + 0.5) / film.frames;
    label.style.left = `${offsetLeft + Math.max(half, Math.min(place, offsetWidth - half))}px`;
    this.pointed.canvas.classList.toggle("old", this.pointed.frame !== frame);
  }

  #leave() {
    clearTimeout(this.#restTimer);
    this.#pointedFrame = null;
    this.pointed.hide();
    $("pointed").hidden = true;
  }

  #move() {
    const { film, frame } = this.player;
    if (!film) return;
    $("playhead").style.left = `${100 * (frame + 0.5) / film.frames}%`;
    this.track.setAttribute("aria-valuenow", frame);
    this.track.setAttribute("aria-valuetext", `Frame ${frame}, ${film.timecode(frame)}`);
  }

  #showRange() {
    const { film, range, bounds, isLooping } = this.player;
    const element = $("range");
    element.hidden = !film || (range.first === null && range.last === null);
    if (element.hidden) return;
    element.style.left = `${100 * bounds.first / film.frames}%`;
    element.style.width = `${100 * (bounds.last + 1 - bounds.first) / film.frames}%`;
    element.classList.toggle("loops", isLooping);
  }

  #draw() {
    const { film } = this.player;
    const { width, height } = this.track.getBoundingClientRect();
    if (!film || !width) return;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const style = getComputedStyle(this.track);
    const colours = Object.fromEntries(["made", "making", "missing", "failed", "held"].map((name) => [name, style.getPropertyValue(`--${name}`)]));
    const context = this.canvas.getContext("2d");
    const x = (frame) => Math.round(frame / film.frames * this.canvas.width);
    const pieces = film.picture ? film.pictures : film.sounds;
    const gap = pieces.length * 4 * scale < this.canvas.width ? Math.round(scale) : 0;
    for (const piece of pieces) {
      const [first, end] = film.picture ? [piece.first, piece.first + piece.frames]
        : [piece.start, piece.end].map((seconds) => seconds * film.framesPerSecond);
      const from = x(first), to = Math.max(x(end) - gap, from + 1);
      context.fillStyle = colours[this.#stateOf(piece, film)] ?? colours.missing;
      context.fillRect(from, 0, to - from, this.canvas.height);
    }
  }

  #stateOf(piece, film) {
    if (film.picture) return this.player.holds(piece) ? "held" : this.states.get(piece.key);
    return this.player.holdsSound(piece) ? "held" : piece.place < this.chunksMade ? "made" : "missing";
  }
}
