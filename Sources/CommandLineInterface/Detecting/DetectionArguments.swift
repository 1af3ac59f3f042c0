import Basics
import Detection
import EditScript

/// The script that `detect` writes.
enum DetectedForm: String, CaseIterable, Sendable {
  case takes, markers

  /// Nil if there is a choice.
  init?(usualFor kinds: [DetectionKind]) {
    switch kinds {
    case [.silence]: self = .takes
    case [.beats]: self = .markers
    default: return nil
    }
  }

  /// Why it is not possible for what is found; nil if it is.
  func problem(with kinds: [DetectionKind]) -> String? {
    switch self {
    case .takes:
      if kinds == [.cuts] || kinds == [.silence] { return nil }
      if kinds == [.beats] { return "beats are moments: use `--as markers`" }
      return "--as takes needs --find silence, for the parts with sound, or --find cuts, for the shots"
    case .markers:
      if !kinds.isEmpty, Set(kinds).isSubset(of: [.cuts, .beats]) { return nil }
      if kinds.contains(.silence) { return "silences are ranges: use `--as takes`" }
      return "--as markers needs --find cuts, --find beats or --find cuts,beats"
    }
  }

  func problem(with files: [String]) -> String? {
    self == .markers && files.count > 1
      ? "--as markers needs one file, because markers are times of the film" : nil
  }
}

/// The script that `--as` names.
enum WantedForm: String, CaseIterable, Sendable {
  case takes, markers
  /// The one that fits what is found.
  case script

  func form(of kinds: [DetectionKind]) -> DetectedForm {
    switch self {
    case .takes: .takes
    case .markers: .markers
    case .script: kinds.contains(.beats) ? .markers : .takes
    }
  }
}

extension ArgumentKind where Value == [DetectionKind] {
  /// `cuts,silence`: kinds of things to find, each once.
  static func detectionKinds(_ placeholder: String) -> ArgumentKind {
    let words = DetectionKind.allCases.map(\.rawValue)
    return ArgumentKind(
      placeholder, expectation: "a list of " + words.sentenceList(" and "), completion: .words(words)
    ) { text in
      let kinds = text.split(separator: ",").map { DetectionKind(rawValue: String($0)) }
      let found = kinds.compactMap(\.self)
      return found.count == kinds.count && !found.isEmpty ? found : nil
    } reason: { text in
      text.split(separator: ",").lazy.map(String.init).first { DetectionKind(rawValue: $0) == nil }.map {
        word in
        let near = Suggestion.best(for: word, among: words)
        return "there is no \(quoted(word)) to find; "
          + (near.map { "did you mean '\($0)'?" } ?? "use \(words.sentenceList())")
      }
    }
  }
}

extension ArgumentKind where Value == TempoRange {
  /// `60..120`, `..100` or `90..`: a range of beats a minute.
  static func tempo(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a range of beats per minute between 40 and 240, such as 60..120 or ..100"
    ) { TempoRange($0) }
  }
}
