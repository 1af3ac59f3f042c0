// How the picture is looked at: guides over it, its full size, and a copy of the frame.
import { $, make } from "./dom.js";
import { Still } from "./still.js";

/** Shares of the height or width that are not safe, as published: EBU R 95 and SMPTE ST 2046-1 for television, Meta and Google
    for their vertical placements. TikTok publishes pictures instead, which depend on the length of the caption. */
const AREAS = {
  broadcast: [
    { name: "Action", top: 3.5, right: 3.5, bottom: 3.5, left: 3.5 },
    { name: "Title", top: 5, right: 5, bottom: 5, left: 5 },
  ],
  reels: [{ name: "Reels", top: 14, right: 6, bottom: 35, left: 6 }],
  stories: [{ name: "Stories", top: 14, right: 0, bottom: 20, left: 0 }],
  shorts: [{ name: "Shorts", top: 15, right: 192 / 10.8, bottom: 35, left: 48 / 10.8 }],
};
const THIRDS = [1, 2].map((part) => 100 * part / 3);

export class View {
  /** The names of the visible guides. */
  #guides = new Set();
  isFullSize = false;

  /** `onResize` gives the screen its size. */
  constructor(player, onResize) {
    this.player = player;
    this.onResize = onResize;
    /** The exact picture, over the video, whose pictures are smaller than the canvas. */
    this.exact = new Still($("exact"), () => this.#showExact());
    player.addEventListener("frame", () => this.#showExact());
    player.addEventListener("shown", () => this.#showExact());
    player.addEventListener("play", () => this.#showExact());
    for (const button of document.querySelectorAll("[data-guide]")) button.onclick = () => this.toggle(button.dataset.guide);
    $("stage").addEventListener("scroll", () => this.#rememberScroll(), { passive: true });
    showMenu($("view"), $("view-menu"));
  }

  load(film) {
    this.exact.setFilm(film.number);
    for (const button of document.querySelectorAll("[data-guide][data-tall]")) {
      button.hidden = film.width >= film.height;
    }
    $("view").disabled = !film.picture;
    this.#draw();
    this.#showExact();
  }

  // Guides

  toggle(name) {
    if (!this.#guides.delete(name)) this.#guides.add(name);
    this.#draw();
  }

  #draw() {
    const { film } = this.player;
    const isTall = film && film.width < film.height;
    for (const button of document.querySelectorAll("[data-guide]")) {
      button.setAttribute("aria-pressed", this.#guides.has(button.dataset.guide));
    }
    const areas = Object.entries(AREAS).filter(([name]) => this.#guides.has(name) && (name === "broadcast" || isTall))
      .flatMap(([, list]) => list).map(({ name, top, right, bottom, left }) => {
        const area = make("div", { className: "area" }, make("span", {}, name));
        area.style.inset = `${top}% ${right}% ${bottom}% ${left}%`;
        return area;
      });
    const lines = this.#guides.has("thirds") ? THIRDS.flatMap((share) => ["left", "top"].map((side) => {
      const line = make("div", { className: side === "left" ? "third upright" : "third" });
      line.style[side] = `${share}%`;
      return line;
    })) : [];
    $("guides").replaceChildren(...lines, ...areas);
    $("view").classList.toggle("used", this.#guides.size > 0 || this.isFullSize);
  }

  // Full size: a pixel of the canvas for each pixel of the screen

  toggleFullSize() {
    this.isFullSize = !this.isFullSize;
    this.#scroll = { x: 0.5, y: 0.5 };
    $("full-size").setAttribute("aria-pressed", this.isFullSize);
    $("stage").classList.toggle("full-size", this.isFullSize);
    this.onResize();
    this.#draw();
    this.#showExact();
  }

  /** The middle of the visible part, as shares of the picture. */
  #scroll = { x: 0.5, y: 0.5 };

  #rememberScroll() {
    const stage = $("stage");
    this.#scroll = {
      x: (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth, y: (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
    };
  }

  /** The size of the screen at full size, in a stage of at most this height. */
  sizeOf(film, most) {
    const scale = devicePixelRatio || 1;
    const size = { width: film.width / scale, height: film.height / scale };
    const stage = $("stage"), { x, y } = this.#scroll;
    stage.style.height = `${Math.min(size.height, most)}px`;
    requestAnimationFrame(() => {
      stage.scrollLeft = x * stage.scrollWidth - stage.clientWidth / 2;
      stage.scrollTop = y * stage.scrollHeight - stage.clientHeight / 2;
    });
    return size;
  }

  #showExact() {
    const { film, frame, isPlaying, shownFrame } = this.player;
    const isWanted = this.isFullSize && film?.picture && !isPlaying;
    // Another frame must not stay over the one that the video shows.
    if (!isWanted || (this.exact.frame !== null && this.exact.frame !== frame && shownFrame === frame)) this.exact.hide();
    if (isWanted && shownFrame === frame) this.exact.want(frame);
  }

  // A copy

  /** Copies the exact frame as a PNG picture, and reports it beside the button. */
  async copyFrame() {
    const { film, frame } = this.player;
    const address = `frame/${film.number}/${frame}.png`;
    const picture = fetch(address, { cache: "no-store" }).then(async (answer) => {
      if (!answer.ok) throw new Error((await answer.text()).trim());
      return answer.blob();
    });
    try {
      if (!globalThis.ClipboardItem) throw new Error("This browser cannot copy pictures.");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      tell(`Frame ${frame} is in the clipboard, ${film.width}×${film.height}.`);
    } catch (error) {
      picture.catch(() => {});
      tell(`Frame ${frame} was not copied: ${error.message}`);
    }
  }
}

let tellTimer = null;
/** Shows a sentence over the picture for a moment. */
export function tell(text) {
  $("told").textContent = text;
  $("told").hidden = false;
  clearTimeout(tellTimer);
  tellTimer = setTimeout(() => { $("told").hidden = true; }, 4000);
}

/** Opens a menu above its button. */
export function showMenu(button, menu) {
  button.popoverTargetElement = menu;
  menu.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", newState === "open");
    if (newState !== "open") return;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8, Math.max(right - width, 8)))}px`;
    menu.style.top = `${top - height - 6 >= 8 ? top - height - 6 : Math.min(bottom + 6, innerHeight - height - 8)}px`;
  });
}
