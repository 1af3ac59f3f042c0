import Basics
import Diagnostics
import EditScript

extension TimeProblem {
  /// The finding at the text of the time; nil if it is not an error.
  func diagnostic(at range: SourceRange) -> Diagnostic? {
    switch self {
    case .unknownLength, .unknownRate: nil
    case .overflow:
      Diagnostic(
        .timeOverflow, "this time is too long or too precise to be stored exactly", at: range,
        hint: "use fewer digits or a common denominator")
    case .unknownName(let name):
      Diagnostic(
        .unknownName, "no item is named '\(name)'", at: range, hint: "give an item `name: \(name)`")
    case .nameNotAllowed(let name):
      Diagnostic(
        .unknownName, "only `at` can refer to other items such as '\(name)'", at: range,
        hint: "write the time as a number: `2s`")
    case .unknownMarker(let name, let known):
      Diagnostic(
        .unknownName, "no marker is named '\(name)'", at: range,
        hint: known.isEmpty
          ? "write the time itself: `2s`"
          : Suggestion.best(for: name, among: known + ["start", "end"]).map { "did you mean '\($0)'?" }
            ?? "markers: \(listed(known))")
    case .cycle(let name):
      Diagnostic(
        .referenceCycle, "'\(name)' depends on itself through the times that it refers to", at: range,
        hint: "give one of the items an independent time")
    case .noMediaTimecode:
      Diagnostic(
        .noSuchTimecode, "the media has no timecode", at: range,
        hint: "write the time from the start of the media instead")
    case .noSuchChapter(let reference, let known): .noSuchChapter(reference, known: known, at: range)
    case .ambiguousChapter(let reference, let numbers):
      Diagnostic(
        .noSuchChapter, "\(numbers.count) chapters have the name \(reference.written)", at: range,
        hint: "write the number of one: " + numbers.map { "`chapter(\($0))`" }.sentenceList())
    case .chapterIsNotPlayed(let reference):
      Diagnostic(
        .noSuchChapter, "'\(reference.item ?? "")' does not play the chapter \(reference.written)", at: range,
        hint: "refer to an item whose take contains it")
    case .timecode(let timecode, let problem):
      Diagnostic(.noSuchTimecode, "no frame has the timecode \(timecode): \(problem.explanation)", at: range)
    case .reversed(let start, let end):
      Diagnostic(
        .rangeReversed, "the range ends (\(end)) before it starts (\(start))", at: range,
        hint: "swap the two times")
    case .startsBehindEnd(let start, let end):
      Diagnostic(
        .rangeReversed, "the range starts at \(start), after the end at \(end)", at: range,
        hint: "start it before \(end)")
    }
  }
}

extension ChapterReference {
  /// For messages: `'Arrival'`, or `3`.
  fileprivate var written: String {
    switch chapter {
    case .named(let name): "'\(name)'"
    case .numbered(let number): "\(number)"
    }
  }
}

extension Diagnostic {
  fileprivate static func noSuchChapter(
    _ reference: ChapterReference, known: [String], at range: SourceRange
  ) -> Diagnostic {
    let whose = reference.item.map { "the media of '\($0)'" } ?? "the media"
    var near: String?
    if case .named(let name) = reference.chapter { near = Suggestion.best(for: name, among: known) }
    return Diagnostic(
      .noSuchChapter,
      known.isEmpty ? "\(whose) has no chapters" : "\(whose) has no chapter \(reference.written)", at: range,
      hint: near.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty ? "write the time itself: `2s`" : "chapters: \(listed(known))"))
  }

  static func framesWithoutPicture(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongUnit, "no output has a picture, so there are no frames to count", at: place,
      hint: "write the time in seconds: `2.5s`")
  }
}

extension Timecode.Problem {
  var explanation: String {
    switch self {
    case .fieldOutOfRange: "minutes and seconds go up to 59, frames to one less than the frame rate"
    case .rateHasNoDropFrame: "only 29.97, 59.94 and 119.88 frames per second have drop-frame timecode"
    case .droppedNumber: "drop-frame timecode skips this number"
    }
  }
}
