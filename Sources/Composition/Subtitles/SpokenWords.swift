package import Basics

/// The words of a transcript in the order of their times.
package struct SpokenWords: Sendable {
  package struct Word: Sendable {
    package let text: String
    package let letters: [Character]
    /// From its start to its end, with the punctuation beside it.
    package let time: TimeRange
    /// The latest middle of a time in this word and all before it.
    let latestMiddle: RationalTime
    /// The middle of the time of its letters, which decides whether it is heard.
    package let middle: RationalTime
    /// The latest end of this word and all before it.
    let latestEnd: RationalTime
  }

  package let words: [Word]

  /// A cue without times of its words is one word.
  package init(_ cues: [SubtitleCue]) {
    let parts = cues.flatMap { cue in
      cue.timedWords.map { word in
        let text = word.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (text: text, time: word.time ?? cue.range)
      }
    }
    var words: [Word] = []
    // Punctuation before all words.
    var opening: (text: String, time: TimeRange)?
    for part in parts.sorted(by: { $0.time.start < $1.time.start }) {
      let letters = Self.letters(of: part.text)
      let last = words.last
      guard !letters.isEmpty else {
        if let last {
          words[words.count - 1] = Word(
            text: last.text + " " + part.text, letters: last.letters, time: last.time.union(part.time),
            latestMiddle: max(last.latestMiddle, part.time.middle), middle: last.middle,
            latestEnd: max(last.latestEnd, part.time.end))
        } else {
          opening = opening.map { ($0.text + " " + part.text, $0.time.union(part.time)) } ?? part
        }
        continue
      }
      let time = opening.map { $0.time.union(part.time) } ?? part.time
      words.append(
        Word(
          text: (opening.map { $0.text + " " } ?? "") + part.text, letters: letters, time: time,
          latestMiddle: max(last?.latestMiddle ?? part.time.middle, part.time.middle),
          middle: part.time.middle, latestEnd: max(last?.latestEnd ?? time.end, time.end)))
      opening = nil
    }
    self.words = words
  }

  /// What is compared of a text: its letters and digits with their accents, in one case.
  package static func letters(of text: String) -> [Character] {
    var kept = String.UnicodeScalarView()
    var isLetter = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isMark = [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
      if isMark, !properties.isAlphabetic {
        if isLetter, !properties.isVariationSelector { kept.append(scalar) }
      } else {
        isLetter = properties.isAlphabetic || properties.numericType != nil
        if isLetter { kept.append(scalar) }
      }
    }
    // Capitals first, so that `ß` is `ss`.
    return Array(String(kept).uppercased().lowercased())
  }

  /// A time after all words; nil if there are none.
  package var end: RationalTime? {
    words.last.map { (try? $0.latestEnd + RationalTime(seconds: 1)) ?? $0.latestEnd }
  }

  /// The words that are heard in a range.
  package func words(in range: TimeRange) -> [Word] { indices(in: range).map { words[$0] } }

  /// Those, by their indices.
  func indices(in range: TimeRange) -> [Int] {
    let first = words.partitioningIndex { $0.latestEnd >= range.start }
    let end = words.partitioningIndex { $0.time.start >= range.end }
    return (min(first, end)..<end).filter { range.contains(words[$0].middle) }
  }

  /// Where a recording is cut between a word and the next one.
  struct Cuts {
    let behindWord: RationalTime
    let beforeNext: RationalTime
  }

  /// Nil if the words overlap.
  func cuts(behind index: Int, rate: FrameRate?) -> Cuts? {
    guard words.indices.contains(index), words.indices.contains(index + 1) else { return nil }
    let (word, next) = (words[index], words[index + 1])
    for rate in rate == nil ? [nil] : [rate, nil] {
      guard let pause = WordPause(from: word.latestEnd, to: next.time.start, rate: rate) else { return nil }
      let cuts = Cuts(behindWord: pause.behindWord, beforeNext: pause.beforeWord)
      // A word without length is heard if its time is in the take.
      if min(cuts.behindWord, cuts.beforeNext) > word.latestMiddle { return cuts }
    }
    return nil
  }
}
