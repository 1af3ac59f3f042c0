import Basics
import Composition
import LibAV

/// A subtitle stream in the form of its container: 3GPP timed text or SubRip.
///
/// Simultaneous lines share a sample: a track of timed text supports only one at a time. Where nothing is
/// shown, FFmpeg's muxer writes an empty sample.
struct TimedText {
  let stream: EncodedStream
  let packets: [EncodedPacket]

  /// Cuts the subtitles to the time from `start` to `end`.
  init(
    _ subtitles: SubtitleStream, _ form: ContainerDeclaration.SubtitleForm = .timedText,
    isDefault: Bool = false, from start: RationalTime, to end: RationalTime
  ) throws(TimeOverflow) {
    guard let tick = RationalTime(1, 1000 * ticksInMillisecond) else { throw TimeOverflow() }
    let isSubRip = form == .subRip
    stream = EncodedStream(
      codec: isSubRip ? "subrip" : "mov_text", tick: tick, configuration: isSubRip ? [] : sampleDescription,
      content: .subtitle(
        .init(language: subtitles.language, title: subtitles.title, isDefault: isDefault)))
    let length = floorDivision(
      Int128((try end - start).value) * 1000, by: Int128((try end - start).timescale))
    guard let last = Int64(exactly: length), last < 1 << 50 else { throw TimeOverflow() }
    var shown: [ShownCue] = []
    for cue in subtitles.cues {
      guard let first = (try cue.timelineRange.start - start).rounded(toUnits: 1000)?.value,
        let finish = (try cue.timelineRange.end - start).rounded(toUnits: 1000)?.value
      else { throw TimeOverflow() }
      let range = max(0, first)..<max(max(0, first), min(last, finish))
      if !range.isEmpty { shown.append(ShownCue(range: range, text: cue.text)) }
    }
    packets = samples(of: shown, until: last).compactMap { sample in
      guard let text = sample.text else { return nil }
      let start = sample.range.lowerBound * ticksInMillisecond
      return EncodedPacket(
        bytes: isSubRip ? Array(Sidecar.subRip(text).utf8.dropLast()) : timedText(text), presentation: start,
        decode: start,
        duration: Int64(sample.range.count) * ticksInMillisecond, isKey: true)
    }
  }
}

/// FFmpeg's muxer compares the times of different streams without converting their units, and ends a line
/// that another one follows at once with an empty sample, unless the unit of lines is the smallest of all.
private let ticksInMillisecond: Int64 = 192

/// Times in milliseconds.
private struct ShownCue {
  let range: Range<Int64>
  let text: StyledText
}

private struct Sample {
  let range: Range<Int64>
  /// Nil where nothing is shown.
  let text: StyledText?
}

/// What is shown from edge to edge; `cues` are sorted by start.
private func samples(of cues: [ShownCue], until end: Int64) -> [Sample] {
  let edges = Set(cues.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).union([0, end]).sorted()
  var waiting = cues[...]
  var active: [ShownCue] = []
  return zip(edges, edges.dropFirst()).map { start, end in
    active.removeAll { $0.range.upperBound <= start }
    while let next = waiting.first, next.range.lowerBound <= start {
      active.append(next)
      waiting.removeFirst()
    }
    return Sample(range: start..<end, text: joined(active.map(\.text)))
  }
}

/// Joins texts as lines.
private func joined(_ texts: [StyledText]) -> StyledText? {
  guard let first = texts.first else { return nil }
  let line = StyledRun(text: "\n", look: TextLook())
  return StyledText(texts.dropFirst().reduce(first.runs) { $0 + [line] + $1.runs })
}

// MARK: - Bytes

/// A sample: the length of the text, the text in UTF-8, and a box with its styles.
private func timedText(_ text: StyledText) -> [UInt8] {
  // A sample counts its bytes and its characters in 16 bits.
  let words = Array(prefix(of: text.plain, bytes: 65_535).utf8)
  var bytes = bigEndian(UInt16(clamping: words.count)) + words
  var records: [[UInt8]] = []
  var place = 0
  for run in text.runs {
    let end = place + run.text.unicodeScalars.count
    if run.look != TextLook(), end <= 65_535 { records.append(styleRecord(place..<end, run.look)) }
    place = end
  }
  guard !records.isEmpty, records.count <= 1000 else { return bytes }
  bytes += bigEndian(UInt32(clamping: 10 + records.count * 12)) + Array("styl".utf8)
  bytes += bigEndian(UInt16(clamping: records.count)) + records.flatMap(\.self)
  return bytes
}

private func prefix(of text: String, bytes limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  var kept = ""
  var count = 0
  for scalar in text.unicodeScalars {
    count += UTF8.width(scalar)
    if count > limit { break }
    kept.unicodeScalars.append(scalar)
  }
  return kept
}

private func styleRecord(_ characters: Range<Int>, _ look: TextLook) -> [UInt8] {
  let face: UInt8 = (look.isBold ? 1 : 0) | (look.isItalic ? 2 : 0) | (look.isUnderlined ? 4 : 0)
  let color = look.color ?? CueColor(red: 255, green: 255, blue: 255)
  return bigEndian(UInt16(clamping: characters.lowerBound))
    + bigEndian(UInt16(clamping: characters.upperBound))
    + bigEndian(UInt16(1)) + [face, fontSize, color.red, color.green, color.blue, 255]
}

private let fontSize: UInt8 = 18

/// White, centred at the bottom, without a box behind.
private let sampleDescription: [UInt8] = {
  let font = Array("Sans-Serif".utf8)
  let displayFlags: [UInt8] = [0, 0, 0, 0]
  let justification: [UInt8] = [1, 0xFF]
  let background: [UInt8] = [0, 0, 0, 0]
  let box = [UInt8](repeating: 0, count: 8)
  let style =
    bigEndian(UInt16(0)) + bigEndian(UInt16(0)) + bigEndian(UInt16(1)) + [0, fontSize, 255, 255, 255, 255]
  let table =
    bigEndian(UInt32(clamping: 13 + font.count)) + Array("ftab".utf8) + bigEndian(UInt16(1))
    + bigEndian(UInt16(1)) + [UInt8(clamping: font.count)] + font
  return displayFlags + justification + background + box + style + table
}()

private func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
