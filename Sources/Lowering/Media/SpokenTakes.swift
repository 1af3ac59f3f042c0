import Basics
import Composition
import Diagnostics
import EditScript

/// Replaces each item with `says` by an item for each run of its words, so that all later phases see ordinary takes.
struct SpokenTakes: LoweringPhase {
  var context: LoweringContext
  private let matched: MatchedFilm
  /// For times in frames.
  private let rate: FrameRate?
  /// For cuts; nil without a picture.
  private let pictureRate: FrameRate?
  private var words: [String: SpokenWords] = [:]

  init(_ matched: MatchedFilm, on canvas: FilmCanvas, context: LoweringContext) {
    self.context = context
    self.matched = matched
    rate = canvas.rate
    pictureRate = canvas.canvas?.hasPicture == false ? nil : canvas.rate
  }

  mutating func run() -> MatchedFilm {
    reportTranscripts()
    var parts: [Int: [Item]] = [:]
    for (index, matched) in matched.items.enumerated() where matched.item.says != nil {
      parts[index] = self.parts(of: matched)
    }
    guard !parts.isEmpty else { return matched }
    var number = 0
    context.script.timeline = script.timeline.flatMap { item in
      guard item.isEnabled, !item.isTransition else { return [item] }
      defer { number += 1 }
      return parts[number] ?? [item]
    }
    return matched.replacing(parts)
  }

  /// Reports the problems in the transcripts of played media.
  private mutating func reportTranscripts() {
    let transcripts = script.transcripts
    for name in matched.items.compactMap({ $0.item.mediaName?.value }).eachOnce {
      guard let transcript = transcripts[name], let file = table.subtitles[transcript.value] else { continue }
      reportProblems(of: file, named: transcript.value, at: transcript.range)
      if let medium = script.declaredFiles[name]?.value, let stated = file.mediaDigest,
        let digest = table.digests[medium], digest != stated
      {
        report(.transcriptOfOtherMedia(transcript, than: medium))
      }
      if !file.cues.isEmpty, file.format != .transcript || !file.cues.contains(where: \.text.isTimed) {
        report(.noTimesOfWords(in: transcript, file.format))
      }
    }
  }

  /// The items for the runs of words; the item itself, with an unknown time, if they are not found.
  private mutating func parts(of matched: MatchedItem) -> [Item] {
    var unknown = matched.item
    unknown.hasUnreadTime = true
    // The placement of items explains wrong takes, and that nothing is heard of a frozen picture.
    guard let says = matched.item.says, matched.item.freeze == nil, let take = take(of: matched) else {
      return [matched.item]
    }
    guard !reportCompetingKeys(of: matched.item, says), let spoken = spokenWords(of: matched.item, says)
    else { return [unknown] }
    do throws(SpokenProblem) {
      let parts = try spoken.parts(saying: says.value.words.map(\.value), in: take, rate: pictureRate)
      return matched.item.playing(parts, at: says.range)
    } catch {
      report(.problem(error, says.value, spoken, in: take, at: says.range))
      return [unknown]
    }
  }

  /// The take within the media; nil if it is unknown or wrong.
  private func take(of matched: MatchedItem) -> TimeRange? {
    let axis = self.matched.media.axis(of: matched.source, rate: rate)
    guard let range = try? axis.range(matched.item.take?.value ?? .all), !range.start.isNegative,
      axis.length.map({ range.end <= $0 }) ?? true
    else { return nil }
    return range
  }

  private mutating func spokenWords(of item: Item, _ says: Located<SpokenText>) -> SpokenWords? {
    guard let name = item.mediaName else { return nil }
    guard let transcript = script.transcripts[name.value] else {
      let isDeclared = script.declaredFiles[name.value] != nil
      report(.noTranscript(of: name.value, isDeclared: isDeclared, at: says.range))
      return nil
    }
    // An unread file has a finding, and so has one without times.
    guard let file = table.subtitles[transcript.value], file.format == .transcript,
      file.cues.contains(where: \.text.isTimed)
    else { return nil }
    if let known = words[transcript.value] { return known }
    let spoken = SpokenWords(file.cues)
    words[transcript.value] = spoken
    return spoken
  }

