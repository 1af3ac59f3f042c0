// The lanes of a timeline: which rows there are, how high they are, and which items are in view.

/** Heights in CSS pixels. */
export const RULER = 26;
export const NAMES = 18;
const FLAGS = 18, PICTURES = 46, SOUND = 30, OVERLAY = 28, AUDIO = 46, CUES = 20;
const GAP = 4, LANE_GAP = 9, MARGIN = 6;

const LABELS = { overlays: "Overlays", timeline: "Timeline", audio: "Audio" };

/** The rows of a film from top to bottom, each with its items in the order of their first frames. */
export class Lanes {
  constructor(film) {
    this.film = film;
    this.flags = [
      ...film.chapters.map(({ name, frame }) => ({ name, frame, isChapter: true })),
      ...film.markers.map(({ name, frame }) => ({ name, frame, isChapter: false })),
    ].sort((a, b) => a.frame - b.frame);
    /** The height of the ruler with the flags of markers and chapters; it stays while the rows scroll. */
    this.top = RULER + (this.flags.length > 0 ? FLAGS : 0);
    this.rows = [];
    for (const track of film.cues) {
      const cues = track.cues.map((cue) => ({ ...cue, name: cue.text, kind: "cue", lane: "subtitles" }));
      this.#add("subtitles", track.name, cues, CUES);
    }
    const byLane = (lane) => film.items.filter((item) => item.lane === lane);
    this.#addStack("overlays", byLane("overlays"), () => OVERLAY);
    const timeline = byLane("timeline");
    this.#addStack("timeline", timeline, (row) => row > 0 ? OVERLAY
      : NAMES + (film.picture ? PICTURES : 0) + (timeline.some((item) => item.volume) || !film.picture ? SOUND : 0));
    this.#addStack("audio", byLane("audio"), () => AUDIO);
    const last = this.rows.at(-1);
    this.height = this.top + (last ? last.y + last.height + MARGIN : 40);
  }

  /** Row 0 of a lane is the lowest, except for audio. */
  #addStack(lane, items, heightOf) {
    const rows = [];
    for (const item of items) (rows[item.row] ??= []).push(item);
    const numbers = [...rows.keys()].filter((number) => rows[number]);
    if (lane !== "audio") numbers.reverse();
    numbers.forEach((number, place) => this.#add(lane, place === 0 ? LABELS[lane] : "", rows[number], heightOf(number)));
  }

  #add(lane, label, items, height) {
    const before = this.rows.at(-1);
    const y = before ? before.y + before.height + (before.lane === lane && label === "" ? GAP : LANE_GAP) : MARGIN;
    items.sort((a, b) => a.first - b.first);
    let reach = 0;
    const reaches = items.map((item) => { reach = Math.max(reach, item.first + item.frames); return reach; });
    // Pictures and sound of an item have their own parts of a row of the timeline.
    const isHigh = lane === "timeline" && height > OVERLAY;
    const pictures = isHigh && this.film.picture ? PICTURES : 0;
    this.rows.push({
      lane, label, items, reaches, y, height, pictures,
      names: isHigh || lane === "audio" ? NAMES : height,
      ramp: lane === "overlays" || lane === "timeline" && !isHigh ? 9 : 0,
      sound: isHigh ? height - NAMES - pictures : lane === "audio" ? height - NAMES : 0,
    });
  }

  /** The items of a row that touch a range of frames, in order. */
  *itemsIn(row, first, end) {
    let low = 0, high = row.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.reaches[middle] > first) high = middle; else low = middle + 1;
    }
    for (; low < row.items.length && row.items[low].first < end; low += 1) {
      const item = row.items[low];
      if (item.first + item.frames > first) yield item;
    }
  }

  /** The row at a height below the ruler, or undefined. */
  rowAt(y) { return this.rows.find((row) => y >= row.y && y < row.y + row.height); }

  /** The item that is drawn on top at a frame and a height below the ruler, or null. */
  itemAt(frame, y) {
    const row = this.rowAt(y);
    return row ? [...this.itemsIn(row, frame, frame + 1e-6)].at(-1) ?? null : null;
  }
}
