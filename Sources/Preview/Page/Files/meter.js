// The level of the sound at the playhead, measured in the pieces that the player has fetched: it needs no sound device, and
// shows the samples of the film whatever the volume of the page is.
import { $ } from "./dom.js";

const STEP = 0.01;  // seconds for each measured peak
const FLOOR = -60;  // decibels at the empty end of the bars
const FALL = 24;  // decibels per second by which a bar falls
const HOLD = 1.5;  // seconds for which the highest level stays marked
const KEPT_PIECES = 30;

export class Meter {
  /** The peaks of pieces by address: for each channel, one level for each step. Null while a piece is being measured. */
  #measured = new Map();
  #context = null;
  #isBroken = false;
  /** The shown level and the held peak of each channel, in decibels, and when the peak was reached. */
  #channels = [];
  #lastTime = 0;
  #isRunning = false;

  constructor(player) {
    this.player = player;
    this.canvas = $("meter");
    player.addEventListener("frame", () => this.#start());
    player.addEventListener("play", () => this.#start());
    player.addEventListener("shown", () => this.#start());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#start());
  }

  load(film) {
    this.#measured.clear();
    this.#channels = [];
    this.canvas.hidden = !film.sound || this.#isBroken;
    this.#context = null;
    this.#start();
  }

  /** The levels at the playhead in decibels of full scale, one for each channel; null if they are not known. */
  get levels() {
    const { film, video, isPlaying, frame } = this.player;
    if (!film?.sound) return null;
    // A standing playhead shows the level of its whole frame.
    const from = isPlaying && !video.paused ? video.currentTime : film.secondsAt(frame);
    const length = isPlaying && !video.paused ? STEP : film.secondsAt(1);
    const piece = film.soundAt(from);
    const peaks = piece && this.#peaksOf(piece);
    if (!peaks) return null;
    const first = Math.max(Math.floor((from - piece.start) / STEP), 0);
    const count = Math.max(Math.round(length / STEP), 1);
    return peaks.map((channel) => decibels(Math.max(0, ...channel.subarray(first, first + count))));
  }

  #peaksOf(piece) {
    if (this.#measured.has(piece.address)) return this.#measured.get(piece.address);
    const bytes = this.player.loader.bytesOf(piece);
    if (!bytes || this.#isBroken) return null;
    this.#measured.set(piece.address, null);
    for (const oldest of this.#measured.keys()) {
      if (this.#measured.size <= KEPT_PIECES) break;
      this.#measured.delete(oldest);
    }
    this.#measure(piece, bytes.slice(0));
    return null;
  }

  async #measure(piece, bytes) {
    const { film } = this.player;
    try {
      this.#context ??= new OfflineAudioContext(1, 1, film.sound.sampleRate);
      const sound = await this.#context.decodeAudioData(bytes);
      const size = Math.max(Math.round(sound.sampleRate * STEP), 1);
      const channels = Array.from({ length: sound.numberOfChannels }, (_, number) => peaks(sound.getChannelData(number), size));
      if (this.#measured.has(piece.address)) this.#measured.set(piece.address, channels);
      this.#start();
    } catch {
      // This browser plays the sound but does not decode it for pages.
      this.#isBroken = true;
      this.canvas.hidden = true;
    }
  }

  // The bars

  /** Draws until nothing changes any more. */
  #start() {
    if (this.#isRunning || this.canvas.hidden) return;
    this.#isRunning = true;
    this.#lastTime = performance.now();
    const draw = (now) => {
      this.#isRunning = this.#step(now) && !this.canvas.hidden;
      if (this.#isRunning) requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  }

  #step(now) {
    const levels = this.levels ?? this.#channels.map(() => -Infinity);
    const seconds = Math.max(now - this.#lastTime, 0) / 1000;
    this.#lastTime = now;
    let isMoving = this.player.isPlaying;
    this.#channels = levels.map((level, number) => {
      const before = this.#channels[number] ?? { shown: FLOOR, peak: FLOOR, at: 0 };
      const fallen = before.shown - FALL * seconds;
      const shown = Math.max(level, fallen, FLOOR);
      const isHeld = now - before.at < HOLD * 1000 && before.peak > shown;
      if (shown > Math.max(level, FLOOR) || isHeld) isMoving = true;
      return { shown, ...(isHeld ? { peak: before.peak, at: before.at } : { peak: shown, at: now }) };
    });
    this.#draw();
    const loudest = Math.max(...this.#channels.map(({ shown }) => shown), FLOOR);
    this.canvas.setAttribute("aria-valuenow", Math.round(loudest));
    return isMoving;
  }

  #draw() {
    const { canvas } = this;
    const scale = devicePixelRatio || 1;
    const count = Math.max(this.#channels.length, 1);
    const bar = count > 2 ? 3 : 5;
    canvas.style.width = `${count * (bar + 2) - 2}px`;
    const width = Math.round((count * (bar + 2) - 2) * scale), height = Math.round(canvas.clientHeight * scale);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const style = getComputedStyle(canvas);
    const [empty, full, loud, over] = ["missing", "held", "making", "failed"].map((name) => style.getPropertyValue(`--${name}`));
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const y = (level) => Math.round(height * Math.min(Math.max(level, FLOOR), 0) / FLOOR);
    for (let number = 0; number < count; number += 1) {
      const x = Math.round(number * (bar + 2) * scale), wide = Math.round(bar * scale);
      const fill = (colour, from, to) => { context.fillStyle = colour; context.fillRect(x, from, wide, Math.max(to - from, 0)); };
      fill(empty, 0, height);
      const { shown, peak } = this.#channels[number] ?? { shown: FLOOR, peak: FLOOR };
      fill(full, Math.max(y(shown), y(-9)), height);
      if (shown > -9) fill(loud, Math.max(y(shown), y(-1)), y(-9));
      if (shown > -1) fill(over, y(shown), y(-1));
      if (peak > FLOOR) fill(peak > -1 ? over : peak > -9 ? loud : full, y(peak), y(peak) + Math.max(Math.round(scale), 1));
    }
  }
}

function decibels(peak) { return peak > 0 ? 20 * Math.log10(peak) : -Infinity; }

/** The highest sample of each step. */
function peaks(samples, size) {
  const result = new Float32Array(Math.ceil(samples.length / size));
  for (let index = 0; index < samples.length; index += 1) {
    const step = (index / size) | 0, value = Math.abs(samples[index]);
    if (value > result[step]) result[step] = value;
  }
  return result;
}
