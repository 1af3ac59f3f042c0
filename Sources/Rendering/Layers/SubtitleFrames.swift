import Basics
import Composition
import ContentDigest
import Drawing
import LibAV

/// Draws one layer of subtitles, frame by frame.
///
/// A frame looks the same whichever frames were asked for before: what was there before in its chain of subtitles
/// is drawn first where it has not been.
final class SubtitleFrames {
  private let picture: SubtitlePicture
  private let rate: FrameRate
  private let chains: SubtitleChains
  private let painter: SubtitlePainter
  private let choice: SubtitleFonts?
  private let styles: SubStationStyles
  /// The chain that is being drawn, and the frame that was drawn last.
  private var current: SubtitleChains.Chain?
  private var last: Int64?
  /// The event that comes next, and those that the painter has.
  private var next = 0
  private var shown: [SubtitleEvent] = []
  private var drawn: DrawnPicture?
  /// Counts what looks different.
  private(set) var version = 0

  init(_ picture: SubtitlePicture, on canvas: Canvas) throws(RenderingError) {
    self.picture = picture
    rate = canvas.rate
    chains = SubtitleChains(picture)
    styles = SubStationStyles(header: picture.header)
    // Fonts that a file brings along have the names that the file knows.
    choice = styles.hasEmbeddedFonts ? nil : picture.fonts.choice
    let fonts = picture.fonts.files
    var bytes: [[UInt8]] = []
    for font in fonts { bytes.append(try fontBytes(font)) }
    let choice = choice
    // Its bytes are those that the key was made of.
    if let pictures = picture.fonts.pictures { _ = try fontBytes(pictures.file) }
    do throws(SubtitleDrawingError) {
      let letters = try picture.fonts.pictures.map { letters throws(SubtitleDrawingError) in
        try PictureLetters(letters)
      }
      painter = try SubtitlePainter(
        header: picture.header, width: canvas.size.width, height: canvas.size.height, fonts: bytes,
        standardFamily: picture.fonts.choice.standard, letters: letters,
        family: { choice?.family($0)?.family })
    } catch { throw .subtitles(error.description) }
  }

  /// Whether something may show in a frame.
  func shows(at frame: Int64) -> Bool { chains.chain(at: frame) != nil }

  /// What shows in a frame; nil where nothing does.
  func picture(at frame: Int64) throws(RenderingError) -> DrawnPicture? {
    guard let chain = chains.chain(at: frame) else { return nil }
    if frame == last, chain == current { return drawn }
    if chain != current || (last ?? frame) > frame {
      painter.clear()
      (current, last, next, shown) = (chain, nil, chain.events.lowerBound, [])
    }
    for earlier in framesToDraw(of: chain, before: frame) { _ = try draw(earlier, of: chain) }
    let moment = try draw(frame, of: chain)
    if moment != drawn { version += 1 }
    drawn = moment
    last = frame
    return drawn
  }

  /// The frames that decide where lines stand: those where lines come, and every one where something moves.
  private func framesToDraw(of chain: SubtitleChains.Chain, before frame: Int64) -> [Int64] {
    let first = last.map { $0 + 1 } ?? chain.frames.lowerBound
    guard first < frame else { return [] }
    if chain.mayMove { return Array(first..<frame) }
    var starts: [Int64] = []
    for event in picture.events[next..<chain.events.upperBound] {
      guard event.frames.lowerBound < frame else { break }
      if starts.last != event.frames.lowerBound { starts.append(event.frames.lowerBound) }
    }
    return starts
  }

  private func draw(_ frame: Int64, of chain: SubtitleChains.Chain) throws(RenderingError) -> DrawnPicture? {
    for event in shown where event.frames.upperBound <= frame { painter.remove(event.order) }
    shown.removeAll { $0.frames.upperBound <= frame }
    for event in shown where !event.parts.isEmpty {
      painter.setText(text(of: event, at: frame), of: event.order)
    }
    while next < chain.events.upperBound, picture.events[next].frames.lowerBound <= frame {
      let event = picture.events[next]
      next += 1
      guard event.frames.contains(frame) else { continue }
      painter.add(try painted(event, at: frame))
      shown.append(event)
    }
    return painter.draw(at: try moment(of: frame)).picture
  }

  /// The frame's start, in milliseconds: animated values are taken there.
  private func moment(of frame: Int64) throws(RenderingError) -> Int64 {
    guard let start = try? rate.start(ofFrame: frame), let moment = start.rounded(toUnits: 1000) else {
      throw .time(layer: "subtitles", frame: frame)
    }
    return moment.value
  }

  /// With its own times, which animations depend on; they end where its frames end.
  private func painted(_ event: SubtitleEvent, at frame: Int64) throws(RenderingError) -> PaintedEvent {
    guard let start = event.wholeRange.start.rounded(toUnits: 1000)?.value,
      let end = event.wholeRange.end.rounded(toUnits: 1000)?.value
    else { throw .time(layer: "subtitles", frame: event.frames.lowerBound) }
    let detail = event.event
    return PaintedEvent(
      start: min(start, try moment(of: event.frames.lowerBound)),
      end: max(end, try moment(of: event.frames.upperBound - 1) + 1), order: event.order,
      layer: detail.layer, style: detail.style, leftMargin: detail.leftMargin,
      rightMargin: detail.rightMargin, verticalMargin: detail.verticalMargin, effect: detail.effect,
      text: text(of: event, at: frame))
  }

  private func text(of event: SubtitleEvent, at frame: Int64) -> String {
    let text = event.text(at: frame)
    guard let choice else { return text }
    let (styles, style) = (styles, event.event.style)
    return fonted(text, by: choice) { styles.font(of: $0 ?? style) }
  }
}

private func fontBytes(_ font: SubtitlePicture.FontFile) throws(RenderingError) -> [UInt8] {
  guard let bytes = FontBytes.read(font.path) else {
    throw .subtitles("the font \(font.path) cannot be read")
  }
  guard let digest = try? ContentDigest.of(bytes), digest.hex == font.digest else {
    throw .subtitles("the font \(font.path) changed during the render; run the command again")
  }
  return bytes
}

extension VideoFrame {
  /// Words that were drawn with their alpha multiplied in.
  static func drawn(_ drawn: DrawnPicture) throws(LibAVError) -> VideoFrame {
    let size = PixelSize(width: drawn.width, height: drawn.height)
    return try allocate(size: size, layout: .rgba, color: .sRGB) { planes in
      guard let plane = planes.first else { return }
      for y in 0..<drawn.height {
        let row = drawn.pixels[y * drawn.width * 4..<(y + 1) * drawn.width * 4]
        plane.row(y).copyBytes(from: row)
      }
    }
  }
}
