// A film as described by the server: its frames, times, timecode, and the pieces to play.

/** An immutable film; a new version of the script creates a new one. */
export class Film {
  constructor(facts, number) {
    const { name, version, width, height, rate, frames, picture, sound } = facts;
    Object.assign(this, { facts, name, version, width, height, rate, frames, picture, sound });
    this.number = number;
    this.framesPerSecond = facts.rate.frames / facts.rate.seconds;
    this.nominalRate = Math.max(1, Math.round(this.framesPerSecond));
    this.firstNumber = facts.timecode?.frame ?? 0;
    this.duration = this.secondsAt(facts.frames);
    this.cells = facts.picture ? facts.cells : [];
    for (const list of ["markers", "chapters", "transitions", "items", "cues", "subtitles"]) this[list] = facts[list] ?? [];
    this.pictures = this.cells.map((cell) => ({
      key: cell.key, place: cell.first, state: cell.state, address: `cell/${encodeURIComponent(cell.key)}`,
      first: cell.first, frames: cell.frames,
      start: this.secondsAt(cell.first), end: this.secondsAt(cell.first + cell.frames),
    }));
    /** The media file that is played without a script, or null. */
    this.media = facts.media ?? null;
    /** The shots of the media file and its parts with sound, in order; null if they were not looked for. */
    [this.shots, this.heard] = [facts.media?.shots, facts.media?.heard].map(
      (parts) => parts?.map(([first, frames]) => ({ first, frames })) ?? null);
    this.sounds = facts.sound ? soundPieces(facts.sound) : [];
  }

  get lastFrame() { return this.frames - 1; }

  /** Whether each sample counts as a frame, so that a step is a tenth of a second. */
  get stepsByTenths() { return !this.picture && this.framesPerSecond >= 1000; }

  /** The frame one step ahead (`direction` 1) or back (-1). */
  stepFrom(frame, direction) {
    if (!this.stepsByTenths) return this.clamp(frame + direction);
    const frameOf = (tenth) => Math.round(tenth * this.framesPerSecond / 10);
    const tenths = frame * 10 / this.framesPerSecond;
    const isOnTenth = frameOf(Math.round(tenths)) === frame;
    const tenth = isOnTenth ? Math.round(tenths) + direction : direction > 0 ? Math.ceil(tenths) : Math.floor(tenths);
    return this.clamp(frameOf(tenth));
  }

  /** The last frame of a range that ends at the playhead: the shown frame; of a sound, the last sample before it. */
  outAt(frame) { return this.stepsByTenths && frame < this.lastFrame ? Math.max(frame - 1, 0) : frame; }

  /** The time at which a frame begins. */
  secondsAt(frame) { return frame * this.rate.seconds / this.rate.frames; }

  /** A time that shows exactly this frame, whatever rounding the browser uses. */
  middleOf(frame) { return (frame + 0.5) * this.rate.seconds / this.rate.frames; }

  /** The frame on screen at a time, at most a thousandth of a frame early. */
  frameAt(seconds) { return this.clamp(Math.floor(seconds * this.framesPerSecond + 0.001)); }

  clamp(frame) { return Math.min(Math.max(Math.round(frame) || 0, 0), this.lastFrame); }

  pictureAt(frame) { return find(this.pictures, (piece) => piece.first + piece.frames > frame); }

  soundAt(seconds) { return find(this.sounds, (piece) => piece.end > seconds); }

  itemsAt(frame) { return this.items.filter((item) => contains(item, frame)); }

  /** The shortest item of the timeline at a frame, or another item, or undefined. */
  mainItemAt(frame) {
    const items = this.itemsAt(frame).sort((a, b) => a.frames - b.frames);
    return items.find(({ lane }) => lane === "timeline") ?? items[0];
  }

  transitionsAt(frame) { return this.transitions.filter((transition) => contains(transition, frame)); }

  /** The shortest part of the media file at a frame that was found, or undefined. */
  partAt(frame) {
    return [...this.heard ?? [], ...this.shots ?? []].filter((part) => contains(part, frame)).sort((a, b) => a.frames - b.frames)[0];
  }

  /** The frames at which timeline items, or found parts of a media file, start or end, in order, with the first and last frame of the film. */
  get cuts() {
    const items = this.items.filter((item) => item.lane === "timeline");
    const frames = [...items, ...this.shots ?? [], ...this.heard ?? []].flatMap(({ first, frames }) => [first, first + frames]);
    return [...new Set([0, ...frames, this.lastFrame])].filter((frame) => frame <= this.lastFrame).sort((a, b) => a - b);
  }

