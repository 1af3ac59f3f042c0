// The items under the playhead: their times, facts, and why they are encoded.
import { $, make, renew } from "./dom.js";

/** `actions` has what a card can do with its item: `fit` it into the timeline, and show its `line`. */
export function showItems(player, actions) {
  const { film, frame } = player;
  if (!film) return;
  const items = film.itemsAt(frame), transitions = film.transitionsAt(frame);
  renew($("items-list"), [film.version, film.number, items, transitions], () => [
    ...items.map((item) => card(player, film, item, actions)),
    ...transitions.map((transition) => card(player, film, { ...transition, lane: "transition" }, actions)),
    ...(items.length + transitions.length ? [] : [make("li", { className: "none" }, "No item shows or plays here.")]),
  ]);
}

function card(player, film, item, actions) {
  const last = item.first + item.frames - 1;
  const fact = (name, ...values) => make("div", {}, make("dt", {}, name), make("dd", {}, ...values));
  return make("li", { className: "item" },
    make("div", { className: "head" },
      make("h3", {}, item.name),
      make("span", { className: "lane" }, item.lane)),
    make("dl", {},
      fact("From", `${film.timecode(item.first)}  ·  frame ${item.first}`),
      fact("To", `${film.timecode(last)}  ·  frame ${last}`),
      fact("Length", `${item.frames} frames, ${film.seconds(item.frames)}`),
      item.facts ? fact("Media", item.facts) : null,
      item.whyEncoded ? fact("Encoded", item.whyEncoded) : null,
      item.take ? fact("Take", item.take) : null,
      item.line ? fact("Script", make("button", {
        className: "line", title: "Open or copy the place in the script (E)", onclick: () => actions.line(item),
      }, `line ${item.line}`)) : null),
    make("div", { className: "actions" },
      make("button", { className: "text", title: "Go to its first frame", onclick: () => player.seek(item.first) }, "First"),
      make("button", { className: "text", title: "Go to its last frame", onclick: () => player.seek(last) }, "Last"),
      make("button", { className: "text", title: "Loop it", onclick: () => player.setRange({ first: item.first, last }) }, "Loop"),
      make("button", { className: "text", title: "Show it in the timeline (Z)", onclick: () => actions.fit(item) }, "Zoom")));
}
