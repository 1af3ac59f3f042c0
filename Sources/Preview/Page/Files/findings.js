// The findings of checking the script, next to the film, with their fixes.
import { $, make, renew } from "./dom.js";

const NAMES = { error: "Error", warning: "Warning", note: "Note" };
/** A kind with at most this many findings is unfolded at first. */
const MOST_UNFOLDED = { error: 3, warning: 2, note: 1 };
/** The most findings of a kind that are listed. */
const MOST_LISTED = 200;
/** Characters that would hide or reorder a part of a diff. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

export function summary(findings) {
  const counts = [["error", "errors"], ["warning", "warnings"], ["note", "notes"]].map(([severity, many]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? null : `${count} ${count === 1 ? many.slice(0, -1) : many}`;
  });
  return counts.filter(Boolean).join(", ");
}

export class Findings {
  /** Whether a kind was folded or unfolded by a click, by its severity and id. */
  #folds = new Map();
  /** The keys of the fixes whose changes are shown. */
  #shown = new Set();
  #canEdit = false;

  /** `goTo(finding)` shows the film and the frame of a finding. */
  constructor(server, goTo) {
    this.server = server;
    this.goTo = goTo;
  }

  show({ findings, undo, canEdit }) {
    this.#canEdit = canEdit;
    $("findings").hidden = findings.length === 0 && !undo;
    $("findings-title").textContent = findings.length === 0 ? "Findings: none" : `Findings: ${summary(findings)}`;
    renew($("undo"), undo, () => undo ? [this.#undoing(undo)] : []);
    renew($("findings-list"), [findings, canEdit], () => kinds(findings).map((kind) => this.#kind(kind)));
  }

  // Kinds

  #kind(findings) {
    const [{ severity, id, title }] = findings;
    if (findings.length === 1) return this.#card(findings[0]);
    const name = `${severity} ${id}`;
    const list = make("ul");
    const fill = () => {
      if (list.childElementCount > 0) return;
      list.append(...findings.slice(0, MOST_LISTED).map((finding) => this.#card(finding)));
      const rest = findings.length - MOST_LISTED;
      if (rest > 0) list.append(make("li", { className: "none" }, `${rest} more are not listed here; \`editc lint\` lists all.`));
    };
    const details = make("details", {},
      make("summary", { className: classOf(severity) },
        make("span", { className: "severity" }, NAMES[severity] ?? String(severity)),
        make("span", { className: "message" }, title || id),
        make("span", { className: "count" }, String(findings.length))),
      list);
    details.open = this.#folds.get(name) ?? findings.length <= (MOST_UNFOLDED[severity] ?? 1);
    if (details.open) fill();
    details.addEventListener("toggle", () => {
      this.#folds.set(name, details.open);
      if (details.open) fill();
    });
    return make("li", { className: "kind" }, details);
  }

  // One finding

  #card(finding) {
    const { severity, id, title, message, file, line, column, mark, hint, notes, fixes, outputs, films } = finding;
    const frame = films?.[0]?.frame;
    const goes = films?.length > 0 && (Number.isInteger(frame) || outputs?.length > 0);
    const head = [
      make("span", { className: "severity" }, NAMES[severity] ?? String(severity)),
      make("span", { className: "message" }, ...withCode(message || title || "")),
    ];
    const item = make("li", { className: `finding ${classOf(severity)}` },
      goes ? make("button", { className: "head", title: "Show this place of the film", onclick: () => this.goTo(finding) }, ...head)
        : make("div", { className: "head" }, ...head),
      make("p", { className: "place" },
        make("span", {}, placeOf(file, line, column)), make("span", { className: "id", title: title ?? "" }, id ?? ""),
        ...(outputs ?? []).map((name) => make("span", { className: "output", title: "This output only" }, name)),
        Number.isInteger(frame) ? make("span", { className: "jump" }, `frame ${frame}`) : null),
      excerpt(mark, line),
      ...(notes ?? []).flatMap((note) => [
        make("p", { className: "help" }, make("span", { className: "kind-of-help" }, "Note: "), ...withCode(note.message),
          note.line ? ` (line ${note.line})` : ""),
        note.line === line ? null : excerpt(note.mark, note.line)]),
      hint ? make("p", { className: "help" }, make("span", { className: "kind-of-help" }, "Hint: "), ...withCode(hint)) : null,
      ...(fixes ?? []).map((fix) => this.#fix(fix)));
    // A click anywhere on the finding counts, except on buttons and fixes, or when it selects text.
    if (goes) {
      item.classList.add("goes");
      item.addEventListener("click", (event) => {
        if (!event.target.closest("button, .fix") && getSelection().isCollapsed) this.goTo(finding);
      });
    }
    return item;
  }

  // Fixes

  #fix({ title, key }) {
    const words = make("span", { className: "words" }, make("span", { className: "kind-of-help" }, "Fix: "), ...withCode(title));
    if (!key) return make("div", { className: "fix" }, words);
    const change = make("div", { className: "change", hidden: true });
    const button = make("button", { className: "text", "aria-expanded": "false" }, "Show change");
    const fix = make("div", { className: "fix" }, make("p", {}, words, button), change);
    const toggle = (isShown) => {
      this.#shown[isShown ? "add" : "delete"](key);
      change.hidden = !isShown;
      button.textContent = isShown ? "Hide change" : "Show change";
      button.setAttribute("aria-expanded", String(isShown));
      if (isShown) this.#fill(change, key);
    };
    button.onclick = () => toggle(change.hidden);
    if (this.#shown.has(key)) toggle(true);
    return fix;
  }

  /** Fetches the change, and offers to apply it. */
  async #fill(change, key) {
    const problem = make("p", { className: "problem", role: "alert" });
    try {
      const text = await this.server.text(`repair/${key}`);
      const apply = make("button", { className: "text apply" }, "Apply");
      apply.onclick = () => this.#change(apply, problem, `repair/${key}`);
      change.replaceChildren(diff(text), this.#canEdit ? make("p", { className: "actions" }, apply)
        : make("p", { className: "help" }, "This preview does not change the script."), problem);
    } catch (error) {
      problem.textContent = error.message;
      change.replaceChildren(problem);
    }
  }

  #undoing({ key, title }) {
    const problem = make("p", { className: "problem", role: "alert" });
    const button = make("button", { className: "text" }, "Undo");
    button.onclick = () => this.#change(button, problem, `undo/${key}`);
    return make("div", {}, make("p", {}, make("span", {}, "Applied: ", ...withCode(title)), button), problem);
  }

  /** Has the server change the script; its new version then arrives as for every save. */
  async #change(button, problem, address) {
    button.disabled = true;
    problem.textContent = "";
    try {
      await this.server.act(address);
    } catch (error) {
      button.disabled = false;
      problem.textContent = error.message;
    }
  }
}

/** The findings by kind: errors first, then warnings and notes, each kind where its first finding is. */
function kinds(findings) {
  const order = Object.keys(NAMES);
  const groups = new Map();
  for (const finding of findings) {
    const name = `${finding.severity} ${finding.id}`;
    if (groups.has(name)) groups.get(name).push(finding); else groups.set(name, [finding]);
  }
  return [...groups.values()].sort((a, b) => order.indexOf(a[0].severity) - order.indexOf(b[0].severity));
}

function classOf(severity) { return NAMES[severity] ? severity : "note"; }

function placeOf(...parts) { return parts.filter((part) => part !== null && part !== undefined).join(":"); }

/** A line of the script with its mark, which stays visible wherever the line wraps. */
function excerpt(mark, line) {
  if (!mark) return null;
  const { before, marked, after, lastLine } = mark;
  return make("pre", { className: "excerpt" },
    make("span", { className: "number" }, String(line)), before.replace(/^ +/, ""),
    make("mark", { className: marked === "" ? "point" : "" }, marked), after,
    lastLine > line ? make("span", { className: "more" }, ` to line ${lastLine}`) : "");
}

/** A unified diff without its header. */
function diff(text) {
  const lines = text.replace(/\n$/, "").split("\n").slice(2);
  const names = { "+": "added", "-": "removed", "@": "hunk" };
  return make("pre", { className: "diff", tabIndex: 0, "aria-label": "The change of the script" }, ...lines.map((line) =>
    make("span", { className: names[line[0]] ?? "same" }, line.replace(HIDDEN, nameOf))));
}

function nameOf(character) { return `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`; }

/** Text whose parts between backticks are code. */
function withCode(text) {
  return text.split("`").map((part, number, { length }) =>
    number % 2 === 0 ? part : number === length - 1 ? `\`${part}` : make("code", {}, part));
}
