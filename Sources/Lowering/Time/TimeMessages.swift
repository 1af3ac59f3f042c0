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

extension Diagnostic {
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
