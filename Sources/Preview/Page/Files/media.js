// Pieces of pictures and sound, fetched from the server into the browser's buffers (Media Source Extensions).

const MOST_REQUESTS = 3;  // A browser opens six connections; events, pictures and reports need some.
const RETRY_AFTER = 1000;
const MOST_LOSSES = 5;
const KEPT = 0.8;  // of the budget, after an eviction

/** A browser's buffer, for pictures or for sound, with the pieces in it. */
export class Track {
  /** The pieces of the film by place. Times are those of the pieces, not of buffers. */
  pieces = new Map();
  failures = new Map();
  #held = new Map();
  /** How often a piece was missing after it was appended, by its key and place. */
  #losses = new Map();
  #changes = Promise.resolve();

  /** `slack`: the tolerance for rounded times, in seconds. `budget`: the most bytes in the buffer. `onChange` is
      called after each change of the buffer: each opens a source that has ended. */
  constructor(source, type, pieces, { slack, budget, onChange }) {
    this.buffer = source.addSourceBuffer(type);
    this.onChange = onChange;
    this.slack = slack;
    this.budget = budget;
    this.#list(pieces);
  }

  has(piece) { return this.#held.get(piece.place)?.piece.key === piece.key; }

  /** Whether a piece would stay: pieces closer to the playhead are not evicted for it. */
  hasRoom(piece, playhead) {
    const distance = distanceTo(playhead), own = distance(piece);
    let sum = 0;
    for (const held of this.#held.values()) if (distance(held.piece) < own) sum += held.bytes;
    return sum < this.budget * KEPT;
  }

  isIn(piece) { return this.pieces.get(piece.place)?.key === piece.key; }

  /** Replaces the list. Pieces whose key or place changed leave the buffer. */
  replace(pieces, duration) {
    this.#list(pieces);
    this.failures.clear();
    this.#losses.clear();
    for (const { piece } of [...this.#held.values()]) {
      const now = this.pieces.get(piece.place);
      if (now?.key !== piece.key || now.end !== piece.end) this.#remove(piece);
    }
    return this.#change((buffer) => buffer.remove(Math.max(duration - this.slack / 2, 0), Infinity));
  }

  async append(piece, bytes, playhead) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#change((buffer) => {
          if (!this.isIn(piece)) return false;
          buffer.timestampOffset = piece.start;  // opens a source that has ended
          buffer.abort();
          // Rounding may move a frame by a microsecond. The window only removes what cannot belong to the piece.
          buffer.appendWindowEnd = piece.end + this.slack;
          buffer.appendWindowStart = Math.max(piece.start - this.slack, 0);
          buffer.appendBuffer(bytes);
        });
        break;
      } catch (error) {
        if (error.name !== "QuotaExceededError" || attempt === 3) throw error;
        this.#evict(playhead, this.#bytes / 2);
      }
    }
    if (!this.isIn(piece)) return;
    this.#held.set(piece.place, { piece, bytes: bytes.byteLength });
    this.#forgetWhatTheBrowserRemoved();
    this.#countLoss(piece);
    if (this.#bytes > this.budget) this.#evict(playhead, this.budget * KEPT);
  }

  /** Limits how often a piece that the browser discards is fetched again. */
  #countLoss(piece) {
    const name = nameOf({ piece });
    if (this.has(piece)) { this.#losses.delete(name); return; }
    const losses = (this.#losses.get(name) ?? 0) + 1;
    this.#losses.set(name, losses);
    if (losses >= MOST_LOSSES) throw new Error("This browser discards it.");
  }

  #list(pieces) { this.pieces = new Map(pieces.map((piece) => [piece.place, piece])); }

  get #bytes() {
    let sum = 0;
    for (const { bytes } of this.#held.values()) sum += bytes;
    return sum;
  }

  /** Removes the pieces farthest from the playhead until at most `bytes` remain. */
  #evict(playhead, bytes) {
    const distance = distanceTo(playhead);
    const farthest = [...this.#held.values()].sort((a, b) => distance(b.piece) - distance(a.piece));
    let sum = this.#bytes;
    for (const entry of farthest) {
      if (sum <= bytes || distance(entry.piece) < 2) break;
      sum -= entry.bytes;
      this.#remove(entry.piece);
    }
  }

  #remove(piece) {
    this.#held.delete(piece.place);
    // Browsers remove whole groups of pictures, so the range must end before the next piece.
    this.#change((buffer) => buffer.remove(Math.max(piece.start - this.slack / 2, 0), piece.end - this.slack)).catch(() => {});
  }

  #forgetWhatTheBrowserRemoved() {
    const { buffered } = this.buffer;
    for (const [place, { piece }] of this.#held) {
      let isThere = false;
      for (let i = 0; i < buffered.length && !isThere; i += 1) {
        isThere = buffered.start(i) <= piece.start + this.slack && buffered.end(i) >= piece.end - this.slack;
      }
      if (!isThere) this.#held.delete(place);
    }
  }

  /** Runs a change of the buffer after all earlier ones. A change that returns false changed nothing. */
  #change(change) {
    const run = () => new Promise((resolve, reject) => {
      const end = new AbortController();
      this.buffer.addEventListener("updateend", () => { end.abort(); resolve(); }, { signal: end.signal });
      this.buffer.addEventListener("error", () => { end.abort(); reject(new Error("This browser cannot decode it.")); },
        { signal: end.signal });
      try {
        if (change(this.buffer) === false) { end.abort(); resolve(); }
      } catch (error) {
        end.abort();
        reject(error);
      }
    });
    const result = this.#changes.then(run);
    this.#changes = result.catch(() => {}).then(this.onChange);
    return result;
  }
}

