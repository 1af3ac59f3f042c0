package import Basics

extension SubtitleCue {
  /// The cue in parts of at most so many words, which end at sentences and pauses and are about equally long.
  ///
  /// A part shows from its first word until the next part, or until its last word ends if a pause follows. Words
  /// without times stay with the word before them, so a cue without word times is one part.
  package func parts(ofWords most: Int) -> [SubtitleCue] {
    let words = timedWords
    guard words.count > 1, most > 0 else { return [self] }
    let groups = sentences(words).flatMap { $0.evenGroups(of: most) }
    return groups.enumerated().compactMap { number, group in
      let following = number + 1 < groups.count ? groups[number + 1].first?.time : nil
      let start = number == 0 ? range.start : group.first?.time?.start ?? range.start
      var end = following?.start ?? range.end
      if following != nil, let last = group.last?.time, isPause(from: last.end, to: end) { end = last.end }
      guard let shown = TimeRange(start: start, end: end), !shown.isEmpty else { return nil }
      var part = self
      part.range = shown
      part.text = StyledText(group.flatMap(\.runs)).onOneLine
      return part
    }
  }

  /// A word with the time of its run, and the runs without a time that follow it.
  struct TimedWord {
    var runs: [StyledRun]
    let time: TimeRange?

    var text: String { runs.map(\.text).joined() }
    var count: Int { max(1, text.split(whereSeparator: \.isWhitespace).count) }

    /// Whether a sentence ends after it.
    var isLastOfSentence: Bool {
      text.last { !$0.isWhitespace && !"\"'”’»)]".contains($0) }.map { ".!?…。！？".contains($0) } ?? false
    }
  }

  var timedWords: [TimedWord] {
    var words: [TimedWord] = []
    for run in text.runs {
      if run.time == nil, !words.isEmpty {
        words[words.count - 1].runs.append(run)
      } else if words.count == 1, words[0].time == nil {
        // What stands before the first timed word belongs to it.
        words[0] = TimedWord(runs: words[0].runs + [run], time: run.time)
      } else {
        words.append(TimedWord(runs: [run], time: run.time))
      }
    }
    return words
  }
}

private func sentences(_ words: [SubtitleCue.TimedWord]) -> [[SubtitleCue.TimedWord]] {
  var sentences: [[SubtitleCue.TimedWord]] = [[]]
  for word in words {
    if let last = sentences[sentences.count - 1].last {
      let pauses = last.time.map { before in
        word.time.map { isPause(from: before.end, to: $0.start) } ?? false
      }
      if last.isLastOfSentence || pauses == true { sentences.append([]) }
    }
    sentences[sentences.count - 1].append(word)
  }
  return sentences
}

/// Half a second.
private func isPause(from end: RationalTime, to start: RationalTime) -> Bool {
  guard let gap = try? start - end, let half = RationalTime(1, 2) else { return false }
  return gap >= half
}

/// A sentence of a recording, from its first word to its last.
package struct SpokenSentence: Hashable, Sendable {
  package let range: TimeRange
  /// On one line.
  package let text: String
}

extension [SubtitleCue] {
  /// The sentences in the order of their times. A pause ends one, too. A cue without times of its words is one
  /// word, and sentences that overlap are one sentence.
  package var spokenSentences: [SpokenSentence] {
    let words = sorted { $0.range.start < $1.range.start }.flatMap { cue in
      cue.timedWords.map { SubtitleCue.TimedWord(runs: $0.runs, time: $0.time ?? cue.range) }
    }
    return sentences(words).reduce(into: []) { found, sentence in
      guard let start = sentence.compactMap(\.time?.start).min(),
        let end = sentence.compactMap(\.time?.end).max()
      else { return }
      let text = sentence.map(\.text).joined(separator: " ").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      let last = found.last.flatMap { $0.range.end > start ? found.popLast() : nil }
      guard
        let range = TimeRange(
          start: Swift.min(start, last?.range.start ?? start), end: Swift.max(end, last?.range.end ?? end))
      else { return }
      found.append(SpokenSentence(range: range, text: last.map { $0.text + " " + text } ?? text))
    }
  }
}

extension [SubtitleCue.TimedWord] {
  /// As few groups as possible, each with at most so many words unless one entry has more, of about equal size.
  fileprivate func evenGroups(of most: Int) -> [[SubtitleCue.TimedWord]] {
    let total = reduce(0) { $0 + $1.count }
    let number = (total + most - 1) / most
    var (groups, done): ([[SubtitleCue.TimedWord]], Int) = ([], 0)
    for word in self {
      let size = groups.last?.reduce(0) { $0 + $1.count } ?? 0
      // A group ends at its even share of all words, or when the next word does not fit.
      if groups.isEmpty || size + word.count > most || done >= groups.count * total / Swift.max(1, number) {
        groups.append([])
      }
      groups[groups.count - 1].append(word)
      done += word.count
    }
    return groups
  }
}

extension TimeRange {
  /// The middle, which decides whether a word is heard.
  var middle: RationalTime { (try? (start + end).divided(by: RationalTime(seconds: 2))) ?? start }
}

extension SubtitleCue {
  /// The words with the middle of their time in a range; the same cue if no word has a time, and nil if none is there.
  package func words(spokenIn range: TimeRange) -> SubtitleCue? {
    guard text.isTimed else { return self }
    let spoken = timedWords.filter { word in
      word.time.map { range.contains($0.middle) } ?? false
    }
    guard !spoken.isEmpty else { return nil }
    var cue = self
    cue.text = StyledText(spoken.flatMap(\.runs)).withoutBlanksAround
    return cue
  }
}

extension StyledText {
  /// Without line breaks, and without blanks at its ends.
  fileprivate var onOneLine: StyledText {
    var runs = runs
    for index in runs.indices {
      runs[index].text = String(runs[index].text.map { $0.isNewline ? " " : $0 })
    }
    return StyledText(runs).withoutBlanksAround
  }

  fileprivate var withoutBlanksAround: StyledText {
    var runs = runs
    while let first = runs.first, let blank = first.text.first, blank.isWhitespace {
      runs[0].text.removeFirst()
      if runs[0].text.isEmpty { runs.removeFirst() }
    }
    while let last = runs.last, let blank = last.text.last, blank.isWhitespace {
      runs[runs.count - 1].text.removeLast()
      if runs[runs.count - 1].text.isEmpty { runs.removeLast() }
    }
    return StyledText(runs)
  }
}
