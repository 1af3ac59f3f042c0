// The drawing of the timeline, with zoom and a playhead.
import { $, onDrag } from "./dom.js";

// The usual margins of the film in a drawing, and the height of its title, in the drawing's pixels.
const USUAL = { left: 108, right: 24, top: 72 };
const MOST_ZOOM = 16;
const REST = 250;
const dark = matchMedia("(prefers-color-scheme: dark)");

export class Timeline {
  zoom = 1;
  #address = null;
  #width = 0;
  #load = 0;
  #loadTimer = null;

  constructor(player) {
    this.player = player;
    this.scroll = $("timeline-scroll");
    this.image = $("drawing");
    $("zoom-in").onclick = () => this.setZoom(this.zoom * 2);
    $("zoom-out").onclick = () => this.setZoom(this.zoom / 2);
    $("zoom-fit").onclick = () => this.setZoom(1);
    this.scroll.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.setZoom(this.zoom * 2 ** (-event.deltaY / 240), event.clientX);
    }, { passive: false });
    const sheet = $("timeline-sheet");
    onDrag(sheet, (event, isEnd) => {
      // A finger scrolls the sheet; a tap moves the playhead.
      if (event.type === "pointercancel" || (event.pointerType === "touch" && !isEnd)) return;
      const frame = this.#frameAt(event.clientX);
      if (frame !== null) player.seek(frame, { isDragging: !isEnd });
    });
    dark.addEventListener("change", () => this.load());
    new ResizeObserver(() => { this.#layOut(); this.#loadSoon(); }).observe(this.scroll);
    player.addEventListener("frame", () => { this.#move(); if (player.isPlaying) this.#follow(); });
  }

  /** Fetches the drawing of the player's film. The old one stays until the new one arrives. */
  async load() {
    const { film } = this.player;
    if (!film) return;
    const load = ++this.#load;
    const theme = dark.matches ? "dark" : "light";
    const width = this.#wantedWidth;
    const address = `timeline/${film.number}/${width === null ? "" : `${width}/`}${theme}.svg`;
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (!answer.ok || load !== this.#load) return;
      const picture = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: "image/svg+xml" }));
      const image = new Image();
      image.src = picture;
      await image.decode();
      if (load !== this.#load) { URL.revokeObjectURL(picture); return; }
      this.image.src = picture;
      this.image.hidden = false;
      this.#width = image.naturalWidth;
      if (this.#address) URL.revokeObjectURL(this.#address);
      this.#address = picture;
      this.#layOut();
    } catch {
      // Without a connection the old drawing stays.
    }
  }

  /** The width to request from the server, so that text keeps its size; null if it draws only one width. */
  get #wantedWidth() {
    const { narrowest, widest } = this.player.film.drawing ?? {};
    return widest ? Math.round(Math.min(Math.max($("timeline-sheet").clientWidth, narrowest), widest)) : null;
  }

  #loadSoon() {
    clearTimeout(this.#loadTimer);
    this.#loadTimer = setTimeout(() => {
      if (this.#width && this.player.film?.drawing && this.#wantedWidth !== this.#width) this.load();
    }, REST);
  }

  /** Zooms around a position on the screen, or around the playhead. */
  setZoom(zoom, x = null) {
    const { left, width } = this.scroll.getBoundingClientRect();
    const before = this.scroll.scrollWidth;
    const fixed = x === null ? this.#playheadX() : x - left + this.scroll.scrollLeft;
    const onScreen = x === null ? Math.min(Math.max(fixed - this.scroll.scrollLeft, 0), width) : x - left;
    this.zoom = Math.min(Math.max(zoom, 1), MOST_ZOOM);
    this.#layOut();
    this.#loadSoon();
    this.scroll.scrollLeft = fixed * this.scroll.scrollWidth / before - onScreen;
  }

  #layOut() {
    $("timeline-sheet").style.width = `${100 * this.zoom}%`;
    this.image.style.marginTop = `${-this.#measures.top * this.#scale}px`;
    $("zoom-out").disabled = $("zoom-fit").disabled = this.zoom <= 1;
    $("zoom-in").disabled = this.zoom >= MOST_ZOOM;
    this.#move();
  }

  get #measures() { return { ...USUAL, ...this.player.film?.drawing }; }

  /** Screen pixels per pixel of the drawing. */
  get #scale() { return this.#width ? $("timeline-sheet").clientWidth / this.#width : 1; }

  /** The left and right ends of the film on the sheet, in screen pixels. */
  get #ends() {
    const { left, right } = this.#measures;
    return { left: left * this.#scale, right: $("timeline-sheet").clientWidth - right * this.#scale };
  }

  #playheadX() {
    const { film, frame } = this.player;
    const { left, right } = this.#ends;
    return film ? left + (right - left) * (frame + 0.5) / film.frames : left;
  }

  #frameAt(clientX) {
    const { film } = this.player;
    if (!film || !this.#width) return null;
    const { left, right } = this.#ends;
    const x = clientX - $("timeline-sheet").getBoundingClientRect().left;
    return film.clamp(Math.floor((x - left) / (right - left) * film.frames));
  }

  #move() {
    const line = $("timeline-playhead");
    line.hidden = !this.#width || !this.player.film;
    line.style.transform = `translateX(${this.#playheadX()}px)`;
  }

  /** Scrolls by a page when the playhead leaves the view while the film plays. */
  #follow() {
    const x = this.#playheadX() - this.scroll.scrollLeft, width = this.scroll.clientWidth;
    if (x < 0 || x > width) this.scroll.scrollLeft += x - width * 0.1;
  }
}
