import Basics
import Composition
import Diagnostics
import YAMLTree

// Mappings beside the timeline: subtitles, markers, sequences.

struct SubtitleKeys: MappingKeys {
  typealias Record = SubtitleTrack

  static let title = "subtitles"
  static let documentation = "One subtitle track: a file, cues, or the subtitles in a media file."
  static let alternatives = [["file", "cues"]]

  let file = Key(
    "file", "A subtitle file: SRT, WebVTT, ASS, or JSON from a speech recogniser.", .path,
    example: "en.srt", synonyms: ["path", "src"],
    field: .subtitleFile)
  let cues = Key(
    "cues", "Subtitles and their times.", .list(of: .mapping(CueKeys.self)),
    example: "[{at: 1s..2s, text: Hi}]", synonyms: ["lines"], field: .cues)
  let of = Key(
    "of",
    "The media that the times refer to, take by take; without `file` and `cues`, also the source of the subtitles.",
    .mediaOrPath, example: "beach", synonyms: ["media", "clip", "for"], field: .text(\SubtitleTrack.medium),
    default: .words("the film"))
  let stream = Key(
    "stream", "The number of the subtitle stream in the media, from 0.",
    .value(.integer(in: 0...1000)), example: "1", related: ["track"],
    field: .at(\SubtitleTrack.stream), default: .words("the one with this `language`, or the only one"))
  let language = Key(
    "language", "The language as an ISO 639 code: `eng` or `en`.", .languageCode,
    example: "eng", synonyms: ["lang"], field: .at(\SubtitleTrack.language), default: .words("unknown"))
  let mode = Key(
    "mode",
    "Draws them into the picture (`burn`, the default), stores them as a `stream`, or writes a separate file (`sidecar`).",
    .choice(SubtitleMode.self, "a subtitle mode"), example: "stream",
    synonyms: ["as"], related: [.flags("burn", "burn-in", "burned-in", "hardsub", yes: "burn", no: "stream")],
    field: .at(\SubtitleTrack.mode),
    default: "burn")
  let name = Key(
    "name", "The name of this track, for `overrides` of outputs.",
    Shape<String>.value(.name).declaring(.item), example: "captions", synonyms: ["id", "label"],
    field: .text(\SubtitleTrack.name))
  let title = Key(
    "title", "The title of the stream in players.", .trackTitle, example: "English",
    field: .text(\SubtitleTrack.title))
  let style = Key(
    "style", "The look of drawn subtitles; it replaces the styles of an ASS file.",
    .mapping(SubtitleStyleKeys.self), example: "{size: 8%}",
    synonyms: ["look"], related: ["font", "size", "color"], field: .at(\SubtitleTrack.style))
  let format = Key(
    "format", "The file format for `mode: sidecar`.",
    .choice(SidecarFormat.self, "a sidecar format"), example: "vtt", field: .at(\SubtitleTrack.format),
    default: "srt")

  static func decode(_ reader: MappingReader<SubtitleKeys>) -> SubtitleTrack? {
    var track: SubtitleTrack?
    let (file, cues) = (reader.file, reader.cues)
    if let file {
      track = SubtitleTrack(content: .file(file), place: file.range)
    } else if let cues {
      track = SubtitleTrack(content: .cues(cues.value.map(\.value)), place: cues.range)
    } else if let medium = reader.of {
      track = SubtitleTrack(content: .ofMedium, place: medium.range)
      track?.medium = medium
    } else if !reader.hasValue(for: \.file), !reader.hasValue(for: \.cues), !reader.hasValue(for: \.of) {
      reader.reading.report(
        Diagnostic(
          .missingKey, "subtitles need `file`, `cues` or `of`", at: reader.subject.keyRange,
          hint: "add one of them, as in `file: subs/en.srt`"))
    }
    let filled = track.map { reader.filled($0) }
    if let name = filled?.name, !reader.reading.isOverriding {
      reader.reading.register(name, in: .items)
      reader.reading.namedSubtitles[name.value] = NamedSubtitles(
        entries: reader.written.map(\.entry), subject: reader.subject)
    }
    return filled
  }
}

