import FoundationEssentials
import Glibc
import Processes
import TestSupport
import Testing

/// The timeline of every example stands in the README beside them, and is what editc draws.
///
/// `EDITC_UPDATE_GOLDENS=1` draws them anew. The small pictures in them come from footage that ffmpeg makes, whose
/// bytes hang on the machine: they are compared by what is seen, and all else by its text.
@Suite("The timelines of the examples")
struct ExamplePictureTests {
  private static let folder = packageRoot + "/examples"
  private static let updates = getenv("EDITC_UPDATE_GOLDENS") != nil
  private static let media = Result { try run([folder + "/make-media"]) }

  static let names = ((try? listFolder(folder)) ?? []).filter { $0.hasSuffix(".edit") }.sorted()
    .map { String($0.dropLast(5)) }

  @Test("are what is drawn of them", arguments: cases(names, quick: 3))
  func isCurrent(name: String) throws {
    try #require(try Self.media.get().exitCode == 0)
    let place = try Workplace()
    let result = try place.editc(
      "timeline", Self.folder + "/\(name).edit", "-o", "new.svg", "--width", "960", "--no-cache")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let path = Self.folder + "/timelines/\(name).svg"
    if Self.updates, try !isThere(path) || !looksAlike(path, place.path("new.svg")) {
      try AtomicFile.publish(try place.bytes("new.svg"), at: path)
    }
    #expect(try looksAlike(path, place.path("new.svg")), "\(name).svg is not what is drawn now")
  }

  @Test("stand in the README, each below a heading of its own")
  func readme() throws {
    let readme = String(decoding: try readFile(Self.folder + "/README.md", limit: 1 << 20), as: UTF8.self)
    for name in Self.names {
      let heading = try #require(readme.firstRange(of: "## [\(name).edit](\(name).edit)\n"), "\(name)")
      let section = readme[heading.upperBound...].prefix { $0 != "#" }
      #expect(section.contains("](timelines/\(name).svg)"), "\(name)")
    }
    let drawn = ((try? listFolder(Self.folder + "/timelines")) ?? []).sorted()
    #expect(drawn == Self.names.map { $0 + ".svg" })
  }

  /// Whether two drawings are the same but for what nobody sees in their small pictures.
  private func looksAlike(_ old: String, _ new: String) throws -> Bool {
    let program = """
      import base64, io, re, sys
      from PIL import Image, ImageChops, ImageStat
      pattern = re.compile(r'data:image/jpeg;base64,([A-Za-z0-9+/=]+)')
      # Where short takes are cut into segments depends on the bytes of the footage, and their number has a place of its
      # own that depends on its width.
      cuts = re.compile(
          r'<g>\\s*<title>segment .*?</g>\\s*|<rect [^>]*>\\s*<text [^>]*>[0-9]+ segments? and the sound[^<]*|'
          r'[0-9]+ segments? (?=and the sound)', re.DOTALL)
      old, new = (cuts.sub("", open(path, encoding="utf-8").read()) for path in sys.argv[1:])
      if pattern.sub("", old) != pattern.sub("", new):
        sys.exit("the drawings differ")
      for a, b in zip(pattern.findall(old), pattern.findall(new)):
        a, b = (Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB") for data in (a, b))
        if a.size != b.size or max(ImageStat.Stat(ImageChops.difference(a, b)).mean) > 4:
          sys.exit("a small picture differs")
      """
    return try run(["/usr/bin/python3", "-c", program, old, new]).exitCode == 0
  }
}
