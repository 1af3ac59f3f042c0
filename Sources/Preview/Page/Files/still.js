// The layer over the film with exact pictures of frames that the video cannot show yet; also the thumbnail of the strip.

const RETRY_AFTER = 1000;

/** One request runs at a time; the latest wanted frame is next, and is requested while the previous picture is decoded.
    All pictures that arrive are painted, in the order of the requests. */
export class Still {
  /** The frame on the canvas while the layer is visible, or null. */
  frame = null;
  painted = 0;
  failure = null;
  #film = null;
  #version = 0;
  #wish = null;
  /** Whether a small picture of the wanted frame suffices. */
  #wantsSmall = false;
  #isFetching = false;
  /** The latest picture that arrived, until it is painted. */
  #arrived = null;
  #paintings = Promise.resolve();

  /** With `isAlwaysSmall`, pictures of the size of cells suffice. `folder` is where the server has the frames. */
  constructor(canvas, onChange, { isAlwaysSmall = false, folder = "frame" } = {}) {
    this.folder = folder;
    this.canvas = canvas;
    this.onChange = onChange;
    this.isAlwaysSmall = isAlwaysSmall;
    this.context = canvas.getContext("2d", { alpha: false });
  }

  get isVisible() { return !this.canvas.hidden; }

  /** Whether a picture is wanted, loading or waiting to be painted. */
  get isBusy() { return this.#isFetching || this.#arrived !== null || this.#wish !== null; }

  /** Switches to a film; pictures of an earlier version are fetched again. */
  setFilm(number) {
    this.#film = number;
    this.#version += 1;
    this.failure = null;
    if (this.#wish === null && this.isVisible && this.frame !== null) {
      this.#wish = this.frame;
      this.#wantsSmall = this.isAlwaysSmall;
    }
    this.#next();
  }

  /** Shows a frame as soon as it arrives; until then, the layer is unchanged. A small picture arrives sooner. */
  want(frame, { isSmall = this.isAlwaysSmall } = {}) {
    if (this.#painted(frame, isSmall) && this.isVisible) { this.#wish = null; return; }
    this.#wish = frame;
    this.#wantsSmall = isSmall;
    this.#next();
  }

  /** Covers the video with its present picture while it has none. */
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

  /** Whether the last painted picture is small. */
  #isPaintedSmall = false;

  #painted(frame, isSmall) {
    return this.frame === frame && this.#paintedVersion === this.#version && (isSmall || !this.#isPaintedSmall);
  }

  #paint(picture, width, height) {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.context.drawImage(picture, 0, 0, width, height);
    this.canvas.hidden = false;
  }

  async #next() {
    const frame = this.#wish, version = this.#version, isSmall = this.#wantsSmall;
    if (this.#isFetching || frame === null) return;
    if (this.#arrived && this.#answers(this.#arrived)) return;
    this.#isFetching = true;
    try {
      const answer = await fetch(`${this.folder}/${this.#film}/${frame}.${isSmall ? "small" : "jpg"}`, { cache: "no-store" });
      if (answer.ok) this.#take({ frame, version, isSmall, bytes: await answer.blob() });
      else this.#fail({ frame, version, isSmall }, (await answer.text()).trim());
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    }
    this.#isFetching = false;
    this.#next();
  }

  #take(arrived) {
    this.#arrived = arrived;
    this.#paintings = this.#paintings.then(() => this.#paintArrived(arrived));
  }

  async #paintArrived(arrived) {
    const { frame, version, isSmall, bytes } = arrived;
    const picture = await createImageBitmap(bytes).catch(() => null);
    if (this.#arrived === arrived) this.#arrived = null;
    if (!picture) { this.#fail(arrived, "This browser cannot decode it."); return; }
    if (this.#wish !== null && version === this.#version) {
      this.#paint(picture, picture.width, picture.height);
      this.frame = frame;
      this.failure = null;
      this.#paintedVersion = version;
      this.#isPaintedSmall = isSmall;
      this.painted += 1;
    }
    picture.close();
    this.#settle(arrived);
  }

  #fail(answer, reason) {
    this.failure = { frame: answer.frame, reason };
    this.#settle(answer);
  }

  #answers({ frame, version, isSmall }) {
    return this.#wish === frame && version === this.#version && (!isSmall || this.#wantsSmall);
  }

  /** Clears a wish that has been answered. */
  #settle(answer) {
    const isWanted = this.#wish !== null;
    if (this.#answers(answer)) this.#wish = null;
    if (isWanted) this.onChange();
    this.#next();
  }
}
