// The items under the playhead: their times, facts, and why they are encoded.
import { $, make, renew } from "./dom.js";

export function showItems(player) {
  const { film, frame } = player;
  if (!film) return;
  const items = film.itemsAt(frame), transitions = film.transitionsAt(frame);
  renew($("items-list"), [film.version, film.number, items, transitions], () => [
    ...items.map((item) => card(player, film, item)),
    ...transitions.map((transition) => card(player, film, { ...transition, lane: "transition" })),
    ...(items.length + transitions.length ? [] : [make("li", { className: "none" }, "No item shows or plays here.")]),
  ]);
}

function card(player, film, item) {
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
      item.line ? fact("Script", `line ${item.line}`) : null),
    make("div", { className: "actions" },
      make("button", { className: "text", onclick: () => player.seek(item.first) }, "First frame"),
      make("button", { className: "text", onclick: () => player.seek(last) }, "Last frame"),
      make("button", { className: "text", onclick: () => player.setRange({ first: item.first, last }) }, "Loop")));
}
