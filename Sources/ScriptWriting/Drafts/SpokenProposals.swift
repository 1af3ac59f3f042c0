import Basics
import Composition

/// The languages whose fillers are known.
package enum FillerLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// Sounds of hesitation that mean nothing else in the language.
  var fillers: Set<String> {
    switch self {
    case .english: ["uh", "uhh", "um", "umm", "uhm", "erm", "er", "hm", "hmm", "mm", "mhm"]
    case .german: ["äh", "ähm", "ääh", "ehm", "öh", "öhm", "hm", "hmm", "mhm"]
    case .french: ["euh", "heu", "euhm", "hum", "hm", "hmm", "mmh", "bah"]
    case .spanish: ["eh", "ehm", "em", "mmm", "mm", "hm", "ajá"]
    }
  }
}

/// What a person may want to cut from a recording: a filler, or words that are soon repeated.
struct SpokenProposal {
  enum Reason: Hashable {
    case filler
    /// The time of the words that repeat these.
    case saidAgain(at: RationalTime)
  }

  let reason: Reason
  let words: [SpokenWords.Word]
}

extension SpokenWords {
  /// In the order of their first words. Of repeated words, it is the earlier ones.
  func proposals(in language: FillerLanguage) -> [SpokenProposal] {
    let fillers = language.fillers
    let hesitations = words.filter { fillers.contains(String($0.letters)) }.map {
      SpokenProposal(reason: .filler, words: [$0])
    }
    return (hesitations + retakes).sorted { $0.words[0].time.start < $1.words[0].time.start }
  }

  private static let fewestEqualWords = 4
  private static let longestTimeBetween = RationalTime(seconds: 30)

  private var retakes: [SpokenProposal] {
    let few = Self.fewestEqualWords
    guard words.count >= 2 * few else { return [] }
    var places: [[[Character]]: [Int]] = [:]
    for index in 0...(words.count - few) {
      places[words[index..<(index + few)].map(\.letters), default: []].append(index)
    }
    var found: [SpokenProposal] = []
    var index = 0
    while index + 2 * few <= words.count {
      let same = places[words[index..<(index + few)].map(\.letters)] ?? []
      let following = same.partitioningIndex { $0 >= index + few }
      guard following < same.count, case let again = same[following],
        let time = try? words[again].time.start - words[index].time.start, time <= Self.longestTimeBetween
      else {
        index += 1
        continue
      }
      var count = few
      while index + count < again, again + count < words.count,
        words[index + count].letters == words[again + count].letters
      {
        count += 1
      }
      found.append(
        SpokenProposal(
          reason: .saidAgain(at: words[again].time.start), words: Array(words[index..<(index + count)])))
      index += count
    }
    return found
  }
}
