// The choice of an audio track and of a subtitle stream, and the subtitles over the picture.
import { $, make, renew } from "./dom.js";
import { releaseAfterPointer } from "./controls.js";

export class Tracks {
  /** The name of the chosen subtitle stream: it stays for the next version of the film. */
  #subtitles = null;

  /** `choose(number)` shows another film: one that differs only in its sound. */
  constructor(player, choose) {
    this.player = player;
    $("sound-track").addEventListener("change", () => {
      choose(Number($("sound-track").value), player.frame);
      releaseAfterPointer($("sound-track"));
    });
    $("subtitles").addEventListener("change", () => {
      this.#subtitles = $("subtitles").value === "" ? null : player.film.subtitles[Number($("subtitles").value)].name;
      this.#draw();
      releaseAfterPointer($("subtitles"));
    });
    player.addEventListener("frame", () => this.#draw());
    player.addEventListener("shown", () => this.#draw());
  }

  /** Shows the audio tracks of a film of the list. */
  show(films, number) {
    const first = films[number]?.track?.film;
    const tracks = films.map((film, index) => ({ ...film.track, number: index })).filter(({ film }) => film !== undefined && film === first);
    $("sound-track-choice").hidden = tracks.length < 2;
    renew($("sound-track"), tracks, () => tracks.map((track) => make("option", { value: String(track.number) }, track.name)));
    $("sound-track").value = String(number);
  }

  load(film) {
    $("subtitles-choice").hidden = film.subtitles.length === 0;
    const names = film.subtitles.map(({ name, language }) => [name, language]);
    renew($("subtitles"), names, () => [make("option", { value: "" }, "off"), ...film.subtitles.map(({ name, language }, number) =>
      make("option", { value: String(number) }, language && language !== name ? `${name} (${language})` : name))]);
    $("subtitles").value = this.#number === -1 ? "" : String(this.#number);
    this.#draw();
  }

  get #number() { return this.player.film.subtitles.findIndex(({ name }) => name === this.#subtitles); }

  #draw() {
    const { film, frame, shownFrame } = this.player;
    if (!film) return;
    const lines = this.#number === -1 ? [] : film.subtitleAt(this.#number, shownFrame ?? frame);
    renew($("subtitle"), lines, () => lines.map((line) => make("p", { dir: "auto" }, make("span", {}, line))));
  }
}
