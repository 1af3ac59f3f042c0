import Basics
import Composition
import LibAV
import Processes

/// Pictures in the slots of memory that a source process shares with the recorder: how many the device has dropped
/// before, and the rows of all planes, without padding.
enum PictureSlot {
  /// The planes of screens are written in place, as numbers of four bytes.
  static let headBytes = 64

  /// The bytes of a slot for pictures with at most so many bytes for each pixel.
  static func byteCount(_ size: PixelSize, bytesPerPixel: Int) -> Int {
    (headBytes + size.width * size.height * bytesPerPixel + 63) & ~63
  }

  /// Writes a picture. If the ring is full, it is lost and counted.
  static func write(_ frame: VideoFrame, at time: Int64, dropped: Int64, to ring: SharedRing) {
    _ = ring.write { slot in
      frame.withPlanes { planes in
        slot.storeBytes(of: dropped, as: Int64.self)
        var place = headBytes
        for plane in planes {
          for y in 0..<plane.height {
            let row = plane.row(y)
            UnsafeMutableRawBufferPointer(rebasing: slot[place..<place + row.count]).copyMemory(from: row)
            place += row.count
          }
        }
        return (time, place)
      }
    }
  }

  /// The number of dropped pictures, which another process chose, and the picture; nil if it is too short.
  static func read(
    _ slot: UnsafeRawBufferPointer, _ form: PicturesInRing
  ) throws(LibAVError) -> (dropped: Int64, frame: VideoFrame)? {
    guard slot.count >= headBytes else { return nil }
    var place = headBytes
    let frame = try VideoFrame.allocate(size: form.size, layout: form.layout, color: form.color) { planes in
      for plane in planes {
        for y in 0..<plane.height {
          let row = plane.row(y)
          if place + row.count <= slot.count {
            row.copyMemory(from: UnsafeRawBufferPointer(rebasing: slot[place..<place + row.count]))
          }
          place += row.count
        }
      }
    }
    return place <= slot.count ? (slot.load(as: Int64.self), frame) : nil
  }
}

/// The pictures in a ring.
struct PicturesInRing: Hashable {
  var size: PixelSize
  var rate: FrameRate
  var layout: PixelLayout
  /// Whether luma uses all codes.
  var isFullRange: Bool
  /// Its descriptor in the process that fills it.
  var ring: Int32

  /// What screens and cameras give.
  static let layouts: [PixelLayout] = [.rgba, .yuv420p, .yuv422p, .yuv440p, .yuv444p, .gray8]

  /// Screens give RGB. Cameras give what BT.601 describes, in the colours of screens.
  var color: ColorTags {
    layout.isRGB
      ? ColorTags()
      : ColorTags(primaries: "bt709", transfer: "bt709", matrix: "smpte170m", isFullRange: isFullRange)
  }
}
