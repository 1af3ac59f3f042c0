import Basics
import Composition

extension SubStationEvent {
  fileprivate var line: String {
    let margins = "\(leftMargin),\(rightMargin),\(verticalMargin)"
    return "layer \(layer) margins \(margins) style \(quoted(style)) effect \(quoted(effect)) \(quoted(text))"
  }
}

extension SubtitlePicture {
  /// The events for people, a line each.
  var lines: [String] {
    events.flatMap { event in
      [
        "    frames \(event.frames.lowerBound)..<\(event.frames.upperBound),"
          + " whole \(event.wholeRange.spelling), \(event.event.line)"
      ]
        + event.parts.filter { !$0.litFrames.isEmpty }.map { part in
          let first = event.frames.lowerBound
          return "      frames \(first + part.litFrames.lowerBound)..<\(first + part.litFrames.upperBound)"
            + " \(quoted(part.litText))"
        }
        + (event.caption?.lines(from: event.frames.lowerBound) ?? [])
    }
  }
}

extension Caption {
  /// Its boxes, its movement and its words with times, for people.
  fileprivate func lines(from first: Int64) -> [String] {
    func text(_ box: Box) -> String {
      "\(box.color.text) padding \(box.padding) and \(box.sidePadding) radius \(box.radius)"
    }
    let looks =
      [box.map { "box by \(boxUnit.rawValue) \(text($0))" }, litBox.map { "lit box \(text($0))" }]
      + [movement.map { "moves from scale \($0.scale), \($0.depth) below, \($0.easing.text)" }]
    return looks.compactMap { $0.map { "      " + $0 } }
      + units.enumerated().compactMap { number, unit in
        guard let lit = unit.litFrames, !lit.isEmpty else { return nil }
        let words = pieces.filter { $0.unit == number }.map(\.text).joined()
        return "      frames \(first + lit.lowerBound)..<\(first + lit.upperBound) \(quoted(words))"
      }
  }
}

extension SubtitleStream {
  /// The stream for people: a line, and one for each cue.
  var lines: [String] {
    ["subtitles \(label)\(language.map { ", language \($0)" } ?? "")"]
      + cues.map {
        "  \($0.timelineRange.spelling) \(quoted($0.text.subStation))"
      }
  }
}

private func quoted(_ text: String) -> String { JSONValue.string(text).compactText }