  /// Reports keys that apply to a single take; returns whether there are any.
  private mutating func reportCompetingKeys(of item: Item, _ says: Located<SpokenText>) -> Bool {
    let before = context.findings.list.count
    if let written = item.duration { report(.lengthBesideWords(at: written.range, says.range)) }
    if let loop = item.loop, loop.value != .off { report(.loopOfWords(at: loop.range, says.range)) }
    if let loudness = item.loudness { report(.loudnessOfWords(at: loudness.range, says.range)) }
    return context.findings.list.count > before
  }
}

extension Item {
  /// An item for each part of its recording.
  ///
  /// Its sound begins and ends, and fades, as that of a single take would.
  fileprivate func playing(_ parts: [SpokenPart], at place: SourceRange) -> [Item] {
    let isBackwards = speed?.value.values.contains { $0.numerator < 0 } ?? false
    let ordered = isBackwards ? parts.reversed() : parts
    return ordered.enumerated().map { number, part in
      var item = self
      let ends = [part.range.start, part.range.end].map { time in
        TimeExpression(.start, offset: DurationExpression([.init(.seconds(time))]))
      }
      item.take = Located(.between(ends[0], ends[1]), at: place)
      item.says = Located(SpokenText(words: part.words.map { Located($0, at: place) }), at: place)
      guard parts.count > 1 else { return item }
      item.eachPlace = EachPlace(name: name?.value ?? eachPlace?.name, key: eachPlace?.key ?? "")
      item.name = nil
      let (isFirst, isLast) = (number == 0, number == parts.count - 1)
      item.fade = fade?.part(isFirst: isFirst, isLast: isLast)
      if let sound, case .chosen(var chosen) = sound.value {
        if !isFirst { chosen.lead = nil }
        if !isLast { chosen.lag = nil }
        item.sound = Located(.chosen(chosen), at: sound.range)
      }
      return item
    }
  }
}

extension MatchedFilm {
  /// The film with several items in place of some; its transitions lead to the first and from the last of them.
  fileprivate func replacing(_ parts: [Int: [Item]]) -> MatchedFilm {
    var replaced: [MatchedItem] = []
    // The first and the last index of what is in the place of each item.
    var places: [ClosedRange<Int>] = []
    for (index, matched) in items.enumerated() {
      let (first, written) = (replaced.count, matched.written)
      let items = parts[index] ?? [matched.item]
      for (number, item) in items.enumerated() {
        var part = MatchedItem(
          written: WrittenItem(
            item, matched.list, before: number == 0 ? written.transitionBefore : nil,
            after: number == items.count - 1 ? written.transitionAfter : nil))
        (part.source, part.mask, part.soundTrack) = (matched.source, matched.mask, matched.soundTrack)
        (part.angleSound, part.lacksAngleSound) = (matched.angleSound, matched.lacksAngleSound)
        replaced.append(part)
      }
      places.append(first...max(first, replaced.count - 1))
    }
    let transitions = transitions.map { matched in
      var moved = matched
      moved.written.outgoing = matched.written.outgoing.map { places[$0].upperBound }
      moved.written.incoming = matched.written.incoming.map { places[$0].lowerBound }
      return moved
    }
    return MatchedFilm(items: replaced, transitions: transitions, media: media)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func transcriptOfOtherMedia(_ file: Located<String>, than medium: String) -> Diagnostic {
    Diagnostic(
      .transcriptOfOtherMedia, "'\(file.value)' is the transcript of another version of '\(medium)'",
      at: file.range,
      hint:
        "write it again with `editc words \(shellWord(medium)) --recognizer NAME --force`, or remove its member `editc`"
    )
  }

  fileprivate static func noTimesOfWords(in file: Located<String>, _ format: SubtitleFormat) -> Diagnostic {
    Diagnostic(
      .wrongType,
      format == .transcript
        ? "'\(file.value)' has times of its segments, but not of its words"
        : "'\(file.value)' is a subtitle file (\(format.rawValue)), not the JSON of a speech recogniser",
      at: file.range,
      hint: format == .transcript
        ? "have the recogniser write word times, as with `whisper --word_timestamps True`"
        : "use its JSON, with the times of its words")
  }

  fileprivate static func noTranscript(of name: String, isDeclared: Bool, at place: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .missingKey, "the words of '\(name)' are unknown", at: place,
      hint: isDeclared
        ? "write them under `media`: `\(name): {file: talk.mp4, words: talk.json}`"
        : "give the file a name under `media`, with its words: `talk: {file: \(name), words: talk.json}`")
  }

