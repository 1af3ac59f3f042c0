// Draws what is in view of a timeline on a canvas. Nothing is drawn as a whole: a film may be hours long.
import { RULER } from "./lanes.js";

export const GUTTER = 84;
const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const SMALL = FONT.replace("12px", "11px");
const KINDS = ["clip", "image", "text", "drawn", "film", "gap", "sound", "cue"];
/** Narrower items have no names, pictures and waveforms. */
const LEAST = { name: 22, picture: 12, wave: 6, line: 3 };

/** How each thing that was found is marked. */
const FOUND = {
  cut: { isOfPictures: true, colour: "cut", width: 2, height: 14 },
  dissolve: { isOfPictures: true, colour: "gradual", width: 2, height: 4 },
  fade: { isOfPictures: true, colour: "gradual", width: 2, height: 4 },
  black: { isOfPictures: true, colour: "still", width: 2, height: 4 },
  freeze: { isOfPictures: true, colour: "still", width: 2, height: 4 },
  silence: { isOfPictures: false, colour: "silence", width: 2, height: 3 },
  "no-sound": { isOfPictures: false, colour: "silence", width: 2, height: 3 },
  beat: { isOfPictures: false, colour: "beat", width: 1, height: 6 },
  damage: { isOfPictures: false, colour: "damage", width: 2, height: 4 },
};

/** The colours of the page, which follow its theme. */
function readColours(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, {
    fill: colour(`${kind}-fill`), edge: colour(`${kind}-edge`), accent: colour(`${kind}-accent`), text: colour(`${kind}-text`),
  }]));
  const names = ["panel", "page", "line", "strong-line", "text", "muted", "accent", "marker", "lane",
    "found-cut", "found-silence", "found-gradual", "found-still", "found-beat", "found-damage"];
  return { kinds, ...Object.fromEntries(names.map((name) => [name, colour(name)])) };
}

export class Drawing {
  #widths = new Map();
  #colours = null;

