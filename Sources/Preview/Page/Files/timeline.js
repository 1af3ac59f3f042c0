// The timeline: its view of the film, which zooms and scrolls, and what pointers do on it.
import { $, onDrag, onceAFrame } from "./dom.js";
import { Lanes } from "./lanes.js";
import { Drawing, GUTTER } from "./drawing.js";
import { Previews } from "./previews.js";
import { Hint } from "./hint.js";

const END = 14;  // pixels after the last frame
const WIDEST_FRAME = 48;
const WIDEST_SHEET = 8e6;  // pixels; browsers limit elements
const DRAG = 4;  // pixels that a pointer moves before it drags
const DOUBLE_CLICK = 280;

export class Timeline {
  /** Pixels per frame. */
  #scale = 1;
  /** How far it is scrolled, in pixels; more exact than the browser's own number. */
  #left = 0;
  /** Whether the whole film fits into the view, whatever its size. */
  #fits = true;
  #width = 0;
  #height = 0;
  #lanes = null;
  #selected = null;
  #pointed = null;
  /** Whether the user has scrolled the playhead out of view while the film plays. */
  #isAway = false;
  #click = null;
  #frame = null;
  #isDrawn = false;
  #isLaidOut = false;
  /** What decides about scroll bars, when they were measured. */
  #measuredFor = null;

