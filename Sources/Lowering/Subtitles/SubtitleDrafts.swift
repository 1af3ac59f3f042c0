import Basics
import Composition
import EditScript

/// The pictures of burned-in subtitles: one for all plain ones of a size, which avoid each other, and one for
/// each ASS file, which has its own styles.
struct SubtitleDrafts {
  /// More than anybody can read or draw.
  static let mostAtOnce = 200
  /// How often an item with subtitles may play.
  static let mostPasses = 10_000

  /// The source of an event, for messages.
  struct Origin {
    /// The file, or `cues`.
    let name: String
    let place: SourceRange
    /// The line in the file; 0 for cues in the script.
    let line: Int
    /// The style that the script sets for its track.
    let style: SubtitleStyle?
  }

  struct Draft {
    var label: String
    let place: SourceRange
    /// As in a `SubtitlePicture`.
    private(set) var header: String
    /// Of the plain tracks that it draws; nil if lines have their own styles.
    fileprivate(set) var kind: Kind?
    /// The font files of its styles, as spelled, by their numbers there.
    private(set) var fontFiles: [Located<String>] = []
    /// The styles of the header, by number; empty if the header is that of a file.
    private var styles: [String] = []
    var events: [SubtitleEvent] = []
    /// Whether some of its own lines have letters from right to left.
    fileprivate var isRightToLeft = false
    /// The origin of each event, by its order.
    fileprivate var origins: [Origin] = []

    init(label: String, place: SourceRange, header: String) {
      (self.label, self.place, self.header) = (label, place, header)
    }

    /// The name of a style in the header, to which it is added if necessary.
    mutating func name(ofStyle style: String) -> String {
      let number = styles.firstIndex(of: style) ?? styles.count
      let name = number == 0 ? "Default" : "Style \(number + 1)"
      if number == styles.count {
        styles.append(style)
        header += "Style: \(name),\(style)\n"
      }
      return name
    }

    /// The name of a font file in the header: a style of ASS cannot contain every path.
    mutating func family(ofFontFile file: Located<String>) -> String {
      let number = fontFiles.firstIndex { $0.value == file.value } ?? fontFiles.count
      if number == fontFiles.count { fontFiles.append(file) }
      return SubtitleLetters.family(ofFontFile: number)
    }

    /// What its fonts must have.
    var letters: SubtitleLetters {
      SubtitleLetters(header: header, events: events, fontFiles: fontFiles.map(\.value))
    }

    /// The first event of each track that requests a font which is replaced.
    func origins(asking substitution: FontSubstitution) -> [Origin] {
      let styles = SubStationStyles(header: header)
      let asking = events.filter { event in
        styles.askedFonts(in: [(style: event.event.style, text: event.event.text)])
          .contains(where: substitution.replaces)
      }
      var tracks: Set<SourceRange> = []
      return asking.map(\.order).sorted().compactMap { origins.indices.contains($0) ? origins[$0] : nil }
        .filter { tracks.insert($0.place).inserted }
    }

    func picture(_ fonts: SubtitlePicture.Fonts) -> SubtitlePicture {
      var fonts = fonts
      fonts.pictures = kind.flatMap { kind in
        fonts.pictures.map { .init(file: $0.file, characters: $0.characters, side: kind.pictureSide) }
      }
      return SubtitlePicture(
        header: header, events: events, fonts: fonts, lineGap: kind?.lineGap,
        ordersWholeLines: isRightToLeft || kind?.drawsWords == true ? true : nil)
    }

    /// The greatest number of events in one frame.
    var mostAtOnce: Int? {
      let edges = events.flatMap { [($0.frames.lowerBound, 1), ($0.frames.upperBound, -1)] }
      var (count, most) = (0, 0)
      for edge in edges.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
        count += edge.1
        most = max(most, count)
      }
      return most
    }
  }

  /// What the tracks of a picture have in common.
  struct Kind: Hashable {
    /// The side of the square for coloured letters, which have one size.
    let pictureSide: Int
    let drawsWords: Bool
    let lineGap: Double?

    init(_ look: PlainSubtitleLook) {
      (pictureSide, drawsWords, lineGap) = (look.pictureSide, look.drawsWords, look.lineGap)
    }
  }

  private var drafts: [Draft] = []

  mutating func add(_ cues: [PlacedCue], of source: SubtitleSource, on canvas: ResolvedCanvas) {
    if let header = source.file?.header, source.track.style == nil {
      drafts.append(draft(of: source, header: header))
      return append(cues, of: source, to: drafts.count - 1, canvas) { cue, _ in
        EventDraft(event: cue.cue.event ?? SubStationEvent())
      }
    }
    let look = PlainSubtitleLook(source.track.style?.value, on: canvas)
    let kind = Kind(look)
    let draft: Int
    if let known = drafts.firstIndex(where: { $0.kind == kind }) {
      draft = known
    } else {
      draft = drafts.count
      drafts.append(self.draft(of: source, header: look.scriptInfo))
      drafts[draft].kind = kind
    }
    let family =
      source.track.style?.value.fontFile.map { drafts[draft].family(ofFontFile: $0) }
      ?? source.track.style?.value.font?.value ?? "sans-serif"
    let isRightToLeft = cues.contains { $0.cue.text.runs.contains { $0.text.hasRightToLeftLetters } }
    if isRightToLeft { drafts[draft].isRightToLeft = true }
    let style = drafts[draft].name(ofStyle: look.style(ofFamily: family, isRightToLeft: isRightToLeft))
    append(cues, of: source, to: draft, canvas) { cue, frames in
      var event = look.event(of: cue.cue, in: frames)
      event.event.style = style
      return event
    }
  }

  private func draft(of source: SubtitleSource, header: String) -> Draft {
    Draft(label: "subtitles \(source.label)", place: source.track.place, header: header)
  }

  private mutating func append(
    _ cues: [PlacedCue], of source: SubtitleSource, to draft: Int, _ canvas: ResolvedCanvas,
    event: (PlacedCue, Range<Int64>) -> EventDraft
  ) {
    for cue in cues {
      guard let frames = canvas.rate.frames(of: cue.shown), !frames.isEmpty else { continue }
      let event = event(cue, frames)
      drafts[draft].origins.append(
        Origin(
          name: source.label, place: source.track.place, line: cue.cue.line, style: source.track.style?.value)
      )
      drafts[draft].events.append(
        SubtitleEvent(
          wholeRange: cue.whole, frames: frames, order: drafts[draft].events.count, event: event.event,
          parts: event.parts, caption: event.caption))
    }
  }

  /// The drafts that show something, in drawing order.
  func finished() -> [Draft] {
    drafts.filter { !$0.events.isEmpty }.map { draft in
      var draft = draft
      draft.events.sort {
        ($0.frames.lowerBound, $0.order) < ($1.frames.lowerBound, $1.order)
      }
      return draft
    }
  }
}
