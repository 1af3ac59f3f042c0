import LibAV
import TestSupport
import Testing
import Vocabulary

@Suite("Every declared codec of sound in every container that declares it")
struct DeclaredFormatTests {
  @Test("has an encoder, and a muxer that takes it", arguments: Container.allCases)
  func holds(container: Container) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<4800).map { Float($0 % 100) / 200 }
    for codec in container.declaration.sound {
      let path = folder.path("\(codec.rawValue).\(container.rawValue)")
      let sound = try encodedSound(
        [samples, samples], AudioSettings(codec: SoundEncoder(codec)), blocks: [1600])
      try writeMovie(path, container, [sound])
      let probed = try run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path])
      #expect(probed.text == codec.declaration.streamName + "\n", "\(codec) in \(container)")
    }
  }
}
