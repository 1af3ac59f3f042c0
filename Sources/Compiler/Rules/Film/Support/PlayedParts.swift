import Basics
import Diagnostics
import EditScript
import Lowering

extension Rules {
  /// The findings in the films that a film plays, each checked once.
  ///
  /// A sequence is in the same text. Another script reports its own findings when it is linted; those that
  /// affect its appearance also affect this film, and are reported at the place where it is played, and so are
  /// warnings that passed values or the inherited canvas cause.
  static func checkParts(of film: CheckedFilm) -> [Diagnostic] {
    let played = PlayedFilms(of: film.film)
    var last = film
    let inSequences = played.sequences.flatMap { sequence -> [Diagnostic] in
      let part = CheckedFilm(part: sequence.film, of: last)
      last = part
      return filmChecks.filter { sequence.playing.isReached(by: $0.reach) }.flatMap { $0.findings(part) }
    }
    return inSequences + played.scripts.flatMap { findings(in: $0, of: film) }
  }

  private static func findings(in script: PlayedFilms.Script, of film: CheckedFilm) -> [Diagnostic] {
    let part = CheckedFilm(part: script.film, of: film)
    // Only the item that plays the script shows what its values and its canvas lead to.
    // What a check of the rendered film requires is an error there, too.
    let own = filmChecks.filter { script.playing.isReached(by: $0.reach) }.flatMap { check in
      check.findings(part).filter {
        check.reach == .everywhere || script.script.isVaried || $0.severity == .error
      }
    }
    return script.script.reported(own + checkParts(of: part))
  }
}
