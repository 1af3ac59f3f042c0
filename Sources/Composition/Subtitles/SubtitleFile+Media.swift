package import Basics

extension SubtitleFile {
  /// The subtitles in a media file, from lines of ASS without times. `keepsStyles` is false for formats
  /// without styles, to which FFmpeg adds its own.
  package init(header: String, lines: [(range: TimeRange, fields: String)], keepsStyles: Bool) {
    var text = header.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if let events = text.firstIndex(where: { $0.lowercased() == "[events]" }) {
      text.removeSubrange(events...)
    }
    if text.first?.lowercased() != "[script info]" { text.insert("[Script Info]", at: 0) }
    text += ["[Events]", "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"]
    let before = text.count
    text += lines.map { line in
      let fields = line.fields.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      let rest = (fields.count == 2 ? fields[1] : "Default,,0,0,0,,")
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\N")
      return "Dialogue: \(fields.first ?? "0"),\(clock(line.range.start)),\(clock(line.range.end)),\(rest)"
    }.map { $0[...] }
    self.init(Array(text.joined(separator: "\n").utf8), name: "subtitles.ass")
    // ASS rounds times to hundredths of a second.
    for index in cues.indices {
      let line = cues[index].line - before - 1
      if lines.indices.contains(line) { cues[index].range = lines[line].range }
      cues[index].line = 0
      if !keepsStyles { cues[index].event = nil }
    }
    if !keepsStyles {
      self.header = nil
      format = .subRip
    }
    // They refer to lines that no author sees.
    problems = []
    problemCount = 0
  }
}

/// `0:01:02.50`
private func clock(_ time: RationalTime) -> String {
  let hundredths = max(0, time.rounded(toUnits: 100)?.value ?? 0)
  let (seconds, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
  func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(seconds / 3600):\(padded(seconds / 60 % 60)):\(padded(seconds % 60)).\(padded(rest))"
}
