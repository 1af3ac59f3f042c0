import Basics
import Diagnostics

extension Diagnostic.Note {
  /// The place of the check that a film does not meet.
  static func checked(at range: SourceRange) -> Diagnostic.Note { Diagnostic.Note("checked here", at: range) }
}
