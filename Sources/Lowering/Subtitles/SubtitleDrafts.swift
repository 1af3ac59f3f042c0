import Basics
import Composition
import EditScript
import MediaFacts
import Subtitles

/// The pictures that burned subtitles become: one for all plain ones of a size, which make room for each other, and one
/// for each ASS file, which has styles of its own.
struct SubtitleDrafts {
  /// More than anybody can read or draw.
  static let mostAtOnce = 200
  /// How often an item may play what has subtitles.
  static let mostPasses = 10_000

  struct Draft {
    var label: String
    /// The file, or `cues`, for messages.
    let name: String
    let place: SourceRange
    /// As in a `SubtitlePicture`.
    private(set) var header: String
    /// The styles of the header, by number; empty if the header is that of a file.
    private var styles: [String] = []
    /// The side of the square for letters that are pictures; nil where lines have styles of their own.
    var pictureSide: Int?
    var events: [SubtitleEvent] = []
    /// Where each event stands in its file, by its order; 0 if it stands in the script.
    fileprivate var lines: [Int] = []

    init(label: String, name: String, place: SourceRange, header: String) {
      (self.label, self.name, self.place, self.header) = (label, name, place, header)
    }

    /// The name of a style in the header, which gets it if it does not have it.
    mutating func name(ofStyle style: String) -> String {
      let number = styles.firstIndex(of: style) ?? styles.count
      let name = number == 0 ? "Default" : "Style \(number + 1)"
      if number == styles.count {
        styles.append(style)
        header += "Style: \(name),\(style)\n"
      }
      return name
    }

    /// The line of the first event that asks for a font that is replaced; nil if it stands in the script.
    func line(asking substitution: FontSubstitution) -> Int? {
      let styles = SubStationStyles(header: header)
      let first = events.filter { event in
        styles.askedFonts(in: [(style: event.event.style, text: event.event.text)])
          .contains(where: substitution.replaces)
      }.map(\.order).min()
      return first.flatMap { lines.indices.contains($0) && lines[$0] > 0 ? lines[$0] : nil }
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
  /// Where the plain ones are: a draft for each size.
  private var plain: [Int] = []

  mutating func add(_ cues: [PlacedCue], of source: SubtitleSource, on canvas: ResolvedCanvas) {
    if let header = source.file?.header, source.track.style == nil {
      drafts.append(draft(of: source, header: header))
      return append(cues, to: drafts.count - 1, canvas) { cue, _ in (cue.cue.event ?? SubStationEvent(), []) }
    }
    let look = PlainSubtitleLook(source.track.style?.value, on: canvas)
    // Letters that are pictures have one size in a draft.
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
    append(cues, to: draft, canvas) { cue, frames in
      var (event, parts) = look.event(of: cue.cue, in: frames, at: canvas.rate)
      event.style = style
      return (event, parts)
    }
  }

  private func draft(of source: SubtitleSource, header: String) -> Draft {
    Draft(
      label: "subtitles \(source.label)", name: source.label, place: source.track.place, header: header)
  }

  private mutating func append(
    _ cues: [PlacedCue], to draft: Int, _ canvas: ResolvedCanvas,
    event: (PlacedCue, Range<Int64>) -> (SubStationEvent, [SubtitleEvent.LitPart])
  ) {
    for cue in cues {
      guard let frames = canvas.rate.frames(of: cue.shown), !frames.isEmpty else { continue }
      let (event, parts) = event(cue, frames)
      drafts[draft].lines.append(cue.cue.line)
      drafts[draft].events.append(
        SubtitleEvent(
          wholeRange: cue.whole, frames: frames, order: drafts[draft].events.count, event: event,
          parts: parts))
    }
  }

  /// Those that show something, in the order in which they are drawn.
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
