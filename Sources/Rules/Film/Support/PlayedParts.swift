import Basics
import Diagnostics
import EditScript
import Lowering

extension Rules {
  /// What is found in the films that a film plays, each looked at once.
  ///
  /// A sequence stands in the same text. Another script has findings of its own where it is linted itself; what keeps it
  /// from being shown as it was meant keeps this film from that, too, and is said where this one plays it.
  static func checkParts(of film: CheckedFilm) -> [Diagnostic] {
    let played = PlayedFilms(of: film.film)
    var last = film
    let inSequences = played.sequences.flatMap { sequence -> [Diagnostic] in
      let part = CheckedFilm(part: sequence.film, of: last)
      last = part
      return filmChecks.filter { sequence.playing.isReached(by: $0.reach) }.flatMap { $0.findings(part) }
    }
    return inSequences + played.scripts.flatMap { errors(in: $0, of: film) }
  }

  private static func errors(in script: PlayedFilms.Script, of film: CheckedFilm) -> [Diagnostic] {
    let part = CheckedFilm(part: script.film, of: film)
    let own = filmChecks.filter { $0.reach == .everywhere }.flatMap { $0.findings(part) }
    let errors = (own + checkParts(of: part)).filter { $0.severity == .error }
    return errors.prefix(3).map { error in
      Diagnostic(
        error.id, "in '\(script.path.value)': \(error.message)", at: script.path.range,
        hint: "`editc lint \(script.path.value)` shows where")
    }
  }
}