  /** Whether an item, a marker or a chapter begins or ends between two frames: behind the lower one, at most at the higher one. */
  hasBoundary(from, to) {
    this.boundaries ??= [...new Set([...this.items.flatMap(({ first, frames }) => [first, first + frames]),
      ...this.markers.map(({ frame }) => frame), ...this.chapters.map(({ frame }) => frame)])].sort((a, b) => a - b);
    return find(this.boundaries, (frame) => frame > Math.min(from, to)) <= Math.max(from, to);
  }

  /** The lines of a subtitle stream at a frame. */
  subtitleAt(number, frame) {
    const time = this.middleOf(frame);
    return (this.subtitles[number]?.cues ?? []).filter(({ start, end }) => start <= time && time < end).map(({ text }) => text);
  }

  /** `HH:MM:SS:FF` from the film's first timecode; drop-frame has `;` before the frames. Where samples count as frames, and
      without a first timecode, `HH:MM:SS.mmm`. */
  timecode(frame) {
    if (this.stepsByTenths && !this.facts.timecode) return this.#clock(frame);
    const drops = this.#droppedPerMinute;
    let number = frame + this.firstNumber;
    if (drops) {
      const perMinute = this.nominalRate * 60 - drops;
      const tens = Math.floor(number / (this.nominalRate * 600 - 9 * drops));
      const rest = number % (this.nominalRate * 600 - 9 * drops);
      const minutes = rest < this.nominalRate * 60 ? 0 : Math.floor((rest - this.nominalRate * 60) / perMinute) + 1;
      number += drops * (9 * tens + minutes);
    }
    const seconds = Math.floor(number / this.nominalRate);
    const fields = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
    return fields.join(":") + (drops ? ";" : ":") + twoDigits(number % this.nominalRate);
  }

