// Plays a film: the pieces in the browser's buffers, the clock, and the frame on screen.
import { Track, Loader } from "./media.js";

const AHEAD = 10;  // seconds of film that are fetched in advance
const BEHIND = 3;
const SOUND_MARGIN = 0.3;  // seconds of sound that browsers need before they show a picture
const REST = 120;  // milliseconds without movement after which a drag counts as finished
const PICTURE_BYTES = 96e6;
const SOUND_BYTES = 7e6;

/**
 * Sends `frame` (the playhead moved), `shown` (another frame is on screen), `play` (playing, rate or waiting changed),
 * `range` (in, out or loop changed), `problem` and `gone` (a key is no longer known).
 */
export class Player extends EventTarget {
  film = null;
  /** The playhead: the wanted frame. */
  frame = 0;
  /** How often the playhead was moved other than by playing. */
  jumps = 0;
  rate = 1;
  isPlaying = false;
  isWaiting = false;
  /** The first and last frame of the loop, inclusive; null if not set. */
  range = { first: null, last: null };
  isLooping = false;
  problem = null;

  #source = null;
  #address = null;
  #pictures = null;
  #sounds = null;
  #soundFailure = null;
  /** Whether this browser can play the film at all. */
  #isDecodable = true;
  /** The frame that the video shows, or null. */
  #videoFrame = null;
  #videoWish = null;
  /** Whether the video may present frames of an earlier version, until the next seek. */
  #isStale = true;
  #seek = null;
  #isHeld = false;
  /** The last frame of a loop while its last frames are shown one by one; null otherwise. */
  #ending = null;
  /** The last time at which the current one of them was not on screen yet. */
  #endingStep = 0;
  /** Whether the video has just been paused for them, so that the frame that it shows is uncertain. */
  #isSettling = false;
  #anchor = null;
  #lastCallback = 0;
  #restTimer = null;
  #wantTimer = null;
  #build = 0;

