package import Basics

/// Subtitles drawn over the film.
package struct SubtitlePicture: Hashable, Sendable, Codable {
  /// Script info, styles and embedded fonts, in the form of an ASS file.
  package var header: String
  /// Sorted by start; events that start together are in the order of their files.
  package var events: [SubtitleEvent]
  /// The fonts of this machine that they are drawn with.
  package var fonts: Fonts
  /// The space between two lines of an event, in pixels; nil for none.
  package var lineGap: Double?
  /// Whether words are put in the order of their whole line, even if each has a look of its own; nil for no.
  package var ordersWholeLines: Bool?

  package struct Fonts: Hashable, Sendable, Codable {
    package var choice: SubtitleFonts
    package var files: [FontFile]
    /// The builds of the libraries that draw with them.
    package var libraries: String
    /// Nil if every letter has an outline, or in ASS files, where the style of the lines is unknown.
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

  /// Letters that a font draws as coloured pictures. libass cannot draw them and reserves a square for each.
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
    /// The path on this machine.
    package var path: String
    /// The SHA-256 digest of its content, in hexadecimal.
    package var digest: String

    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  package init(
    header: String, events: [SubtitleEvent], fonts: Fonts, lineGap: Double? = nil,
    ordersWholeLines: Bool? = nil
  ) {
    self.header = header
    self.events = events
    self.fonts = fonts
    self.lineGap = lineGap
    self.ordersWholeLines = ordersWholeLines
  }
}

/// One subtitle over a range of the timeline.
package struct SubtitleEvent: Hashable, Sendable, Codable {
  /// When it would show if nothing were cut off; movement in it counts from the start of this range.
  package var wholeRange: TimeRange
  /// The frames that show it.
  package var frames: Range<Int64>
  /// Its place among all events: later ones avoid earlier ones.
  package var order: Int
  package var event: SubStationEvent
  /// The text in parts that are highlighted one after the other; empty if it does not change.
  package var parts: [LitPart]
  /// The text in pieces that are drawn one by one; nil if libass draws all of it.
  package var caption: Caption?

  /// A part of a text that looks different in some frames.
  package struct LitPart: Hashable, Sendable, Codable {
    /// In ASS, valid after the parts before. Both have the same layout.
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
    wholeRange: TimeRange, frames: Range<Int64>, order: Int, event: SubStationEvent, parts: [LitPart] = [],
    caption: Caption? = nil
  ) {
    self.wholeRange = wholeRange
    self.frames = frames
    self.order = order
    self.event = event
    self.parts = parts
    self.caption = caption
  }

  /// The text in a frame, counted like `frames`.
  package func text(at frame: Int64) -> String {
    guard !parts.isEmpty else { return event.text }
    let place = frame - frames.lowerBound
    return parts.map { $0.litFrames.contains(place) ? $0.litText : $0.text }.joined()
  }

  /// Whether its picture may change while it shows; if in doubt, true.
  package var mayMove: Bool {
    !event.effect.isEmpty || ["\\t", "\\move", "\\fad", "\\k", "\\K"].contains { event.text.contains($0) }
  }
}

/// Subtitles written as a stream of the output.
package struct SubtitleStream: Hashable, Sendable, Codable {
  /// For people: the file, or `cues`.
  package var label: String
  /// As three letters of ISO 639-2; nil if unknown.
  package var language: String?
  /// The title for players; nil if the script sets none.
  package var title: String?
  /// Sorted by start.
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

/// The events of a picture in chains: every event of a chain but the first begins while another one shows.
///
/// Lines avoid those that already show, so a frame depends on the frames before it, but never on anything
/// before its chain.
package struct SubtitleChains: Hashable, Sendable {
  package struct Chain: Hashable, Sendable {
    /// Indices of the picture's events.
    package let events: Range<Int>
    package let frames: Range<Int64>
    package let mayMove: Bool
  }

  /// Sorted; no frame is in two chains.
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

  /// The chains that show in at least one of these frames.
  package func chains(in frames: Range<Int64>) -> ArraySlice<Chain> {
    let first = chains.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
    let end = chains.partitioningIndex { $0.frames.lowerBound >= frames.upperBound }
    return first < end ? chains[first..<end] : []
  }
}

/// Subtitles written as a file beside the film.
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
  /// The font files of its subtitles, including those of nested films.
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