  #clock(frame) {
    const milliseconds = Math.floor(this.secondsAt(frame) * 1000 + 1e-6);
    const seconds = Math.floor(milliseconds / 1000);
    const fields = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
    return `${fields.join(":")}.${String(milliseconds % 1000).padStart(3, "0")}`;
  }

  /** `4.500 s` */
  seconds(frame) { return `${this.secondsAt(frame).toFixed(3)} s`; }

  /** The exact time at which a frame begins, as scripts write it: `3.2s`, or `2002/625s` if three decimals are not exact. */
  spelledTime(frame) {
    const [numerator, denominator] = reduced(frame * this.rate.seconds, this.rate.frames);
    if (1000 % denominator) return `${numerator}/${denominator}s`;
    const milliseconds = numerator * 1000 / denominator;
    const decimals = String(milliseconds % 1000).padStart(3, "0").replace(/0+$/, "");
    return `${Math.floor(milliseconds / 1000)}${decimals && "."}${decimals}s`;
  }

  /** The text with which a script takes the frames from `first` to `last` of the media file: `take: 3.2s..7.5s`. An end stays open
      if it is null, or if the last frame ends after the file does. Null if no range can be taken, as of a still. */
  takeOf({ first, last }) {
    const duration = this.media?.duration;
    if (!duration) return null;
    const isBeyond = last !== null
      && BigInt((last + 1) * this.rate.seconds) * BigInt(duration.timescale) > BigInt(duration.value) * BigInt(this.rate.frames);
    const start = first === null ? "" : this.spelledTime(first);
    const end = last === null || isBeyond ? "" : this.spelledTime(last + 1);
    return `take: ${start || end ? `${start}..${end}` : "all"}`;
  }

  /** The frame at a typed place: `{frame}`, or `{problem}` with a sentence. A place is a frame, a time, a timecode, a share,
      `start`, `end`, a marker or a chapter, or a distance from one of these, or from the current frame. */
  frameNamed(text, current) {
    const found = this.#place(text.trim(), current);
    if (found.problem) return found;
    // The end of the film is just behind its last frame.
    const frame = found.frame === this.frames && found.isAnchor ? this.lastFrame : found.frame;
    if (frame < 0) return { problem: `The film begins at frame 0, ${this.timecode(0)}.` };
    if (frame > this.lastFrame) {
      return { problem: `The film ends with frame ${this.lastFrame}, ${this.timecode(this.lastFrame)}.` };
    }
    return { frame };
  }

  /** What `frameNamed` accepts by name: markers and chapters, each name once. */
  get placeNames() { return [...new Set([...this.markers, ...this.chapters].map(({ name }) => name))]; }

  #place(text, current) {
    const anchor = this.#anchor(text);
    if (anchor !== null) return { frame: anchor, isAnchor: true };
    const length = this.#frames(text);
    if (!length.problem) return { frame: length.frame - (length.isTimecode ? this.firstNumber : 0) };
    // A distance: its sign is the last one, because names may contain some.
    const [, base, sign, distance] = /^(.*)([+-])([^+-]*)$/s.exec(text) ?? [];
    if (sign) {
      const from = base.trim() === "" ? { frame: current } : this.#place(base.trim(), current);
      const by = this.#frames(distance.trim());
      if (from.problem || !by.problem) {
        return from.problem ? from : { frame: from.frame + (sign === "-" ? -by.frame : by.frame) };
      }
    }
    const starting = this.#named((name) => text !== "" && name.startsWith(text.toLowerCase()));
    if (starting.length === 1) return { frame: starting[0].frame };
    if (starting.length > 1) return { problem: `Several begin so: ${starting.map(({ name }) => name).join(", ")}.` };
    return length;
  }

  #named(matches) {
    return [...this.markers, ...this.chapters].filter(({ name }, index, all) =>
      matches(name.toLowerCase()) && all.findIndex((other) => other.name === name) === index);
  }

  /** The frame of a word, a share, a marker or a chapter; null for anything else. */
  #anchor(text) {
    const word = text.toLowerCase();
    if (word === "start") return 0;
    if (word === "end") return this.frames;
    const share = /^(\d+(?:\.\d*)?|\.\d+)\s*%$/.exec(word);
    if (share) return Math.floor(this.frames * Number(share[1]) / 100 + 1e-6);
    return this.#named((name) => name === word)[0]?.frame ?? null;
  }

  #frames(time) {
    let match;
    if ((match = /^(\d+)f?$/.exec(time))) return { frame: Number(match[1]) };
    // Seconds on the page are rounded; when typed, they must lead to the frame that they were shown for.
    const at = (seconds) => ({ frame: Math.floor(seconds * this.framesPerSecond + 0.05) });
    if (time !== "" && (match = /^(?:(\d+)\s*h)?\s*(?:(\d+(?:\.\d+)?)\s*m(?:in)?)?\s*(?:(\d+(?:\.\d*)?|\.\d+)\s*s)?\s*(?:(\d+)\s*ms)?$/.exec(time))) {
      const [hours, minutes, seconds, milliseconds] = match.slice(1).map((number) => Number(number ?? 0));
      return at(hours * 3600 + minutes * 60 + seconds + milliseconds / 1000);
    }
    if ((match = /^(?:(\d+):)?(\d+):(\d\d)(\.\d+)?$/.exec(time))) {
      const [hours, minutes, seconds] = match.slice(1).map((number) => Number(number ?? 0));
      if (seconds > 59 || match[1] !== undefined && minutes > 59) return { problem: "Minutes and seconds go to 59." };
      return at(hours * 3600 + minutes * 60 + seconds + Number(match[4] ?? 0));
    }
    if ((match = /^(\d+):(\d+):(\d+)[:;](\d+)$/.exec(time))) {
      const [hours, minutes, seconds, frames] = match.slice(1).map(Number);
      if (minutes > 59 || seconds > 59 || frames >= this.nominalRate) {
        return { problem: `Minutes and seconds go to 59, frames to ${this.nominalRate - 1}.` };
      }
      const drops = this.#droppedPerMinute;
      if (drops && minutes % 10 && seconds === 0 && frames < drops) {
        return { problem: "Drop-frame timecode skips this number." };
      }
      const total = hours * 60 + minutes;
      const plain = (total * 60 + seconds) * this.nominalRate + frames;
      return { frame: plain - drops * (total - Math.floor(total / 10)), isTimecode: true };
    }
    return { problem: "Write a frame (120), a time (4.5s, 1:02.5), a timecode (00:00:04:15), a share (50%), `end`, a marker, or a distance (+2s)." };
  }

  get #droppedPerMinute() { return this.facts.timecode?.isDropFrame ? this.nominalRate / 15 : 0; }
}

function soundPieces(sound) {
  const count = Math.ceil(sound.samples / sound.chunkSamples);
  return Array.from({ length: count }, (_, number) => ({
    key: sound.key, place: number, address: `sound/${encodeURIComponent(sound.key)}/${number}`,
    start: number * sound.chunkSamples / sound.sampleRate,
    end: Math.min((number + 1) * sound.chunkSamples, sound.samples) / sound.sampleRate,
  }));
}

function contains(range, frame) { return frame >= range.first && frame < range.first + range.frames; }

/** The first piece for which `isFar` is true, by binary search: it is true for all later pieces. */
function find(pieces, isFar) {
  let low = 0, high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFar(pieces[middle])) high = middle; else low = middle + 1;
  }
  return pieces[low];
}

/** A fraction in lowest terms. */
function reduced(numerator, denominator) {
  let [divisor, rest] = [denominator, numerator];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return [numerator / divisor, denominator / divisor];
}

function twoDigits(number) { return String(number).padStart(2, "0"); }
