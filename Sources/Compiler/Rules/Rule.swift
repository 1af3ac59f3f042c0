import Basics
package import Diagnostics
import EditScript

/// A kind of finding, and the check that looks for it, if one does.
///
/// A rule with a check is one file in `Script` or `Film`: its `DiagnosticID` with the examples, its check, and its
/// messages. A check reports only what is certain from the values it has: where unknown media or another mistake leave
/// something open, it reports nothing.
package struct Rule: Sendable {
  package let id: DiagnosticID
  let check: Check

  enum Check: Sendable {
    /// Reading or resolving the script reports it.
    case none
    case script(@Sendable (EditScript, SourceText) -> [Diagnostic])
    case film(FilmCheck)
  }

  /// A finding of reading or resolving, without a check of its own.
  static func reported(_ id: DiagnosticID) -> Rule { Rule(id: id, check: .none) }

  /// A check that needs nothing but the script.
  static func script(
    _ id: DiagnosticID, _ check: @escaping @Sendable (EditScript, SourceText) -> [Diagnostic]
  ) -> Rule {
    Rule(id: id, check: .script(check))
  }

  /// A check of what a script and its media resolve to.
  ///
  /// `unlessCopied` names the track whose encoding it is about: the rule is skipped for an output that copies that track.
  static func film(
    _ id: DiagnosticID, reach: Reach, unlessCopied: Track? = nil,
    _ check: @escaping @Sendable (CheckedFilm) -> [Diagnostic]
  ) -> Rule {
    Rule(id: id, check: .film(FilmCheck(reach: reach, unlessCopied: unlessCopied, findings: check)))
  }

  /// In which of the films that a film plays a check is certain of its findings.
  enum Reach: Sendable {
    /// In none: it is about the canvas, the output, or the sum of all sounds.
    case film
    /// In those that are played whole and at their own speed.
    case ownSpeed
    /// In those that are also part of the timeline, with nothing over them.
    case ownSpeedAndBare
    /// In those that are shown at the size of the canvas.
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
