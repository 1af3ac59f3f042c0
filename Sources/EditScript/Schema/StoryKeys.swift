import Diagnostics
import SourceText
import YAMLTree

// Mappings beside the timeline: subtitles, markers, sequences.

struct SubtitleKeys: MappingKeys {
  static let title = "subtitles"
  static let documentation = "One track of subtitles: a file, or cues."
  static let alternatives = [["file", "cues"]]

  let file = Key(
    "file", "A subtitle file: SRT, WebVTT or ASS.", .path, example: "subs/en.srt", synonyms: ["path", "src"])
  let cues = Key(
    "cues", "Words and their times.", .list(of: .mapping(CueKeys.self)),
    example: "[{at: 1s..2s, text: Hello}]", synonyms: ["lines"])
  let of = Key(
    "of",
    "The media whose times they have: cues then follow every take of it. Without it times are the film's.",
    .mediaOrPath, example: "beach", synonyms: ["media", "clip", "for"])
  let language = Key(
    "language", "The language of the words, in letters of ISO 639: `eng` or `en`.", .languageCode,
    example: "eng", synonyms: ["lang"])
  let mode = Key(
    "mode", "Drawn into the picture (`burn`, as without it), or kept as a stream of the output.",
    .choice(SubtitleMode.self, "a subtitle mode"), example: "stream",
    synonyms: ["as", "burn", "burn-in", "burned-in", "hardsub"])

  static func decode(_ reader: MappingReader<SubtitleKeys>) -> SubtitleTrack? {
    var track: SubtitleTrack?
    let (file, cues) = (reader.file, reader.cues)
    if let file {
      track = SubtitleTrack(content: .file(file), place: file.range)
    } else if let cues {
      track = SubtitleTrack(content: .cues(cues.value.map(\.value)), place: cues.range)
    } else if !reader.hasValue(for: \.file), !reader.hasValue(for: \.cues) {
      reader.reading.report(
        Diagnostic(
          .missingKey, "subtitles need `file` or `cues`", at: reader.subject.keyRange,
          hint: "add one of them, as in `file: subs/en.srt`"))
    }
    let (medium, language, mode) = (reader.of, reader.language, reader.mode)
    track?.medium = medium
    track?.language = language
    track?.mode = mode
    return track
  }
}

struct CueKeys: MappingKeys {
  static let title = "a cue"
  static let documentation = "One subtitle."

  let at = Key(
    "at", "When it is shown.", .value(.range), isRequired: true, example: "1s..2s",
    synonyms: ["time", "start", "range"])
  let text = Key("text", "The words.", .text, isRequired: true, example: "Hello", synonyms: ["words"])

  static func decode(_ reader: MappingReader<CueKeys>) -> WrittenCue? {
    let (at, text) = (reader.at, reader.text)
    guard let at, let text else { return nil }
    return WrittenCue(at: at, text: text)
  }
}

extension Shape<String> {
  /// A language by its code; the value has three letters.
  static var languageCode: Shape {
    text.map { written, subject, reading in
      if let code = LanguageCode.threeLetters(written) { return code }
      reading.report(
        Diagnostic(
          .valueSyntax, "'\(written)' is no code of a language", at: subject.node.range,
          hint: "write the three or two letters of ISO 639, such as `eng` or `en`"))
      return nil
    }
  }
}

extension Shape<SubtitleTrack> {
  /// A path, or a mapping that says more.
  static var subtitleTrack: Shape {
    Shape<String>.path.map { path, subject, _ in
      SubtitleTrack(content: .file(Located(path, at: subject.node.range)), place: subject.node.range)
    }
    .or(.mapping(SubtitleKeys.self))
  }
}

struct MarkerKeys: MappingKeys {
  static let title = "a marker"
  static let documentation = "A name for a time."

  let at = Key(
    "at", "When it is.", .value(.time), isRequired: true, example: "12s", synonyms: ["time", "start"])
  let chapter = Key("chapter", "Whether it begins a chapter in the outputs.", .flag)
  let note = Key("note", "For people.", .text, example: "The turn.", synonyms: ["comment", "description"])

  static func decode(_ reader: MappingReader<MarkerKeys>) -> MarkerEntry? {
    let (at, chapter, note) = (reader.at, reader.chapter, reader.note)
    return at.map { MarkerEntry(at: $0, isChapter: chapter, note: note) }
  }
}

/// What stands under the name of a marker.
package struct MarkerEntry: Sendable {
  var at: Located<TimeExpression>
  var isChapter: Located<Bool>?
  var note: Located<String>?
}

extension Shape<MarkerEntry> {
  /// A time, or a mapping that says more.
  static var marker: Shape {
    Shape<TimeExpression>.value(.time).map { time, subject, _ in
      MarkerEntry(at: Located(time, at: subject.node.range))
    }
    .or(.mapping(MarkerKeys.self))
  }
}

struct SequenceKeys: MappingKeys {
  static let title = "a sequence"
  static let documentation = "A timeline with a name."

  let timeline = Key(
    "timeline", "The items of the sequence.", .items(.timeline), isRequired: true,
    example: "[{clip: beach.mp4}]", synonyms: ["items"])
  let overlays = Key(
    "overlays", "Items over them.", .items(.overlays), example: "[{image: logo.png}]",
    synonyms: ["overlay", "layers"])
  let audio = Key(
    "audio", "Items heard under them.", .items(.audio), example: "[{clip: song.m4a}]", synonyms: ["music"])
  let note = Key("note", "For people.", .text, example: "Seen first.", synonyms: ["comment"])

  static func decode(_ reader: MappingReader<SequenceKeys>) -> SequenceLists? {
    _ = reader.note
    return SequenceLists(
      timeline: reader.timeline?.value ?? [], overlays: reader.overlays?.value ?? [],
      audio: reader.audio?.value ?? [])
  }
}
