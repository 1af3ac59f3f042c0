// The line of an item in the script: opened in the user's editor, or shown and copied.
import { $, make } from "./dom.js";

export class Lines {
  #shown = 0;

  constructor(server) {
    this.server = server;
    this.element = $("timeline-line");
  }

  /** Shows the line of an item, and opens it or copies its place. Without a line, shows nothing. */
  async show(item) {
    const shown = ++this.#shown;
    const { state } = this.server;
    if (!item?.line || !state) { this.element.replaceChildren(); return; }
    const place = `${state.file ?? state.script}:${item.line}`;
    const done = state.hasEditor ? this.#open(item.line) : this.#copy(place);
    this.#tell(place);
    const note = await done;
    if (shown === this.#shown) this.#tell(place, note);
  }

  #tell(place, note = null) {
    this.element.replaceChildren(
      make("code", {}, place),
      make("button", { className: "text", title: "Copy the place in the script", onclick: async () => this.#tell(place, await this.#copy(place)) }, "Copy"),
      ...(note ? [make("span", {}, note)] : []));
  }

  async #open(line) {
    try {
      await this.server.act(`line/${line}`);
      return "opened";
    } catch (error) {
      // A request without an answer fails with a TypeError.
      return `not opened: ${error instanceof TypeError ? "the preview does not respond" : error.message}`;
    }
  }

  async #copy(place) {
    try {
      await navigator.clipboard.writeText(place);
      return "copied";
    } catch {
      // A browser may not allow it.
      return null;
    }
  }
}
