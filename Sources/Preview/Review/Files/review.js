// Shows two versions of a film side by side, from files beside the page. No server, no modules, no requests: pages
// that are opened as files may make none.
"use strict";
(() => {
  const review = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);

  function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "list") element[name] = value; else element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  // MARK: Times

  /** `1:02.5`, from seconds. */
  function clock(seconds, places = 1) {
    const factor = 10 ** places;
    const whole = Math.floor(seconds * factor + 1e-6) / factor;
    const minutes = Math.floor(whole / 60);
    const hours = Math.floor(minutes / 60);
    const rest = (whole - minutes * 60).toFixed(places).padStart(places ? 3 + places : 2, "0");
    return hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
  }

  // MARK: A span of both films

  /** Columns count through both films: each has a frame of the old one, of the new one, or of both. */
  class Span {
    constructor(output, data) {
      this.output = output;
      this.data = data;
      this.fps = output.rate.frames / output.rate.seconds;
      let column = 0;
      this.pieces = data.pieces.map((piece) => {
        const start = column;
        column += piece.frames;
        return { ...piece, start, end: column };
      });
      this.columns = column;
    }

    pieceAt(column) { return this.pieces.find(({ end }) => column < end) ?? this.pieces[this.pieces.length - 1]; }

    /** The frame of a side in a column; null if the side has none there. */
    frame(side, column) {
      const piece = this.pieceAt(column);
      return piece[side] === null ? null : piece[side] + column - piece.start;
    }

    /** The frame that a side shows in a column: its own, or the last one before, or the first one after. */
    shown(side, column) {
      const own = this.frame(side, column);
      if (own !== null) return own;
      const here = this.pieces.indexOf(this.pieceAt(column));
      for (let index = here - 1; index >= 0; index -= 1) {
        const piece = this.pieces[index];
        if (piece[side] !== null) return piece[side] + piece.frames - 1;
      }
      for (const piece of this.pieces.slice(here + 1)) if (piece[side] !== null) return piece[side];
      return null;
    }

    differs(column) { return this.pieceAt(column).state !== "same"; }
  }

  // MARK: The player

  const videos = { old: $("video-old"), new: $("video-new") };
  const screens = { old: $("screen-old"), new: $("screen-new") };
  const stage = $("stage");
  const sides = ["old", "new"];

  const player = {
    span: null,
    column: 0,
    isPlaying: false,
    isSwapped: false,
    isMuted: false,
    view: "sides",

    load(span) {
      this.pause();
      this.span = span;
      this.column = 0;
      for (const side of sides) {
        const film = span.data[side];
        screens[side].classList.toggle("empty", !film);
        if (film) videos[side].src = film.file; else videos[side].removeAttribute("src");
      }
      stage.style.setProperty("--ratio", span.output.width / span.output.height);
      drawMarks(span);
      this.seek(span.firstDifference ?? 0);
      listen();
    },

    /** The time of a film's frame in its file: the middle, so that rounding shows no neighbour. */
    timeOf(side, frame) { return (frame - this.span.data[side].first + 0.5) / this.span.fps; },

    seek(column) {
      if (!this.span) return;
      this.column = Math.min(Math.max(Math.round(column), 0), this.span.columns - 1);
      for (const side of sides) this.show(side);
      showPlace();
    },

    show(side) {
      const film = this.span.data[side];
      const frame = film ? this.span.shown(side, this.column) : null;
      screens[side].classList.toggle("waits", this.span.frame(side, this.column) === null);
      if (frame === null) return;
      const time = this.timeOf(side, frame);
      if (Math.abs(videos[side].currentTime - time) > 0.25 / this.span.fps) videos[side].currentTime = time;
    },

    step(columns) {
      this.pause();
      this.seek(this.column + columns);
    },

    /** The nearest column in a direction where equal frames end or different ones begin. */
    toDifference(direction) {
      const { span } = this;
      this.pause();
      const starts = span.pieces.filter((piece, index) =>
        piece.state !== "same" && (index === 0 || span.pieces[index - 1].state === "same")).map(({ start }) => start);
      const found = direction > 0 ? starts.find((start) => start > this.column)
        : starts.reverse().find((start) => start < this.column);
      if (found !== undefined) this.seek(found); else moveSpan(direction);
    },

    toggle() { if (this.isPlaying) this.pause(); else this.play(); },

    play() {
      if (!this.span) return;
      if (this.column >= this.span.columns - 1) this.seek(0);
      this.isPlaying = true;
      showPlaying();
      this.startPiece();
      requestAnimationFrame(() => this.tick());
    },

    pause() {
      if (!this.isPlaying) return;
      this.isPlaying = false;
      for (const side of sides) videos[side].pause();
      showPlaying();
      this.seek(this.column);
    },

    /** The side whose clock counts: the new film, or the old one where it is alone. */
    get leader() {
      const piece = this.span.pieceAt(this.column);
      return piece.new !== null && this.span.data.new ? "new" : "old";
    },

    startPiece() {
      for (const side of sides) {
        const video = videos[side];
        this.show(side);
        video.playbackRate = 1;
        if (this.span.data[side] && this.span.frame(side, this.column) !== null) {
          video.play().catch((error) => { if (error.name === "NotAllowedError") this.pause(); });
        } else {
          video.pause();
        }
      }
    },

    tick() {
      if (!this.isPlaying) return;
      requestAnimationFrame(() => this.tick());
      const { span, leader } = this;
      const piece = span.pieceAt(this.column);
      const video = videos[leader];
      if (video.seeking || video.readyState < 2) return;
      const frame = span.data[leader].first + Math.floor(video.currentTime * span.fps + 1e-3);
      const column = piece.start + frame - piece[leader];
      const isOver = column >= piece.end || video.ended;
      if (isOver && piece.end >= span.columns) {
        this.column = span.columns - 1;
        this.pause();
        return;
      }
      const next = isOver ? piece.end : Math.max(column, piece.start);
      if (next !== this.column) {
        this.column = next;
        showPlace();
      }
      const now = span.pieceAt(this.column);
      // Frames that both films have are in step; where one stands alone, the other one waits.
      if (isOver && (sides.some((side) => (now[side] === null) !== (piece[side] === null))
        || now.old !== null && now.new !== null && now.old - now.new !== piece.old - piece.new)) {
        this.startPiece();
        return;
      }
      this.follow(leader === "new" ? "old" : "new", leader, now);
    },

    /** Keeps the other film in step: slowly if it is off by more than half a frame, at once if by far more. */
    follow(side, leader, piece) {
      const video = videos[side];
      if (piece[side] === null || !this.span.data[side] || video.seeking) return;
      const offset = (piece[side] - this.span.data[side].first - piece[leader] + this.span.data[leader].first) / this.span.fps;
      const late = videos[leader].currentTime + offset - video.currentTime;
      const half = 0.5 / this.span.fps;
      if (Math.abs(late) > 0.4) video.currentTime += late;
      else video.playbackRate = Math.abs(late) > half ? Math.min(Math.max(1 + late * 4, 0.75), 1.33) : 1;
      if (video.paused && !video.ended) video.play().catch(() => {});
    },

    swap() {
      this.isSwapped = !this.isSwapped;
      $("swap").setAttribute("aria-pressed", this.isSwapped);
      showView();
    },
  };

  // MARK: What is shown

  /** The film in front: over the other one in views that have one place, and heard. */
  const front = () => player.isSwapped ? "old" : "new";

  function listen() {
    const heard = player.span?.data[front()] ? front() : sides.find((side) => player.span?.data[side]);
    for (const side of sides) videos[side].muted = player.isMuted || side !== heard;
    $("mute").setAttribute("aria-pressed", player.isMuted);
    $("mute").querySelector("use").setAttribute("href", player.isMuted ? "#i-muted" : "#i-sound");
  }

  function showView() {
    stage.dataset.view = player.view;
    stage.classList.toggle("swapped", player.isSwapped);
    for (const side of sides) {
      screens[side].classList.toggle("front", side === front());
      screens[side].style.zIndex = side === front() ? 1 : 0;
    }
    $("wiper").hidden = player.view !== "wipe";
    for (const button of document.querySelectorAll(".views button")) {
      button.setAttribute("aria-pressed", button.dataset.view === player.view);
    }
    listen();
  }

  function showPlaying() {
    $("toggle").querySelector("use").setAttribute("href", player.isPlaying ? "#i-pause" : "#i-play");
    $("toggle").setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
  }

  const STATES = { same: "equal in both", different: "differs", assumed: "not compared, counts as different" };

  function showPlace() {
    const { span, column } = player;
    const piece = span.pieceAt(column);
    const at = (side) => span.frame(side, column);
    const frame = at("new") ?? at("old");
    const side = at("new") !== null ? "new" : "old";
    for (const name of sides) {
      $(`tag-${name}`).textContent = !span.data[name] ? "is not in this span" : at(name) === null ? "waits" : `frame ${at(name)}`;
    }
    $("time").textContent = clock(frame / span.fps, 3);
    $("state").textContent = piece.new === null ? "only in the old film" : piece.old === null ? "only in the new film"
      : piece.state === "same" && span.data.sound && !span.data.pictures ? "equal pictures, the sound differs" : STATES[piece.state];
    $("state").classList.toggle("differs", piece.state !== "same");
    $("head").style.left = `${(column + 0.5) / span.columns * 100}%`;
    const strip = $("strip");
    strip.setAttribute("aria-valuemax", span.columns - 1);
    strip.setAttribute("aria-valuenow", column);
    strip.setAttribute("aria-valuetext", `${$("time").textContent}, ${$("state").textContent}`);
    $("comment-text").textContent = commentLine(span, side, frame);
  }

  /** `holiday.edit:12 @ 7.066s`: the line of the item at a frame, changed ones first. */
  function commentLine(span, side, frame) {
    const items = span.data.items.filter((item) => item.side === side && frame >= item.first && frame < item.end);
    const item = items.find(({ changed }) => changed) ?? items[items.length - 1];
    const seconds = (Math.floor(frame / span.fps * 1000 + 1e-6) / 1000).toFixed(3);
    const place = item ? `${review.script}:${item.line}` : review.script;
    return `${place} @ ${seconds}s${side === "old" ? " (old)" : ""}`;
  }

  function drawMarks(span) {
    $("marks").replaceChildren(...span.pieces.map((piece) => {
      const kind = piece.new === null ? "removed" : piece.old === null ? "added" : piece.state;
      const element = make("div", { className: `piece ${kind}` });
      element.style.width = `${piece.frames / span.columns * 100}%`;
      return element;
    }));
  }

  // MARK: The whole film

  let outputs = [];
  let output = null;

  function chooseOutput(index) {
    output = outputs[index];
    $("output").value = index;
    const { data, spans } = output;
    const seconds = (frames) => clock(frames / output.fps, 1);
    $("film-title").textContent = data.file;
    $("film-facts").textContent = data.oldFrames === data.newFrames
      ? `${seconds(data.newFrames)}, ${counted(data.newFrames, "frame")}`
      : `${seconds(data.oldFrames)} → ${seconds(data.newFrames)}, ${data.oldFrames} → ${counted(data.newFrames, "frame")}`;
    $("player").hidden = spans.length === 0;
    $("nothing").hidden = !data.note && spans.length > 0;
    $("nothing").textContent = data.note ?? "No picture and no sound of this film differs.";
    drawOverview();
    $("spans").replaceChildren(...spans.map((span, index) => make("li", {}, make("button", {
      onclick: () => chooseSpan(index),
    },
    make("span", { className: "number" }, String(index + 1)),
    make("span", { className: "when" }, `${clock(span.data.start / output.fps)} – ${clock(span.data.end / output.fps)}`),
    make("span", { className: "what" }, span.data.words),
    make("span", { className: "size" }, sizeWords(span.data))))));
    if (spans.length) chooseSpan(0);
  }

  function sizeWords({ old: before, new: after, marked, shortened }) {
    const parts = [];
    if (marked) parts.push(`${counted(marked, "frame")} differ${marked === 1 ? "s" : ""}`);
    const loudness = [before, after].map((film) => film?.loudness).filter((value) => value !== undefined && value !== null);
    if (loudness.length === 2 && Math.abs(loudness[0] - loudness[1]) >= 0.1) parts.push(`${loudness[0].toFixed(1)} → ${loudness[1].toFixed(1)} LUFS`);
    if (shortened) parts.push("shortened");
    return parts.join(" · ");
  }

  function drawOverview() {
    const { data, spans } = output;
    const box = $("overview");
    box.hidden = data.columns === 0;
    const children = [];
    let end = 0;
    const kept = (from, to) => {
      if (to - from < data.columns * 0.12) return;
      const label = make("span", {}, `${clock((to - from) / output.fps)} unchanged`);
      label.style.left = `${(from + to) / 2 / data.columns * 100}%`;
      children.push(label);
    };
    spans.forEach((span, index) => {
      const { column, wholeColumn, wholeColumns } = span.data;
      kept(end, wholeColumn);
      end = wholeColumn + wholeColumns;
      const button = make("button", {
        className: span.data.pictures ? "" : "sound", onclick: () => chooseSpan(index),
        title: `${clock(span.data.start / output.fps)}: ${span.data.words}`, "aria-label": `Span ${index + 1}`,
      });
      button.style.left = `${wholeColumn / data.columns * 100}%`;
      button.style.width = `max(5px, ${wholeColumns / data.columns * 100}%)`;
      children.push(button);
    });
    kept(end, data.columns);
    box.replaceChildren(...children);
  }

  let chosen = 0;

  function chooseSpan(index, { end = false } = {}) {
    chosen = index;
    for (const list of [$("spans"), $("overview")]) {
      [...list.querySelectorAll("button")].forEach((button, place) => button.setAttribute("aria-current", place === index));
    }
    player.load(output.spans[index]);
    if (end) player.seek(output.spans[index].columns - 1);
  }

  function moveSpan(direction) {
    const index = chosen + direction;
    if (output && index >= 0 && index < output.spans.length) chooseSpan(index);
  }

  /** Goes to a time of the new or the old film, if a span shows it. */
  function goTo(side, seconds) {
    if (!output) return;
    const frame = Math.round(seconds * output.fps);
    let best = null;
    output.spans.forEach((span, index) => {
      for (const piece of span.pieces) {
        if (piece[side] === null) continue;
        const inside = Math.min(Math.max(frame, piece[side]), piece[side] + piece.frames - 1);
        const distance = Math.abs(inside - frame);
        if (!best || distance < best.distance) best = { index, column: piece.start + inside - piece[side], distance };
      }
    });
    if (!best) return;
    if (best.index !== chosen) chooseSpan(best.index);
    player.pause();
    player.seek(best.column);
    $("player").scrollIntoView({ block: "nearest" });
  }

  // MARK: Lists

  function lists() {
    $("script").textContent = review.script;
    document.title = `${review.script} · editc review`;
    $("old-name").textContent = review.old;
    $("new-name").textContent = review.new;
    $("old-name").title = review.old;
    $("new-name").title = review.new;
    $("summary").textContent = review.summary;
    $("notices").replaceChildren(...review.notes.map((note) => make("p", { className: note.isProblem ? "problem" : "" }, note.text)));
    $("changes").replaceChildren(...(review.changes.length ? review.changes.map((change) => {
      const goes = change.time !== undefined;
      return make("li", { className: goes ? "goes" : "", onclick: goes ? () => goTo(change.side, change.time) : null },
        make("div", { className: "head" }, make("span", { className: `badge ${change.kind}` }, change.kind),
          make("b", {}, change.title), change.line ? make("span", { className: "line" }, `line ${change.line}`) : null),
        change.detail ? make("p", {}, change.detail) : null);
    }) : [make("li", { className: "none" }, review.noChanges)]));
    if (review.moreChanges) $("changes").append(make("li", { className: "none" }, `and ${review.moreChanges} more`));
    const findings = review.findings;
    $("findings").hidden = findings.length === 0;
    $("findings-list").replaceChildren(...findings.map((finding) => make("li", { className: `${finding.severity} ${finding.state}` },
      make("div", { className: "head" }, make("span", { className: `badge ${finding.state === "gone" ? "added" : "removed"}` }, finding.state),
        make("b", {}, `${finding.severity}: ${finding.message}`), finding.line ? make("span", { className: "line" }, `line ${finding.line}`) : null),
      make("p", {}, make("code", {}, finding.id), finding.hint ? ` ${finding.hint}` : ""))));
    $("files").hidden = review.files.length === 0;
    $("files-list").replaceChildren(...review.files.map((file) => make("li", {},
      make("div", { className: "head" }, make("span", { className: `badge ${file.kind}` }, file.kind), make("b", {}, file.name)),
      file.rows.length ? make("table", {}, make("tbody", {}, ...file.rows.map(({ name, old: before, new: after }) => make("tr", {},
        make("th", { scope: "row" }, name), make("td", {}, before === after || before === "" ? after : after === "" ? before : `${before} → ${after}`))))) : null)));
    const keys = [["←", "→", "step"], ["⇧←", "⇧→", "one second"], ["space", "", "play"], ["X", "", "swap"], ["N", "P", "difference"],
      ["↑", "↓", "span"], ["1–4", "", "views"], ["C", "", "copy place"]];
    $("keys-list").replaceChildren(...keys.flatMap(([first, second, words]) => [
      make("dt", {}, make("kbd", {}, first), second ? " " : null, second ? make("kbd", {}, second) : null), make("dd", {}, words)]));
  }

  // MARK: Actions

  async function copy() {
    const text = $("comment-text").textContent;
    try { await navigator.clipboard.writeText(text); } catch {
      const range = document.createRange();
      range.selectNodeContents($("comment-text"));
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      document.execCommand("copy");
    }
    $("copy").textContent = "Copied";
    setTimeout(() => { $("copy").textContent = "Copy"; }, 1200);
  }

  const actions = {
    toggle: () => player.toggle(), next: () => player.step(1), previous: () => player.step(-1),
    nextDifference: () => player.toDifference(1), previousDifference: () => player.toDifference(-1),
    swap: () => player.swap(), mute: () => { player.isMuted = !player.isMuted; listen(); },
  };
  const views = ["sides", "wipe", "difference", "one"];

  function setView(view) {
    player.view = view;
    showView();
  }

  for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => actions[button.dataset.do]());
  for (const button of document.querySelectorAll(".views button")) button.addEventListener("click", () => setView(button.dataset.view));
  $("copy").addEventListener("click", copy);
  $("output").addEventListener("change", () => chooseOutput(Number($("output").value)));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return;
    if (!player.span) return;
    const second = Math.round(player.span.fps);
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const key = event.key;
    if (key in steps) player.step(steps[key] * (event.shiftKey ? second : 1));
    else if (key === " ") { if (event.target.matches("button")) return; player.toggle(); }
    else if (key === "ArrowDown") moveSpan(1);
    else if (key === "ArrowUp") moveSpan(-1);
    else if (key === "Home") player.step(-player.span.columns);
    else if (key === "End") player.step(player.span.columns);
    else if (/^[1-4]$/.test(key)) setView(views[key - 1]);
    else if (/^[xX]$/.test(key)) player.swap();
    else if (/^[nN]$/.test(key)) actions.nextDifference();
    else if (/^[pP]$/.test(key)) actions.previousDifference();
    else if (/^[mM]$/.test(key)) actions.mute();
    else if (/^[cC]$/.test(key)) copy();
    else return;
    event.preventDefault();
  });

  /** Follows a pointer over an element, with its place from 0 to 1. */
  function drag(element, isOn, move) {
    const at = (event) => {
      const box = element.getBoundingClientRect();
      return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    };
    element.addEventListener("pointerdown", (event) => {
      if (!isOn()) return;
      element.setPointerCapture(event.pointerId);
      move(at(event));
    });
    element.addEventListener("pointermove", (event) => { if (isOn() && element.hasPointerCapture(event.pointerId)) move(at(event)); });
  }

  drag($("strip"), () => player.span !== null, (share) => {
    player.pause();
    player.seek(Math.floor(share * player.span.columns));
  });
  drag(stage, () => player.view === "wipe", (share) => stage.style.setProperty("--wipe", `${share * 100}%`));
  stage.addEventListener("click", () => { if (player.view !== "wipe") player.toggle(); });

  // MARK: Start

  lists();
  outputs = review.outputs.map((data) => {
    const result = { data, fps: data.rate.frames / data.rate.seconds };
    result.spans = data.spans.map((span) => new Span(data, span));
    for (const span of result.spans) span.firstDifference = span.pieces.find(({ state }) => state !== "same")?.start ?? null;
    return result;
  });
  $("output-choice").hidden = outputs.length < 2;
  $("output").replaceChildren(...outputs.map(({ data }, index) => make("option", { value: index }, data.file)));
  $("film").hidden = outputs.length === 0;
  document.querySelector("main").classList.toggle("lists", outputs.length === 0);
  $("keys").hidden = outputs.every(({ spans }) => spans.length === 0);
  showView();
  if (outputs.length) chooseOutput(Math.max(0, outputs.findIndex(({ spans }) => spans.length > 0)));
})();
