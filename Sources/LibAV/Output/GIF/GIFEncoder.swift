package import Basics
package import Composition

/// All settings that determine what `GIFEncoder` makes of the same frames.
package struct GIFSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate

  package var color: ColorTags { .sRGB }
  package var reorderDelay: Int64? { 0 }
  package var layout: PixelLayout { encoding.hasAlpha == true ? .rgba : .rgb24 }

  package func makeEncoder() throws(LibAVError) -> any PictureEncoder { try GIFEncoder(settings: self) }

  package func write(to context: EncoderContext) throws(LibAVError) {
    throw refused("GIF is not encoded by FFmpeg")
  }
}

/// Encodes the images of a GIF, each with its time, its place and its colours: `AnimatedGIFWriter` writes
/// them into a file.
///
/// Frames share the colours of their group, so they wait until the group is complete. In an opaque film, the
/// first image of a group is whole, and each other one is the rectangle in which it differs from the previous
/// one; in a transparent film, each image is what is not transparent.
///
/// For one thread at a time.
final class GIFEncoder: PictureEncoder {
  private let settings: GIFSettings
  private let delay: Int
  /// Red, green, blue and alpha of each pixel, from the lowest byte of a word to the highest.
  private var group: [[UInt32]] = []
  private let longestGroup: Int
  private var sent: Int64 = 0
  private var received: Int64 = 0
  private var first: Int64?

  /// The most memory of a group.
  private static let groupBytes = 96 << 20

  init(settings: GIFSettings) throws(LibAVError) {
    let size = settings.size
    guard let delay = settings.rate.hundredthsOfFrame else {
      throw settings.refused("GIF has no rate of \(settings.rate.spelling)")
    }
    guard (1...65535).contains(size.width), (1...65535).contains(size.height) else {
      throw settings.refused("a side of a GIF has 1 to 65535 pixels")
    }
    self.settings = settings
    self.delay = delay
    longestGroup = max(1, Self.groupBytes / (4 * size.width * size.height))
  }

  var stream: EncodedStream {
    get throws(LibAVError) {
      EncodedStream(
        codec: "gif", tick: try settings.tick, configuration: [],
        content: .video(
          EncodedStream.VideoContent(
            size: settings.size, color: settings.color, rate: settings.rate, reorderDelay: 0)))
    }
  }

  func send(_ frame: VideoFrame, index: Int64) throws(LibAVError) -> [EncodedPacket] {
    guard frame.layout == settings.layout, frame.size == settings.size else {
      throw settings.refused("a frame is \(frame.size) \(frame.formatName)")
    }
    let first = first ?? index
    guard index == first + sent else {
      throw settings.refused("frame \(index) does not follow frame \(first + sent - 1)")
    }
    self.first = first
    sent += 1
    group.append(pixels(of: frame))
    return group.count < longestGroup ? [] : encodedGroup()
  }

  func finish() throws(LibAVError) -> [EncodedPacket] { encodedGroup() }

  private func pixels(of frame: VideoFrame) -> [UInt32] {
    frame.withPlanes { planes in
      var pixels: [UInt32] = []
      guard let plane = planes.first else { return pixels }
      pixels.reserveCapacity(plane.width * plane.height)
      for y in 0..<plane.height {
        let row = plane.row(y)
        for x in 0..<plane.width {
          let place = x * plane.bytesPerElement
          let color = UInt32(row[place]) | UInt32(row[place + 1]) << 8 | UInt32(row[place + 2]) << 16
          pixels.append(color | UInt32(plane.bytesPerElement == 4 ? row[place + 3] : 255) << 24)
        }
      }
      return pixels
    }
  }

