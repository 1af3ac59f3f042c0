import Basics
import Composition
import Diagnostics
import EditScript
import Lowering

/// The subtitles of a film with the numbers that `checks: {captions: ...}` requires.
struct CheckedCaptions {
  let limits: CaptionLimits
  /// Nil if unknown.
  let rate: FrameRate?
  private let place: SourceRange
  /// All but ASS files, which position their lines themselves.
  let tracks: [ResolvedSubtitles]

  /// Nil without the check.
  init?(_ film: CheckedFilm) {
    guard let limits = film.film.captionLimits, let written = film.film.script.checks.captions else {
      return nil
    }
    self.limits = limits
    rate = film.film.rate
    place = written.range
    tracks = film.film.subtitles.filter { $0.format != .subStation }
  }

  /// The end of messages: `the profile netflix allows 42`.
  var allowing: String { "the profile \(limits.profile.rawValue) allows" }

  /// An error at a cue, with the check as a note.
  func error(_ id: DiagnosticID, _ message: String, at cue: ResolvedCue, hint: String) -> Diagnostic {
    Diagnostic(
      id, severity: .error, message, at: cue.place, notes: [.checked(at: place)],
      hint: hint)
  }

  /// The first findings of each track, and one more finding if there are others.
  func findings(
    _ id: DiagnosticID, _ others: String, in track: (ResolvedSubtitles) -> [Diagnostic]
  ) -> [Diagnostic] {
    let most = 20
    return tracks.flatMap { subtitles -> [Diagnostic] in
      let found = track(subtitles)
      guard found.count > most else { return found }
      return found.prefix(most) + [
        Diagnostic(
          id, severity: .error, "\(found.count - most) more subtitles of '\(subtitles.label)' \(others)",
          at: found[most].range)
      ]
    }
  }

  /// The time for which a cue is shown, exactly and on the frame grid; a limit is exceeded only if both exceed it,
  /// because files count milliseconds. If a cue is shown several times, this is the longest one.
  func lengths(of cue: ResolvedCue) -> (exact: RationalTime, onGrid: RationalTime)? {
    let lengths = cue.shown.compactMap { range -> (exact: RationalTime, onGrid: RationalTime)? in
      guard let exact = try? range.duration() else { return nil }
      guard let rate, let frames = rate.frames(of: range),
        let onGrid = try? rate.start(ofFrame: frames.upperBound - frames.lowerBound)
      else { return (exact, exact) }
      return (exact, onGrid)
    }
    return lengths.max { $0.exact < $1.exact }
  }

  func isShorter(_ cue: ResolvedCue, than limit: RationalTime) -> Bool {
    lengths(of: cue).map { $0.exact < limit && $0.onGrid < limit } ?? false
  }

  func isLonger(_ cue: ResolvedCue, than limit: RationalTime) -> Bool {
    lengths(of: cue).map { $0.exact > limit && $0.onGrid > limit } ?? false
  }
}

extension ResolvedCue {
  /// The lines of its text, as they are written.
  var lines: [Substring] { cue.text.plain.split(separator: "\n", omittingEmptySubsequences: true) }

  /// The number of its words.
  var wordCount: Int { cue.text.plain.split(whereSeparator: \.isWhitespace).count }
}

/// The number of characters of a line, with spaces; ideographs, kana and Hangul syllables count twice.
func characterCount(_ text: some Sequence<Character>) -> Int {
  text.reduce(0) { $0 + ($1.isDense ? 2 : 1) }
}

extension Character {
  /// Whether it is an ideograph or a syllable, which takes as long to read as two letters.
  var isDense: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    return (0x2E80...0xD7FF).contains(value) || (0x20000...0x3FFFF).contains(value)
  }
}

extension CaptionSpeed {
  /// The amount of text in a cue: characters or words.
  func amount(of cue: ResolvedCue) -> Int {
    switch self {
    case .characters: cue.lines.reduce(0) { $0 + characterCount($1) }
    case .words: cue.wordCount
    }
  }

  /// The most that can be read in a time.
  func most(in time: RationalTime) -> Double {
    switch self {
    case .characters(let perSecond): perSecond * time.inSeconds
    case .words(let perMinute): perMinute * time.inSeconds / 60
    }
  }

  /// `20 characters per second`
  var words: String {
    switch self {
    case .characters(let perSecond): "\(perSecond.canonicalText) characters per second"
    case .words(let perMinute): "\(perMinute.canonicalText) words per minute"
    }
  }

  /// `41 characters`
  func counted(_ amount: Int) -> String {
    switch self {
    case .characters: Basics.counted(amount, "character")
    case .words: Basics.counted(amount, "word")
    }
  }

  /// Whether a cue is shown too briefly to be read.
  func isExceeded(by cue: ResolvedCue, _ captions: CheckedCaptions) -> Bool {
    guard let lengths = captions.lengths(of: cue) else { return false }
    // What is exactly as fast as allowed may round to a little more.
    return Double(amount(of: cue)) > most(in: max(lengths.exact, lengths.onGrid)) * (1 + 1e-12)
  }
}
