import Basics
import Diagnostics
import EditScript
import Lowering

extension Rules {
  /// The findings in the films that a film plays, each checked once.
  ///
  /// A sequence is in the same text. Another script reports its own findings when it is linted; those that
  /// affect its appearance also affect this film, and are reported at the place where it is played.
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