  private func encodedGroup() -> [EncodedPacket] {
    guard !group.isEmpty, let first else { return [] }
    let palette = ColorPalette(of: group)
    var map = PaletteMap(palette)
    let transparent = UInt8(truncatingIfNeeded: palette.colors.count)
    var before: [UInt8]?
    var packets: [EncodedPacket] = []
    for pixels in group {
      let shown = indices(of: pixels, transparent, &map)
      let image =
        settings.encoding.hasAlpha == true
        ? GIFImage(
          shown, canvas: settings.size, transparent: transparent, box: box { shown[$0] != transparent },
          isCleared: true)
        : before.map { before in
          GIFImage(
            zip(shown, before).map { $0 == $1 ? transparent : $0 }, canvas: settings.size,
            transparent: transparent, box: box { shown[$0] != before[$0] })
        } ?? GIFImage(shown, canvas: settings.size)
      packets.append(
        EncodedPacket(
          bytes: image.bytes(palette, delay: delay), presentation: first + received, decode: first + received,
          duration: 1, isKey: before == nil))
      received += 1
      before = shown
    }
    group = []
    return packets
  }

  private func indices(of pixels: [UInt32], _ transparent: UInt8, _ map: inout PaletteMap) -> [UInt8] {
    var indices: [UInt8] = []
    indices.reserveCapacity(pixels.count)
    let width = settings.size.width
    var place = 0
    for y in 0..<settings.size.height {
      for x in 0..<width {
        let pixel = pixels[place]
        indices.append(pixel.isOpaque ? map.index(of: pixel, x: x, y: y) : transparent)
        place += 1
      }
    }
    return indices
  }

  /// The smallest box around the chosen pixels; one pixel if there are none.
  private func box(_ isInside: (Int) -> Bool) -> ImageBox {
    let size = settings.size
    var (left, right, top, bottom) = (size.width, -1, size.height, -1)
    for y in 0..<size.height {
      for x in 0..<size.width where isInside(y * size.width + x) {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), y)
      }
    }
    return right < left
      ? ImageBox(x: 0, y: 0, width: 1, height: 1)
      : ImageBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

/// The place of an image in its canvas.
private struct ImageBox {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

/// One image of a GIF.
private struct GIFImage {
  private let box: ImageBox
  private let pixels: [UInt8]
  private let transparent: UInt8?
  private let isCleared: Bool

  /// The whole of an opaque picture.
  init(_ indices: [UInt8], canvas: PixelSize) {
    box = ImageBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
    pixels = indices
    (transparent, isCleared) = (nil, false)
  }

  /// The part of a picture in a box; a cleared image leaves nothing for the next one.
  init(_ indices: [UInt8], canvas: PixelSize, transparent: UInt8, box: ImageBox, isCleared: Bool = false) {
    self.box = box
    self.transparent = transparent
    self.isCleared = isCleared
    pixels = (box.y..<box.y + box.height).flatMap { y in
      indices[y * canvas.width + box.x..<y * canvas.width + box.x + box.width]
    }
  }

  /// Its control, its place, its colour table and its pixels.
  func bytes(_ palette: ColorPalette, delay: Int) -> [UInt8] {
    let isEmpty = transparent.map { transparent in pixels.allSatisfy { $0 == transparent } } ?? false
    // An image that shows nothing new needs no colours.
    let colors = isEmpty ? [] : palette.colors
    let entries = colors.count + 1
    let bits = max(1, Int.bitWidth - (entries - 1).leadingZeroBitCount)
    let disposal: UInt8 = isCleared ? 2 : 1
    var bytes: [UInt8] = [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)]
    bytes += little(delay) + [isEmpty ? 0 : transparent ?? 0, 0, 0x2C]
    bytes += little(box.x) + little(box.y) + little(box.width) + little(box.height)
    bytes.append(0x80 | UInt8(bits - 1))
    for index in 0..<1 << bits {
      let color = index < colors.count ? colors[index] : 0
      bytes += [
        UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8),
        UInt8(truncatingIfNeeded: color >> 16),
      ]
    }
    let shown = isEmpty ? pixels.map { _ in 0 } : pixels
    return bytes + LZWCoder.coded(shown, bits: max(2, bits))
  }
}

/// The two bytes of a number, lowest first.
func little(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
}
