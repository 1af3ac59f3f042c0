import Composition
import TestSupport
import Testing

@testable import LibAV

@Suite("Every declared codec in every container that declares it")
struct DeclaredFormatTests {
  @Test("has an encoder, and a muxer that takes it", arguments: Container.allCases)
  func holds(container: Container) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<4800).map { Float($0 % 100) / 200 }
    // MXF without a picture is not written.
    for codec in container.declaration.sound where container != .mxf {
      let path = folder.path("\(codec.rawValue).\(container.rawValue)")
      let sound = try encodedSound(
        [samples, samples], AudioEncoderSettings(codec: SoundEncoder(codec)), blocks: [1600])
      try writeMovie(path, container, [sound])
      #expect(try codecNames(path) == [codec.declaration.streamName], "\(codec) in \(container)")
    }
  }

  @Test(
    "encodes pictures in every profile, speed and quality that it declares", arguments: VideoCodec.rendered)
  func pictures(codec: VideoCodec) throws {
    let declaration = try #require(codec.declaration)
    for profile in declaration.profiles {
      for sampling in profile.samplings {
        var encoding = VideoEncoding(rateControl: .quality(20), depth: profile.depth, sampling: sampling)
        encoding.codec = codec
        if let speed = declaration.speeds.first { encoding.speed = speed }
        encoding.profile = profile.name
        #expect(try !encoded(encoding).packets.isEmpty, "\(profile.name) \(sampling)")
        #expect(declaration.smallestProfile(profile.depth, sampling) != nil)
      }
    }
    for speed in declaration.speeds {
      var encoding = VideoEncoding(
        rateControl: .quality(declaration.qualities?.upperBound ?? 0), speed: speed)
      encoding.codec = codec
      #expect(try !encoded(encoding).packets.isEmpty, "\(speed)")
    }
  }

  // Pictures by number and animations are written without a muxer.
  @Test(
    "has an encoder of pictures, and a muxer that takes it",
    arguments: Container.allCases.filter { $0.declaration.muxer != nil })
  func holdsPictures(container: Container) throws {
    let folder = try TemporaryFolder()
    for codec in container.declaration.video {
      // A planned codec has no encoder yet, but a container may only declare what its muxer takes.
      guard let declaration = codec.declaration else { continue }
      let form = declaration.usualForm(.eight, profile: nil)
      var encoding = VideoEncoding(
        rateControl: .quality(20), depth: form.depth, sampling: form.sampling)
      encoding.codec = codec
      let path = folder.path("\(codec.rawValue).\(container.rawValue)")
      try writeMovie(path, container, [try encoded(encoding)])
      #expect(try codecNames(path) == [declaration.streamName], "\(codec) in \(container)")
    }
  }

  /// FFmpeg's names of the codecs in a file, each once: some files list their streams a second time in a program.
  private func codecNames(_ path: String) throws -> Set<String> {
    let probed = try run(
      ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path])
    return Set(probed.text.split(whereSeparator: { ",\n".contains($0) }).map(String.init))
  }

  /// Two grey frames.
  private func encoded(
    _ encoding: VideoEncoding
  ) throws -> (stream: EncodedStream, packets: [EncodedPacket]) {
    // DNxHR has no smaller pictures.
    let size = PixelSize(width: 256, height: 120)
    var color = ColorTags.bt709
    if encoding.codec.declaration?.hasJPEGColors == true {
      (color.matrix, color.isFullRange) = ("bt470bg", true)
    }
    let settings = try encoding.settings(size: size, rate: try rate(25), color: color)
    let encoder = try settings.makeEncoder()
    let frame = try VideoFrame.allocate(size: size, layout: settings.layout) { planes in
      for plane in planes { plane.fill(100) }
    }
    var packets: [EncodedPacket] = []
    for index in 0..<2 { packets += try encoder.send(frame, index: Int64(index)) }
    return (try encoder.stream, packets + (try encoder.finish()))
  }
}