struct SubtitleStyleKeys: MappingKeys {
  static let fields = MappingSchema(SubtitleStyleKeys.self)
  typealias Record = SubtitleStyle

  static let title = "the style of subtitles"
  static let documentation = "The look of drawn subtitles."

  let font = Key(
    "font", "A font family that `editc fonts` lists, or a font file beside the script.",
    Shape<String>.text.naming(.font), example: "Inter",
    synonyms: ["font-family", "family", "font-path", "fontfile"],
    field: .text(\SubtitleStyle.font), default: "sans-serif")
  let size = Key(
    "size", "The height of a line.", .value(.length), example: "8%", synonyms: ["font-size"],
    field: .at(\SubtitleStyle.size), default: .words("6% of the height, less on a narrow canvas"))
  let weight = Key(
    "weight", "The font weight.", .choice(SubtitleWeight.self, "a subtitle weight"),
    example: "bold", synonyms: ["font-weight"], field: .at(\SubtitleStyle.weight), default: "regular")
  let color = Key(
    "color", "The colour of the text.", .value(.color), example: "yellow",
    synonyms: ["colour"], field: .at(\SubtitleStyle.color), default: "white")
  let highlight = Key(
    "highlight",
    "How words look at their time: a colour, with `words: karaoke` and `words: fill`, a box, a movement.",
    .subtitleHighlight, example: "lime", synonyms: ["highlight-color", "active-color", "lit"],
    field: .at(\SubtitleStyle.highlight), default: "yellow")
  let stroke = Key(
    "stroke", "The outline of the letters; `0px black` for none.", .value(.stroke), example: "2px black",
    synonyms: ["outline"], related: ["border"], field: .at(\SubtitleStyle.stroke),
    default: .words("black, 7% of the size"))
  let box = Key(
    "box", "A box behind the lines of a subtitle.", .subtitleBox, example: "{color: black}",
    synonyms: ["background"], field: .at(\SubtitleStyle.box), default: .words("none"))
  let place = Key(
    "place", "The position of subtitles that do not set their own.", .value(.place), example: "top",
    synonyms: [.words("position", ifWord: ())], related: ["align"], field: .at(\SubtitleStyle.place),
    default: "bottom")
  let words = Key(
    "words",
    "Word by word: nothing, highlight the spoken word (`karaoke`), keep words highlighted (`fill`), or `reveal` them.",
    .choice(WordTiming.self, "a word timing mode"), example: "karaoke",
    field: .at(\SubtitleStyle.words), default: "together")
  let mostWords = Key(
    "max-words", "The largest number of words that show at once; they end at sentences and pauses.",
    .value(.integer(in: 1...100)), example: "3", synonyms: ["words-per-cue", "max-words-per-cue"],
    field: .at(\SubtitleStyle.mostWords), default: .words("all of a cue"))

  static func decode(_ reader: MappingReader<SubtitleStyleKeys>) -> SubtitleStyle? {
    reader.filled(SubtitleStyle())
  }
}

struct SubtitleBoxKeys: MappingKeys {
  static let fields = MappingSchema(SubtitleBoxKeys.self)
  typealias Record = SubtitleBox

  static let title = "a box behind subtitles"
  static let documentation = "A box behind all lines of a subtitle, behind each line, or behind each word."

  let color = Key(
    "color", "The colour of the box.", .value(.color), example: "black",
    synonyms: ["colour", "background", "fill"], field: .at(\SubtitleBox.color), default: "\"#000000b3\"")
  let padding = Key(
    "padding", "The space between the text and the edge; two lengths are above and below, and at the sides.",
    .value(.padding), example: "8px 12px", field: .at(\SubtitleBox.padding),
    default: .words("a fifth of the size"))
  let radius = Key(
    "radius", "The corner radius.", .value(.length), example: "12px", synonyms: ["border-radius"],
    field: .at(\SubtitleBox.radius), default: "0px")
  let unit = Key(
    "by", "What has a box: the whole `cue`, each `line` or each `word`.",
    .choice(BoxUnit.self, "a part of subtitles"), example: "word", synonyms: ["unit", "per"],
    field: .at(\SubtitleBox.unit), default: "cue")

