import Composition
import Diagnostics
import EditScript
import MediaFacts
import SourceText

extension Lowering {
  /// Finds out which stream of its file each item plays.
  mutating func chooseSounds() {
    for index in items.indices {
      let placed = items[index]
      guard case .clip = placed.item.kind, placed.item.sound?.value != .off, let media = placed.reference
      else { continue }
      items[index].soundTrack = soundTrack(of: placed, in: references[media])
    }
  }

  private mutating func soundTrack(of placed: PlacedItem, in media: MediaReference) -> AudioTrackFacts? {
    guard case .chosen(let sound)? = placed.item.sound?.value, sound.stream.isWritten else {
      return media.facts.mainAudio
    }
    return track(sound.stream, in: media)
  }

  /// The stream that was asked for, or nil after saying that the file does not have it. Of files without any sound
  /// there is a rule that speaks.
  mutating func track(_ choice: StreamChoice, in media: MediaReference) -> AudioTrackFacts? {
    let tracks = media.facts.audio
    guard !tracks.isEmpty else { return nil }
    let spoken = tracks.filter { track in
      choice.language.map { isLanguage(track.language, $0.value) } ?? true
    }
    if let language = choice.language, spoken.isEmpty {
      let known = tracks.compactMap(\.language)
      report(
        Diagnostic(
          .unknownValue, "'\(media.spelling)' has no sound in the language '\(language.value)'",
          at: language.range,
          hint: known.isEmpty
            ? "no stream of it says its language: choose one with `stream`"
            : "its streams of sound are \(listed(known.map { "`\($0)`" }))"))
      return nil
    }
    guard let number = choice.number else { return spoken.first { $0.isDefault } ?? spoken.first }
    guard tracks.indices.contains(number.value) else {
      report(
        Diagnostic(
          .valueOutOfRange,
          "'\(media.spelling)' has \(tracks.count) streams of sound, and none of the number \(number.value)",
          at: number.range, hint: "they count from 0: the last one is \(tracks.count - 1)"))
      return nil
    }
    let track = tracks[number.value]
    guard spoken.contains(track) else {
      report(
        Diagnostic(
          .conflictingKeys,
          "stream \(number.value) of '\(media.spelling)' is in the language '\(track.language ?? "unknown")'",
          at: number.range, hint: "write the stream or the language, not both"))
      return nil
    }
    return track
  }
}

/// Whether a file's word for a language is the one that is meant: codes of two and of three letters are alike.
private func isLanguage(_ found: String?, _ wanted: String) -> Bool {
  guard let found else { return false }
  let (a, b) = (found.lowercased(), wanted.lowercased())
  return a == b || languageCode(a) == languageCode(b)
}

/// The three letters of ISO 639-2/T for the codes that films use, or the code itself. A region (`en-GB`) does not count.
private func languageCode(_ code: String) -> String {
  let bare = String(code.prefix { $0 != "-" && $0 != "_" })
  return languageCodes[bare] ?? bare
}

private let languageCodes = [
  "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "cze": "ces", "da": "dan", "de": "deu", "ger": "deu",
  "el": "ell", "gre": "ell", "en": "eng", "es": "spa", "et": "est", "eu": "eus", "baq": "eus", "fa": "fas",
  "per": "fas", "fi": "fin", "fr": "fra", "fre": "fra", "ga": "gle", "he": "heb", "hi": "hin", "hr": "hrv",
  "hu": "hun", "id": "ind", "is": "isl", "ice": "isl", "it": "ita", "ja": "jpn", "ko": "kor", "lt": "lit",
  "lv": "lav", "ms": "msa", "may": "msa", "nl": "nld", "dut": "nld", "no": "nor", "nb": "nob", "nn": "nno",
  "pl": "pol", "pt": "por", "ro": "ron", "rum": "ron", "ru": "rus", "sk": "slk", "slo": "slk", "sl": "slv",
  "sr": "srp", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "zho", "chi": "zho",
]
