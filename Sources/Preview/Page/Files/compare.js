// The same moment in other films: in that of the last commit, over the picture, and in all outputs, side by side.
import { $, make, renew } from "./dom.js";
import { Still } from "./still.js";

/** Shows the frame of the last commit at the same moment of the edit, instead of the present one. */
export class Compare {
  isOn = false;
  /** The films of the last commit for the present version, or why there are none. */
  #base = null;
  #load = 0;

  constructor(server, player) {
    this.server = server;
    this.player = player;
    this.still = new Still($("base"), () => this.#show(), { folder: "base" });
    for (const type of ["frame", "play"]) player.addEventListener(type, () => this.#show());
  }

  toggle() {
    this.isOn = !this.isOn;
    $("compare").setAttribute("aria-pressed", this.isOn);
    if (this.isOn) this.#fetch(); else this.#show();
  }

  load() {
    this.#base = null;
    this.still.setFilm(this.player.film.number);
    if (this.isOn) this.#fetch();
  }

  async #fetch() {
    const load = ++this.#load;
    try {
      const base = JSON.parse(await this.server.text("base"));
      if (load !== this.#load) return;
      this.#base = base;
      this.still.setFilm(this.player.film.number);
    } catch (error) {
      if (load !== this.#load) return;
      // A newer version asks again.
      this.#base = { problem: error.message, films: [] };
    }
    this.#show();
  }

  /** The frame of the last commit at the playhead; null if its item is not in it. */
  get frame() {
    const film = this.#film;
    if (!film) return null;
    const { frame } = this.player;
    const span = film.spans.find(({ first, frames }) => frame >= first && frame < first + frames);
    if (!span) return null;
    const base = span.baseFirst + Math.min(frame - span.first, span.baseFrames - 1);
    return Math.min(Math.max(base, 0), film.frames - 1);
  }

  get #film() { return this.#base?.films.find(({ film }) => film === this.player.film?.number) ?? null; }

  #show() {
    const { isOn } = this, frame = isOn ? this.frame : null;
    $("base-label").hidden = !isOn;
    if (!isOn || frame === null) this.still.hide(); else this.still.want(frame, { isSmall: this.player.isPlaying });
    if (!isOn) return;
    const commit = this.#base?.commit?.slice(0, 7);
    $("base-label").textContent = this.#base === null ? "Reading the last commit"
      : this.#base.problem ? `There is no other film: ${this.#base.problem}`
      : !this.#film ? `This output is not in the last commit, ${commit}`
      : frame === null ? `This item is not in the last commit, ${commit}`
      : this.still.failure?.frame === frame ? `The frame of the last commit cannot be shown: ${this.still.failure.reason}`
      : `Last commit, ${commit}: frame ${frame}`;
  }
}

/** Shows all other outputs at the same time. */
export class Others {
  isOn = false;
  #films = [];
  #stills = new Map();

  /** `choose(number, frame)` shows another film; `onResize` gives the screen its size. */
  constructor(player, choose, onResize) {
    Object.assign(this, { player, choose, onResize });
    for (const type of ["frame", "shown"]) player.addEventListener(type, () => this.#show());
  }

  toggle() {
    this.isOn = !this.isOn;
    this.#draw();
  }

  /** The films of the script: those that differ only in their sound count once. */
  show(films) {
    this.#films = films;
    $("side-by-side").hidden = films.length < 2;
    this.#draw();
  }

  load() {
    // Pictures of an earlier version are fetched again.
    for (const [number, still] of this.#stills) still.setFilm(number);
    this.#draw();
  }

  #draw() {
    const isOn = this.isOn && this.#films.length > 1;
    const own = this.player.film?.number;
    const first = this.#films.find(({ number, track }) => number === own || track && track.film === own)?.number ?? own;
    const films = isOn ? this.#films.filter(({ number }) => number !== first) : [];
    $("side-by-side").setAttribute("aria-pressed", this.isOn);
    $("others").hidden = films.length === 0;
    renew($("others"), films, () => {
      this.#stills.clear();
      return films.map((film) => {
        const canvas = make("canvas", { hidden: true });
        canvas.style.aspectRatio = `${film.width} / ${film.height}`;
        const still = new Still(canvas, () => {}, { isAlwaysSmall: true });
        still.setFilm(film.number);
        this.#stills.set(film.number, still);
        const name = [film.name, film.row].filter((part) => part !== null && part !== undefined).join(", ");
        return make("li", {}, make("button", { title: `Show ${name}`, onclick: () => this.choose(film.number, this.#frameOf(film)) },
          canvas, make("span", {}, name)));
      });
    });
    this.onResize();
    this.#show();
  }

  #frameOf({ rate, frames }) {
    const seconds = this.player.film.middleOf(this.player.frame);
    return Math.min(Math.max(Math.floor(seconds * rate.frames / rate.seconds), 0), frames - 1);
  }

  #show() {
    if (!this.player.film) return;
    for (const film of this.#films) this.#stills.get(film.number)?.want(this.#frameOf(film));
  }
}