  static func decode(_ reader: MappingReader<SubtitleBoxKeys>) -> SubtitleBox? {
    reader.filled(SubtitleBox())
  }
}

extension Shape<SubtitleBox> {
  /// A colour, or the long form.
  static var subtitleBox: Shape { boxColor.or(.mapping(SubtitleBoxKeys.self)) }

  /// The same for a single word.
  fileprivate static var wordBox: Shape { boxColor.or(.mapping(WordBoxKeys.self)) }

  private static var boxColor: Shape {
    Shape<Color>.value(.color).map { color, subject, _ in
      var box = SubtitleBox()
      box.color = Located(color, at: subject.node.range)
      return box
    }
  }
}

struct HighlightKeys: MappingKeys {
  static let fields = MappingSchema(HighlightKeys.self)
  typealias Record = SubtitleHighlight

  static let title = "a highlight"
  static let documentation = "How words look at their time."

  let color = Key(
    "color", "The colour of the letters.", .value(.color), example: "black", synonyms: ["colour"],
    field: .at(\SubtitleHighlight.color), default: .words("yellow; unchanged if there is a box"))
  let box = Key(
    "box", "A box behind highlighted words.", .wordBox, example: "{color: yellow}",
    synonyms: ["background"], field: .at(\SubtitleHighlight.box), default: .words("none"))
  let movement = Key(
    "animate", "Words grow a bit too far (`pop`) or come from below (`rise`) at their time.",
    .choice(WordMovement.self, "a movement of words"), example: "pop", synonyms: ["animation"],
    field: .at(\SubtitleHighlight.movement), default: .words("nothing"))
  let length = Key(
    "for", "How long a word moves, at most its own time.", .value(.duration), example: "200ms",
    synonyms: ["duration", "dur"], field: .at(\SubtitleHighlight.length), default: "150ms")

  static func decode(_ reader: MappingReader<HighlightKeys>) -> SubtitleHighlight? {
    reader.filled(SubtitleHighlight())
  }
}

struct WordBoxKeys: MappingKeys {
  typealias Record = SubtitleBox

  static let title = "a box behind a word"
  static let documentation = "A box behind a highlighted word."

  let color = Key(
    "color", "The colour of the box.", .value(.color), example: "yellow",
    synonyms: ["colour", "background", "fill"], field: .at(\SubtitleBox.color), default: "\"#000000b3\"")
  let padding = Key(
    "padding", "The space between the word and the edge; two lengths are above and below, and at the sides.",
    .value(.padding), example: "2px 8px", field: .at(\SubtitleBox.padding),
    default: .words("a tenth of the size at the sides"))
  let radius = Key(
    "radius", "The corner radius.", .value(.length), example: "8px", synonyms: ["border-radius"],
    field: .at(\SubtitleBox.radius), default: "0px")

  static func decode(_ reader: MappingReader<WordBoxKeys>) -> SubtitleBox? {
    reader.filled(SubtitleBox())
  }
}

extension Shape<SubtitleHighlight> {
  /// A colour, or the long form.
  static var subtitleHighlight: Shape {
    Shape<Color>.value(.color).map { color, subject, _ in
      var highlight = SubtitleHighlight()
      highlight.color = Located(color, at: subject.node.range)
      return highlight
    }
    .or(.mapping(HighlightKeys.self))
  }
}

struct CueKeys: MappingKeys {
  static let fields = MappingSchema(CueKeys.self)
  typealias Record = WrittenCue

  static let title = "a cue"
  static let documentation = "One subtitle."

  let at = Key(
    "at", "When the subtitle is shown.", .value(.filmRange), isRequired: true, example: "1s..2s",
    synonyms: ["range"],
    related: [
      .range(["start", "from", "begin"], ["end", "to", "stop"]),
      .span(["start", "from", "begin"], ["duration", "length", "dur"]), "time",
    ], field: .required(\WrittenCue.at))
  let text = Key(
    "text", "The text.", .text, isRequired: true, example: "Hello", synonyms: ["words"],
    field: .requiredText(\WrittenCue.text))

  static func decode(_ reader: MappingReader<CueKeys>) -> WrittenCue? {
    let (at, text) = (reader.at, reader.text)
    guard let at, let text else { return nil }
    return WrittenCue(at: at, text: text)
  }
}

