import Basics
package import Composition

/// A script with an item for each sentence of a recording, and for each pause. Together they play all of it, so that a
/// person cuts by deleting lines.
package struct SpokenScript {
  private let output: String
  private let canvas: DraftCanvas?
  private let name: String
  private let media: DraftMedia
  private let transcript: String
  private let sentences: [SpokenSentence]
  /// Nil if the file has no times of words, so that single words cannot be cut.
  private let spoken: SpokenWords?
  private let proposals: [SpokenProposal]

  /// `transcript` is the path of the file with the words. Fillers of a language and repeated words are
  /// marked in comments.
  package init(
    named script: String, of media: DraftMedia, transcript: String, _ file: SubtitleFile,
    proposing language: FillerLanguage? = nil
  ) {
    canvas = media.kind == .clip ? DraftCanvas(for: [media]) : nil
    output = freeOutput(for: script, ending: canvas == nil ? "m4a" : "mp4", sparing: [media.path])
    var names = MediaNames()
    name = names.name(for: media.path, kind: .clip)
    self.media = media
    self.transcript = transcript
    sentences = file.cues.spokenSentences
    let spoken =
      file.format == .transcript && file.cues.contains { $0.text.isTimed } ? SpokenWords(file.cues) : nil
    self.spoken = spoken
    proposals = language.flatMap { spoken?.proposals(in: $0) } ?? []
  }

  /// Whether its items have their words, so that single ones can be cut.
  package var hasWords: Bool { spoken != nil }

  package var text: String {
    var text = DraftText()
    text.line(
      spoken == nil
        ? "# Each item is a sentence or a pause. Delete one, and the film is cut there."
        : "# Each item is a sentence or a pause. Delete one, or some of its words, and the film is cut there."
    )
    text.line("edit: 1")
    text.blank()
    text.line("media:")
    let file = writtenScalar(media.path)
    text.line(
      "  \(writtenScalar(name)): "
        + (spoken == nil ? file : "{file: \(file), words: \(writtenScalar(transcript))}"), media.summary)
    if let canvas {
      text.blank()
      text.line("canvas: {size: \(canvas.size), rate: \(canvas.rateText)}")
    }
    text.blank()
    text.line("timeline:")
    for part in parts {
      let take = "clip: \(writtenScalar(name)), take: \(spelled(part.start))..\(part.end.map(spelled) ?? "")"
      if let says = says(in: part) {
        text.line("  - {\(take), says: \(writtenScalar(says))}", proposed(in: part))
      } else {
        text.line("  - {\(take)}", part.words)
      }
    }
    text.blank()
    text.line("subtitles:", "the words that are heard")
    let mode = canvas == nil ? ", mode: sidecar" : ""
    let words = spoken == nil ? "file: \(writtenScalar(transcript)), " : ""
    text.line("  - {\(words)of: \(writtenScalar(name))\(mode)}")
    text.blank()
    text.line("outputs:")
    text.line("  - file: \(writtenScalar(output))")
    return text.text
  }

  // MARK: Where it is cut

  private struct Part {
    let start: RationalTime
    /// Nil for the end of the recording.
    let end: RationalTime?
    let words: String
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var start = RationalTime.zero
    var spoken: SpokenSentence?
    func close(at end: RationalTime?) {
      if let end, end <= start { return }
      parts.append(Part(start: start, end: end, words: spoken.map { written($0.text) } ?? "a pause"))
      start = end ?? start
    }
    for sentence in sentences {
      let silence = spoken?.range.end ?? .zero
      if isPause(from: silence, to: sentence.range.start) {
        if spoken != nil { close(at: between(silence, sentence.range.start)?.behindWord ?? silence) }
        spoken = nil
        close(at: between(start, sentence.range.start)?.beforeWord ?? start)
      } else if spoken != nil {
        close(at: between(silence, sentence.range.start)?.middle ?? silence)
      }
      spoken = sentence
    }
    if let last = spoken?.range.end, let end = media.length, isPause(from: last, to: end) {
      close(at: between(last, end)?.behindWord ?? last)
      spoken = nil
    }
    close(at: nil)
    return parts
  }

  private func isPause(from end: RationalTime, to start: RationalTime) -> Bool {
    (try? start - end).map { $0 >= Self.pause } ?? false
  }

  private static let pause = RationalTime(700, 1000) ?? .zero
  private func between(_ end: RationalTime, _ start: RationalTime) -> WordPause? {
    WordPause(from: end, to: start, rate: canvas?.rate)
  }

  private func spelled(_ time: RationalTime) -> String { canvas?.written(time) ?? time.spelling }

  /// The words that are heard in a part; nil if there are none, or none with times.
  private func says(in part: Part) -> String? {
    guard let spoken, let range = range(of: part) else { return nil }
    let words = written(spoken.words(in: range).map(\.text).joined(separator: " "))
    return words.isEmpty ? nil : words
  }

  /// Without an end, the part has all words up to the last one.
  private func range(of part: Part) -> TimeRange? {
    (part.end ?? spoken?.end).flatMap { TimeRange(start: part.start, end: $0) }
  }

  /// What may be cut in a part.
  private func proposed(in part: Part) -> String {
    guard let range = range(of: part) else { return "" }
    let found = proposals.filter { range.contains($0.words[0].middle) }
    let fillers = found.filter { $0.reason == .filler }.map { String($0.words[0].letters) }
    let others = found.compactMap { proposal -> String? in
      guard case .saidAgain(let time) = proposal.reason else { return nil }
      return "again at \(time.spelling): \(written(proposal.words.map(\.text).joined(separator: " ")))"
    }
    return ((fillers.isEmpty ? [] : ["fillers: \(fillers.joined(separator: ", "))"]) + others)
      .joined(separator: "; ")
  }

  private func written(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !needsEscape($0) }))
  }
}
