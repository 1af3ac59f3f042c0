import Composition
import EditTime
import JSONText
import Subtitles

extension SubtitleEvent {
  /// All that its picture depends on. Frames and times are counted from a frame of the film and its time.
  func text(from frame: Int64, at start: RationalTime) throws(TimeOverflow) -> String {
    let range = try wholeRange.shifted(by: .zero - start)
    // What moves is drawn by times in whole milliseconds of the film, which lie elsewhere on other frames.
    let place = mayMove ? " at \(frames.lowerBound) of the film" : ""
    return
      "subtitle frames \(frames.lowerBound - frame)..<\(frames.upperBound - frame)"
      + " from \(range.start) to \(range.end)\(place) \(event.line)"
  }
}

extension SubStationEvent {
  fileprivate var line: String {
    let margins = "\(leftMargin),\(rightMargin),\(verticalMargin)"
    return "layer \(layer) margins \(margins) style \(quoted(style)) effect \(quoted(effect)) \(quoted(text))"
  }
}

extension SubtitlePicture.Fonts {
  /// The fonts by their content, and which of them is asked for what.
  var text: String {
    let families = choice.families.map { family in
      let substitutes = family.substitutes.map { substitute in
        "\(quoted(substitute.family)) for \(substitute.characters.map { String($0, radix: 16) })"
      }
      return ([quoted(family.asked), quoted(family.family)] + substitutes).joined(separator: " ")
    }
    return (["\(libraries), standard \(quoted(choice.standard))"] + files.map(\.digest) + families).joined(
      separator: " ")
  }
}

extension SubtitlePicture {
  /// The events for people, a line each.
  var lines: [String] {
    events.map { event in
      "    frames \(event.frames.lowerBound)..<\(event.frames.upperBound),"
        + " whole \(event.wholeRange.start)..\(event.wholeRange.end), \(event.event.line)"
    }
  }
}

extension SubtitleStream {
  /// The stream for people: a line, and one for each cue.
  var lines: [String] {
    ["subtitles \(label)\(language.map { ", language \($0)" } ?? "")"]
      + cues.map {
        "  \($0.timelineRange.start)..\($0.timelineRange.end) \(quoted($0.text.subStation))"
      }
  }
}

private func quoted(_ text: String) -> String { JSONValue.string(text).compactText }