  constructor(video, still) {
    super();
    this.video = video;
    this.still = still;
    still.onChange = () => { this.#send("shown"); this.#refresh(); };
    this.loader = new Loader({
      playhead: () => this.film?.secondsAt(this.frame) ?? 0,
      onChange: (wish) => this.#arrived(wish),
      onGone: () => this.#send("gone"),
    });
    video.addEventListener("seeked", () => this.#seeked());
    video.addEventListener("error", () => this.#decodingFailed());
    video.addEventListener("pause", () => {
      // The event is late: the player may already have resumed after a wait.
      if (!video.paused || !this.isPlaying || this.#isHeld || this.#isStepping) return;
      if (!this.#isEnd(video.currentTime)) this.pause();
    });
    if (video.requestVideoFrameCallback) {
      const callback = (now, { mediaTime }) => {
        this.#lastCallback = performance.now();
        if (this.film) this.#presented(this.film.clamp(mediaTime * this.film.framesPerSecond));
        video.requestVideoFrameCallback(callback);
      };
      video.requestVideoFrameCallback(callback);
    }
  }

  /** The frame on screen, or null before the first one. */
  get shownFrame() { return this.still.isVisible ? this.still.frame : this.#videoFrame; }

  get canPlay() { return this.#source !== null; }

  // Films

  /** Shows another film, or another version of the same one. Unchanged pieces stay. */
  load(film, frame = this.frame) {
    const old = this.film;
    const isSame = old && old.number === film.number && this.#source !== null
      && old.framesPerSecond === film.framesPerSecond && old.picture?.codec === film.picture?.codec
      && old.sound?.codec === film.sound?.codec && !this.#soundFailure;
    this.film = film;
    this.problem = null;
    this.jumps += 1;
    this.frame = film.clamp(frame);
    for (const name of ["first", "last"]) {
      if (this.range[name] !== null) this.range[name] = film.clamp(this.range[name]);
    }
    this.still.setFilm(film.number);
    if (isSame) this.#update(old); else this.#rebuild();
    this.#send("range");
    this.#send("frame");
  }

  #update(old) {
    const { film } = this;
    const piece = film.pictureAt(this.frame);
    const isHere = this.#videoFrame === this.frame && piece && this.#pictures?.has(piece)
      && old.pictureAt(this.frame)?.place === piece.place;
    if (!isHere) {
      // The picture stays on screen while its piece is replaced.
      this.still.cover(this.video, this.#videoFrame);
      this.#forgetVideoFrame();
    }
    const changes = [this.#pictures?.replace(film.pictures, film.duration), this.#sounds?.replace(film.sounds, film.duration)];
    const build = this.#build;
    Promise.allSettled(changes).then(() => { if (build === this.#build) this.#setDuration(); });
    if (!isHere) this.#show();
    this.#want();
  }

  /** Starts over with empty buffers, for another film, rate or codec, or if sound was added. */
  #rebuild() {
    const { film } = this;
    const build = ++this.#build;
    this.still.cover(this.video, this.#videoFrame);
    this.loader.stop();
    this.#forgetVideoFrame();
    this.#source = this.#pictures = this.#sounds = null;
    if (this.isPlaying) this.#isHeld = true;
    // The exact picture is requested before the browser sets up its player.
    this.#show();
    const types = {
      pictures: film.picture && `video/mp4; codecs="${film.picture.codec}"`,
      sounds: film.sound && !this.#soundFailure && `audio/mp4; codecs="${film.sound.codec}"`,
    };
    const supports = (type) => type && globalThis.MediaSource?.isTypeSupported(type);
    this.#isDecodable = !types.pictures || supports(types.pictures);
    if (!this.#isDecodable) {
      this.#tell("This browser cannot play the preview's video. You see single pictures, without sound.");
      return;
    }
    if (types.sounds && !supports(types.sounds)) {
      this.#tell("This browser cannot play the preview's sound.");
      types.sounds = null;
    }
    const source = new MediaSource();
    const address = URL.createObjectURL(source);
    source.addEventListener("sourceopen", () => {
      if (build !== this.#build) return;
      URL.revokeObjectURL(address);
      source.duration = film.duration;
      const onChange = () => { if (build === this.#build) this.#endSource(); };
      if (types.pictures) {
        const slack = film.secondsAt(1) / 2;
        this.#pictures = new Track(source, types.pictures, this.film.pictures, { slack, budget: PICTURE_BYTES, onChange });
      }
      if (types.sounds) {
        this.#sounds = new Track(source, types.sounds, this.film.sounds, { slack: 0.001, budget: SOUND_BYTES, onChange });
      }
      this.#source = source;
      this.#setDuration();
      this.#refresh();
      this.#want();
    }, { once: true });
    this.video.src = address;
  }

  #setDuration() {
    try {
      if (this.#source?.readyState === "open" && this.#source.duration !== this.film.duration) {
        this.#source.duration = this.film.duration;
      }
    } catch {
      // A buffer is being changed. The duration only matters at the end, which the clock handles.
    }
  }

  #decodingFailed() {
    if (!this.video.error || !this.film) return;
    const piece = this.film.pictureAt(this.frame);
    const reason = this.video.error.message || "the browser cannot decode it";
    if (!piece) {
      // A browser without an audio device does not play audio-only films.
      this.pause();
      this.#rebuild();
      this.#tell(`The sound cannot be played: ${reason}`);
      return;
    }
    this.#rebuild();
    this.#badPieces.add(piece.key);
    this.#tell(`The frames around ${this.frame} cannot be shown: ${reason}`);
  }

  /** Pieces that the browser could not decode, which are not fetched again. */
  #badPieces = new Set();

  // Seeking

  /** Shows a frame. During a drag, pieces are requested only when the pointer rests. */
  seek(frame, { isDragging = false } = {}) {
    if (!this.film) return;
    frame = this.film.clamp(frame);
    const isMove = frame !== this.frame;
    this.jumps += 1;
    this.frame = frame;
    this.#anchor = null;
    this.#ending = null;
    const piece = this.film.pictureAt(frame);
    // A repeated request by the user is retried.
    if (piece && !isDragging) this.#pictures?.failures.delete(piece.key);
    if (this.isPlaying && !this.#isStepping) this.#hold();
    this.#isDragging = isDragging;
    this.#show();
    clearTimeout(this.#restTimer);
    if (isDragging) {
      this.#restTimer = setTimeout(() => this.#rest(), REST);
      this.#wantMadePiece();
    } else {
      this.#want();
    }
    if (isMove) this.#send("frame");
  }

  #isDragging = false;

  #rest() {
    this.#isDragging = false;
    this.#show();
    this.#want();
  }

  step(frames) {
    this.pause();
    this.seek((this.#videoWish ?? this.frame) + frames);
  }

  /** Moves by one step of the film: a frame, or a tenth of a second of a sound. */
  stepOnce(direction) {
    this.pause();
    this.seek(this.film.stepFrom(this.#videoWish ?? this.frame, direction));
  }

  /** Plays at a rate from -4 to 4. At the end, playback starts from the beginning. */
  play(rate = this.rate) {
    if (!this.film) return;
    const { first, last } = this.bounds;
    this.rate = rate;
    if (rate > 0 && this.frame >= this.film.lastFrame) this.seek(this.isLooping ? first : 0);
    if (rate < 0 && this.frame <= 0) this.seek(this.isLooping ? last : this.film.lastFrame);
    this.isPlaying = true;
    this.#anchor = null;
    this.#ending = null;
    if (this.#isStepping) this.video.pause();
    this.#isHeld = true;
    this.#send("play");
    this.#want();
    this.#tick();
  }

  /** Pauses at the frame on screen, or at another one. */
  pause(frame = null) {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.isWaiting = false;
    this.#isHeld = false;
    this.#ending = null;
    this.video.pause();
    // The clock may be slightly ahead of the screen, if the browser has reported the frame that it shows.
    const isReported = this.#videoFrame !== null
      && performance.now() - this.#lastCallback < 2500 / (this.film.framesPerSecond * Math.abs(this.rate));
    if (frame !== null) {
      this.frame = frame;
    } else if (isReported && !this.still.isVisible && Math.abs(this.#videoFrame - this.frame) <= 2) {
      this.frame = this.#videoFrame;
    }
    this.#show();
    this.#want();
    this.#send("play");
    this.#send("frame");
  }

  setRate(rate) {
    this.rate = rate;
    if (this.isPlaying) this.play(rate); else this.#send("play");
  }

  /** J and L: plays in a direction; repeated presses double the rate, up to 4. */
  shuttle(direction) {
    const isFaster = this.isPlaying && Math.sign(this.rate) === direction;
    this.play(isFaster ? direction * Math.min(Math.max(Math.abs(this.rate) * 2, 1), 4) : direction);
  }

  // Loop

  /** The first and last frame of the loop, or of the film. */
  get bounds() {
    const first = this.range.first ?? 0, last = this.range.last ?? this.film?.lastFrame ?? 0;
    return first <= last ? { first, last } : { first: last, last: first };
  }

  /** Sets the in point, the out point, or both; null clears. Setting a point starts looping. */
  setRange(change) {
    const range = { ...this.range, ...change };
    // A point beyond the other one clears it.
    if (range.first !== null && range.last !== null && range.first > range.last) {
      if ("first" in change) range.last = null; else range.first = null;
    }
    this.range = range;
    this.isLooping = range.first !== null || range.last !== null;
    this.#send("range");
    this.#want();
  }

  setLooping(isLooping) {
    this.isLooping = isLooping;
    this.#send("range");
    this.#want();
  }

  // The clock

  /** Whether frames are shown one by one: backwards, or in a browser that cannot play the film. */
  get #isStepping() { return this.rate < 0 || !this.#isDecodable; }

  #tick() {
    if (!this.isPlaying || this.#frameRequest) return;
    this.#frameRequest = requestAnimationFrame((now) => {
      this.#frameRequest = null;
      if (!this.isPlaying) return;
      this.#interval = Math.min(now - this.#lastTick, 100) / 1000;
      this.#lastTick = now;
      if (this.#isStepping) this.#stepOn(); else this.#playOn();
      this.#tick();
    });
  }

  #frameRequest = null;
  #lastTick = 0;
  /** Seconds between the last two readings of the clock. */
  #interval = 0;

  #playOn() {
    const { film, video } = this;
    if (this.#ending !== null) { this.#stepToEnd(); return; }
    if (this.#isHeld) { this.#resume(); return; }
    if (video.seeking || this.#seek !== null) return;
    const time = video.currentTime;
    if (this.#isNearEndOfLoop(time)) { this.#beginEnding(); return; }
    // Assume that the next reading of the clock is as late as this one.
    const margin = Math.min(Math.max(this.#interval, 0.017) * this.rate, film.secondsAt(0.75));
    if (time >= film.secondsAt(film.frames) - margin || this.#isEnd(time) && video.readyState < 3) {
      this.pause(film.lastFrame);
      return;
    }
    const frame = film.frameAt(time);
    // Some browsers stop shortly before the gap.
    const next = video.readyState < 3 ? film.clamp(frame + 1) : frame;
    if (!this.#isReady(frame) || !this.#isReady(next)) {
      let missing = Math.min(this.frame, frame);
      while (missing < next && this.#isReady(missing)) missing += 1;
      this.frame = missing;
      this.#hold();
      this.#send("frame");
      this.#show();
      this.#want();
      return;
    }
    if (performance.now() - this.#lastCallback > 250 && video.readyState > 2) this.#presented(frame);
    if (frame !== this.frame) {
      this.frame = frame;
      this.#send("frame");
      this.#wantSoon();
    }
  }

  /** The last frame before a loop begins again. */
  get #endOfLoop() { return this.frame <= this.bounds.last ? this.bounds.last : this.film.lastFrame; }

  /** Whether a playing video could show the frame after the end before the next reading of the clock. */
  #isNearEndOfLoop(time) {
    const margin = Math.max(3 * this.#interval, 0.1) * this.rate;
    return this.isLooping && time >= this.film.secondsAt(this.#endOfLoop) - margin;
  }

  /** Shows the last frames of a loop one by one, because a playing video skips some or shows too many. */
  #beginEnding() {
    this.#ending = this.#endOfLoop;
    this.#endingStep = performance.now();
    this.#isSettling = !this.#isHeld;
    if (!this.#isHeld) this.#hold();
  }

  #stepToEnd() {
    const { film, video } = this;
    const isShown = this.#seek === null && (this.#isSettling || !this.#pictures || this.#videoFrame === this.frame);
    // Each frame has its full duration on screen.
    if (!isShown) { this.#endingStep = performance.now(); return; }
    const time = Math.max(1000 / (film.framesPerSecond * this.rate), this.#isSettling ? 50 : 0);
    if (performance.now() - this.#endingStep < time) return;
    let next = this.frame + 1;
    // The clock may be behind the screen, which must not go back.
    if (this.#isSettling) {
      next = Math.max(this.frame, film.frameAt(video.currentTime), this.#videoFrame ?? 0);
      // A frame that was reported as the video paused may not have reached the screen: request it again.
      this.#videoFrame = null;
    }
    this.#isSettling = false;
    const isOver = next > this.#ending;
    if (isOver) { next = this.bounds.first; this.jumps += 1; }
    if (isOver || !this.isLooping || !this.#isReady(next)) this.#ending = null;
    this.#showOfEnding(next);
  }

  #showOfEnding(frame) {
    this.frame = frame;
    this.#endingStep = performance.now();
    this.#show();
    this.#send("frame");
    this.#want();
  }

  #isEnd(time) { return time >= this.film.secondsAt(this.film.lastFrame) - 0.001; }

  #hold() {
    this.#isHeld = true;
    this.video.pause();
  }

  /** Resumes once the pieces at the playhead have arrived and the video shows its frame. */
  #resume() {
    const soon = Math.min(this.frame + Math.ceil(this.film.framesPerSecond * 0.3 * this.rate), this.film.lastFrame);
    const isReady = this.#isReady(this.frame) && this.#isReady(soon);
    this.#wait(!isReady);
    if (!isReady) { this.#wantSoon(); return; }
    if (this.#pictures && this.#videoFrame !== this.frame) { this.#show(); return; }
    if (!this.#pictures && this.#seek === null && Math.abs(this.video.currentTime - this.film.middleOf(this.frame)) > 0.05) {
      this.video.currentTime = this.film.middleOf(this.frame);
    }
    if (this.#isNearEndOfLoop(this.film.middleOf(this.frame))) { this.#beginEnding(); return; }
    this.#isHeld = false;
    this.video.playbackRate = this.rate;
    this.video.play().catch((error) => {
      if (error.name !== "NotAllowedError") return;
      this.pause();
      this.#tell("The browser needs a click or key press before it plays sound.");
    });
  }

  #stepOn() {
    const { film } = this;
    const now = performance.now();
    const isReady = this.canPlay && film.picture ? this.#isReady(this.frame) && this.#videoFrame !== null
      : !this.still.isBusy;
    this.#wait(this.canPlay && !isReady);
    if (!isReady) {
      this.#anchor = null;
      if (this.canPlay) { this.#show(); this.#wantSoon(); }
      return;
    }
    const direction = Math.sign(this.rate);
    const { first, last } = this.bounds;
    const [begin, end] = direction < 0 ? [last, first] : [first, last];
    const isInLoop = this.isLooping && (end - this.frame) * direction >= 0;
    // No frame of a loop is skipped, and each has its full duration on screen: in a slow browser, the loop is slower.
    if (isInLoop && this.shownFrame !== this.frame) return;
    if (!this.#anchor || isInLoop && this.#anchor.frame !== this.frame) this.#anchor = { now, frame: this.frame };
    let frames = Math.floor((now - this.#anchor.now) / 1000 * Math.abs(this.rate) * film.framesPerSecond);
    if (isInLoop) {
      if (frames > 0 && this.frame === end) { this.seek(begin); return; }
      frames = Math.min(frames, Math.ceil(Math.abs(this.rate)), (end - this.frame) * direction);
    }
    const frame = this.#anchor.frame + direction * frames;
    if (frame === this.frame) return;
    if (frame < 0 || frame > film.lastFrame) {
      this.pause(film.clamp(frame));
      return;
    }
    // Do not skip frames of a missing piece.
    const isMissing = this.canPlay && film.picture && !this.#isReady(frame);
    this.frame = isMissing ? film.pictureAt(frame).first + film.pictureAt(frame).frames - 1 : frame;
    this.#show();
    this.#send("frame");
    this.#wantSoon();
  }

  #wait(isWaiting) {
    if (this.isWaiting === isWaiting) return;
    this.isWaiting = isWaiting;
    this.#send("play");
  }

  // Pieces

  /** Whether the video can show and play a frame. Without the sound, browsers do not show the picture. */
  #isReady(frame) {
    const { film } = this;
    if (!this.#source) return false;
    if (this.#pictures && !this.holds(film.pictureAt(frame))) return false;
    const time = film.secondsAt(frame);
    return !this.#sounds || [time, time + SOUND_MARGIN].every((moment) => {
      const piece = film.soundAt(moment);
      return !piece || this.#sounds.has(piece);
    });
  }

  /** Why the playhead's frame cannot be shown or played, as a sentence, or null. */
  get missing() {
    if (!this.film) return null;
    const piece = this.film.pictureAt(this.frame);
    const failure = piece && this.#pictures?.failures.get(piece.key);
    if (failure) return `Frames ${piece.first} to ${piece.first + piece.frames - 1} cannot be made: ${failure}`;
    if (!this.isWaiting) return null;
    if (piece && this.#pictures && !this.holds(piece)) {
      return `Waiting for frames ${piece.first} to ${piece.first + piece.frames - 1}`;
    }
    return this.#isReady(this.frame) ? "Waiting for the next frames" : "Waiting for the sound";
  }

  /** Whether the piece of a frame is in the browser's buffer. */
  holds(piece) { return piece !== undefined && (this.#pictures?.has(piece) ?? false); }

  /** The same for a piece of the sound. */
  holdsSound(piece) { return this.#sounds?.has(piece) ?? false; }

  #arrived({ track, piece }) {
    if (track === this.#sounds && track.failures.has(piece.key) && !this.#soundFailure) {
      // The browser would wait for sound that never arrives.
      this.#soundFailure = track.failures.get(piece.key);
      this.#rebuild();
      this.#tell(`The film plays without its sound: ${this.#soundFailure}`);
      return;
    }
    this.#endSource();
    this.#send("play");
    this.#refresh();
  }

  /** Ends the stream: otherwise, browsers do not show the last frames. The next change of a buffer reopens it. */
  #endSource() {
    const isLast = (track) => !track || track.has([...track.pieces.values()].at(-1));
    if (this.#source?.readyState !== "open" || !isLast(this.#pictures) || !isLast(this.#sounds)) return;
    try {
      this.#source.endOfStream();
    } catch {
      // A buffer is being changed, which calls this again.
    }
  }

  /** Shows the playhead's frame in the video if its piece has arrived. */
  #refresh() {
    if (!this.film || (this.isPlaying && !this.#isHeld && !this.#isStepping)) return;
    if ((this.#videoFrame !== this.frame || this.still.isVisible) && this.#isReady(this.frame)) this.#show();
  }

  #wantSoon() { this.#wantTimer ??= setTimeout(() => this.#want(), 200); }

  #want() {
    clearTimeout(this.#wantTimer);
    this.#wantTimer = null;
    if (!this.film || !this.#source) return;
    const now = this.film.secondsAt(this.frame);
    const speed = Math.max(Math.abs(this.rate), 1);
    const isBackward = this.isPlaying && this.rate < 0;
    const wanted = [];
    const add = (from, to, isDescending) => {
      const pieces = [...between(this.#pictures, this.film.pictures, this.film.pictureAt(this.film.frameAt(from)), to)];
      pieces.push(...between(this.#sounds, this.film.sounds, this.film.soundAt(from), to + SOUND_MARGIN));
      pieces.sort((a, b) => isDescending ? b.piece.start - a.piece.start : a.piece.start - b.piece.start);
      wanted.push(...pieces.filter(({ piece }) => !this.#badPieces.has(piece.key)));
    };
    if (isBackward) {
      add(Math.max(now - AHEAD * speed, 0), now + 0.001, true);
    } else {
      const { first, last } = this.bounds;
      const end = this.film.secondsAt(last + 1);
      const isInLoop = this.isLooping && this.frame <= last;
      const ahead = now + AHEAD * speed;
      add(now, isInLoop ? Math.min(ahead, end) : ahead, false);
      if (isInLoop && ahead > end) add(this.film.secondsAt(first), this.film.secondsAt(first) + Math.min(ahead - end, AHEAD), false);
      add(Math.max(now - BEHIND, 0), now, true);
    }
    this.loader.want(wanted);
  }

  /** During a drag: requests the piece under the pointer if it is already rendered. */
  #wantMadePiece() {
    const piece = this.film.pictureAt(this.frame);
    if (!this.#source || piece?.state !== "made" || this.#isReady(this.frame)) return;
    const time = this.film.secondsAt(this.frame);
    this.loader.want([
      ...between(this.#pictures, this.film.pictures, piece, piece.end),
      ...between(this.#sounds, this.film.sounds, this.film.soundAt(time), time + SOUND_MARGIN),
    ], { keepsRequests: true });
  }

  // The screen

  #show() {
    if (!this.film) return;
    if (!this.film.picture) {
      this.still.hide();
      if (!this.isPlaying || this.#isHeld) this.video.currentTime = this.film.secondsAt(this.frame);
      this.#videoFrame = this.frame;
      return;
    }
    if (this.#isReady(this.frame)) {
      this.#videoWish = this.frame;
      this.#seekVideo();
    } else {
      this.#videoWish = null;
      this.still.want(this.frame, { isSmall: this.#isDragging });
    }
  }

  /** Performs one seek at a time; the latest wanted frame is next. */
  #seekVideo() {
    if (this.#seek !== null || this.#videoWish === null) return;
    if (this.#videoWish === this.#videoFrame) { this.#shownByVideo(); return; }
    this.#isStale = false;
    this.#seek = { frame: this.#videoWish, isSeeked: false, isPresented: false };
    this.video.currentTime = this.film.middleOf(this.#videoWish);
  }

  #seeked() {
    const seek = this.#seek;
    if (seek === null) return;
    seek.isSeeked = true;
    if (seek.isPresented) { this.#endSeek(seek); return; }
    // Not every browser reports all frames that it presents; only wait for one that nearly always does.
    if (this.#misses > 2) requestAnimationFrame(() => requestAnimationFrame(() => this.#endSeek(seek)));
    setTimeout(() => {
      if (this.#seek !== seek) return;
      this.#misses += 1;
      this.#endSeek(seek);
    }, 250);
  }

  /** The number of seeks without a report of their frame; each is cancelled by twenty seeks with one. */
  #misses = HTMLVideoElement.prototype.requestVideoFrameCallback ? 0 : Infinity;

  #presented(frame) {
    const seek = this.#seek;
    if (this.#isStale) return;
    if (seek !== null) {
      // A video that continues playing after the seek may skip frames.
      const late = this.isPlaying && !this.#isHeld ? 3 : 0;
      if (frame < seek.frame || frame > seek.frame + late) return;
      seek.isPresented = true;
      this.#misses = Math.max(this.#misses - 0.05, 0);
      if (seek.isSeeked) this.#endSeek(seek);
      return;
    }
    if (this.#videoFrame === frame) return;
    this.#videoFrame = frame;
    const plays = this.isPlaying && !this.#isHeld;
    if (plays) this.#shownByVideo();
    this.#send("shown");
    // The clock is slightly late.
    if (plays && this.rate > 0 && this.isLooping && this.frame <= this.bounds.last && frame >= this.bounds.last) {
      this.#beginEnding();
    }
  }

  #endSeek(seek) {
    if (this.#seek !== seek) return;
    this.#seek = null;
    this.#videoFrame = seek.frame;
    if (this.#videoWish !== null) this.#shownByVideo();
    this.#send("shown");
    if (this.#videoWish !== null && this.#videoWish !== seek.frame) this.#seekVideo();
  }

  #shownByVideo() { this.still.hide(); }

  #forgetVideoFrame() {
    this.#seek = null;
    this.#videoFrame = null;
    this.#videoWish = null;
    this.#isStale = true;
    this.#ending = null;
    if (this.isPlaying && !this.#isStepping) this.#hold();
  }

  #tell(problem) {
    this.problem = problem;
    this.#send("problem");
  }

  #send(type) { this.dispatchEvent(new Event(type)); }
}

/** The pieces of a track from a given one on that begin before a time. */
function* between(track, pieces, from, end) {
  if (!track || !from) return;
  for (let index = pieces.indexOf(from); index < pieces.length && pieces[index].start < end; index += 1) {
    yield { track, piece: pieces[index] };
  }
}
