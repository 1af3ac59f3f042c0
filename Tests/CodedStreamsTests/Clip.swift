import CodedStreams
import Foundation
import TestSupport

/// A file taken apart by ffprobe: the record and the packets as the container holds them, and the decoded frames.
struct Clip {
  var codec: StreamCodec
  var record: [UInt8]
  var packets: [Packet]
  /// MD5 of each decoded frame, in the order in which they are shown.
  var frames: [String]

  struct Packet {
    var data: [UInt8]
    var time: Int
    var isKey: Bool
  }

  init(_ path: String, decodesFrames: Bool = true) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    if let start = Self.box("avcC", in: bytes) {
      (codec, record) = (.h264, start)
    } else if let start = Self.box("hvcC", in: bytes) {
      (codec, record) = (.hevc, start)
    } else {
      throw ClipError(words: "\(path) has no avcC or hvcC")
    }
    let probe = try run([
      "ffprobe",
      "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,size,pos,flags", "-of",
      "csv=p=0",
      path,
    ])
    packets = []
    for line in probe.text.split(separator: "\n") {
      let fields = line.split(separator: ",")
      guard fields.count >= 4, let time = Int(fields[0]), let size = Int(fields[1]),
        let place = Int(fields[2])
      else { throw ClipError(words: "ffprobe says \(line)") }
      packets.append(
        Packet(data: Array(bytes[place..<place + size]), time: time, isKey: fields[3].hasPrefix("K")))
    }
    frames = decodesFrames ? try Decoded(path, with: "ffmpeg").frames : []
  }

  /// The contents of the first box of a name.
  private static func box(_ name: String, in bytes: [UInt8]) -> [UInt8]? {
    let pattern = Array(name.utf8)
    guard
      let place = bytes.indices.dropLast(3).first(where: {
        bytes[$0] == pattern[0] && Array(bytes[$0..<$0 + 4]) == pattern
      }), place >= 4
    else { return nil }
    let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return Array(bytes[place + 4..<place - 4 + size])
  }

  func source() throws -> CodedSource {
    var header = try StreamHeader(record, codec: codec)
    for packet in packets.prefix(1) { try header.collect(from: packet.data) }
    return try CodedSource(header)
  }

  /// The places of the packets where decoding can begin.
  var keys: [Int] { packets.indices.filter { packets[$0].isKey } }

  /// The frames of a run of packets in the order in which they are shown.
  func shown(_ run: Range<Int>) -> [String] {
    let order = packets.indices.sorted { packets[$0].time < packets[$1].time }
    return order.indices.filter { run.contains(order[$0]) }.map { frames[$0] }
  }
}

struct ClipError: Error { var words: String }

/// What a decoder gives: a digest for each frame, and what it said.
struct Decoded {
  var frames: [String]
  var warnings: String

  init(_ path: String, with ffmpeg: String, format: String? = nil, threads: Int = 0) throws {
    let input = format.map { ["-f", $0] } ?? []
    let result = try run(
      [ffmpeg, "-v", "warning", "-noautorotate", "-threads", "\(threads)"] + input + [
        "-err_detect", "+crccheck", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5",
        "-",
      ])
    frames = result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      String($0.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
    }
    warnings = result.errorText
  }
}

/// Encodes a pattern with FFmpeg into a file; each pattern looks different.
func encode(
  _ pattern: Int, _ options: String, frames: Int = 60, size: String = "320x180", in folder: TemporaryFolder,
  name: String? = nil
) throws -> String {
  let patterns = ["testsrc2", "mandelbrot", "testsrc", "rgbtestsrc", "smptehdbars", "yuvtestsrc"]
  let path = folder.path("") + (name ?? UUID().uuidString + ".mp4")
  let noise = "noise=alls=\(8 + pattern):allf=t:all_seed=\(pattern + 1),format=yuv420p,setsar=1"
  let look = options.contains("pix_fmt") ? noise.replacingOccurrences(of: "format=yuv420p,", with: "") : noise
  let result = try run(
    [
      "ffmpeg",
      "-v", "error", "-y", "-f", "lavfi", "-i", "\(patterns[pattern % patterns.count])=size=\(size):rate=25",
      "-frames:v", "\(frames)", "-vf", look,
    ] + options.split(separator: " ").map(String.init) + [path])
  guard result.exitCode == 0 else { throw ClipError(words: result.errorText) }
  return path
}