  /** `previews` has the thumbnails and waveforms; what is missing is requested from it. */
  constructor(canvas, previews) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.previews = previews;
  }

  forgetColours() { this.#colours = null; }

  resize(width, height) {
    const scale = devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.canvas.width !== wide) this.canvas.width = wide;
    if (this.canvas.height !== high) this.canvas.height = high;
  }

  /** `view`: `width`, `height`, `gutter`, `scale` (pixels per frame), `left` and `top` (scrolled pixels), `selected`. */
  draw(lanes, view) {
    const { context } = this;
    this.#colours ??= readColours(this.canvas);
    this.view = view;
    this.lanes = lanes;
    this.pixels = devicePixelRatio || 1;
    context.setTransform(this.pixels, 0, 0, this.pixels, 0, 0);
    context.textBaseline = "alphabetic";
    context.fillStyle = this.#colours.panel;
    context.fillRect(0, 0, view.width, view.height);
    this.first = view.left / view.scale;
    this.end = (view.left + view.width - view.gutter) / view.scale;
    const pictures = [], waves = [];
    context.save();
    context.beginPath();
    context.rect(view.gutter, lanes.top, view.width - view.gutter, view.height - lanes.top);
    context.clip();
    for (const row of lanes.rows) {
      const y = lanes.top + row.y - view.top;
      if (y > view.height || y + row.height < lanes.top) continue;
      this.#row(row, y, pictures, waves);
    }
    this.#transitions();
    this.#flagLines();
    context.restore();
    this.#ruler();
    this.#labels();
    this.previews.want(pictures, waves);
  }

  #x(frame) { return this.view.gutter + frame * this.view.scale - this.view.left; }

  /** The same, on a pixel of the screen: edges between pixels cost many times as much. */
  #edge(frame) { return Math.round(this.#x(frame) * this.pixels) / this.pixels; }

  // Rows and items

  #row(row, y, pictures, waves) {
    const { context, view } = this;
    context.fillStyle = this.#colours.lane;
    const [from, to] = [Math.max(this.#x(0), view.gutter), Math.min(this.#x(this.lanes.film.frames), view.width)];
    if (to > from) context.fillRect(from, y, to - from, row.height);
    let done = -Infinity;
    for (const item of this.lanes.itemsIn(row, this.first, this.end)) {
      const x = this.#edge(item.first), right = Math.max(this.#edge(item.first + item.frames), x + 1);
      // Of several items within a pixel, one is drawn.
      if (right <= done) continue;
      done = Math.max(done, Math.ceil(right));
      if (right - x < LEAST.line) {
        const { edge } = this.#tones(item);
        context.fillStyle = edge;
        context.fillRect(x, y, right - x, row.height);
        continue;
      }
      this.#item(item, row, x, right, y, pictures, waves);
    }
  }

  #tones(item) { return this.#colours.kinds[item.kind] ?? this.#colours.kinds.drawn; }

  #item(item, row, x, right, y, pictures, waves) {
    const { context, view } = this;
    const tones = this.#tones(item);
    // A line of the panel separates neighbours.
    const gap = right - x > 6 ? 1 : 0;
    const [from, to] = [Math.max(x, view.gutter - 4), Math.min(right - gap, view.width + 4)];
    const width = to - from;
    context.fillStyle = tones.fill;
    context.fillRect(from, y, width, row.height);
    const soundTop = y + row.height - row.sound;
    if (row.pictures && item.kind !== "gap") {
      this.#pictures(item, x, right - gap, y + row.names, row.pictures, pictures);
    }
    if (row.sound && item.volume) {
      const sound = this.#colours.kinds.sound;
      context.fillStyle = sound.fill;
      context.fillRect(from, soundTop, width, row.sound);
      if (right - x >= LEAST.wave) this.#wave(item, from, to, soundTop, row.sound, sound, waves);
      this.#curve(item, item.volume, from, to, soundTop + 2, row.sound - 4, sound.accent);
    }
    if (item.opacity && item.opacity.some(([, value]) => value !== 1)) {
      const [top, height] = row.pictures ? [y + row.names + 2, row.pictures - 4] : [y + row.height - row.ramp, row.ramp - 2];
      if (row.pictures || row.ramp) this.#curve(item, item.opacity, from, to, top, height, tones.accent);
    }
    if (item.detected && row.sound + row.pictures > 0) this.#detected(item, row, from, to, y);
    if (item.kind === "gap") this.#gap(from, y, width, row.height, tones);
    context.fillStyle = tones.edge;
    context.fillRect(from, y, width, 1);
    context.fillRect(from, y + row.height - 1, width, 1);
    if (x >= view.gutter - 4) context.fillRect(x, y, 1, row.height);
    if (item === view.selected || item === view.pointed) {
      context.strokeStyle = item === view.selected ? this.#colours.accent : tones.accent;
      context.lineWidth = 2;
      context.strokeRect(from + 1, y + 1, width - 2, row.height - 2);
    }
    if (width < LEAST.name) return;
    const colours = row.pictures || row.sound ? 0 : this.#swatch(item, from, to, y, row.height);
    const room = to - Math.max(from, view.gutter) - 12 - colours;
    const name = this.#fitting(item.title ?? item.name, room, FONT);
    if (!name) return;
    const place = Math.max(from, view.gutter) + 6;
    const baseline = y + nameBaseline(row);
    context.font = FONT;
    context.fillStyle = tones.text;
    context.fillText(name, place, baseline);
    const rest = room - this.#width(name, FONT) - 12;
    if (item.take && rest > 40) {
      const take = this.#fitting(item.take, rest, SMALL);
      context.font = SMALL;
      context.fillStyle = tones.accent;
      if (take) context.fillText(take, place + this.#width(name, FONT) + 12, baseline);
    }
  }

  /** The colours of a drawn item at its right end; their width. */
  #swatch({ colors }, from, to, y, height) {
    if (!colors?.length || to - from < 60) return 0;
    const size = 12;
    colors.slice(0, 4).forEach((colour, index) => {
      this.context.fillStyle = colour;
      this.context.fillRect(to - 5 - size * (index + 1), y + Math.min(5, (height - size) / 2), size, size);
    });
    return size * Math.min(colors.length, 4) + 5;
  }

  #gap(x, y, width, height, tones) {
    const { context } = this;
    context.save();
    context.setLineDash([4, 3]);
    context.lineWidth = 1;
    context.strokeStyle = tones.accent;
    context.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 1), height - 1);
    context.restore();
  }

  // Thumbnails

  /** Fills an item with its pictures, side by side from its left end, so that scrolling moves them. */
  #pictures(item, x, right, y, height, wanted) {
    const { context, view } = this;
    const { film } = this.lanes;
    if (item.colors?.length) {
      const [from, to] = [Math.max(x, view.gutter), Math.min(right, view.width)];
      const step = (right - x) / item.colors.length;
      item.colors.forEach((colour, index) => {
        const [left, end] = [Math.max(x + step * index, from), Math.min(x + step * (index + 1), to)];
        context.fillStyle = colour;
        if (end > left) context.fillRect(left, y, end - left, height);
      });
      return;
    }
    if (right - x < LEAST.picture) return;
    const tile = Math.round(height * film.width / film.height);
    const frames = tile / view.scale;
    // Frames are multiples of a power of two, so that zooming shows pictures that are there already.
    const grid = 2 ** Math.max(0, Math.floor(Math.log2(frames / 2)));
    const start = Math.max(0, Math.floor((view.gutter - x) / tile));
    const end = Math.min(Math.ceil((right - x) / tile), Math.ceil((view.width - x) / tile));
    for (let number = start; number < end; number += 1) {
      const left = x + number * tile, width = Math.min(tile, right - left);
      const middle = (number + width / tile / 2) * frames;
      const frame = item.first + Math.min(Math.floor(middle / grid) * grid, item.frames - 1);
      const picture = this.previews.picture(item, Math.min(frame, film.lastFrame));
      wanted.push({ frame: Math.min(frame, film.lastFrame), item });
      if (!picture) continue;
      // The middle of a picture where it does not fit.
      const share = width / tile;
      context.drawImage(
        picture, picture.width * (1 - share) / 2, 0, picture.width * share, picture.height, left, y, width, height);
    }
  }

  // Sound

  #wave(item, from, to, top, height, tones, wanted) {
    if (!item.waveform) return;
    wanted.push(item);
    const wave = this.previews.wave(item.waveform.key);
    if (!wave) return;
    const { context, view } = this;
    const { first, frames } = item.waveform;
    const perFrame = wave.count / frames;
    const [start, end] = [Math.ceil(Math.max(from, view.gutter, this.#x(first))), Math.floor(Math.min(to, view.width, this.#x(first + frames)))];
    const middle = top + height / 2, reach = (height - 4) / 2 / 255;
    const levels = wave.levels(perFrame / view.scale);
    const perPixel = perFrame / view.scale / levels.step;
    const begin = (start - this.#x(first)) * perPixel;
    for (const [values, colour] of [[levels.peaks, tones.edge], [levels.loud, tones.accent]]) {
      context.fillStyle = colour;
      let from = start, height = 0;
      for (let x = start; x <= end; x += 1) {
        const bin = Math.floor(begin + (x - start) * perPixel);
        const last = Math.max(bin + 1, Math.floor(begin + (x + 1 - start) * perPixel));
        let value = 0;
        for (let index = bin; index < last && index < values.length; index += 1) if (values[index] > value) value = values[index];
        const half = x < end ? Math.max(Math.round(value * reach), 0.5) : -1;
        // Columns of the same height are one rectangle.
        if (half === height) continue;
        if (height > 0) context.fillRect(from, middle - height, x - from, 2 * height);
        from = x;
        height = half;
      }
    }
  }

  /** A value over the frames of an item: its highest point, or 1, is at the top. */
  #curve(item, points, from, to, top, height, colour) {
    if (to - from < LEAST.name && points.length > 1) return;
    const { context } = this;
    const most = Math.max(1, ...points.map(([, value]) => value));
    const y = (value) => top + height * (1 - value / most);
    if (points.length === 1) {
      context.fillStyle = colour;
      context.fillRect(from, Math.round(y(points[0][1])), to - from, 1);
      return;
    }
    context.save();
    context.beginPath();
    context.rect(from, top - 2, to - from, height + 4);
    context.clip();
    context.beginPath();
    context.moveTo(from, y(points[0][1]));
    for (const [frame, value] of points) context.lineTo(this.#x(item.first + frame), y(value));
    context.lineTo(to, y(points.at(-1)[1]));
    context.lineJoin = "round";
    // A halo, so that it is seen on pictures.
    context.globalAlpha = 0.6;
    context.lineWidth = 4;
    context.strokeStyle = this.#colours.panel;
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = 1.5;
    context.strokeStyle = colour;
    context.stroke();
    context.restore();
  }

  // What was found in the media

  /** Cuts and other changes of the picture are marked at its top, silences and beats at the bottom of the sound. */
  #detected(item, row, from, to, y) {
    const { context } = this;
    const [top, bottom] = [y + row.names, y + row.height];
    for (const { kind, first, frames } of item.detected) {
      const mark = FOUND[kind];
      if (!mark || mark.isOfPictures && !row.pictures || !mark.isOfPictures && !row.sound) continue;
      const left = Math.round(this.#x(item.first + first));
      const right = Math.max(Math.round(this.#x(item.first + first + frames)), left + mark.width);
      if (right < from || left > to) continue;
      context.fillStyle = this.#colours[`found-${mark.colour}`];
      const [start, end] = [Math.max(left, from), Math.min(right, to)];
      const upper = mark.isOfPictures ? top - 2 : bottom - 1 - mark.height;
      context.fillRect(start, upper, end - start, mark.height);
      if (kind !== "cut") continue;
      // A halo, so that it is seen on pictures.
      context.fillStyle = this.#colours.panel;
      context.fillRect(start - 1, upper, 1, mark.height);
      context.fillRect(end, upper, 1, mark.height);
    }
  }

  // Transitions, markers, ruler

  #transitions() {
    const { context, lanes, view } = this;
    const row = lanes.rows.find(({ lane, pictures, sound }) => lane === "timeline" && (pictures || sound));
    if (!row) return;
    const y = lanes.top + row.y - view.top + row.names;
    const height = row.pictures || row.height - row.names;
    for (const { first, frames } of lanes.film.transitions) {
      const x = this.#x(first), width = frames * view.scale;
      if (x > view.width || x + width < view.gutter || width < LEAST.line) continue;
      context.fillStyle = this.#colours.panel;
      context.globalAlpha = 0.72;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
      context.strokeStyle = this.#colours.text;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
      context.beginPath();
      context.moveTo(x + 0.5, y + height - 0.5);
      context.lineTo(x + width - 0.5, y + 0.5);
      context.stroke();
    }
  }

  #flagLines() {
    const { context, lanes, view } = this;
    context.fillStyle = this.#colours.marker;
    context.globalAlpha = 0.4;
    for (const { frame } of lanes.flags) {
      const x = Math.round(this.#x(frame));
      if (x >= view.gutter && x < view.width) context.fillRect(x, lanes.top, 1, view.height);
    }
    context.globalAlpha = 1;
  }

  #ruler() {
    const { context, lanes, view } = this;
    context.fillStyle = this.#colours.panel;
    context.fillRect(0, 0, view.width, lanes.top);
    context.save();
    context.beginPath();
    context.rect(view.gutter, 0, view.width - view.gutter, lanes.top + 1);
    context.clip();
    context.fillStyle = this.#colours["strong-line"];
    context.fillRect(view.gutter, lanes.top - 1, view.width, 1);
    const { step, parts } = ticks(lanes.film, view.scale);
    const { firstNumber, frames } = lanes.film;
    const small = step / parts;
    context.font = SMALL;
    const begin = Math.floor((this.first + firstNumber) / step) * step;
    for (let tick = 0, number = begin; number - firstNumber <= this.end && number - firstNumber <= frames; tick += 1) {
      const x = Math.round(this.#x(number - firstNumber));
      const isNamed = tick % parts === 0;
      context.fillStyle = this.#colours["strong-line"];
      if (number >= firstNumber) context.fillRect(x, RULER - (isNamed ? 8 : 4), 1, isNamed ? 8 : 4);
      if (isNamed && number >= firstNumber) {
        context.fillStyle = this.#colours.muted;
        const text = label(lanes.film, Math.round(number - firstNumber));
        if (x + 4 + this.#width(text, SMALL) < view.width) context.fillText(text, x + 4, RULER - 11);
      }
      number = begin + small * (tick + 1);
    }
    this.#flags();
    context.restore();
  }

  #flags() {
    const { context, lanes, view } = this;
    context.font = SMALL;
    const shown = lanes.flags.map((flag) => ({ ...flag, x: Math.round(this.#x(flag.frame)) }));
    for (let index = 0, free = -Infinity; index < shown.length; index += 1) {
      const { x, name } = shown[index];
      const next = shown[index + 1]?.x ?? Infinity;
      if (next < view.gutter) continue;
      if (x > view.width) break;
      context.fillStyle = this.#colours.marker;
      if (x >= view.gutter) context.fillRect(x, RULER + 1, 2, lanes.top - RULER - 1);
      const left = Math.max(x, view.gutter);
      const text = left < free ? null : this.#fitting(name, Math.min(next, view.width) - left - 10, SMALL);
      if (!text) continue;
      context.fillStyle = this.#colours.muted;
      context.fillText(text, left + 6, RULER + 13);
      free = left + this.#width(text, SMALL) + 10;
    }
  }

  #labels() {
    const { context, lanes, view } = this;
    if (!view.gutter) return;
    context.fillStyle = this.#colours.panel;
    context.fillRect(0, lanes.top, view.gutter, view.height);
    context.font = SMALL;
    context.fillStyle = this.#colours.muted;
    context.save();
    context.beginPath();
    context.rect(0, lanes.top, view.gutter, view.height - lanes.top);
    context.clip();
    for (const row of lanes.rows) {
      if (!row.label) continue;
      const y = lanes.top + row.y - view.top;
      const text = this.#fitting(row.label, view.gutter - 22, SMALL);
      if (text) context.fillText(text, 14, y + nameBaseline(row));
    }
    context.restore();
  }

  // Text

  #width(text, font) {
    const key = font + text;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size > 20_000) this.#widths.clear();
      this.context.font = font;
      this.#widths.set(key, width = this.context.measureText(text).width);
    }
    return width;
  }

  /** As much of a text as fits, with an ellipsis; null if that is nothing. */
  #fitting(text, room, font) {
    if (room < 10) return null;
    text = text.length > 200 ? text.slice(0, 200) : text;
    if (this.#width(text, font) <= room) return text;
    const letters = Array.from(text);
    let low = 0, high = letters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#width(letters.slice(0, middle).join("") + "…", font) <= room) low = middle; else high = middle - 1;
    }
    return low > 0 ? letters.slice(0, low).join("").trimEnd() + "…" : null;
  }
}

function nameBaseline({ names, height, ramp }) { return names === height && !ramp ? height / 2 + 4 : ramp ? 14 : 13; }

/** The distance of named ticks in frames, and into how many parts smaller ticks divide it. */
export function ticks({ nominalRate: rate }, scale) {
  const room = 92;
  const steps = [
    [1, 1], [2, 2], [5, 5], [10, 5], ...(rate >= 1000 ? [[1000, 5], [100, 5], [10, 5]].map(([part, parts]) => [Math.round(rate / part), parts]) : []),
    ...(rate > 20 ? [[Math.round(rate / 2), 5]] : []),
    ...[[1, 10], [2, 4], [5, 5], [10, 10], [15, 3], [30, 6], [60, 6], [120, 4], [300, 5], [600, 10], [900, 3], [1800, 6],
      [3600, 6], [7200, 4], [18_000, 5], [36_000, 10]].map(([seconds, parts]) => [seconds * rate, parts]),
  ];
  const [step, parts] = steps.find(([frames]) => frames * scale >= room) ?? steps.at(-1);
  return { step, parts: step / parts * scale >= 5 && Number.isInteger(step / parts) ? parts : 1 };
}

/** The name of a tick: the timecode, without frames where it has none, and without hours if the film needs none. */
function label(film, frame) {
  const text = film.timecode(frame);
  const hours = film.timecode(film.lastFrame).startsWith("00:") ? 3 : 0;
  return text.slice(hours).replace(/([:;]00|\.000)$/, "");
}
