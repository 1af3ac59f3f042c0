import Basics
import Detection
import EditScript

/// The script that `detect` writes.
enum DetectedForm: String, CaseIterable, Sendable {
  case takes, markers
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

extension ArgumentKind where Value == ClosedRange<Double> {
  /// `60..120`, `..100` or `90..`: a range of beats a minute.
  static func tempo(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder, expectation: "a range of beats per minute between 40 and 240, such as 60..120 or ..100"
    ) { text in
      guard let dots = text.firstRange(of: "..") else { return nil }
      let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
      guard !(low.isEmpty && high.isEmpty), let first = low.isEmpty ? 40 : beats(low),
        let last = high.isEmpty ? 240 : beats(high), first < last
      else { return nil }
      return first...last
    }
  }
}

private func beats(_ text: Substring) -> Double? {
  guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(text),
    (40...240).contains(number)
  else { return nil }
  return number
}
