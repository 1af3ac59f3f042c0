import TestSupport
import Testing

/// The mean of a patch of a picture, as ffmpeg decodes it.
struct Patch: Hashable, CustomStringConvertible {
  var y: Double
  var u: Double
  var v: Double

  var description: String { "Y \(y) U \(u) V \(v)" }

  func isNear(_ other: Patch, _ tolerance: Double) -> Bool {
    abs(y - other.y) <= tolerance && abs(u - other.u) <= tolerance && abs(v - other.v) <= tolerance
  }

  /// So much of this over the rest of the other.
  func over(_ other: Patch, opacity: Double) -> Patch {
    Patch(
      y: y * opacity + other.y * (1 - opacity), u: u * opacity + other.u * (1 - opacity),
      v: v * opacity + other.v * (1 - opacity))
  }
}

/// The same 16x16 patch of every frame.
func patches(_ path: String, x: Int, y: Int) throws -> [Patch] {
  let bytes = try decoded(path, "crop=16:16:\(x):\(y)", "yuv420p")
  let size = 16 * 16 * 3 / 2
  return stride(from: 0, to: bytes.count, by: size).map { start in
    func mean(_ offset: Int, _ count: Int) -> Double {
      Double(bytes[(start + offset)..<(start + offset + count)].reduce(0) { $0 + Int($1) }) / Double(count)
    }
    return Patch(y: mean(0, 256), u: mean(256, 64), v: mean(320, 64))
  }
}

/// Every frame's pixels after a filter, one frame after the other.
func decoded(_ path: String, _ filter: String, _ format: String, frames: Int? = nil) throws -> [UInt8] {
  let count = frames.map { ["-frames:v", "\($0)"] } ?? []
  let result = try run(
    ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-an", "-vf", filter, "-fps_mode", "passthrough"]
      + count + ["-pix_fmt", format, "-f", "rawvideo", "-"])
  try #require(result.exitCode == 0, "\(result.errorText)")
  #expect(result.errorText == "")
  return result.output
}

/// The left channel's samples.
func samples(_ path: String) throws -> [Double] {
  let result = try run([
    "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vn", "-af", "pan=mono|c0=c0", "-f", "s16le", "-",
  ])
  try #require(result.exitCode == 0, "\(result.errorText)")
  let bytes = result.output
  return stride(from: 0, to: bytes.count - 1, by: 2).map {
    Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32768
  }
}

/// What ffprobe says of the first stream of a kind, by name.
func probed(_ path: String, _ stream: String, counting: Bool = false) throws -> [String: String] {
  let result = try run(
    ["ffprobe", "-v", "error"] + (counting ? ["-count_frames"] : [])
      + ["-select_streams", "\(stream):0", "-show_streams", "-of", "default=noprint_wrappers=1", path])
  try #require(result.exitCode == 0, "\(result.errorText)")
  let pairs = result.text.split(separator: "\n").map {
    $0.split(separator: "=", maxSplits: 1).map(String.init)
  }
  return Dictionary(
    pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
}

/// The names of an MP4 file's outermost boxes, in their order.
func boxes(_ bytes: [UInt8]) -> [String] {
  var names: [String] = []
  var position = 0
  while position + 16 <= bytes.count {
    var size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
    names.append(String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self))
    if size == 1 { size = bytes[(position + 8)..<(position + 16)].reduce(0) { $0 << 8 | Int($1) } }
    guard size >= 8 else { break }
    position += size
  }
  return names
}