const KEPT_BYTES = 32e6;

/** The most recently used pieces by address: after a save, a piece can have another place. Browsers were seen to
    request cacheable pieces again. */
class KeptPieces {
  #pieces = new Map();
  #bytes = 0;

  take(address) {
    const bytes = this.#pieces.get(address);
    if (bytes) { this.#pieces.delete(address); this.#pieces.set(address, bytes); }
    return bytes;
  }

  add(address, bytes) {
    this.#bytes += bytes.byteLength - (this.#pieces.get(address)?.byteLength ?? 0);
    this.#pieces.set(address, bytes);
    for (const [oldest, { byteLength }] of this.#pieces) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#pieces.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}

/** Fetches the wanted pieces in order, a few at a time. */
export class Loader {
  #wanted = [];
  #requests = new Map();
  #kept = new KeptPieces();
  #pauseUntil = 0;
  #timer = null;

  /** Calls `onChange` when a piece arrived or failed, and `onGone` when the server no longer knows a key. */
  constructor({ playhead, onChange, onGone }) {
    Object.assign(this, { playhead, onChange, onGone });
  }

  /** `wanted`: `{track, piece}`, most urgent first. Aborts other requests, except with `keepsRequests`. */
  want(wanted, { keepsRequests = false } = {}) {
    this.#wanted = wanted;
    if (!keepsRequests) {
      const names = new Set(wanted.map(nameOf));
      for (const [name, request] of this.#requests) if (!names.has(name)) request.abort();
    }
    this.#start();
  }

  stop() { this.want([]); }

  /** The bytes of a piece that was fetched recently, or undefined. */
  bytesOf({ address }) { return this.#kept.take(address); }

  #start() {
    const now = performance.now();
    if (now < this.#pauseUntil) {
      this.#timer ??= setTimeout(() => { this.#timer = null; this.#start(); }, this.#pauseUntil - now);
      return;
    }
    for (const wish of this.#wanted) {
      if (this.#requests.size >= MOST_REQUESTS) return;
      const { track, piece } = wish;
      if (!this.#requests.has(nameOf(wish)) && !track.has(piece) && !track.failures.has(piece.key) && track.isIn(piece)
        && track.hasRoom(piece, this.playhead())) {
        this.#fetch(wish);
      }
    }
  }

  async #fetch(wish) {
    const { track, piece } = wish;
    const request = new AbortController();
    const name = nameOf(wish);
    this.#requests.set(name, request);
    let isGone = false;
    try {
      const kept = this.#kept.take(piece.address);
      const answer = kept ? null : await fetch(piece.address, { signal: request.signal });
      if (kept || answer.ok) {
        const bytes = kept ?? await answer.arrayBuffer();
        this.#kept.add(piece.address, bytes);
        await track.append(piece, bytes, this.playhead());
      } else if (answer.status === 404) {
        isGone = true;
      } else {
        track.failures.set(piece.key, (await answer.text()).trim() || `The server answered ${answer.status}.`);
      }
    } catch (error) {
      if (error.name === "AbortError" || request.signal.aborted) {
        // Another piece is next.
      } else if (error instanceof TypeError) {
        this.#pauseUntil = performance.now() + RETRY_AFTER;  // no connection
      } else {
        track.failures.set(piece.key, error.message);
      }
    }
    if (this.#requests.get(name) === request) this.#requests.delete(name);
    if (isGone) {
      this.#pauseUntil = performance.now() + RETRY_AFTER;
      this.onGone();
    }
    this.onChange(wish);
    this.#start();
  }
}

function distanceTo(playhead) { return (piece) => Math.abs((piece.start + piece.end) / 2 - playhead); }

function nameOf({ piece }) { return `${piece.address} ${piece.place}`; }
