import TestSupport
import Testing

/// Clips for copying: six seconds of 30 pictures, a key frame each second, and sound.
///
/// Picture and sound tell the time: at 2.5 s there are a white flash and a beep.
enum CopySource {
  static let picture =
    "testsrc2=s=160x90:r=30,format=yuv420p,drawbox=c=white:t=fill:enable='between(n,75,77)'"
  static let sound = "aevalsrc='if(between(t,2.5,2.6),0.8*sin(2*PI*1000*t),0.02*sin(2*PI*220*t))':s=48000"

  static let h264 = [
    "-c:v", "libx264", "-preset", "veryfast", "-qp", "20", "-g", "30", "-bf", "2", "-sc_threshold", "0",
    "-threads", "1", "-bitexact", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    "-color_range", "tv",
  ]
  static let aac = ["-c:a", "aac", "-b:a", "96k"]

  static func make(
    _ path: String, picture: String = picture, sound: String? = sound, seconds: Int = 6,
    _ coding: [String] = h264 + aac
  ) throws {
    let inputs =
      ["-f", "lavfi", "-i", picture] + (sound.map { ["-f", "lavfi", "-i", $0] } ?? [])
    let result = try run(
      ["ffmpeg", "-nostdin", "-v", "error", "-y"] + inputs + ["-t", "\(seconds)"] + coding + [path])
    try #require(result.exitCode == 0, "\(result.errorText)")
  }
}

/// A packet as ffprobe sees it.
struct ProbedPacket: Hashable {
  var time: Double
  var decodeTime: Double
  var hash: String
  var isKey: Bool
  var isHidden: Bool
}

/// The packets of the first stream of a kind (`v`, `a`), in the order of decoding.
func packets(_ path: String, _ stream: String, track: Int = 0) throws -> [ProbedPacket] {
  let result = try run([
    "ffprobe", "-v", "error", "-select_streams", "\(stream):\(track)", "-show_packets", "-show_data_hash",
    "md5",
    "-show_entries", "packet=pts_time,dts_time,flags,data_hash", "-of", "csv=p=0:nk=0", path,
  ])
  try #require(result.exitCode == 0, "\(result.errorText)")
  return result.text.split(separator: "\n").map { line in
    var values: [Substring: Substring] = [:]
    for field in line.split(separator: ",") {
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    let flags = values["flags"] ?? ""
    return ProbedPacket(
      time: values["pts_time"].flatMap { Double($0) } ?? .nan,
      decodeTime: values["dts_time"].flatMap { Double($0) } ?? .nan,
      hash: values["data_hash"].map(String.init) ?? "", isKey: flags.contains("K"),
      isHidden: flags.contains("D"))
  }
}

/// The MD5 of every decoded picture, as ffmpeg shows them; decoding may not complain.
func pictureHashes(_ path: String) throws -> [String] {
  let result = try run([
    "ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-an", "-fps_mode", "passthrough", "-f",
    "framemd5", "-",
  ])
  try #require(result.exitCode == 0, "\(result.errorText)")
  #expect(result.errorText == "", "\(path)")
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
    $0.split(separator: ",").last.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }
}

/// Every sample of the first channel, 16 bits each, as they are heard.
func heardSamples(_ path: String) throws -> [Int16] {
  let result = try run([
    "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vn", "-af", "pan=mono|c0=c0", "-f", "s16le", "-",
  ])
  try #require(result.exitCode == 0, "\(result.errorText)")
  let bytes = result.output
  return stride(from: 0, to: bytes.count - 1, by: 2).map {
    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
  }
}
