// Helpers for elements. Text from scripts enters the page only through here, as text nodes.

export const $ = (id) => document.getElementById(id);

/** Creates an element with properties and `children`, which are elements or text. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") element.setAttribute(key, value); else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Replaces the children only if their data changed, so that focus and selection stay. */
export function renew(element, data, makeChildren) {
  const text = JSON.stringify(data);
  if (element.dataset.shows === text) return;
  element.dataset.shows = text;
  element.replaceChildren(...makeChildren());
}

/** Calls `act` once in the next animation frame, however often it is requested. */
export function onceAFrame(act) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => { isAsked = false; act(); });
  };
}

/** Tracks a pointer from press to release: `move(event, isEnd)`. */
export function onDrag(element, move) {
  let pointer = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || event.target.closest("button")) return;
    pointer = event.pointerId;
    element.setPointerCapture(pointer);
    move(event, false);
  });
  element.addEventListener("pointermove", (event) => { if (event.pointerId === pointer) move(event, false); });
  const end = (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    move(event, true);
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
}
