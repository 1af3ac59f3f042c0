import Basics
import Compiler
import Diagnostics
import EditScript
import Lowering

/// A script with the scripts that it plays, by their paths.
struct Playing {
  let source: SourceText
  let compilation: Compilation

  init(_ script: String, _ played: [String: String], media: String = "") throws {
    source = SourceText(name: "test.edit", script)
    let reading = ParsedScript(source)
    var scripts: [ScriptCall: NestedScript] = [:]
    var waiting = reading.script.calls
    while let call = waiting.popLast() {
      guard scripts[call] == nil, let text = played[call.path] else { continue }
      scripts[call] = PlayedText(SourceText(name: call.path, text)).played(by: call)
      if case .script(let script, _) = scripts[call] { waiting += script.calls }
    }
    let listing = try MediaListing("fonts\n" + media)
    compilation = compile(reading, media: listing.table(for: reading.script, playing: scripts))
  }

  /// Each finding with the text that it points at: `unknown-parameter nmae`.
  var findings: [String] {
    compilation.diagnostics.map { finding in
      "\(finding.id.name) \(finding.range.map { source[$0] } ?? "")"
    }
  }

  func all(_ id: DiagnosticID) -> [Diagnostic] { compilation.diagnostics.filter { $0.id == id } }

  /// The text after the safe repairs.
  var repaired: String? {
    source.applying(compilation.diagnostics.flatMap(\.fixes).filter(\.isSafe).flatMap(\.edits))
  }
}

/// A title with parameters of many kinds.
let titleScript = """
  edit: 1
  vars:
    name: {type: text, example: Ada, note: who speaks}
    accent: {type: colour, default: gold}
    length: {type: time, default: 4s, range: 1s..}
    size: {type: length, default: 6vmin, range: 2vmin..12vmin, was: [height]}
    share: {type: number, default: 0.5, range: 0..1}
    side: {type: text, default: left, allowed: [left, right]}
    lines: {type: text, list: true, default: []}
    _gap: {type: length, default: 8%}
  canvas: {size: 1280x720, rate: 30, nested: inherit}
  timeline: [{color: "${accent}", for: "${length}", opacity: "${share}"}]
  overlays:
    - {text: "${name}", at: 0s..end, size: "${size}", place: "top ${side}, margin ${_gap}"}
    - {text: "${side}", when: lines, at: 0s..end}
  """

func film(passing values: String) throws -> Playing {
  let with = values.isEmpty ? "" : ", with: {\(values)}"
  return try Playing(
    "edit: 1\ncanvas: {size: 1280x720, rate: 30}\ntimeline: [{edit: titles/title.edit\(with)}]",
    ["titles/title.edit": titleScript])
}
