import CPangoCairo
import Composition

/// A Cairo image in memory, and the context that draws on it.
final class Surface {
  let surface: OpaquePointer
  let cairo: OpaquePointer
  private let width: Int
  private let height: Int

  init(_ format: cairo_format_t, width: Int, height: Int) throws(TextFailure) {
    guard let surface = cairo_image_surface_create(format, Int32(width), Int32(height)) else {
      throw .library("Cairo has no memory")
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      throw .library("Cairo has no memory")
    }
    self.surface = surface
    self.cairo = cairo
    self.width = width
    self.height = height
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Gives access to the bytes, with the length of a row; later drawing sees all changes.
  func withBytes(_ body: (UnsafeMutableBufferPointer<UInt8>, _ stride: Int) -> Void) {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return }
    body(UnsafeMutableBufferPointer(start: data, count: stride * height), stride)
    cairo_surface_mark_dirty(surface)
  }

  /// Red, green, blue and alpha as bytes, converted from Cairo's 32-bit words.
  func picture() throws(TextFailure) -> DrawnText {
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .library(cairo_status_to_string(status).map { String(cString: $0) } ?? "Cairo refused")
    }
    let (width, height) = (width, height)
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
      let target = UnsafeMutableRawBufferPointer(pixels)
      withBytes { bytes, stride in
        let words = UnsafeRawBufferPointer(bytes)
        for y in 0..<height {
          for x in 0..<width {
            let word = words.load(fromByteOffset: y &* stride &+ 4 &* x, as: UInt32.self)
            let swapped = word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16
            target.storeBytes(of: swapped.littleEndian, toByteOffset: (y &* width &+ x) &* 4, as: UInt32.self)
          }
        }
        count = width * height * 4
      }
    }
    return DrawnText(width: width, height: height, pixels: pixels)
  }
}
