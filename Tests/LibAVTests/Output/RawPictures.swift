import Composition
import FoundationEssentials
import LibAV
import TestSupport

/// The rows of all planes without padding: what FFmpeg calls `rawvideo`.
func rawBytes(_ frame: VideoFrame) -> [UInt8] {
  frame.withPlanes { planes in
    planes.flatMap { plane in (0..<plane.height).flatMap { Array(plane.row($0)) } }
  }
}

/// A picture out of `rawvideo` bytes.
func picture(
  _ bytes: [UInt8], _ size: PixelSize, _ layout: PixelLayout, _ color: ColorTags = ColorTags()
) throws -> VideoFrame {
  try VideoFrame.allocate(size: size, layout: layout, color: color) { planes in
    var next = bytes[...]
    for plane in planes {
      for y in 0..<plane.height {
        let row = plane.row(y)
        row.copyBytes(from: next.prefix(row.count))
        next = next.dropFirst(row.count)
      }
    }
  }
}

/// A picture whose samples are `value(plane, x, y)`.
func picture(
  _ size: PixelSize, _ layout: PixelLayout, _ color: ColorTags = ColorTags(),
  value: (Int, Int, Int) -> Int
) throws -> VideoFrame {
  try VideoFrame.allocate(size: size, layout: layout, color: color) { planes in
    for (index, plane) in planes.enumerated() {
      for y in 0..<plane.height {
        if plane.bytesPerElement == 2 {
          let row = plane.row(y, of: UInt16.self)
          for x in row.indices { row[x] = UInt16(value(index, x, y)) }
        } else {
          let row = plane.row(y)
          for x in row.indices { row[x] = UInt8(value(index, x, y)) }
        }
      }
    }
  }
}

/// The sample at one place, whatever its width.
func sample(_ frame: VideoFrame, plane: Int, _ x: Int, _ y: Int) -> Int {
  frame.withPlanes { planes in
    planes[plane].bytesPerElement == 2
      ? Int(planes[plane].row(y, of: UInt16.self)[x]) : Int(planes[plane].row(y)[x])
  }
}

/// A moving test picture from FFmpeg, as the frames of a raw file.
func generated(
  _ source: String, _ size: PixelSize, _ layout: PixelLayout, frames: Int, _ color: ColorTags = ColorTags()
) throws -> [VideoFrame] {
  let made = try run([
    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "\(source)=size=\(size):rate=25", "-frames:v", "\(frames)",
    "-pix_fmt", layout.rawValue, "-f", "rawvideo", "-",
  ])
  let length = made.output.count / frames
  return try (0..<frames).map {
    try picture(Array(made.output[($0 * length)..<(($0 + 1) * length)]), size, layout, color)
  }
}

func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(filePath: path))
}

func bytes(of path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(filePath: path)))
}

let standardDefinition = ColorTags(
  primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m", isFullRange: false)
