import Basics
import FoundationEssentials
import TestSupport
import Testing

/// What the `ffmpeg` command makes of a file: the independent judge of our readers.
enum Judge {
  struct Picture {
    /// In the file's own clock.
    let time: RationalTime
    let checksum: UInt32
  }

  /// Every picture of a stream in order, decoded from the start by one thread.
  static func pictures(_ path: String, stream: Int, options: [String] = []) throws -> [Picture] {
    let result = try run(
      ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1"] + options
        + ["-noautorotate", "-i", path, "-map", "0:\(stream)", "-fps_mode", "passthrough"]
        + ["-enc_time_base", "-1", "-copyts", "-f", "framecrc", "-"])
    var timeBase: (Int64, Int64) = (1, 1)
    var pictures: [Picture] = []
    for line in result.text.split(separator: "\n") {
      if line.hasPrefix("#tb 0: ") {
        let numbers = line.dropFirst(7).split(separator: "/").compactMap { Int64($0) }
        timeBase = (numbers[0], numbers[1])
      }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
      let tick = try #require(Int64(fields[2]))
      let checksum = try #require(UInt32(fields[5].dropFirst(2), radix: 16))
      let time = try #require(RationalTime(tick * timeBase.0, timeBase.1))
      pictures.append(Picture(time: time, checksum: checksum))
    }
    return pictures
  }

  /// All samples of a stream, channels interleaved, as the decoder gives them.
  static func samples(_ path: String, stream: Int) throws -> [Float] {
    let result = try run(
      ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:\(stream)", "-f", "f32le", "-"])
    return values(of: result.output, as: Float.self)
  }

  /// Where the packets of a stream are in the file.
  static func packets(_ path: String, stream: Int) throws -> [Range<Int>] {
    let result = try run(
      [
        "ffprobe", "-v", "error", "-select_streams", "\(stream)", "-show_entries", "packet=pos,size", "-of",
        "csv=p=0", path,
      ])
    return result.text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",").compactMap { Int($0) }
      return fields.count == 2 ? fields[1]..<fields[0] + fields[1] : nil
    }
  }

  /// Makes a file; the test fails with ffmpeg's words when it cannot.
  static func make(_ path: String, _ arguments: [String]) throws {
    let result = try run(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments + [path])
    try #require(result.exitCode == 0, "\(result.errorText)")
  }
}
