import Basics
import Composition
import ContentDigest
import Drawing
import LibAV

/// Draws a layer of subtitles, frame by frame.
///
/// A frame looks the same whichever frames were requested before: what precedes it in its chain is drawn
/// first if necessary.
final class SubtitleFrames {
  private let picture: SubtitlePicture
  private let rate: FrameRate
  private let chains: SubtitleChains
  private let painter: SubtitlePainter
  private let choice: SubtitleFonts?
  private let styles: SubStationStyles
  /// The chain that is being drawn, and the last frame drawn.
  private var current: SubtitleChains.Chain?
  private var last: Int64?
  /// The index of the next event, and the events that the painter has.
  private var next = 0
  private var shown: [SubtitleEvent] = []
  private var drawn: DrawnPicture?
  /// The number of the next piece of a caption.
  private var nextNumber = 0
  /// Incremented whenever the picture changes.
  private(set) var version = 0

  init(_ picture: SubtitlePicture, on canvas: Canvas) throws(RenderingError) {
    self.picture = picture
    rate = canvas.rate
    chains = SubtitleChains(picture)
    styles = SubStationStyles(header: picture.header)
    // A subtitle file refers to its embedded fonts by their own names.
    choice = styles.hasEmbeddedFonts ? nil : picture.fonts.choice
    let fonts = picture.fonts.files
    var bytes: [[UInt8]] = []
    for font in fonts { bytes.append(try fontBytes(font)) }
    let choice = choice
    // Checks that the file still has the bytes that the key covers.
    if let pictures = picture.fonts.pictures { _ = try fontBytes(pictures.file) }
    do throws(SubtitleDrawingError) {
      let letters = try picture.fonts.pictures.map { letters throws(SubtitleDrawingError) in
        try PictureLetters(letters)
      }
      painter = try SubtitlePainter(
        header: picture.header, width: canvas.size.width, height: canvas.size.height, fonts: bytes,
        standardFamily: picture.fonts.choice.standard, letters: letters, lineGap: picture.lineGap ?? 0,
        hasCaptions: picture.events.contains { $0.caption != nil },
        ordersWholeLines: picture.ordersWholeLines == true,
        family: { choice?.family($0)?.family })
    } catch { throw .subtitles(error.description) }
  }

  /// Whether anything can be visible in a frame.
  func shows(at frame: Int64) -> Bool { chains.chain(at: frame) != nil }

  /// The picture in a frame; nil if it is empty.
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

  /// The frames that determine the positions of lines: those in which events start, and all if something
  /// moves.
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
      painter.setText(withFonts(event.text(at: frame), of: event), of: event.order)
    }
    while next < chain.events.upperBound, picture.events[next].frames.lowerBound <= frame {
      let event = picture.events[next]
      next += 1
      guard event.frames.contains(frame) else { continue }
      painter.add(try painted(event, at: frame))
      shown.append(event)
    }
    return painter.draw(at: try moment(of: frame), frame: frame).picture
  }

  /// The frame's start in milliseconds, where animated values are evaluated.
  private func moment(of frame: Int64) throws(RenderingError) -> Int64 {
    guard let start = try? rate.start(ofFrame: frame), let moment = start.rounded(toUnits: 1000) else {
      throw .time(layer: "subtitles", frame: frame)
    }
    return moment.value
  }

  /// Returns an event with its own times, because animations depend on them, extended to cover all of its
  /// frames.
  private func painted(_ event: SubtitleEvent, at frame: Int64) throws(RenderingError) -> PaintedEvent {
    guard let start = event.wholeRange.start.rounded(toUnits: 1000)?.value,
      let end = event.wholeRange.end.rounded(toUnits: 1000)?.value
    else { throw .time(layer: "subtitles", frame: event.frames.lowerBound) }
    let detail = event.event
    let caption = event.caption.map { numbered($0, of: event) }
    return PaintedEvent(
      start: min(start, try moment(of: event.frames.lowerBound)),
      end: max(end, try moment(of: event.frames.upperBound - 1) + 1), order: event.order,
      layer: detail.layer, style: detail.style, leftMargin: detail.leftMargin,
      rightMargin: detail.rightMargin, verticalMargin: detail.verticalMargin, effect: detail.effect,
      text: withFonts(
        caption.map { $0.caption.text(numberedFrom: $0.firstNumber) } ?? event.text(at: frame), of: event),
      caption: caption)
  }

  /// A caption with numbers for its pieces that no other caption has at the same time.
  private func numbered(_ caption: Caption, of event: SubtitleEvent) -> PaintedCaption {
    if nextNumber + caption.pieces.count >= 1 << 24 { nextNumber = 0 }
    defer { nextNumber += caption.pieces.count }
    return PaintedCaption(caption, firstNumber: nextNumber, firstFrame: event.frames.lowerBound)
  }

  private func withFonts(_ text: String, of event: SubtitleEvent) -> String {
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
  /// Creates a frame from a drawn picture, with premultiplied alpha.
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
