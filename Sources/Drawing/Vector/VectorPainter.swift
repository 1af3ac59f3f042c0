import CPangoCairo
import CRsvg
package import Composition
import Glibc
package import SVGTree
import XMLTree

/// The library that draws SVG, on top of those that draw text.
package enum VectorLibraries {
  package static let version =
    "librsvg \(LIBRSVG_MAJOR_VERSION).\(LIBRSVG_MINOR_VERSION).\(LIBRSVG_MICRO_VERSION)"

  /// Stops it from starting threads, which a confined process may not do. Call it before other
  /// threads exist.
  package static func preventThreads() { setenv("RAYON_NUM_THREADS", "1", 1) }
}

/// Why an SVG file cannot be drawn.
package enum VectorFailure: Error, Hashable, Sendable {
  case isNoSVG
  /// The reason, with its place in the file.
  case malformed(String)
  case drawing(TextFailure)
}

/// Draws SVG, with librsvg.
///
/// Not thread-safe. The same picture and fonts give the same pixels on every machine.
package final class VectorPainter {
  private let files = FontFiles()
  private var maps: [[String]: FontMap] = [:]

  package init() {}

  /// The picture in a size, which it fills.
  ///
  /// - Parameter fonts: The only fonts of its texts; nil for those of this machine.
  package func draw(
    _ picture: SVGPicture, width: Int, height: Int, fonts: [FontReference]?
  ) throws(TextFailure) -> DrawnText {
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
      throw .tooLarge
    }
    PangoMessages.silence()
    for font in fonts ?? [] where try files.reference(font.path).digest != font.digest { throw .fontChanged }
    if !picture.facts.texts.isEmpty {
      let map = try map(fonts?.map(\.path))
      editc_set_default_font_map(map.pango)
    }
    let surface = try Surface(CAIRO_FORMAT_ARGB32, width: width, height: height)
    let facts = picture.facts
    cairo_scale(surface.cairo, Double(width) / facts.width, Double(height) / facts.height)
    var problem: UnsafeMutablePointer<GError>?
    // Without a base URI, it reads no other file.
    guard let handle = rsvg_handle_new_from_data(picture.bytes, gsize(picture.bytes.count), &problem) else {
      throw failure(problem)
    }
    defer { g_object_unref(handle) }
    rsvg_handle_set_dpi(handle, 96)
    var viewport = RsvgRectangle(x: 0, y: 0, width: facts.width, height: facts.height)
    guard rsvg_handle_render_document(handle, surface.cairo, &viewport, &problem) != 0 else {
      throw failure(problem)
    }
    return try surface.picture()
  }

  /// Draws a file, which is checked again: it may have changed since the film was planned.
  package func draw(
    fileAt path: String, _ reading: VectorReading, width: Int, height: Int
  ) throws(VectorFailure) -> DrawnText {
    guard let bytes = VectorFile.read(path) else { throw .isNoSVG }
    let picture: SVGPicture
    do throws(XMLProblem) { picture = try SVGPicture(bytes, values: reading.values?.byName) } catch {
      throw .malformed("\(error)")
    }
    if let problem = picture.facts.problems.first {
      throw .malformed("\(problem.line):\(problem.column): \(problem.message)")
    }
    do throws(TextFailure) {
      return try draw(picture, width: width, height: height, fonts: reading.fonts)
    } catch { throw .drawing(error) }
  }

  private static let largestSide = 32767

  private func map(_ files: [String]?) throws(TextFailure) -> FontMap {
    if let map = maps[files ?? []] { return map }
    let map: FontMap
    if let files { map = try FontMap(files: files, firstIsChosen: false) } else { map = try FontMap() }
    maps[files ?? []] = map
    return map
  }

  private func failure(_ problem: UnsafeMutablePointer<GError>?) -> TextFailure {
    defer { if let problem { g_error_free(problem) } }
    return .library(editc_error_message(problem).map { String(cString: $0) } ?? "librsvg refuses it")
  }
}
