import Basics
import Composition
import LibAV
import TestSupport
import Testing

/// The frames of a film, in segments of these lengths, each from an encoder of its own and then joined.
func encoded(
  _ frames: [VideoFrame], _ settings: any VideoEncoderSettings, segments: [Int]
) throws -> (stream: EncodedStream, packets: [EncodedPacket]) {
  var packets: [EncodedPacket] = []
  var streams: [EncodedStream] = []
  var start = 0
  for length in segments {
    let encoder = try VideoEncoder(settings: settings)
    var segment: [EncodedPacket] = []
    for index in 0..<length { segment += try encoder.send(frames[start + index], index: Int64(index)) }
    segment += try encoder.finish()
    #expect(segment.count == length)
    #expect(segment.first?.isKey == true)
    streams.append(try encoder.stream)
    packets += try segment.map { try $0.shifted(by: Int64(start)) }
    start += length
  }
  let stream = try #require(streams.first)
  #expect(streams.allSatisfy { $0 == stream })
  // The others say in each key frame what decoders have to know.
  let configured: Set<VideoCodec> = [.h264, .hevc, .av1, .ffv1]
  #expect(stream.configuration.isEmpty != configured.contains(settings.codec))
  return (stream, packets)
}

/// That segments of these lengths, of 30000/1001 frames per second, join into one regular stream, in which ffmpeg finds the
/// frames that were encoded, and the same pictures as in each segment alone.
func expectJoined(_ settings: any VideoEncoderSettings, _ lengths: [Int]) throws {
  let count = lengths.reduce(0, +)
  let frames = try movingFrames.get()
  let folder = try TemporaryFolder()
  let path = folder.path("joined.mp4")
  try writeMovie(path, .mp4, [try encoded(frames, settings, segments: lengths)])
  let times = try probed(path, "packet=pts", stream: "v").compactMap { Int($0.dropFirst(4)) }
  #expect(times.sorted() == (0..<count).map { $0 * 1001 })
  let decodeTimes = try probed(path, "packet=dts", stream: "v").compactMap { Int($0.dropFirst(4)) }
  #expect(Set(zip(decodeTimes, decodeTimes.dropFirst()).map { $1 - $0 }) == [1001])

  let raw = ["-fps_mode", "passthrough", "-f", "rawvideo"]
  let pictures = try decoded(path, raw)
  let length = smallSize.width * smallSize.height * 3 / 2
  #expect(pictures.count == count * length)
  for index in Swift.stride(from: 3, to: count, by: 6) {
    let shown = pictures[(index * length)..<((index + 1) * length)]
    let right = difference(shown, rawBytes(frames[index]))
    #expect(right < 4 && right < difference(shown, rawBytes(frames[index - 1])), "frame \(index)")
  }
  var parts: [UInt8] = []
  var start = 0
  for length in lengths {
    let part = folder.path("part-\(start).mp4")
    let own = Array(frames[start..<start + length])
    try writeMovie(part, .mp4, [try encoded(own, settings, segments: [length])])
    parts += try decoded(part, raw)
    start += length
  }
  #expect(pictures == parts)
}

func writeMovie(
  _ path: String, _ container: Container,
  _ contents: [(stream: EncodedStream, packets: [EncodedPacket])]
) throws {
  let writer = try FileWriter(path: path, container: container, streams: contents.map(\.stream))
  for (number, content) in contents.enumerated() {
    for packet in content.packets { try writer.write(packet, stream: number) }
  }
  try writer.finish()
}

/// What ffmpeg makes of a file, and that it has nothing to say about it.
func decoded(
  _ path: String, _ arguments: [String], at place: SourceLocation = #_sourceLocation
) throws -> [UInt8] {
  let result = try run(["ffmpeg", "-v", "warning", "-i", path] + arguments + ["-"])
  #expect(result.errorText == "", sourceLocation: place)
  #expect(result.exitCode == 0, sourceLocation: place)
  return result.output
}

/// What ffprobe says, a line each: `name=value`.
func probed(
  _ path: String, _ entries: String, stream: String? = nil, at place: SourceLocation = #_sourceLocation
) throws -> [String] {
  let choice = stream.map { ["-select_streams", $0] } ?? []
  let result = try run(
    ["ffprobe", "-v", "warning"] + choice
      + ["-show_entries", entries, "-of", "default=noprint_wrappers=1", path])
  #expect(result.errorText == "", sourceLocation: place)
  return result.text.split(separator: "\n").map(String.init)
}

/// The mean difference of two pictures' bytes.
func difference(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Double {
  let sum = zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  return Double(sum) / Double(max(1, a.count))
}

let smallSize = PixelSize(width: 160, height: 90)

/// A moving picture with a counter in it, made once.
let movingFrames = Result {
  try generated("testsrc2", smallSize, .yuv420p, frames: 240, .bt709)
}

func rate(_ frames: Int64, per seconds: Int64 = 1) throws -> FrameRate {
  try #require(FrameRate(frames, per: seconds))
}
