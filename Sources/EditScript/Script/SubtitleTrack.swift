package import Basics
package import Composition

/// One track of subtitles, as it is written.
package struct SubtitleTrack: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Relative to the script's folder.
    case file(Located<String>)
    case cues([WrittenCue])
    /// What the file holds whose times they have.
    case ofMedium
  }

  package var content: Content
  /// The text that says the content: the path, the key of the cues, or the name of the media.
  package var place: SourceRange
  /// The media whose times its times are; nil where they are the film's.
  package var medium: Located<String>?
  /// The number of a track among the subtitles in the media.
  package var stream: Located<Int>?
  /// Three letters of ISO 639-2. Of subtitles in media it chooses the track, too.
  package var language: Located<String>?
  package var mode: Located<SubtitleMode>?
  /// What players call the stream.
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

/// How subtitles reach the film: drawn, as a track, or as a file beside it.
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
  /// A family.
  package var font: Located<String>?
  package var size: Located<Length>?
  package var weight: Located<SubtitleWeight>?
  package var color: Located<Color>?
  package var highlight: Located<Color>?
  package var stroke: Located<StrokeValue>?
  package var box: Located<SubtitleBox>?
  package var place: Located<Place>?
  package var words: Located<WordTiming>?

  package init() {}
}

extension SubtitleStyle: CanonicalValue {
  package var canonicalText: String { SubtitleStyleKeys.fields.flowText(of: self) }
}

/// A box behind subtitles.
package struct SubtitleBox: Hashable, Sendable {
  package var color: Located<Color>?
  package var padding: Located<Length>?

  package init() {}
}

extension SubtitleBox: CanonicalValue {
  package var canonicalText: String { SubtitleBoxKeys.fields.flowText(of: self) }
}

/// The forms of letters that libass draws.
package enum SubtitleWeight: String, Hashable, Sendable, CaseIterable {
  case regular
  case bold
}

/// What happens to a word at its time.
package enum WordTiming: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case together
  /// It is lit for as long as it is spoken.
  case karaoke
  /// It is lit from its time on.
  case fill
  /// It is not shown before its time.
  case reveal
}

/// Words and when they show.
package struct WrittenCue: Hashable, Sendable {
  package var at: Located<RangeExpression>
  package var text: Located<String>

  package init(at: Located<RangeExpression>, text: Located<String>) {
    self.at = at
    self.text = text
  }
}

extension EditScript {
  /// The files that subtitles are read from, as spelled, each once.
  package var subtitleFiles: [String] {
    var seen: Set<String> = []
    return subtitles.compactMap(\.file?.value).filter { !$0.isURL && seen.insert($0).inserted }
  }
}
