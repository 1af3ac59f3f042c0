import Basics
import Diagnostics

// What is written beside `angles`.

extension ItemReader {
  /// Reports names that are no angle of the item, and keys that have no meaning for several recordings.
  static func checkAngles(of item: Item, _ reading: Reading) {
    guard let angles = item.angles else { return }
    let known = angles.angles.map(\.name.value)
    for shown in item.show?.value.switches ?? [] { check(shown.angle, in: known, reading) }
    switch item.sound?.value {
    case .angle(let name)?:
      if let place = item.sound?.range { check(Located(name, at: place), in: known, reading) }
    case .chosen?:
      reading.report(
        Diagnostic(
          .keyOfAnotherKind, "`audio` of an `angles` item names the angle that is heard",
          at: item.sound?.range,
          hint: "write `audio: \(known.first ?? "a")`; `streams` under `media` selects a stream of a file"))
    case .on?, .off?, nil: break
    }
  }

  private static func check(_ name: Located<String>, in known: [String], _ reading: Reading) {
    guard !known.contains(name.value) else { return }
    let isCompared = reading.hasSuggestions
    if isCompared { reading.suggestionsLeft -= 1 }
    let near = isCompared ? Suggestion.best(for: name.value, among: known) : nil
    let fixes = near.map {
      [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
    }
    reading.report(
      Diagnostic(
        .unknownName, "no angle of this item is named '\(name.value)'", at: name.range,
        hint: near.map { "did you mean `\($0)`?" } ?? "its angles: \(known.joined(separator: ", "))",
        fixes: fixes ?? []))
  }
}
