import Basics
import Composition
import EditScript
import MediaFacts
import Subtitles

/// The pictures that burned subtitles become: one for all plain ones, which make room for each other, and one for
/// each ASS file, which has styles of its own.
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
    let header: String
    /// The side of the square for letters that are pictures; nil where lines have styles of their own.
    var pictureSide: Int?
    var events: [SubtitleEvent] = []

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
  /// Where the plain ones are.
  private var plain: Int?

  mutating func add(_ cues: [PlacedCue], of source: SubtitleSource, on canvas: ResolvedCanvas) {
    if let header = source.file?.header {
      drafts.append(draft(of: source, header: header))
      return append(cues, to: drafts.count - 1, canvas) { $0.event ?? SubStationEvent() }
    }
    let look = PlainSubtitleLook(width: canvas.size.width, height: canvas.size.height)
    if plain == nil {
      plain = drafts.count
      drafts.append(draft(of: source, header: look.header))
      drafts[drafts.count - 1].pictureSide = look.pictureSide
    }
    guard let plain else { return }
    append(cues, to: plain, canvas) { look.event(of: $0) }
  }

  private func draft(of source: SubtitleSource, header: String) -> Draft {
    Draft(
      label: "subtitles \(source.label)", name: source.label, place: source.track.place, header: header)
  }

  private mutating func append(
    _ cues: [PlacedCue], to draft: Int, _ canvas: ResolvedCanvas,
    event: (SubtitleCue) -> SubStationEvent
  ) {
    for cue in cues {
      guard let frames = canvas.rate.frames(of: cue.shown), !frames.isEmpty else { continue }
      drafts[draft].events.append(
        SubtitleEvent(
          wholeRange: cue.whole, frames: frames, order: drafts[draft].events.count,
          event: event(cue.cue)))
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

/// How subtitles look that do not say so themselves: white with a dark line around, at the bottom, in the middle.
struct PlainSubtitleLook {
  let width: Int
  let height: Int

  /// The distance of two lines: 6 % of the height, or less where the canvas is narrow.
  private var size: Int { max(8, min(height * 100, width * 125) * 6 / 10_000) }
  /// As high as capital letters with what hangs below the line.
  var pictureSide: Int { max(4, size * 9 / 10) }
  private var sideMargin: Int { width * 8 / 100 }
  private var verticalMargin: Int { height * 6 / 100 }

  /// In pixels of the canvas.
  var header: String {
    let outline = max(10, size * 7 / 10)
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(width)
      PlayResY: \(height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes
      YCbCr Matrix: None

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
      Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
      MarginR, MarginV, Encoding
      Style: Default,sans-serif,\(size),&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,\
      \(outline / 10).\(outline % 10),0,2,\(sideMargin),\(sideMargin),\(verticalMargin),1

      """
  }

  func event(of cue: SubtitleCue) -> SubStationEvent {
    var event = SubStationEvent()
    event.text = cue.text.subStation
    let placement = cue.placement
    if let row = placement.row {
      let rows = row < 0 ? -row - 1 : row
      event.verticalMargin = min(verticalMargin + rows * size, max(1, height - size))
    }
    let place = placement.vertical.rawValue * 3 + placement.horizontal.rawValue + 1
    if placement.position != nil || placement.height != nil {
      event.text = "{\\an\(place)\\pos(\(x(placement)),\(y(placement, event.verticalMargin)))}" + event.text
    } else if place != 2 {
      event.text = "{\\an\(place)}" + event.text
    }
    return event
  }

  private func x(_ placement: CuePlacement) -> Int {
    if let position = placement.position { return position * width / 100_000 }
    switch placement.horizontal {
    case .left: return sideMargin
    case .center: return width / 2
    case .right: return width - sideMargin
    }
  }

  private func y(_ placement: CuePlacement, _ rowMargin: Int) -> Int {
    if let height = placement.height { return height * self.height / 100_000 }
    let margin = rowMargin > 0 ? rowMargin : verticalMargin
    switch placement.vertical {
    case .bottom: return height - margin
    case .middle: return height / 2
    case .top: return margin
    }
  }
}
