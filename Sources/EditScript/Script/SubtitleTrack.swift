package import Basics
package import Composition

/// One subtitle track, as written.
package struct SubtitleTrack: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Relative to the script's folder.
    case file(Located<String>)
    case cues([WrittenCue])
    /// The subtitles inside the media file `medium`.
    case ofMedium
  }

  /// By which outputs refer to it.
  package var name: Located<String>?
  package var content: Content
  /// Where the content is written: the path, the key of the cues, or the name of the media.
  package var place: SourceRange
  /// The media that the times refer to; nil for times of the film.
  package var medium: Located<String>?
  /// The number of the subtitle track in the media.
  package var stream: Located<Int>?
  /// Three letters of ISO 639-2. For subtitles in media, it also selects the track.
  package var language: Located<String>?
  package var mode: Located<SubtitleMode>?
  /// The name of the stream in players.
  package var title: Located<String>?
  package var style: Located<SubtitleStyle>?
  package var format: Located<SidecarFormat>?

  package init(content: Content, place: SourceRange) {
    self.content = content
    self.place = place
  }

  package var file: Located<String>? {
    if case .file(let file) = content { file } else { nil }
  }
}

/// How subtitles are delivered: drawn, as a stream, or as a separate file.
package enum SubtitleMode: String, Hashable, Sendable, CaseIterable {
  /// Drawn into the picture.
  case burn
  /// A stream of the output.
  case stream
  /// A file beside the output.
  case sidecar
}

/// How drawn subtitles look, as written.
package struct SubtitleStyle: Hashable, Sendable {
  /// A font family, or a font file.
  package var font: Located<String>?
  package var size: Located<Length>?
  package var weight: Located<SubtitleWeight>?
  package var color: Located<Color>?
  package var highlight: Located<SubtitleHighlight>?
  package var stroke: Located<StrokeValue>?
  package var box: Located<SubtitleBox>?
  package var place: Located<Place>?
  package var words: Located<WordTiming>?
  /// The largest number of words that show at once.
  package var mostWords: Located<Int>?

  package init() {}
}

extension SubtitleStyle: CanonicalValue {
  package var canonicalText: String { SubtitleStyleKeys.fields.flowText(of: self) }
}

extension SubtitleStyle {
  /// The font file, relative to the script; nil for a family.
  package var fontFile: Located<String>? { font.flatMap { $0.value.looksLikeFontFile ? $0 : nil } }
}

/// A box behind subtitles.
package struct SubtitleBox: Hashable, Sendable {
  package var color: Located<Color>?
  package var padding: Located<PaddingValue>?
  package var radius: Located<Length>?
  /// What has a box of its own.
  package var unit: Located<BoxUnit>?

  package init() {}
}

extension SubtitleBox: CanonicalValue {
  package var canonicalText: String { SubtitleBoxKeys.fields.flowText(of: self) }
}

/// How words look at their time: `yellow`, or `{color: black, box: yellow, animate: pop}`.
package struct SubtitleHighlight: Hashable, Sendable {
  package var color: Located<Color>?
  package var box: Located<SubtitleBox>?
  package var movement: Located<WordMovement>?
  /// How long a word moves.
  package var length: Located<DurationExpression>?

  package init() {}
}

extension SubtitleHighlight: CanonicalValue {
  package var canonicalText: String {
    if let color, box == nil, movement == nil, length == nil { return color.value.canonicalText }
    return HighlightKeys.fields.flowText(of: self)
  }
}

/// How a word comes to its place at its time.
package enum WordMovement: String, Hashable, Sendable, CaseIterable {
  /// It grows, a little too far.
  case pop
  /// From below.
  case rise
}

/// The font weights that libass draws.
package enum SubtitleWeight: String, Hashable, Sendable, CaseIterable {
  case regular
  case bold
}

/// What happens to a word at its own time.
package enum WordTiming: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case together
  /// Highlighted while it is spoken.
  case karaoke
  /// Highlighted from its time on.
  case fill
  /// Hidden before its time.
  case reveal
}

/// A text and when it is shown.
package struct WrittenCue: Hashable, Sendable {
  package var at: Located<RangeExpression>
  package var text: Located<String>

  package init(at: Located<RangeExpression>, text: Located<String>) {
    self.at = at
    self.text = text
  }
}

extension EditScript {
  /// The font files that the styles of subtitles name, also those of single outputs.
  package var subtitleFontFiles: [Located<String>] {
    (subtitles + outputs.flatMap(\.subtitleOverrides).map(\.track)).compactMap { $0.style?.value.fontFile }
  }

  /// The paths of subtitle files and transcripts, as written, each once.
  package var subtitleFiles: [String] {
    var seen: Set<String> = []
    return (subtitles.compactMap(\.file) + media.compactMap(\.words)).map(\.value).filter {
      !$0.isURL && seen.insert($0).inserted
    }
  }

  /// The transcript that a track of a media file shows; nil if it shows subtitles in the file.
  package func words(of track: SubtitleTrack) -> Located<String>? {
    guard case .ofMedium = track.content, track.stream == nil else { return nil }
    return track.medium.flatMap { transcripts[$0.value] }
  }

  /// The transcripts of media, by the names of the media; of two entries with one name the first counts.
  package var transcripts: [String: Located<String>] {
    Dictionary(
      media.compactMap { media in media.words.map { (media.name.value, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
