import Basics
import LibAV
import MediaFacts
import TestSupport
import Testing
import Vocabulary

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
  #expect(stream.configuration.isEmpty == (settings.codec.declaration?.isIntraOnly == true))
  return (stream, packets)
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