  /** `lines` shows the line of an item in the script. */
  constructor(player, lines) {
    this.player = player;
    this.lines = lines;
    this.scroll = $("timeline-scroll");
    this.window = $("timeline-window");
    this.draw = onceAFrame(() => this.#draw());
    this.previews = new Previews(this.draw, () => player.shownFrame !== null && !player.isWaiting || !player.film?.picture);
    this.drawing = new Drawing($("timeline-canvas"), this.previews);
    this.hint = new Hint($("timeline-hint"));
    $("zoom-in").onclick = () => this.setZoom(this.zoom * 2);
    $("zoom-out").onclick = () => this.setZoom(this.zoom / 2);
    $("zoom-fit").onclick = () => this.setZoom(1);
    $("zoom-item").onclick = () => this.fitItem();
    this.scroll.addEventListener("scroll", () => this.#scrolled());
    this.scroll.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
      event.preventDefault();
      this.setZoom(this.zoom * 2 ** (-event.deltaY * (event.deltaMode === 1 ? 16 : 1) / 240), event.clientX);
    }, { passive: false });
    this.#listenForPinches();
    onDrag(this.window, (event, isEnd) => this.#drag(event, isEnd));
    this.window.addEventListener("pointermove", (event) => this.#point(event));
    this.window.addEventListener("pointerleave", () => this.#leave());
    this.window.addEventListener("dblclick", (event) => this.#doubleClick(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.drawing.forgetColours(); this.draw(); });
    new ResizeObserver(() => this.#resize()).observe(this.scroll);
    player.addEventListener("frame", () => this.#moved());
    player.addEventListener("play", () => { this.#isAway = false; });
    player.addEventListener("range", () => this.#showRange());
  }

  /** Shows the player's film. The zoom and the place stay if it is another version of the same film. */
  load() {
    const { film } = this.player;
    if (!film) return;
    if (this.#lanes?.film.number !== film.number) this.#fits = true;
    this.#lanes = new Lanes(film);
    this.#selected = this.#selected && likeliest(film.items, this.#selected);
    this.#pointed = null;
    this.hint.hide();
    this.previews.setFilm(film);
    this.#layOut();
  }

  // The view

  /** The zoom: at 1, the whole film fits. */
  get zoom() { return this.#fits ? 1 : this.#scale / this.#fittingScale; }

  get gutter() { return this.#width >= 640 ? GUTTER : 8; }

  get #room() { return Math.max(this.#width - this.gutter - END, 50); }

  get #fittingScale() { return this.#room / Math.max(this.player.film?.frames ?? 1, 1); }

  get #mostScale() {
    return Math.max(this.#fittingScale, Math.min(WIDEST_FRAME, WIDEST_SHEET / Math.max(this.player.film?.frames ?? 1, 1)));
  }

  get #mostLeft() { return Math.max(0, (this.player.film?.frames ?? 0) * this.#scale - this.#room); }

  /** Zooms around a position on the screen, which keeps its frame; without one, around the playhead or the middle. */
  setZoom(zoom, clientX = null) {
    const { film } = this.player;
    if (!film) return;
    const playhead = this.#x(this.player.frame + 0.5);
    const isInView = playhead >= this.gutter && playhead <= this.#width;
    const x = clientX !== null ? clientX - this.window.getBoundingClientRect().left
      : isInView ? playhead : (this.gutter + this.#width) / 2;
    const frame = this.#frameAtX(x);
    this.#setScale(zoom * this.#fittingScale);
    this.#left = frame * this.#scale - (x - this.gutter);
    this.#layOut();
  }

  /** Shows these frames with a margin. */
  fit({ first, frames }) {
    this.#setScale(this.#room * 0.9 / frames);
    this.#left = (first + frames / 2) * this.#scale - this.#room / 2;
    this.#layOut();
  }

  /** Shows the selected item, or the one at the playhead. */
  fitItem() {
    if (this.#current) this.fit(this.#current);
  }

  /** The selected item as long as the playhead is in it, or the one at the playhead. */
  get #current() {
    const { film, frame } = this.player;
    const item = this.#selected;
    return item && frame >= item.first && frame < item.first + item.frames ? item : film?.mainItemAt(frame);
  }

  #setScale(scale) {
    this.#scale = Math.min(Math.max(scale, this.#fittingScale), this.#mostScale);
    this.#fits = this.#scale <= this.#fittingScale * 1.0001;
  }

  #x(frame) { return this.gutter + frame * this.#scale - this.#left; }

  /** The place in frames, with fractions. */
  #frameAtX(x) { return (x - this.gutter + this.#left) / this.#scale; }

  #measure() {
    this.#width = this.scroll.clientWidth;
    this.#height = this.scroll.clientHeight;
  }

  #resize() {
    this.#measuredFor = null;
    this.#layOut();
  }

  /** Shows the present scale and place in the next frame of the screen, however often they change before. */
  #layOut() {
    if (!this.#lanes) return;
    this.#isLaidOut = false;
    this.#limit();
    this.draw();
  }

  #limit() {
    this.#setScale(this.#fits ? 0 : this.#scale);
    this.#left = Math.min(Math.max(this.#left, 0), this.#mostLeft);
  }

  #applyLayout() {
    const sheet = $("timeline-sheet");
    const { height } = this.#lanes;
    sheet.style.width = this.#fits ? "100%" : `${this.gutter + this.player.film.frames * this.#scale + END}px`;
    // Measuring takes long: only after a change that adds or removes a scroll bar.
    const frame = `${this.#fits} ${height}`;
    if (this.#measuredFor !== frame) {
      this.#measuredFor = frame;
      sheet.style.height = `${height}px`;
      // A scroll bar takes some of the height, and of the width.
      this.scroll.style.height = `${height + this.scroll.offsetHeight - this.scroll.clientHeight}px`;
      this.#measure();
      this.#limit();
      this.window.style.width = `${this.#width}px`;
      this.window.style.height = `${this.#height}px`;
    }
    this.scroll.scrollLeft = this.#left;
    $("zoom-out").disabled = $("zoom-fit").disabled = this.#fits;
    $("zoom-in").disabled = this.#scale >= this.#mostScale;
    this.#movePlayhead();
    this.#showRange();
    this.#isLaidOut = true;
  }

  #scrolled() {
    // The browser rounds what the page sets.
    if (this.#isLaidOut && Math.abs(this.scroll.scrollLeft - this.#left) >= 1) {
      this.#left = this.scroll.scrollLeft;
      const x = this.#x(this.player.frame + 0.5);
      if (this.player.isPlaying) this.#isAway = x < this.gutter || x > this.#width;
      this.#movePlayhead();
      this.#showRange();
    }
    this.hint.hide();
    this.draw();
  }

  #draw() {
    if (!this.#lanes) return;
    if (!this.#isLaidOut) this.#applyLayout();
    if (!this.#width) return;
    this.drawing.resize(this.#width, this.#height);
    this.drawing.draw(this.#lanes, {
      width: this.#width, height: this.#height, gutter: this.gutter, scale: this.#scale, left: this.#left,
      top: this.scroll.scrollTop, selected: this.#selected, pointed: this.#pointed,
    });
    if (!this.#isDrawn) performance.mark("timeline");
    this.#isDrawn = true;
  }

  // The playhead and the in and out points

  #moved() {
    this.#movePlayhead();
    // Another version of the film does not move the playhead.
    if (this.player.frame !== this.#frame) this.#follow();
    this.#frame = this.player.frame;
  }

  #movePlayhead() {
    const { film, frame } = this.player;
    const x = film ? this.#x(frame + 0.5) : -1;
    const line = $("timeline-playhead");
    line.hidden = x < this.gutter - 1 || x > this.#width;
    line.style.transform = `translateX(${x}px)`;
  }

  #showRange() {
    const { film, range, bounds, isLooping } = this.player;
    const element = $("timeline-range");
    element.hidden = !film || (range.first === null && range.last === null);
    if (element.hidden) return;
    const from = Math.max(this.#x(bounds.first), this.gutter), to = Math.min(this.#x(bounds.last + 1), this.#width + 4);
    element.hidden = to <= from;
    element.style.transform = `translateX(${from}px)`;
    element.style.width = `${to - from}px`;
    element.classList.toggle("loops", isLooping);
  }

  /** Scrolls by a page when the playhead leaves the view, unless the user looks elsewhere while the film plays. */
  #follow() {
    if (!this.player.film || !this.#lanes || this.#isAway) return;
    const x = this.#x(this.player.frame + 0.5);
    if (x >= this.gutter && x <= this.#width) return;
    this.#left += x - this.gutter - this.#room * (this.player.rate < 0 ? 0.9 : 0.1);
    this.#layOut();
  }

  // Pointers

  #place(event) {
    const { left, top } = this.window.getBoundingClientRect();
    const x = event.clientX - left, y = event.clientY - top;
    const { film } = this.player;
    return {
      x, y, frame: film.clamp(Math.floor(this.#frameAtX(x))), isOnRuler: y < this.#lanes.top,
      item: x < this.gutter || y < this.#lanes.top ? null
        : this.#lanes.itemAt(this.#frameAtX(x), y - this.#lanes.top + this.scroll.scrollTop),
    };
  }

  #start = null;

  /** On the ruler a pointer moves the playhead; on the lanes a click selects, and a drag sets in and out. */
  #drag(event, isEnd) {
    if (!this.#lanes) return;
    const place = this.#place(event);
    const { player } = this;
    if (!this.#start) this.#start = { ...place, isRange: false };
    const start = this.#start;
    if (isEnd) this.#start = null;
    // A finger scrolls; a tap clicks.
    if (event.type === "pointercancel") return;
    const isTouch = event.pointerType === "touch";
    if (start.isOnRuler && !isTouch) { player.seek(place.frame, { isDragging: !isEnd }); return; }
    if (Math.abs(place.x - start.x) > DRAG && !start.isOnRuler && !isTouch) start.isRange = true;
    if (start.isRange) {
      this.hint.hide();
      player.setRange({ first: Math.min(start.frame, place.frame), last: Math.max(start.frame, place.frame) });
    } else if (isEnd) {
      player.seek(place.frame);
      this.#select(start.item);
    }
  }

  #select(item) {
    this.#selected = item;
    this.draw();
    clearTimeout(this.#click);
    // A double click is no click.
    this.#click = setTimeout(() => this.lines.show(item), item ? DOUBLE_CLICK : 0);
  }

  #doubleClick(event) {
    const { item } = this.#place(event);
    if (!item) return;
    clearTimeout(this.#click);
    this.player.setRange({ first: item.first, last: Math.min(item.first + item.frames, this.player.film.frames) - 1 });
  }

  #point(event) {
    if (!this.#lanes || event.pointerType === "touch") return;
    const place = this.#place(event);
    this.window.style.cursor = place.isOnRuler ? "ew-resize" : place.item ? "pointer" : "";
    const item = event.buttons ? null : place.item;
    if (item !== this.#pointed) { this.#pointed = item; this.draw(); }
    const transition = item && item.lane === "timeline" ? this.player.film.transitionsAt(place.frame)[0] : null;
    if (item) this.hint.show(this.player.film, item, transition, event); else this.hint.hide();
  }

  #leave() {
    this.hint.hide();
    if (this.#pointed) { this.#pointed = null; this.draw(); }
  }

  /** Two fingers zoom around their middle. */
  #listenForPinches() {
    let before = null;
    const measure = ({ touches: [a, b] }) => ({ distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), middle: (a.clientX + b.clientX) / 2 });
    this.scroll.addEventListener("touchstart", (event) => { before = event.touches.length === 2 ? measure(event) : null; }, { passive: true });
    this.scroll.addEventListener("touchmove", (event) => {
      if (!before || event.touches.length !== 2) return;
      event.preventDefault();
      const now = measure(event);
      this.#left -= now.middle - before.middle;
      this.setZoom(this.zoom * now.distance / Math.max(before.distance, 1), now.middle);
      before = now;
    }, { passive: false });
    this.scroll.addEventListener("touchend", () => { before = null; });
  }

  /** What keys and buttons do, besides zooming. */
  get actions() {
    return {
      zoomItem: () => this.fitItem(),
      line: () => this.lines.show(this.#current),
    };
  }

  get itemActions() { return { fit: (item) => this.fit(item), line: (item) => this.lines.show(item) }; }

  /** For tests. */
  get view() {
    return {
      scale: this.#scale, left: this.#left, gutter: this.gutter, width: this.#width, top: this.#lanes?.top,
      rows: this.#lanes?.rows.map(({ lane, y, height, items }) => ({ lane, y, height, items: items.length })),
      selected: this.#selected?.name ?? null,
    };
  }
}

/** The item of a new version that is most likely the same one. */
function likeliest(items, { name, lane, first }) {
  const same = items.filter((item) => item.name === name && item.lane === lane);
  return same.sort((a, b) => Math.abs(a.first - first) - Math.abs(b.first - first))[0] ?? null;
}
