import CompilerDriver
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Foundation
import LibAV
import Lowering
import MediaFacts
import Rendering
import SourceText
import TestSupport
import Testing
import TextDrawing

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
      "name", "note", "enabled", "pitch", "audio", "volume", "pan", "duck", "frequency", "edit", "tone",
      "silence",
    ]
    for key in ItemKeyNames.all where !unseen.contains(key) {
      #expect(scripts.contains("\(key):"), "no case has the key `\(key)`")
    }
    #expect(ItemKeyNames.all.count > 40)
  }

  private func digest(of frame: VideoFrame) throws -> String {
    var bytes = Array("\(frame.size) \(frame.layout?.rawValue ?? "?")\n".utf8)
    frame.withPlanes { planes in
      for plane in planes {
        for y in 0..<plane.height {
          if plane.bytesPerElement == 2 {
            for sample in plane.row(y, of: UInt16.self) {
              bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
          } else {
            bytes += plane.row(y, of: UInt8.self)
          }
        }
      }
    }
    return String(try ContentDigest.of(bytes).hex.prefix(16))
  }
}

/// The files that the cases show, drawn by whole numbers so that every machine draws the same.
private struct FrameMedia {
  private let folder = Result { try TemporaryFolder() }
  private let states: [String: MediaState]
  private let look: LookState

  init() throws {
    let folder = try folder.get()
    let inputs = [
      (
        "clip.mkv", "lum='16+mod(X*3+Y+N*8,220)':cb='64+X*2':cr='192-Y*3'", "yuv420p",
        ["-t", "3", "-c:v", "ffv1"]
      ),
      (
        "still.png", "r='X*4':g='Y*7':b='255-X*3':a='min(255,64+X*6)'", "rgba", ["-frames:v", "1"]
      ), ("mask.png", "lum='mod(X*5+Y*3,256)'", "gray", ["-frames:v", "1"]),
    ]
    var states: [String: MediaState] = [:]
    for (name, formula, format, rest) in inputs {
      let size = name == "mask.png" ? "40x40" : "64x36"
      let made = try run(
        [
          "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "color=black:s=\(size):r=10:d=3,format=\(format),geq=\(formula)",
        ] + rest + [
          "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", folder.path(name),
        ])
      try #require(made.exitCode == 0, "\(made.errorText)")
      states[name] = .known(try MediaProbe.facts(ofFileAt: folder.path(name)), path: folder.path(name))
    }
    self.states = states
    let cube = "LUT_3D_SIZE 2\n0.1 0 0\n1 0 0\n0 1 0.1\n1 1 0\n0 0 0.9\n1 0 1\n0 1 1\n1 0.9 0.8\n"
    let path = try folder.write("warm.cube", cube)
    look = .known(path: path, digest: try ContentDigest.of(Array(cube.utf8)).hex)
  }

  func composition(_ film: FrameCase) throws -> Composition {
    var table = MediaTable(states)
    table.looks["warm.cube"] = look
    table.measure = { texts in
      TextTable(Dictionary(texts.map { ($0, state(of: $0)) }, uniquingKeysWith: { first, _ in first }))
    }
    let compilation = compile(SourceText(name: film.name, film.wholeScript)) { _ in table }
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(film.name): \(errors.map(\.message))")
    return try #require(compilation.films.first?.composition, "\(film.name)")
  }
}

/// With the fonts of this machine.
private func state(of text: TextPicture) -> TextState {
  do throws(TextFailure) { return .measured(try TextDrawing(folder: "/").measure(text)) } catch {
    return .failed(error)
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
