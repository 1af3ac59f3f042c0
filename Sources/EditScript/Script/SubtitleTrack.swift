package import Basics

/// One track of subtitles, as it is written.
package struct SubtitleTrack: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Relative to the script's folder.
    case file(Located<String>)
    case cues([WrittenCue])
  }

  package var content: Content
  /// The text that says the content: the path, or the key of the cues.
  package var place: SourceRange
  /// The media whose times its times are; nil where they are the film's.
  package var medium: Located<String>?
  /// Three letters of ISO 639-2.
  package var language: Located<String>?
  package var mode: Located<SubtitleMode>?

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
