internal import CLibAss
import Composition
import Glibc

/// A line of text and the time when libass shows it.
package struct PaintedEvent: Hashable, Sendable {
  /// In milliseconds of the film.
  package var start: Int64
  package var end: Int64
  /// Of two events in one layer, the one with the greater order is drawn later and moves out of the other's
  /// way.
  package var order: Int
  package var layer: Int
  package var style: String
  package var leftMargin: Int
  package var rightMargin: Int
  package var verticalMargin: Int
  package var effect: String
  package var text: String
  /// Set if the colours in the text are the numbers of its pieces.
  package var caption: PaintedCaption?

  package init(
    start: Int64, end: Int64, order: Int, layer: Int = 0, style: String = "Default", leftMargin: Int = 0,
    rightMargin: Int = 0, verticalMargin: Int = 0, effect: String = "", text: String,
    caption: PaintedCaption? = nil
  ) {
    self.start = start
    self.end = end
    self.order = order
    self.layer = layer
    self.style = style
    self.leftMargin = leftMargin
    self.rightMargin = rightMargin
    self.verticalMargin = verticalMargin
    self.effect = effect
    self.text = text
    self.caption = caption
  }
}

/// Draws subtitles with libass, using only the given fonts.
///
/// Not thread-safe. libass leaves a line where it was first drawn while it is visible, so a picture depends
/// on what was drawn since `clear`.
package final class SubtitlePainter {
  private let library: OpaquePointer
  private let renderer: OpaquePointer
  private let track: UnsafeMutablePointer<ASS_Track>
  private let width: Int
  private let height: Int
  private let letters: PictureLetters?
  private var last: DrawnPicture?
  /// The orders of the lines in libass, in its order.
  private var orders: [Int] = []
  /// Nil if there are no captions.
  private let ruler: CaptionRuler?
  /// The captions in libass with their measurements, by order.
  private var captions: [Int: (painted: PaintedCaption, cells: CaptionCells)] = [:]
  /// How the captions looked in the last picture.
  private var lastStates: [Int: [Caption.UnitState]] = [:]

  /// The picture at one moment.
  package struct Moment {
    /// Nil if nothing is visible.
    package let picture: DrawnPicture?
    /// Whether the picture differs from the previous one.
    package let isChanged: Bool
  }

  /// - Parameters:
  ///   - header: The beginning of an ASS file, up to its events.
  ///   - fonts: The bytes of font files.
  ///   - lineGap: The space between two lines of an event, in pixels.
  ///   - hasCaptions: Whether the events are captions.
  ///   - ordersWholeLines: Whether words from right to left are in the order of their line, although each may
  ///     have a colour of its own.
  package init(
    header: String, width: Int, height: Int, fonts: [[UInt8]], standardFamily: String,
    letters: PictureLetters? = nil, lineGap: Double = 0, hasCaptions: Bool = false,
    ordersWholeLines: Bool = false,
    family: (String) -> String?
  ) throws(SubtitleDrawingError) {
    guard let library = ass_library_init() else { throw SubtitleDrawingError("libass cannot be started") }
    ass_set_message_cb(library, { _, _, _, _ in }, nil)
    ass_set_extract_fonts(library, 1)
    for (number, font) in fonts.enumerated() { addFont(font, named: "font \(number)", to: library) }
    func start() -> (track: UnsafeMutablePointer<ASS_Track>, renderer: OpaquePointer)? {
      guard let track = ass_new_track(library), let renderer = ass_renderer_init(library) else { return nil }
      var text = Array(header.utf8CString)
      ass_process_codec_private(track, &text, Int32(clamping: text.count - 1))
      ass_set_check_readorder(track, 0)
      if ordersWholeLines { _ = ass_track_set_feature(track, ASS_FEATURE_WHOLE_TEXT_LAYOUT, 1) }
      useFamilies(of: track, family)
      ass_set_frame_size(renderer, Int32(clamping: width), Int32(clamping: height))
      ass_set_storage_size(renderer, Int32(clamping: width), Int32(clamping: height))
      ass_set_pixel_aspect(renderer, 1)
      ass_set_hinting(renderer, ASS_HINTING_NONE)
      ass_set_shaper(renderer, ASS_SHAPING_COMPLEX)
      if lineGap != 0 { ass_set_line_spacing(renderer, lineGap) }
      ass_set_fonts(renderer, nil, standardFamily, Int32(ASS_FONTPROVIDER_NONE.rawValue), nil, 0)
      return (track, renderer)
    }
    guard let (track, renderer) = start() else {
      ass_library_done(library)
      throw SubtitleDrawingError("libass is out of memory")
    }
    ruler =
      hasCaptions
      ? start().map { CaptionRuler(renderer: $0.renderer, track: $0.track, letters: letters) } : nil
    self.library = library
    self.renderer = renderer
    self.track = track
    self.width = width
    self.height = height
    self.letters = letters
  }

  deinit {
    ass_free_track(track)
    ass_renderer_done(renderer)
    ass_library_done(library)
  }

  /// Removes all lines.
  package func clear() {
    ass_flush_events(track)
    orders = []
    captions = [:]
  }

  /// Removes a line.
  package func remove(_ order: Int) {
    guard let index = orders.firstIndex(of: order), let events = track.pointee.events else { return }
    ass_free_event(track, Int32(clamping: index))
    let rest = orders.count - index - 1
    if rest > 0 { (events + index).update(from: events + index + 1, count: rest) }
    track.pointee.n_events -= 1
    orders.remove(at: index)
    captions[order] = nil
  }

  /// Adds a line, which is visible from now on during its times.
  package func add(_ event: PaintedEvent) {
    let index = Int(ass_alloc_event(track))
    guard index == orders.count, let events = track.pointee.events else { return }
    orders.append(event.order)
    fill(events + index, with: event)
    events[index].Start = event.start
    events[index].Duration = max(0, event.end - event.start)
    if let caption = event.caption, let ruler {
      captions[event.order] = (caption, ruler.cells(of: caption) { fill($0, with: event) })
    }
  }

  /// Fills in everything but the times.
  private func fill(_ target: UnsafeMutablePointer<ASS_Event>, with event: PaintedEvent) {
    target.pointee.ReadOrder = Int32(clamping: event.order)
    target.pointee.Layer = Int32(clamping: event.layer)
    target.pointee.Style = styleIndex(event.style)
    target.pointee.Name = strdup("")
    target.pointee.MarginL = Int32(clamping: event.leftMargin)
    target.pointee.MarginR = Int32(clamping: event.rightMargin)
    target.pointee.MarginV = Int32(clamping: event.verticalMargin)
    target.pointee.Effect = strdup(event.effect)
    target.pointee.Text = strdup(letters?.marking(event.text) ?? event.text)
  }

  /// Replaces the text of a line. The new text must have the same layout, because libass leaves the line
  /// where it is.
  package func setText(_ text: String, of order: Int) {
    guard let index = orders.firstIndex(of: order), let events = track.pointee.events else { return }
    free(events[index].Text)
    events[index].Text = strdup(letters?.marking(text) ?? text)
  }

  /// Finds a style like libass: the last one with the name, without leading asterisks.
  private func styleIndex(_ name: String) -> Int32 {
    let wanted = String(name.drop { $0 == "*" })
    for index in stride(from: Int(track.pointee.n_styles) - 1, through: 0, by: -1) {
      if let found = track.pointee.styles[index].Name, String(cString: found) == wanted {
        return Int32(clamping: index)
      }
    }
    return track.pointee.default_style
  }

  /// The picture at a moment, in milliseconds of the film.
  ///
  /// - Parameter frame: The frame that shows it, by which captions look.
  package func draw(at moment: Int64, frame: Int64 = 0) -> Moment {
    var change: Int32 = 0
    let first = ass_render_frame(renderer, track, moment, &change)
    let states = captions.mapValues { $0.painted.caption.states(at: frame - $0.painted.firstFrame) }
    // libass reports no change for a first picture that is empty.
    let isChanged = change != 0 || states != lastStates
    lastStates = states
    if isChanged { last = first.flatMap { picture(of: $0, states) } }
    return Moment(picture: last, isChanged: isChanged)
  }

  private func picture(
    of first: UnsafeMutablePointer<ASS_Image>, _ states: [Int: [Caption.UnitState]]
  ) -> DrawnPicture? {
    guard ruler != nil else {
      return Drawing.picture(of: first, width: width, height: height, letters: letters)
    }
    let frames = captions.sorted { $0.key < $1.key }.map { order, caption in
      CaptionFrame(painted: caption.painted, cells: caption.cells, states: states[order] ?? [])
    }
    return captionPicture(of: first, frames, width: width, height: height, letters: letters)
  }
}

private func addFont(_ font: [UInt8], named name: String, to library: OpaquePointer) {
  font.withUnsafeBytes { bytes in
    // libass copies the bytes.
    ass_add_font(
      library, name, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
  }
}

/// Replaces the families of styles by those that are available.
private func useFamilies(of track: UnsafeMutablePointer<ASS_Track>, _ family: (String) -> String?) {
  for index in 0..<Int(track.pointee.n_styles) {
    guard let old = track.pointee.styles[index].FontName, let new = family(String(cString: old)) else {
      continue
    }
    free(old)
    track.pointee.styles[index].FontName = strdup(new)
  }
}

/// The reason why subtitles cannot be drawn.
package struct SubtitleDrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// Drawn text: a rectangle of the canvas, premultiplied.
package struct DrawnPicture: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Four bytes per pixel: red, green, blue, alpha.
  package let pixels: [UInt8]
}

/// Reads a font file.
package enum FontBytes {
  /// Larger than any existing font.
  private static let limit = 256 << 20

  /// Nil if the file cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
    return nil
  }
}
