// What the pointer is on in the timeline: the item's take, media, settings, and why it is not copied.
import { make, renew } from "./dom.js";

const MOST_KEYS = 8;
const NAMES = { clip: "clip", image: "image", text: "text", drawn: "drawn", film: "sequence", gap: "gap", sound: "audio", cue: "cue" };

/** `2 cuts, 1 silence` */
function found(things) {
  const counts = new Map();
  for (const { kind } of things ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind.replace("-", " ")}${count === 1 || kind === "no-sound" ? "" : "s"}`).join(", ");
}

export class Hint {
  constructor(element) { this.element = element; }

  hide() { this.element.hidden = true; }

  /** Shows an item next to the pointer. */
  show(film, item, transition, { clientX, clientY }) {
    renew(this.element, [film.version, film.number, item, transition], () => this.#content(film, item, transition));
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    const left = Math.min(clientX + 14, innerWidth - offsetWidth - 8);
    const top = clientY + 18 + offsetHeight > innerHeight ? clientY - offsetHeight - 12 : clientY + 18;
    this.element.style.transform = `translate(${Math.max(left, 8)}px, ${Math.max(top, 8)}px)`;
  }

  #content(film, item, transition) {
    const last = item.first + item.frames - 1;
    const fact = (name, value) => value ? make("div", {}, make("dt", {}, name), make("dd", {}, value)) : null;
    const keys = (item.keys ?? []).filter((text) => !text.startsWith("take: "));
    const rest = keys.length - MOST_KEYS;
    return [
      make("p", { className: "name" }, item.title ?? item.name, make("span", {}, NAMES[item.kind] ?? item.kind)),
      make("dl", {},
        fact("Time", `${film.timecode(item.first)} to ${film.timecode(last)}  ·  ${film.seconds(item.frames)}`),
        fact("Take", item.take),
        fact("File", item.media),
        fact("Media", item.facts),
        fact("Found", found(item.detected)),
        fact("Encoded", item.whyEncoded),
        fact("Transition", transition?.name),
        fact("Script", item.line ? `line ${item.line}` : null)),
      keys.length ? make("pre", {}, [...keys.slice(0, MOST_KEYS), ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n")) : null,
    ].filter(Boolean);
  }
}
