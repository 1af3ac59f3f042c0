// The panel of a media file that is played without a script: what to paste into one, facts and chapters.
import { $, make, renew } from "./dom.js";
import { tell } from "./view.js";

export class Clip {
  constructor(player) {
    this.player = player;
    $("copy-take").onclick = () => this.copyTake();
    player.addEventListener("range", () => this.#showTake());
    player.addEventListener("frame", () => this.#markChapter());
  }

  load(film) {
    const { media, chapters } = film;
    $("clip").hidden = !media;
    $("items").hidden = Boolean(media);
    if (!media) return;
    const { summary, tracks, tags, notes } = media;
    renew($("clip-facts"), [media], () => [
      make("p", {}, summary),
      ...tracks.map(({ title, details }) => make("section", {}, make("h3", {}, title), ...details.map((line) => make("p", {}, line)))),
      ...(tags.length ? [make("section", {}, make("h3", {}, "tags"), ...tags.map(({ name, value }) => make("p", {}, `${name}: ${value}`)))] : []),
      ...notes.map((note) => make("p", {}, note)),
    ]);
    $("clip-chapters").hidden = chapters.length === 0;
    renew($("clip-chapters-list"), [chapters, film.rate], () => chapters.map(({ name, frame }) => make("li", {},
      make("button", { onclick: () => { this.player.pause(); this.player.seek(frame); } },
        make("span", { className: "name" }, name), make("span", { className: "at" }, film.timecode(frame))))));
    $("take-ends").textContent = film.stepsByTenths ? "set the beginning and the end." : "set the first and the last frame.";
    this.#showTake();
    this.#markChapter();
  }

  /** The text for a script; null if the film is no clip. */
  get take() {
    const { film, range } = this.player;
    return film?.takeOf(range) ?? null;
  }

  /** Copies the text, and reports it over the picture. */
  async copyTake() {
    const { take } = this;
    if (take === null) return;
    try {
      await navigator.clipboard.writeText(take);
      tell(`\`${take}\` is in the clipboard.`);
    } catch (error) {
      tell(`\`${take}\` was not copied: ${error.message}`);
    }
  }

  #showTake() {
    const { take } = this;
    $("take").hidden = take === null;
    if (take === null) return;
    const { film, bounds: { first, last } } = this.player;
    $("take-text").textContent = take;
    const length = film.seconds(last + 1 - first);
    $("take-frames").textContent = film.stepsByTenths ? length : `frames ${first} to ${last}, ${length}`;
  }

  #markChapter() {
    const { film, frame } = this.player;
    if (!film?.media) return;
    const current = film.chapters.findLastIndex((chapter) => chapter.frame <= frame);
    for (const [index, button] of document.querySelectorAll("#clip-chapters-list button").entries()) {
      if (index === current) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    }
  }
}
