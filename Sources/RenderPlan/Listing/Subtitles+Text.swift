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
