// The strip of what was found in a media file: its shots and its parts with sound, each of which a click takes.
import { $, make, onceAFrame, renew } from "./dom.js";

/** Heights in CSS pixels. */
const ROW = 14, GAP = 3;

const LEGEND = { shot: "shot", gradual: "dissolve or fade", still: "black or still", heard: "sound", beat: "beat", damage: "damaged" };
const PLACES = { cut: "shot", dissolve: "gradual", fade: "gradual", black: "still", freeze: "still", beat: "beat", damage: "damage" };

export class Detected {
  #rows = [];
  #pointed = null;

  constructor(player, server) {
    this.player = player;
    this.canvas = $("detected-canvas");
    this.draw = onceAFrame(() => this.#draw());
    this.canvas.addEventListener("pointermove", (event) => this.#point(event));
    this.canvas.addEventListener("pointerleave", () => this.#show(null));
    this.canvas.addEventListener("click", (event) => this.#take(this.#partAt(event)));
    new ResizeObserver(this.draw).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.draw);
    player.addEventListener("range", this.draw);
    $("detect").onclick = async () => {
      try { await server.act(`detect/${player.film.number}`); } catch (error) { $("detected-text").textContent = error.message; }
    };
  }

  load(film) {
    const rows = [["shot", film.shots], ["heard", film.heard]].filter(([, parts]) => parts);
    this.#rows = rows.map(([kind, parts], number) => ({ kind, parts, y: number * (ROW + GAP) }));
    this.#pointed = null;
    this.things = film.media ? film.items.flatMap((item) => (item.detected ?? []).map((thing) => ({ ...thing, first: item.first + thing.first }))) : [];
    this.canvas.hidden = rows.length === 0;
    this.canvas.style.height = `${rows.length * (ROW + GAP) - GAP}px`;
    const kinds = new Set([...rows.map(([kind]) => kind), ...this.things.map(({ kind }) => PLACES[kind])]);
    renew($("detected-legend"), [...kinds].sort(), () => Object.entries(LEGEND).filter(([kind]) => kinds.has(kind))
      .map(([kind, name]) => make("li", { className: kind }, name)));
    this.#show(null);
    this.showState();
    this.draw();
  }

  /** Shows whether something can be looked for, or is. */
  showState(state = this.state) {
    this.state = state;
    const { film } = this.player;
    const canDetect = Boolean(state?.canDetect && film?.facts.canDetect);
    $("detect").hidden = !canDetect;
    $("detect").disabled = Boolean(state?.isDetecting);
    $("detect").textContent = state?.isDetecting ? "Looking for cuts and silences" : "Find cuts and silences";
    $("detected").hidden = this.canvas.hidden && !canDetect;
  }

  /** Sets the in and out points to a part, and goes to its start. */
  #take(part) {
    if (!part) return;
    this.player.setRange({ first: part.first, last: part.first + part.frames - 1 });
    this.player.seek(part.first);
  }

  #frameAt({ clientX }) {
    const { left, width } = this.canvas.getBoundingClientRect();
    return (clientX - left) / width * this.player.film.frames;
  }

  #partAt(event) {
    if (!this.player.film) return null;
    const y = event.clientY - this.canvas.getBoundingClientRect().top;
    const row = this.#rows.find((row) => y < row.y + ROW + GAP / 2);
    const frame = this.#frameAt(event);
    const part = row?.parts.find(({ first, frames }) => frame >= first && frame < first + frames);
    return part ? { ...part, kind: row.kind } : null;
  }

  #point(event) {
    if (!this.player.film) return;
    const part = this.#partAt(event);
    this.canvas.style.cursor = part ? "pointer" : "";
    const frame = this.#frameAt(event), reach = 3 * this.player.film.frames / this.canvas.clientWidth;
    const thing = this.things.find(({ first, frames }) => frame >= first - reach && frame < first + frames + reach);
    this.#show(part, thing);
  }

  #show(part, thing = null) {
    const { film } = this.player;
    const words = [
      thing && `${thing.kind.replace("-", " ")} ${thing.time}`,
      part && film.takeOf({ first: part.first, last: part.first + part.frames - 1 }),
    ].filter(Boolean);
    $("detected-text").textContent = words.join("  ·  ");
    if (part?.first === this.#pointed?.first && part?.kind === this.#pointed?.kind) return;
    this.#pointed = part;
    this.draw();
  }

  #draw() {
    const { film, range } = this.player;
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!film || !width || this.canvas.hidden) return;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(`--${name}`);
    const context = this.canvas.getContext("2d");
    const x = (frame) => Math.round(frame / film.frames * this.canvas.width);
    const fill = (name, from, to, top, tall) => {
      context.fillStyle = colour(name);
      context.fillRect(from, Math.round(top * scale), Math.max(to - from, 1), Math.round(tall * scale));
    };
    for (const { kind, parts, y } of this.#rows) {
      fill("lane", 0, this.canvas.width, y, ROW);
      const gap = parts.length * 5 * scale < this.canvas.width ? Math.round(scale) : 0;
      for (const part of parts) {
        const [from, to] = [x(part.first), x(part.first + part.frames) - gap];
        const isPointed = this.#pointed?.kind === kind && this.#pointed.first === part.first;
        fill(`found-${kind}${isPointed ? "-pointed" : ""}`, from, to, y, ROW);
        // A line for each cut, however short the shots are.
        if (gap === 0 && kind === "shot") fill("panel", from, from + 1, y, ROW);
      }
      for (const { kind: found, first, frames } of this.things) {
        const place = PLACES[found];
        const isHere = kind === "shot" ? ["gradual", "still"].includes(place) : place === "beat";
        if (!isHere && place !== "damage") continue;
        if (place === "beat") fill("found-beat", x(first), x(first) + Math.round(scale), y + ROW - 6, 6);
        else fill(`found-${place}`, x(first), x(first + frames), y + ROW - 5, 5);
      }
      const chosen = parts.find(({ first, frames }) => first === range.first && first + frames - 1 === range.last);
      if (!chosen) continue;
      context.strokeStyle = colour("accent");
      context.lineWidth = 2 * scale;
      const from = x(chosen.first), to = x(chosen.first + chosen.frames) - gap;
      context.strokeRect(from + scale, y * scale + scale, Math.max(to - from - 2 * scale, 1), (ROW - 2) * scale);
    }
  }
}
