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
    /// The styles of the header, by number; empty if the header is that of a file.
    private var styles: [String] = []
    /// The side of the square for coloured letters; nil if lines have their own styles.
    var pictureSide: Int?
    var events: [SubtitleEvent] = []
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
      fonts.pictures = pictureSide.flatMap { side in
        fonts.pictures.map { .init(file: $0.file, characters: $0.characters, side: side) }
      }
      return SubtitlePicture(header: header, events: events, fonts: fonts)
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

  private var drafts: [Draft] = []
  /// The indices of the plain ones: a draft for each size.
  private var plain: [Int] = []

  mutating func add(_ cues: [PlacedCue], of source: SubtitleSource, on canvas: ResolvedCanvas) {
    if let header = source.file?.header, source.track.style == nil {
      drafts.append(draft(of: source, header: header))
      return append(cues, of: source, to: drafts.count - 1, canvas) { cue, _ in
        (cue.cue.event ?? SubStationEvent(), [])
      }
    }
    let look = PlainSubtitleLook(source.track.style?.value, on: canvas)
    // Coloured letters have one size in a draft.
    let draft: Int
    if let known = plain.first(where: { drafts[$0].pictureSide == look.pictureSide }) {
      draft = known
    } else {
      draft = drafts.count
      plain.append(draft)
      drafts.append(self.draft(of: source, header: look.scriptInfo))
      drafts[draft].pictureSide = look.pictureSide
    }
    let style = drafts[draft].name(ofStyle: look.style)
    append(cues, of: source, to: draft, canvas) { cue, frames in
      var (event, parts) = look.event(of: cue.cue, in: frames, at: canvas.rate)
      event.style = style
      return (event, parts)
    }
  }

  private func draft(of source: SubtitleSource, header: String) -> Draft {
    Draft(label: "subtitles \(source.label)", place: source.track.place, header: header)
  }

  private mutating func append(
    _ cues: [PlacedCue], of source: SubtitleSource, to draft: Int, _ canvas: ResolvedCanvas,
    event: (PlacedCue, Range<Int64>) -> (SubStationEvent, [SubtitleEvent.LitPart])
  ) {
    for cue in cues {
      guard let frames = canvas.rate.frames(of: cue.shown), !frames.isEmpty else { continue }
      let (event, parts) = event(cue, frames)
      drafts[draft].origins.append(
        Origin(
          name: source.label, place: source.track.place, line: cue.cue.line, style: source.track.style?.value)
      )
      drafts[draft].events.append(
        SubtitleEvent(
          wholeRange: cue.whole, frames: frames, order: drafts[draft].events.count, event: event,
          parts: parts))
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
