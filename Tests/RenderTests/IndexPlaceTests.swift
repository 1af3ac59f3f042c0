import TestSupport
import Testing

@Suite("Where a film's index lies")
struct IndexPlaceTests {
  /// Prints the names of a file's outermost boxes, and how many bytes of the file are kept free.
  private static let outermostBoxes = """
    import os, struct, sys
    path, place, names, free = sys.argv[1], 0, [], 0
    with open(path, 'rb') as file:
      while place < os.path.getsize(path):
        file.seek(place)
        size, name = struct.unpack('>I4s', file.read(8))
        if size == 1: size = struct.unpack('>Q', file.read(8))[0]
        names.append(name.decode())
        if name == b'free' and names[-2] == 'moov': free = size
        place += size
    print(*names, place == os.path.getsize(path), free)
    """

  private func look(_ path: String) throws -> (boxes: String, free: Int) {
    let words = try run(["/usr/bin/python3", "-c", Self.outermostBoxes, path]).text.split(separator: " ")
    let free = try #require(words.last.flatMap { Int($0.drop { $0.isWhitespace }.prefix { $0.isNumber }) })
    return (words.dropLast().joined(separator: " "), free)
  }

  @Test(
    "is in front of the media, in room that was kept for it, however much it says",
    arguments: ["prores", "dnxhr", "mjpeg"])
  func kept(codec: String) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "é", count: 120)
    let chapters = (0..<200).map { "  \"\(name) \($0)\": {at: \($0)f, chapter: true}\n" }.joined()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 256x144, rate: 25}
      timeline: [{bars: smpte, for: 8s}]
      metadata: {title: "\(name)", comment: "\(name)\(name)"}
      markers:
      \(chapters)
      audio: [{tone: sine, for: 8s, name: a}, {tone: sine, frequency: 880Hz, for: 8s, name: b}]
      outputs:
        - file: film.mov
          timecode: 01:00:00:00
          video: {codec: \(codec)}
          audio: [{name: one, only: a, language: en}, {name: two, only: b, language: de, default: true}]
      """)
    let result = try run([builtEditc, "render", "film.edit", "--no-cache"], in: folder.root)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let (boxes, free) = try look(folder.path("film.mov"))
    #expect(boxes.hasPrefix("ftyp moov free ") && boxes.hasSuffix(" mdat True"), "\(boxes)")
    // The room fits many chapters and two tracks. Of the file it is little.
    #expect(free > 8 && free < 120_000, "\(free)")
    let judged = try run([
      "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-show_chapters",
      "-of", "csv=p=0", folder.path("film.mov"),
    ])
    let lines = judged.text.split(separator: "\n")
    #expect(
      judged.errorText == "" && lines.contains("200") && lines.count >= 203, "\(judged.text.suffix(300))")
  }

  @Test("needs no room of its own in a film of one frame, and the whole file is moved for other codecs")
  func moved() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 25}
      timeline: [{color: red, for: 1f}]
      outputs: [{file: film.mov, video: {codec: prores}}, {file: film.mp4}]
      """)
    let result = try run([builtEditc, "render", "film.edit", "--no-cache"], in: folder.root)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try look(folder.path("film.mov")).boxes.hasPrefix("ftyp moov free "))
    #expect(try look(folder.path("film.mp4")) == ("ftyp moov free mdat True", 8))
  }
}
