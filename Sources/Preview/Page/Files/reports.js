// Reports the playhead to the server: where it was moved, what was played, and when the film ended. Other programs get these
// as events.

const REPORT_EVERY = 250;  // milliseconds; whatever is at a boundary is reported at once

export class Reports {
  /** The last frame that was added to the queue. */
  #last = null;
  /** What was not sent yet, in order. */
  #queue = [];
  #isSending = false;
  #timer = null;
  #wasPlaying = false;

  constructor(player) {
    this.player = player;
    player.addEventListener("frame", () => this.#add());
    player.addEventListener("play", () => this.#changePlaying());
  }

  #add() {
    const { film, frame, jumps, isPlaying } = this.player;
    const last = this.#last;
    this.#last = { film, frame, jumps };
    const wasPlayed = isPlaying && last?.film === film && last.jumps === jumps;
    if (wasPlayed && last.frame === frame) return;
    const before = this.#queue.at(-1);
    if (!wasPlayed) {
      // Of several moves in a row, the last one counts.
      if (before?.kind === "at") this.#queue.pop();
      this.#queue.push({ kind: "at", film: film.number, frame });
    } else if (before?.kind === "played" && before.film === film.number && before.to === last.frame
      && Math.sign(before.to - before.from) === Math.sign(frame - last.frame)) {
      before.to = frame;
    } else {
      this.#queue.push({ kind: "played", film: film.number, from: last.frame, to: frame });
    }
    this.#send(wasPlayed && film.hasBoundary(last.frame, frame));
  }

  #changePlaying() {
    const { film, frame, rate, isPlaying } = this.player;
    const hasStopped = this.#wasPlaying && !isPlaying;
    this.#wasPlaying = isPlaying;
    if (!hasStopped || !film || frame !== (rate > 0 ? film.lastFrame : 0)) return;
    // The frame at which it stopped was played as well.
    const last = this.#last;
    if (last?.film === film && last.jumps === this.player.jumps && last.frame !== frame) {
      this.#queue.push({ kind: "played", film: film.number, from: last.frame, to: frame });
      this.#last = { ...last, frame };
    }
    this.#queue.push({ kind: "ended", film: film.number });
    this.#send(true);
  }

  #send(isUrgent) {
    if (this.#isSending) return;
    if (!isUrgent && this.#timer !== null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#timer = null; if (this.#queue.length > 0) this.#send(true); }, REPORT_EVERY);
    this.#sendAll();
  }

  async #sendAll() {
    this.#isSending = true;
    while (this.#queue.length > 0) {
      const report = this.#queue.shift();
      // Without a connection, nobody listens.
      await fetch(addressOf(report), { cache: "no-store" }).catch(() => { this.#queue = []; });
    }
    this.#isSending = false;
  }
}

function addressOf({ kind, film, frame, from, to }) {
  switch (kind) {
    case "at": return `at/${film}/${frame}`;
    case "played": return `played/${film}/${from}/${to}`;
    default: return `ended/${film}`;
  }
}
