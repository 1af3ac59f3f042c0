import Basics
import Composition
import LibAV
import TestSupport
import Testing

@Suite(
  "Recordings of broadcasts that begin in the middle of a group",
  .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"))
struct TransportStreamTests {
  /// The pictures at the end that the recording holds only in part.
  static let cutPictures = [
    ("ts_test-025.ts", 60...60), ("ts_test-026.ts", 0...0), ("ts_test-108.ts", 22...22),
    ("ts_test-139.ts", 3...4),
  ]

  @Test(
    "show what ffmpeg decodes from the first whole picture on, and refuse what was cut at the end",
    arguments: cutPictures)
  func pictures(clip: String, cut: ClosedRange<Int>) throws {
    let path = RealMedia.path(clip)
    let facts = try MediaProbe.facts(ofFileAt: path)
    let video = try #require(facts.mainVideo)
    let judged = try Judge.pictures(path, stream: video.streamIndex)
    #expect(judged.count == cut.upperBound + 1)
    #expect(try judged[0].time - facts.origin == video.mediaRange.start)
    let pictures = Array(judged.enumerated())
    for order in [pictures, pictures.reversed()] {
      let reader = try VideoReader(
        fileAt: path, streamIndex: video.streamIndex, origin: facts.origin, options: .init(fields: .none))
      for (index, picture) in order {
        let time = try picture.time - facts.origin
        if cut.contains(index) {
          #expect(throws: LibAVError.self, "picture \(index)") { try reader.frame(shownAt: time) }
        } else {
          #expect(try reader.frame(shownAt: time).checksum == picture.checksum, "picture \(index)")
        }
      }
      let holding = try VideoReader(
        fileAt: path, streamIndex: video.streamIndex, origin: facts.origin,
        options: .init(onCorruption: .hold, fields: .none))
      for index in cut {
        let time = try judged[index].time - facts.origin
        if let whole = judged.prefix(cut.lowerBound).last {
          #expect(try holding.frame(shownAt: time).checksum == whole.checksum, "picture \(index)")
        } else {
          #expect(throws: LibAVError.self) { try holding.frame(shownAt: time) }
        }
      }
      // Before the first picture that can be decoded, it is the one that is shown.
      guard !cut.contains(0) else { continue }
      #expect(try reader.frame(shownAt: .zero).checksum == judged[0].checksum)
    }
  }
}