  fileprivate static func lengthBesideWords(at place: SourceRange, _ says: SourceRange) -> Diagnostic {
    Diagnostic(
      .lengthGivenTwice, "the words set the duration, so `for` cannot", at: place,
      notes: [Note("the words are here", at: says)],
      hint: "remove `for`; `speed` plays the words faster or slower")
  }

  fileprivate static func loopOfWords(at place: SourceRange, _ says: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys,
      "`loop` and `says` cannot be combined: each run of words would be repeated separately", at: place,
      notes: [Note("the words are here", at: says)],
      hint: "move the item into a sequence, and loop the sequence")
  }

  fileprivate static func loudnessOfWords(at place: SourceRange, _ says: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys,
      "`loudness` and `says` cannot be combined: each run of words would be measured separately", at: place,
      notes: [Note("the words are here", at: says)], hint: "write `mix: {loudness: …}`, or use `volume`")
  }

  fileprivate static func problem(
    _ problem: SpokenProblem, _ says: SpokenText, _ spoken: SpokenWords, in take: TimeRange,
    at place: SourceRange
  ) -> Diagnostic {
    switch problem {
    case .noSuchWord(let index): return noSuchWord(index, says, spoken, in: take, at: place)
    case .overlap(let first, let second, let time):
      return Diagnostic(
        .noSuchWords, "'\(first)' and '\(second)' cannot be cut apart: they overlap at \(time)", at: place,
        hint: "keep both, or neither")
    case .tooMany:
      return Diagnostic(
        .overLimit, "there are too many ways to find these words in the take", at: place,
        hint: "write several items, each with its own `take`")
    }
  }

  private static func noSuchWord(
    _ index: Int, _ says: SpokenText, _ spoken: SpokenWords, in take: TimeRange, at place: SourceRange
  ) -> Diagnostic {
    let word = says.words[index]
    let letters = SpokenWords.letters(of: word.value)
    let heard = spoken.words(in: take)
    let previous = says.words[..<index].last { !SpokenWords.letters(of: $0.value).isEmpty }
    var hint = "the take has: \(heard.prefix(12).map(\.text).joined(separator: " "))"
    var fixes: [Fix] = []
    if heard.isEmpty {
      hint = "no word is spoken from \(take.start) to \(take.end)"
    } else if let early = heard.last(where: { $0.letters == letters }), previous != nil {
      hint = "it is spoken before that, at \(early.time.start); for another order, write another item"
    } else if let other = spoken.words.first(where: { $0.letters == letters }) {
      hint = "it is spoken at \(other.time.start), outside the take"
    } else if let near = Suggestion.best(
      for: String(letters), among: heard.map { String($0.letters) }.eachOnce)
    {
      hint = "did you mean `\(near)`?"
      // In a text with escapes, words have no places of their own.
      if word.range != place || says.words.count == 1 {
        fixes = [Fix("write `\(near)`", [TextEdit(range: word.range, replacement: near)], isSafe: false)]
      }
    }
    let after = previous.map { " after '\($0.value)'" } ?? ""
    return Diagnostic(
      .noSuchWords, "'\(word.value)' is not spoken\(after) in this take", at: word.range, hint: hint,
      fixes: fixes)
  }
}
