import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Foundation
import LibAV
import Lowering
import RenderPlan
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
    let media = try FrameMedia()
    let lines = try FrameCase.all.map { film in
      "\(film.name)  \(try digests(of: film.wholeScript, called: film.name, with: media))"
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
      "edit", "with", "tone", "silence", "when", "unless", "style",
      // Items with the other keys, and texts over them, take their place.
      "each", "says", "captions", "caption", "overrides", "angles", "show",
    ]
    for key in ItemKeyNames.all where !unseen.contains(key) {
      #expect(scripts.contains("\(key):"), "no case has the key `\(key)`")
    }
    #expect(ItemKeyNames.all.count > 40)
  }

  /// docs/promise.md: what this test says must be true of every later version.
  @Test("scripts that were written with the first edition make the frames that they made then")
  func firstEdition() throws {
    let media = try FrameMedia()
    let kept = try KeptScript.all(inFileAt: packageRoot + "/Tests/FrameTests/edition-1.txt")
    #expect(kept.count == 140)
    for script in kept {
      #expect(
        try digests(of: script.text, called: script.name, with: media) == script.digest, "\(script.name)")
    }
  }

  /// The digests stand beside the number of the engine, which is in every key: a store must not hold frames of before and of now
  /// under one key.
  @Test("the engine has another number as soon as a frame is another one")
  func engineNumber() throws {
    let digest = try ContentDigest.of(Array(Data(contentsOf: URL(filePath: Self.table)))).hex
    let record = packageRoot + "/Tests/FrameTests/engine-numbers.txt"
    let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
    let last = try #require(lines.last).split(separator: " ").map(String.init)
    #expect(
      last == ["\(EngineVersion.number)", digest],
      """
      Frames have changed: make `EngineVersion.number` greater, add a line with it and the digest of digests.txt to \
      engine-numbers.txt, and say in the line *Films* of CHANGELOG.md what is made again and why. Frames that are only new \
      (another case in the table) leave the number as it is: correct the digest in the last line.
      """)
  }

  /// Of the first frame, the last and two between them.
  private func digests(of script: String, called name: String, with media: FrameMedia) throws -> String {
    let composition = try media.composition(of: script, called: name)
    let renderer = FrameRenderer(composition)
    let last = composition.frameCount - 1
    return try [0, last / 3, last / 2, last].map { number in
      try digest(of: renderer.frame(number, among: Array(composition.layers.indices)))
    }.joined(separator: " ")
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
