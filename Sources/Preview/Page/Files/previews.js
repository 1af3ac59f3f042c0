// The thumbnails and waveforms of the timeline: requested only while they are in view, and kept by their content.

const MOST_REQUESTS = 2;  // A browser opens six connections; the film needs the others.
const REST = 120;  // milliseconds without a change of the view before anything is requested
const AFTER_LOAD = 1200;  // milliseconds in which a new film has the machine for itself
const RETRY_AFTER = 2000;
const MOST_PICTURES = 500;
const WAVE_BYTES = 24e6;

/** Calls `onArrival` when something arrives. `mayLoad` tells whether the machine has time for it. */
export class Previews {
  #film = null;
  #pictures = new Kept(MOST_PICTURES, (picture) => picture?.close());
  /** The frames of an item with pictures, by the item's pictures that exist: they stand in for one that is missing. */
  #near = new Map();
  #waves = new Kept(WAVE_BYTES);
  #wanted = [];
  #requests = new Map();
  #timer = null;
  #notBefore = 0;

  constructor(onArrival, mayLoad) {
    this.onArrival = onArrival;
    this.mayLoad = mayLoad;
  }

  setFilm(film) {
    this.#film = film;
    this.#near = new Map();
    this.#notBefore = performance.now() + AFTER_LOAD;
    // What failed may succeed in the new version.
    this.#pictures.forget((picture) => picture === null);
    this.#waves.forget((wave) => wave === null);
  }

  /** The picture of a frame, or one of another frame of the same item, or null. */
  picture(item, frame) {
    const key = this.#keyOf(frame);
    const picture = key && this.#pictures.get(key);
    if (picture) {
      const frames = this.#near.get(item) ?? new Set();
      this.#near.set(item, frames.add(frame));
      return picture;
    }
    let nearest = null;
    for (const other of this.#near.get(item) ?? []) {
      if (nearest === null || Math.abs(other - frame) < Math.abs(nearest - frame)) nearest = other;
    }
    return nearest === null ? null : this.#pictures.get(this.#keyOf(nearest)) ?? null;
  }

  wave(key) { return this.#waves.get(key) ?? null; }

  /** What is in view now: `pictures` with `frame` and `item`, `waves` as items. Other requests are given up. */
  want(pictures, waves) {
    const wanted = [
      ...waves.filter(({ waveform }) => !this.#waves.has(waveform.key))
        .map(({ waveform }) => ({ key: waveform.key, address: `waveform/${waveform.key}`, take: (answer) => this.#takeWave(waveform.key, answer) })),
      ...pictures.map(({ frame }) => ({ frame, key: this.#keyOf(frame) }))
        .filter(({ key }) => key && !this.#pictures.has(key))
        .map(({ frame, key }) => ({
          key, address: `frame/${this.#film.number}/${frame}.thumb`, take: (answer) => this.#takePicture(key, answer),
        })),
    ];
    this.#wanted = [...new Map(wanted.map((wish) => [wish.key, wish])).values()];
    const keys = new Set(this.#wanted.map(({ key }) => key));
    for (const [key, request] of this.#requests) if (!keys.has(key)) request.abort();
    if (this.#wanted.length > 0) this.#later(REST);
  }

  /** A picture is named by the content of its cell, so that it survives changes elsewhere. */
  #keyOf(frame) {
    const cell = this.#film?.pictureAt(frame);
    return cell ? `${cell.key}/${frame - cell.first}` : null;
  }

  #later(time) {
    clearTimeout(this.#timer);
    const rest = Math.max(time, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => this.#next(), rest);
  }

  #next() {
    if (!this.mayLoad()) { this.#later(400); return; }
    while (this.#requests.size < MOST_REQUESTS) {
      const wish = this.#wanted.find(({ key }) => !this.#requests.has(key));
      if (!wish) return;
      this.#fetch(wish);
    }
  }

  async #fetch(wish) {
    const request = new AbortController();
    this.#requests.set(wish.key, request);
    let pause = null;
    try {
      const answer = await fetch(wish.address, { signal: request.signal });
      await wish.take(answer);
      this.#wanted = this.#wanted.filter(({ key }) => key !== wish.key);
      this.onArrival();
    } catch {
      pause = request.signal.aborted ? REST : RETRY_AFTER;
    }
    this.#requests.delete(wish.key);
    if (pause === null) this.#next(); else this.#later(pause);
  }

  async #takePicture(key, answer) {
    this.#pictures.set(key, answer.ok ? await createImageBitmap(await answer.blob()).catch(() => null) : null);
  }

  async #takeWave(key, answer) {
    const wave = answer.ok ? new Wave(new Uint8Array(await answer.arrayBuffer())) : null;
    this.#waves.set(key, wave, wave?.bytes ?? 0);
  }
}

/** The levels of a sound in equal intervals, and in groups of them. */
class Wave {
  #levels;

  constructor(bytes) {
    this.count = bytes.length >> 1;
    const peaks = new Uint8Array(this.count), loud = new Uint8Array(this.count);
    for (let index = 0; index < this.count; index += 1) {
      peaks[index] = bytes[2 * index];
      loud[index] = bytes[2 * index + 1];
    }
    this.#levels = [{ step: 1, peaks, loud }];
    while (this.#levels.at(-1).peaks.length > 64) {
      const { step, peaks, loud } = this.#levels.at(-1);
      this.#levels.push({ step: step * 4, peaks: greatest(peaks), loud: greatest(loud) });
    }
    this.bytes = 3 * bytes.length;
  }

  /** Levels of at least one per pixel, if `perPixel` intervals share a pixel. */
  levels(perPixel) { return this.#levels.findLast(({ step }) => step <= Math.max(1, perPixel)); }
}

/** The greatest of each four values. */
function greatest(values) {
  const result = new Uint8Array(Math.ceil(values.length / 4));
  for (let index = 0; index < values.length; index += 1) {
    if (values[index] > result[index >> 2]) result[index >> 2] = values[index];
  }
  return result;
}

/** Keeps what was used last, up to a total size. */
class Kept {
  #entries = new Map();
  #size = 0;

  constructor(most, release = () => {}) {
    this.most = most;
    this.release = release;
  }

  has(key) { return this.#entries.has(key); }

  get(key) {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key, value, size = 1) {
    this.#remove(key);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.most || oldest === key) break;
      this.#remove(oldest);
    }
  }

  forget(isUnwanted) {
    for (const [key, { value }] of [...this.#entries]) if (isUnwanted(value)) this.#remove(key);
  }

  #remove(key) {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
    this.release(entry.value);
  }
}
