import Basics
import Composition
import Diagnostics
import EditScript

extension MediaMatching {
  /// The audio track of its file that an item plays.
  mutating func soundTrack(of placed: MatchedItem) -> AudioTrackFacts? {
    guard case .clip = placed.item.kind, placed.item.sound?.value != .off, let medium = placed.source.medium
    else { return nil }
    let media = media.references[medium]
    guard case .chosen(let sound)? = placed.item.sound?.value, sound.stream.isWritten else {
      return media.facts.mainAudio
    }
    // A rule reports files without any sound.
    return track(sound.stream, among: media.facts.audio, of: media.spelling)
  }

  /// The chosen track of a file; nil, with a finding, if the file does not have it.
  mutating func track(
    _ choice: StreamChoice, among tracks: [AudioTrackFacts], of file: String
  ) -> AudioTrackFacts? {
    guard !tracks.isEmpty else { return nil }
    let spoken = tracks.filter { track in
      choice.language.map { isLanguage(track.language, $0.value) } ?? true
    }
    if let language = choice.language, spoken.isEmpty {
      let known = tracks.compactMap(\.language)
      report(
        .noSoundInLanguage(language, known: known, in: file))
      return nil
    }
    let fitting = spoken.filter { track in choice.use.map { track.uses.contains($0.value) } ?? true }
    if let use = choice.use, fitting.isEmpty {
      report(.noSoundForUse(use, among: spoken, language: choice.language?.value, in: file))
      return nil
    }
    guard let number = choice.number else { return fitting.first { $0.isDefault } ?? fitting.first }
    guard tracks.indices.contains(number.value) else {
      report(
        .noSoundStream(number, of: tracks.count, in: file))
      return nil
    }
    let track = tracks[number.value]
    guard spoken.contains(track) else {
      report(
        .streamHasOtherLanguage(number, track.language, in: file))
      return nil
    }
    if let use = choice.use, !fitting.contains(track) {
      report(.streamHasOtherUse(number, use.value, in: file))
      return nil
    }
    return track
  }
}

/// Whether a file's language is the wanted one; codes of two and of three letters are equivalent.
private func isLanguage(_ found: String?, _ wanted: String) -> Bool {
  found.map { isSameLanguage($0, wanted) } ?? false
}

/// Whether two codes mean the same language: of two and of three letters, terminological and bibliographic.
package func isSameLanguage(_ one: String, _ other: String) -> Bool {
  let (a, b) = (one.lowercased(), other.lowercased())
  return a == b || languageCode(a) == languageCode(b)
}

/// The three letters of ISO 639-2/T, or the code itself. A region (`en-GB`) is ignored.
private func languageCode(_ code: String) -> String {
  let bare = String(code.prefix { $0 != "-" && $0 != "_" })
  let three = LanguageCode.threeLetters(bare) ?? bare
  return terminologicalCodes[three] ?? three
}

/// The bibliographic codes that differ from the terminological ones.
private let terminologicalCodes = [
  "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
  "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri",
  "may": "msa", "per": "fas", "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
]

// MARK: - Messages

extension Diagnostic {
  fileprivate static func noSoundInLanguage(_ language: Located<String>, known: [String], in file: String)
    -> Diagnostic
  {
    Diagnostic(
      .unknownValue, "'\(file)' has no sound in the language '\(language.value)'",
      at: language.range,
      hint: known.isEmpty
        ? "its streams have no language tags: select one with `stream`"
        : "its audio streams are in \(listed(known.map { "`\($0)`" }))")
  }

  fileprivate static func noSoundForUse(
    _ use: Located<TrackUse>, among tracks: [AudioTrackFacts], language: String?, in file: String
  ) -> Diagnostic {
    let known = TrackUse.allCases.filter { use in tracks.contains { $0.uses.contains(use) } }
    let spoken = language.map { " in the language '\($0)'" } ?? ""
    return Diagnostic(
      .unknownStream,
      "'\(file)' has no audio stream\(spoken) with the characteristic '\(use.value.rawValue)'",
      at: use.range,
      hint: known.isEmpty
        ? "its streams state no characteristics: select one with `stream`"
        : "its audio streams have \(listed(known.map { "`\($0.rawValue)`" }))")
  }

  fileprivate static func streamHasOtherUse(
    _ number: Located<Int>, _ use: TrackUse, in file: String
  ) -> Diagnostic {
    Diagnostic(
      .competingKeys,
      "stream \(number.value) of '\(file)' does not have the characteristic '\(use.rawValue)'",
      at: number.range, hint: "write either the stream or the characteristic")
  }

  fileprivate static func noSoundStream(_ number: Located<Int>, of count: Int, in file: String) -> Diagnostic
  {
    Diagnostic(
      .unknownStream,
      "'\(file)' has no audio stream \(number.value)", at: number.range,
      hint: count == 1
        ? "it has one, number 0" : "it has \(count), numbers 0 to \(count - 1)")
  }

  fileprivate static func streamHasOtherLanguage(_ number: Located<Int>, _ language: String?, in file: String)
    -> Diagnostic
  {
    Diagnostic(
      .competingKeys,
      "stream \(number.value) of '\(file)' is in the language '\(language ?? "unknown")'",
      at: number.range, hint: "write either the stream or the language")
  }
}
