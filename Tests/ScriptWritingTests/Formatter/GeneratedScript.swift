import Compiler
import TestSupport

extension Script {
  /// A script of which every part was drawn by chance: half of them films that can be made, half of them anything.
  static func generated(_ seed: UInt64, media: MediaListing) -> Script {
    var maker = ContentMaker(random: SeededRandom(seed: seed))
    let content = seed.isMultiple(of: 2) ? maker.film() : maker.anything()
    var writer = ScriptWriter(random: SeededRandom(seed: seed &+ 7_000_000))
    return Script(name: "seed \(seed)", text: writer.write(content), media: media)
  }

  static let footage = """
    footage/beach.mp4  video 640x360 30 12s  audio 48000 stereo
    footage/park.mp4   video 640x360 30 12s  audio 48000 stereo
    music/song.m4a     audio 44100 stereo 30s
    art/logo.png       still 160x160  alpha
    """
}
