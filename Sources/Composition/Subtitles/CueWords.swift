import Basics

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
  fileprivate struct TimedWord {
    var runs: [StyledRun]
    let time: TimeRange?

    var text: String { runs.map(\.text).joined() }
    var count: Int { max(1, text.split(whereSeparator: \.isWhitespace).count) }

    /// Whether a sentence ends after it.
    var isLastOfSentence: Bool {
      text.last { !$0.isWhitespace && !"\"'”’»)]".contains($0) }.map { ".!?…。！？".contains($0) } ?? false
    }
  }

  private var timedWords: [TimedWord] {
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

  private func sentences(_ words: [TimedWord]) -> [[TimedWord]] {
    var sentences: [[TimedWord]] = [[]]
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

extension StyledText {
  /// Without line breaks, and without blanks at its ends.
  fileprivate var onOneLine: StyledText {
    var runs = runs
    for index in runs.indices {
      runs[index].text = String(runs[index].text.map { $0.isNewline ? " " : $0 })
    }
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
