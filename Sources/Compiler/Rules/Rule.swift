import Basics
package import Diagnostics
import EditScript

/// A kind of finding, and its check, if it has one.
///
/// A rule with a check is one file in `Script` or `Film`: its `DiagnosticID` with the examples, its check,
/// and its messages. A check reports only what is certain from its input: if unknown media or another mistake
/// leave something open, it reports nothing.
package struct Rule: Sendable {
  package let id: DiagnosticID
  let check: Check

  enum Check: Sendable {
    /// Reported while the script is read or resolved.
    case none
    case script(@Sendable (EditScript, SourceText) -> [Diagnostic])
    case film(FilmCheck)
  }

  /// A finding that is reported by reading or resolving, without its own check.
  static func reported(_ id: DiagnosticID) -> Rule { Rule(id: id, check: .none) }

  /// A check that needs only the script.
  static func script(
    _ id: DiagnosticID, _ check: @escaping @Sendable (EditScript, SourceText) -> [Diagnostic]
  ) -> Rule {
    Rule(id: id, check: .script(check))
  }

  /// A check of the resolved film.
  ///
  /// `unlessCopied` is the track whose encoding it is about: the rule is skipped for an output that copies
  /// this track.
  static func film(
    _ id: DiagnosticID, reach: Reach, unlessCopied: Track? = nil,
    _ check: @escaping @Sendable (CheckedFilm) -> [Diagnostic]
  ) -> Rule {
    Rule(id: id, check: .film(FilmCheck(reach: reach, unlessCopied: unlessCopied, findings: check)))
  }

  /// The films, among those that a film plays, in which a check is certain of its findings.
  enum Reach: Sendable {
    /// None: it is about the canvas, the output, or the sum of all sounds.
    case film
    /// Those that are played whole and at their own speed.
    case ownSpeed
    /// Those that are also part of the timeline, with nothing above them.
    case ownSpeedAndBare
    /// Those that are shown at the size of the canvas.
    case ownSize
    case everywhere
  }

  enum Track: Sendable {
    case pictures
    case sound
  }
}

struct FilmCheck: Sendable {
  let reach: Rule.Reach
  let unlessCopied: Rule.Track?
  let findings: @Sendable (CheckedFilm) -> [Diagnostic]
}
