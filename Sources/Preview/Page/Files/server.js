// The connection to `editc preview`: state, events, films, and changes of the script.
import { Film } from "./film.js";

const RECONNECT_AFTER = 1500;

/** Sends `state`, `cells` and `connection` events. */
export class Server extends EventTarget {
  state = null;
  isConnected = true;

  async start() {
    this.#listen();
    try {
      this.#take(await (await fetch("state", { cache: "no-store" })).json());
    } catch {
      this.#connection(false);
    }
  }

  async film(number) {
    const answer = await fetch(`film/${number}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(`The server has no film ${number}.`);
    return new Film(await answer.json(), number);
  }

  /** The text at an address; throws the reason why there is none. */
  async text(address) {
    const answer = await fetch(address, { cache: "no-store" });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text.trim());
    return text;
  }

  /** Requests a change of the script, or its line in the editor; throws the reason why it is refused. */
  async act(address) {
    const token = location.pathname.split("/")[1];
    const answer = await fetch(address, { method: "POST", headers: { "X-Editc-Token": token }, cache: "no-store" });
    if (!answer.ok) throw new Error((await answer.text()).trim());
  }

  #listen() {
    const events = new EventSource("events");
    events.addEventListener("open", () => this.#connection(true));
    events.addEventListener("state", (event) => this.#take(JSON.parse(event.data)));
    events.addEventListener("cells", (event) => this.#send("cells", JSON.parse(event.data)));
    events.addEventListener("error", () => {
      this.#connection(false);
      // The browser reconnects by itself unless the response was an error.
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.#listen(), RECONNECT_AFTER);
    });
  }

  #take(state) {
    // The response to the first request may be older than the first event.
    if (this.state && state.version < this.state.version && this.isConnected && !this.#isNew) return;
    this.#isNew = false;
    this.state = state;
    this.#connection(true);
    this.#send("state", state);
  }

  /** Whether the connection is new: the server may have restarted, and counts from 1 again. */
  #isNew = true;

  #connection(isConnected) {
    if (!isConnected) this.#isNew = true;
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    this.#send("connection", isConnected);
  }

  #send(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
