// The layer over the film: exact pictures where the film cannot be shown yet.

const RETRY_AFTER = 1000;

/** One request is under way at a time; the newest wish is next. What arrives is always painted. */
export class Still {
  /** The frame on the canvas while the layer is visible, or null. */
  frame = null;
  painted = 0;
  failure = null;
  #film = null;
  #version = 0;
  #wish = null;
  #isFetching = false;

  constructor(canvas, onChange) {
    this.canvas = canvas;
    this.onChange = onChange;
    this.context = canvas.getContext("2d", { alpha: false });
  }

  get isVisible() { return !this.canvas.hidden; }

  /** Whether a picture is under way or wanted. */
  get isBusy() { return this.#isFetching || this.#wish !== null; }

  /** Pictures are of this film from now on; those of an earlier version are fetched again. */
  setFilm(number) {
    this.#film = number;
    this.#version += 1;
    this.failure = null;
    if (this.#wish === null && this.isVisible && this.frame !== null) this.#wish = this.frame;
    this.#next();
  }

  /** Shows a frame as soon as it is there. Until then the layer shows what it has shown. */
  want(frame) {
    if (this.#painted(frame) && this.isVisible) { this.#wish = null; return; }
    this.#wish = frame;
    this.#next();
  }

  /** Shows what the video shows, for the time in which the video has nothing. */
  cover(video, frame) {
    if (this.isVisible || video.readyState < 2 || !video.videoWidth) return;
    this.#paint(video, video.videoWidth, video.videoHeight);
    this.frame = frame;
    this.#paintedVersion = -1;
  }

  hide() {
    this.#wish = null;
    if (!this.isVisible) return;
    this.canvas.hidden = true;
    this.frame = null;
    this.onChange();
  }

  #paintedVersion = -1;

  #painted(frame) { return this.frame === frame && this.#paintedVersion === this.#version; }

  #paint(picture, width, height) {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.context.drawImage(picture, 0, 0, width, height);
    this.canvas.hidden = false;
  }

  async #next() {
    if (this.#isFetching || this.#wish === null) return;
    this.#isFetching = true;
    const frame = this.#wish, version = this.#version;
    let picture = null;
    let isLost = false;
    try {
      const answer = await fetch(`frame/${this.#film}/${frame}.jpg`, { cache: "no-store" });
      if (answer.ok) picture = await createImageBitmap(await answer.blob());
      else this.failure = { frame, reason: (await answer.text()).trim() };
    } catch {
      isLost = true;
    }
    this.#isFetching = false;
    const isWanted = this.#wish !== null;
    if (picture && isWanted && version === this.#version) {
      this.#paint(picture, picture.width, picture.height);
      this.frame = frame;
      this.failure = null;
      this.#paintedVersion = version;
      this.painted += 1;
    }
    picture?.close();
    if (isLost) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    else if (this.#wish === frame && version === this.#version) this.#wish = null;
    if (isWanted && !isLost) this.onChange();
    this.#next();
  }
}
