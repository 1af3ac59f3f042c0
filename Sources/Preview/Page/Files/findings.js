// The findings of checking the script, next to the film.
import { $, make, renew } from "./dom.js";

const NAMES = { error: "Error", warning: "Warning", note: "Note" };

/** Shows the findings. A click on one calls `goTo` with its frame. */
export function showFindings(findings, goTo) {
  $("findings").hidden = findings.length === 0;
  $("findings-title").textContent = `Findings: ${summary(findings)}`;
  renew($("findings-list"), findings, () => findings.map((finding) => card(finding, goTo)));
}

export function summary(findings) {
  const counts = [["error", "errors"], ["warning", "warnings"], ["note", "notes"]].map(([severity, many]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? null : `${count} ${count === 1 ? many.slice(0, -1) : many}`;
  });
  return counts.filter(Boolean).join(", ");
}

function card(finding, goTo) {
  const { severity, id, title, message, file, line, column, excerpt, help, frame } = finding;
  const place = [file, line, column].filter((part) => part !== null && part !== undefined).join(":");
  const hasFrame = Number.isInteger(frame);
  const head = [
    make("span", { className: "severity" }, NAMES[severity] ?? String(severity)),
    make("span", { className: "message" }, message || title || ""),
  ];
  const item = make("li", { className: `finding ${NAMES[severity] ? severity : "note"}` },
    hasFrame ? make("button", { className: "head", title: `Go to frame ${frame}`, onclick: () => goTo(frame) }, ...head)
      : make("div", { className: "head" }, ...head),
    make("p", { className: "place" }, make("span", {}, place), make("span", { className: "id" }, id ?? ""),
      hasFrame ? make("span", { className: "jump" }, `frame ${frame}`) : null),
    excerpt ? make("pre", { tabIndex: 0, "aria-label": "Excerpt of the script" }, excerpt) : null,
    ...(help ?? []).map((text) => make("p", { className: "help" }, text)));
  // A click anywhere on the finding counts, except when it selects text.
  if (hasFrame) {
    item.classList.add("goes");
    item.addEventListener("click", (event) => {
      if (!event.target.closest("button") && getSelection().isCollapsed) goTo(frame);
    });
  }
  return item;
}