extension Shape<String> {
  /// A language code; the value has three letters.
  static var languageCode: Shape {
    text.map { written, subject, reading in
      if let code = LanguageCode.threeLetters(written) { return code }
      reading.report(
        Diagnostic(
          .unknownValue, "'\(written)' is not a language code", at: subject.node.range,
          hint: "write a two- or three-letter ISO 639 code, such as `en` or `eng`"))
      return nil
    }
  }
}

extension KeyField<String> {
  static let subtitleFile = KeyField { (track: SubtitleTrack) in
    track.file?.value
  } lines: { track in
    track.file.map { [onOneLine($0.value)] } ?? []
  }
}

extension KeyField<[Located<WrittenCue>]> {
  static let cues = KeyField { (_: SubtitleTrack) in
    nil
  } lines: { track in
    guard case .cues(let cues) = track.content else { return [] }
    return cues.enumerated().flatMap { number, cue in
      CueKeys.fields.lines(of: cue).map { "\(number + 1) \($0)" }
    }
  }
}

extension Shape<SubtitleTrack> {
  /// A path, or a mapping with more details.
  static var subtitleTrack: Shape {
    Shape<String>.path.map { path, subject, _ in
      SubtitleTrack(content: .file(Located(path, at: subject.node.range)), place: subject.node.range)
    }
    .or(.mapping(SubtitleKeys.self))
  }
}

struct MarkerKeys: MappingKeys {
  typealias Record = MarkerDeclaration

  static let title = "a marker"
  static let documentation = "A named time."

  let at = Key(
    "at", "The time.", .value(.filmTime), isRequired: true, example: "12s", related: ["start", "time"],
    field: .required(\MarkerDeclaration.at))
  let chapter = Key(
    "chapter", "Whether it starts a chapter in the outputs.", .flag, field: .at(\MarkerDeclaration.isChapter),
    default: "false")
  let note = Key(
    "note", "A note for readers of the script.", .text, example: "The turn.",
    synonyms: ["comment", "description"],
    field: .text(\MarkerDeclaration.note))

  static func decode(_ reader: MappingReader<MarkerKeys>) -> MarkerDeclaration? {
    reader.at.map { reader.filled(MarkerDeclaration(name: reader.subject.declaredName, at: $0)) }
  }
}

extension Shape<MarkerDeclaration> {
  /// A time, or a mapping with more details.
  static var marker: Shape {
    Shape<TimeExpression>.value(.filmTime).map { time, subject, _ in
      MarkerDeclaration(name: subject.declaredName, at: Located(time, at: subject.node.range))
    }
    .or(.mapping(MarkerKeys.self))
    .surrounded { subject, reading, read in
      // A marker named `end` may be at `end`, because no marker is at its own time.
      guard TimeExpression.Edge(rawValue: subject.declaredName.value) != nil,
        let name = reading.markerNames.remove(subject.declaredName.value)
      else { return read() }
      defer { reading.markerNames.insert(name) }
      return read()
    }
  }
}

struct SequenceKeys: MappingKeys {
  static let fields = MappingSchema(SequenceKeys.self)
  typealias Record = SequenceLists

  static let title = "a sequence"
  static let documentation = "A named timeline."

  let timeline = Key(
    "timeline", "The items of the sequence.", .items(.timeline), isRequired: true,
    example: "[{clip: beach.mp4}]", synonyms: ["items"], field: .items(\SequenceLists.timeline))
  let overlays = Key(
    "overlays", "Items drawn over the timeline.", .items(.overlays), example: "[{image: logo.png}]",
    synonyms: ["overlay"], related: ["layers"], field: .items(\SequenceLists.overlays))
  let audio = Key(
    "audio", "Items that are only heard.", .items(.audio), example: "[{clip: song.m4a}]", related: ["music"],
    field: .items(\SequenceLists.audio))
  let note = Key(
    "note", "A note for readers of the script.", .text, example: "Seen first.", synonyms: ["comment"],
    field: .text(\SequenceLists.note))

  static func decode(_ reader: MappingReader<SequenceKeys>) -> SequenceLists? {
    reader.filled(SequenceLists())
  }
}
