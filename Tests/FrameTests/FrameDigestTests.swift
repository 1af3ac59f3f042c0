import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Foundation
import LibAV
import Lowering
import Rendering
import TestSupport
import Testing

/// What frames are before they are encoded, byte by byte: the same on every machine and with every build.
///
/// That they are right is other tests' matter, which measure. `EDITC_UPDATE_GOLDENS=1` writes the table anew.
@Suite("The bytes of frames, key by key", .serialized)
struct FrameDigestTests {
  private static let table = packageRoot + "/Tests/FrameTests/digests.txt"

  @Test("each key makes the frames that it made before")
  func digests() throws {
    let folder = try FrameMedia()
    var lines: [String] = []
    for film in FrameCase.all {
      let composition = try folder.composition(film)
      let renderer = FrameRenderer(composition)
      let last = composition.frameCount - 1
      let digests = try [0, last / 3, last / 2, last].map { number in
        try digest(of: renderer.frame(number, among: Array(composition.layers.indices)))
      }
      lines.append("\(film.name)  \(digests.joined(separator: " "))")
    }
    #expect(Set(FrameCase.all.map(\.name)).count == FrameCase.all.count)
    // A key that changes nothing would be one that nobody renders.
    let pictures = Dictionary(grouping: lines) { $0.split(separator: "  ").last ?? "" }
    for (_, alike) in pictures { #expect(alike.count == 1, "\(alike)") }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["EDITC_UPDATE_GOLDENS"] == "1" {
      try text.write(toFile: Self.table, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOfFile: Self.table, encoding: .utf8).split(separator: "\n").map(String.init)
    for (line, before) in zip(lines, kept) { #expect(line == before) }
    #expect(lines.count == kept.count, "the table is out of date: run the tests with EDITC_UPDATE_GOLDENS=1")
  }

  /// A key that changes nothing in any frame of its case would not be tested by it.
  @Test("every key of what is seen has a case")
  func completeness() {
    let scripts = FrameCase.all.map(\.script).joined(separator: "\n")
    let unseen: Set<String> = [
      "name", "note", "enabled", "pitch", "audio", "volume", "loudness", "channels", "pan", "duck",
      "frequency",
      "edit", "tone", "silence",
      // Items with the other keys, and texts over them, take their place.
      "each", "captions", "caption",
    ]
    for key in ItemKeyNames.all where !unseen.contains(key) {
      #expect(scripts.contains("\(key):"), "no case has the key `\(key)`")
    }
    #expect(ItemKeyNames.all.count > 40)
  }

  private func digest(of frame: VideoFrame) throws -> String {
    let bytes = Array("\(frame.size) \(frame.layout?.rawValue ?? "?")\n".utf8) + frame.sampleBytes
    return String(try ContentDigest.of(bytes).hex.prefix(16))
  }
}

/// The names of all keys that items have.
private enum ItemKeyNames {
  static let all: [String] = {
    let text = (try? String(contentsOfFile: packageRoot + "/docs/reference.md", encoding: .utf8)) ?? ""
    guard let start = text.range(of: "\n## An item\n") else { return [] }
    let rest = text[start.upperBound...]
    let section = rest.range(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest
    return section.split(separator: "\n").compactMap { line in
      line.hasPrefix("| `") ? line.dropFirst(3).prefix { $0 != "`" }.description : nil
    }
  }()
}
