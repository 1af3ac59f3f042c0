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

  /// `transcript` is the path of the file whose words the sentences are.
  package init(named script: String, of media: DraftMedia, transcript: String, _ sentences: [SpokenSentence])
  {
    canvas = media.kind == .clip ? DraftCanvas(for: [media]) : nil
    output = freeOutput(for: script, ending: canvas == nil ? "m4a" : "mp4", sparing: [media.path])
    var names = MediaNames()
    name = names.name(for: media.path, kind: .clip)
    self.media = media
    self.transcript = transcript
    self.sentences = sentences
  }

  package var text: String {
    var text = DraftText()
    text.line("# Each item is a sentence or a pause. Delete one, and the film is cut there.")
    text.line("edit: 1")
    text.blank()
    text.line("media:")
    text.line("  \(writtenScalar(name)): \(writtenScalar(media.path))", media.summary)
    if let canvas {
      text.blank()
      text.line("canvas: {size: \(canvas.size), rate: \(canvas.rateText)}")
    }
    text.blank()
    text.line("timeline:")
    for part in parts {
      let end = part.end.map(spelled) ?? ""
      text.line("  - {clip: \(writtenScalar(name)), take: \(spelled(part.start))..\(end)}", part.words)
    }
    text.blank()
    text.line("subtitles:", "the words that are heard")
    let mode = canvas == nil ? ", mode: sidecar" : ""
    text.line("  - {file: \(writtenScalar(transcript)), of: \(writtenScalar(name))\(mode)}")
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
        if spoken != nil { close(at: cut(after: silence, before: sentence.range.start)) }
        spoken = nil
        close(at: cut(before: sentence.range.start, after: start))
      } else if spoken != nil {
        close(at: cut(between: silence, and: sentence.range.start))
      }
      spoken = sentence
    }
    if let last = spoken?.range.end, let end = media.length, isPause(from: last, to: end) {
      close(at: cut(after: last, before: end))
      spoken = nil
    }
    close(at: nil)
    return parts
  }

  private func isPause(from end: RationalTime, to start: RationalTime) -> Bool {
    (try? start - end).map { $0 >= Self.pause } ?? false
  }

  private static let pause = RationalTime(700, 1000) ?? .zero
  /// What a sentence keeps of the pauses around it: soft consonants are longer than recognisers say.
  private static let margin = RationalTime(120, 1000) ?? .zero

  private func cut(after end: RationalTime, before limit: RationalTime) -> RationalTime {
    onFrame((try? end + Self.margin) ?? end, from: end, to: limit)
  }

  private func cut(before start: RationalTime, after limit: RationalTime) -> RationalTime {
    onFrame((try? start - Self.margin) ?? start, from: limit, to: start)
  }

  private func cut(between end: RationalTime, and start: RationalTime) -> RationalTime {
    let middle = (try? (end + start).divided(by: RationalTime(seconds: 2))) ?? end
    return onFrame(middle, from: end, to: start)
  }

  /// The frame at a time if that is between two words; else the time itself.
  private func onFrame(_ time: RationalTime, from first: RationalTime, to last: RationalTime) -> RationalTime
  {
    guard let rate = canvas?.rate, let frame = rate.frame(at: time)?.value else { return time }
    for candidate in [frame, frame + 1, frame - 1] {
      if let start = try? rate.start(ofFrame: candidate), start >= first, start <= last { return start }
    }
    return time
  }

  private func spelled(_ time: RationalTime) -> String { canvas?.written(time) ?? time.spelling }

  private func written(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !needsEscape($0) }))
  }
}
