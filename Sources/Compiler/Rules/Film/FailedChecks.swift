import Diagnostics

extension Rule {
  /// The checks that need the resolved film and its settings; the other ones are reported while the film is resolved,
  /// or for the finished file.
  static let failedChecks = Rule.film(.checkFailed, reach: .film) { film in
    copiedShare(film) + missingCaptions(film)
  }
}
