package import Basics

/// Subtitles that are drawn over the film.
package struct SubtitlePicture: Hashable, Sendable, Codable {
  /// Script info, styles and embedded fonts, in the form of an ASS file.
  package var header: String
  /// In the order in which they begin to show; of those that begin together, in the order of their files.
  package var events: [SubtitleEvent]
  /// The fonts of this machine that they are drawn with.
  package var fonts: Fonts

  package struct Fonts: Hashable, Sendable, Codable {
    package var choice: SubtitleFonts
    package var files: [FontFile]
    /// The builds of the libraries that draw with them.
    package var libraries: String
    /// Nil if every letter has an outline, or if the style of the lines is not known: in ASS files.
    package var pictures: ColoredLetters?

    package init(
      choice: SubtitleFonts, files: [FontFile], libraries: String, pictures: ColoredLetters? = nil
    ) {
      self.choice = choice
      self.files = files
      self.libraries = libraries
      self.pictures = pictures
    }
  }

  /// Letters that are coloured pictures of a font. libass cannot draw them and keeps a square free for each.
  package struct ColoredLetters: Hashable, Sendable, Codable {
    package var file: FontFile
    /// Code points, in rising order.
    package var characters: [UInt32]
    /// The side of the square, in pixels of the canvas.
    package var side: Int

    package init(file: FontFile, characters: [UInt32], side: Int = 0) {
      self.file = file
      self.characters = characters
      self.side = side
    }
  }

  package struct FontFile: Hashable, Sendable, Codable {
    /// Where this machine finds it.
    package var path: String
    /// Its content: SHA-256 in hexadecimal.
    package var digest: String

    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  package init(header: String, events: [SubtitleEvent], fonts: Fonts) {
    self.header = header
    self.events = events
    self.fonts = fonts
  }
}

/// One subtitle over a stretch of the timeline.
package struct SubtitleEvent: Hashable, Sendable, Codable {
  /// When it would show if nothing were cut away; what moves in it counts from the start of this.
  package var wholeRange: TimeRange
  /// The frames that show it.
  package var frames: Range<Int64>
  /// Its place among all events: later ones avoid earlier ones.
  package var order: Int
  package var event: SubStationEvent
  /// The text of the event in parts that are lit one after the other; empty if it stays as it is.
  package var parts: [LitPart]

  /// A part of a text that looks different in some frames.
  package struct LitPart: Hashable, Sendable, Codable {
    /// As ASS writes them, after the parts before. Both are laid out alike.
    package var text: String
    package var litText: String
    /// Counted from the first frame of the event.
    package var litFrames: Range<Int64>

    package init(text: String, litText: String, litFrames: Range<Int64>) {
      self.text = text
      self.litText = litText
      self.litFrames = litFrames
    }
  }

  package init(
    wholeRange: TimeRange, frames: Range<Int64>, order: Int, event: SubStationEvent, parts: [LitPart] = []
  ) {
    self.wholeRange = wholeRange
    self.frames = frames
    self.order = order
    self.event = event
    self.parts = parts
  }

  /// The text as it is in a frame, counted as `frames` are.
  package func text(at frame: Int64) -> String {
    guard !parts.isEmpty else { return event.text }
    let place = frame - frames.lowerBound
    return parts.map { $0.litFrames.contains(place) ? $0.litText : $0.text }.joined()
  }

  /// Whether its picture may change while it shows; too often rather than too seldom.
  package var mayMove: Bool {
    !event.effect.isEmpty || ["\\t", "\\move", "\\fad", "\\k", "\\K"].contains { event.text.contains($0) }
  }
}

/// Subtitles that are a stream of the output.
package struct SubtitleStream: Hashable, Sendable, Codable {
  /// For people: the file, or `cues`.
  package var label: String
  /// Three letters of ISO 639-2; nil if not known.
  package var language: String?
  /// What players call it; nil if the script does not say it.
  package var title: String?
  /// In the order in which they begin.
  package var cues: [Cue]

  package struct Cue: Hashable, Sendable, Codable {
    package var timelineRange: TimeRange
    /// Times of words are times of the film.
    package var text: StyledText

    package init(timelineRange: TimeRange, text: StyledText) {
      self.timelineRange = timelineRange
      self.text = text
    }
  }

  package init(label: String, language: String?, title: String? = nil, cues: [Cue]) {
    self.label = label
    self.language = language
    self.title = title
    self.cues = cues
  }
}

/// The events of a picture in chains: in each of them every event but the first begins while another one shows.
///
/// Lines make room for those that show already, so what a frame looks like depends on the frames before it; but
/// never on what came before its chain.
package struct SubtitleChains: Hashable, Sendable {
  package struct Chain: Hashable, Sendable {
    /// In the picture's list.
    package let events: Range<Int>
    package let frames: Range<Int64>
    package let mayMove: Bool
  }

  /// In order, with no frame in two of them.
  package let chains: [Chain]

  package init(_ picture: SubtitlePicture) {
    var chains: [Chain] = []
    for (index, event) in picture.events.enumerated() {
      if let last = chains.last, event.frames.lowerBound < last.frames.upperBound {
        chains[chains.count - 1] = Chain(
          events: last.events.lowerBound..<index + 1,
          frames: last.frames.lowerBound..<max(last.frames.upperBound, event.frames.upperBound),
          mayMove: last.mayMove || event.mayMove)
      } else {
        chains.append(Chain(events: index..<index + 1, frames: event.frames, mayMove: event.mayMove))
      }
    }
    self.chains = chains
  }

  /// The chain that shows in a frame.
  package func chain(at frame: Int64) -> Chain? {
    chains(in: frame..<frame + 1).first
  }

  /// The chains of which something shows in these frames.
  package func chains(in frames: Range<Int64>) -> ArraySlice<Chain> {
    let first = chains.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
    let end = chains.partitioningIndex { $0.frames.lowerBound >= frames.upperBound }
    return first < end ? chains[first..<end] : []
  }
}

/// Subtitles that are a file beside the film.
package struct SubtitleSidecar: Hashable, Sendable, Codable {
  package var subtitles: SubtitleStream
  package var format: SidecarFormat

  package init(subtitles: SubtitleStream, format: SidecarFormat) {
    self.subtitles = subtitles
    self.format = format
  }

  package func path(besideFilm film: String) -> String {
    format.path(besideFilm: film, language: subtitles.language)
  }
}

extension Composition {
  /// The font files that its subtitles are drawn with, and those of the films in it.
  package var fontPaths: [String] {
    let fonts = layers.compactMap(\.subtitles?.fonts)
    let own = fonts.flatMap { $0.files.map(\.path) } + fonts.compactMap(\.pictures?.file.path)
    return own + films.flatMap(\.composition.fontPaths)
  }
}

extension Layer {
  fileprivate var subtitles: SubtitlePicture? {
    if case .subtitles(let picture) = picture { picture } else { nil }
  }
}
