import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Workspace

@Suite("Digests of files that are read ahead of being needed")
struct DigestReadingTests {
  /// Around the size of a piece.
  private static let sizes = [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5 << 20]

  private let folder: TemporaryFolder
  private let paths: [String]

  init() throws {
    folder = try TemporaryFolder()
    paths = Self.sizes.map { [folder] in folder.path("\($0)") }
    for (size, path) in zip(Self.sizes, paths) {
      try (Data(repeating: 7, count: size / 2) + Data(repeating: 9, count: size - size / 2)).write(
        to: URL(filePath: path))
    }
  }

  private func judged(_ path: String) throws -> String {
    String(try run(["sha256sum", path]).text.prefix(64))
  }

  @Test("A file that was read in part is continued, whenever reading ahead ends", arguments: [0, 1, 5, 20])
  func continued(milliseconds: Int) throws {
    let (_, begun) = try DigestsAhead(paths).read { _ = usleep(UInt32(1000 * milliseconds)) }
    for path in paths {
      let reading = try #require(begun[path] ?? DigestReading(ofFileAt: path))
      while try reading.readOn() {}
      #expect(reading.digest == (try judged(path)), "\(path)")
      #expect(reading.isUnchanged)
    }
  }

  @Test("What cannot be read is left out, and a change is noticed")
  func changed() throws {
    #expect(DigestReading(ofFileAt: folder.path("missing")) == nil)
    let reading = try #require(DigestReading(ofFileAt: paths[5]))
    #expect(try reading.readOn() && reading.digest == nil)
    try Data([1]).write(to: URL(filePath: paths[5]), options: [])
    let other = try #require(DigestReading(ofFileAt: folder.path("")))
    #expect(try !other.readOn() && other.digest == nil)
    #expect(!reading.isUnchanged)
  }
}
