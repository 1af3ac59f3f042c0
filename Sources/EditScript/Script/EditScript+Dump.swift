import Basics
import Composition

extension EditScript {
  /// The script as text, one fact per line: the keys that lead to a value, and the value in canonical
  /// spelling. For `editc dump --stage script`, and for tests that compare scripts.
  ///
  /// It iterates over the fields of the keys, so it contains every key of the typed script.
  package var dump: String { ScriptKeys.schema.lines(of: self).map { $0 + "\n" }.joined() }
}

extension Item {
  /// The kind of the item, then each written key, one per line.
  var dumpLines: [String] {
    if let angles { return angles.dumpLines.map { "angles \($0)" } + ItemKeys.schema.lines(of: self) }
    let inner = (each?.items ?? []).enumerated().flatMap { number, item in
      item.dumpLines.map { "each \(number + 1) \($0)" }
    }
    return (each == nil ? [kind.dumpText] : inner) + ItemKeys.schema.lines(of: self)
  }
}

extension ItemKind {
  /// The key and its value; texts and paths are the author's.
  var dumpText: String {
    switch self {
    case .clip(let text), .image(let text), .text(let text), .sequence(let text), .edit(let text):
      keyword + " " + onOneLine(text.value)
    case .credits(let credits):
      switch credits.content.value {
      case .entries: label
      case .file(let path): keyword + " " + onOneLine(path)
      }
    case .unsupported: "unsupported " + keyword
    case .each, .angles: keyword
    case .color, .gradient, .bars, .noise, .shape, .counter, .gap, .tone, .silence, .transition: label
    }
  }
}

extension Filter {
  /// The filter as `dump` prints it: paths and FFmpeg's syntax are quoted.
  var dumpText: String {
    switch value {
    case .effect(let name, let amount): name.rawValue + (amount.map { " " + $0.canonicalText } ?? "")
    case .look(let path): "lut " + onOneLine(path.value)
    case .sound(let settings): name + (settings.canonicalText.map { " " + $0 } ?? "")
    case .ffmpeg(let text): "ffmpeg " + onOneLine(text.canonicalText)
    }
  }
}

/// An author's text on one line, as a JSON string.
func onOneLine(_ text: String) -> String { JSONValue.string(text).compactText }
