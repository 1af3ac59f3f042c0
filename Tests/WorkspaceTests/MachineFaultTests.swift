import Glibc
import Processes
import TestSupport
import Testing
import Workspace

/// The texts on the disk, but for one that the machine fails to read.
private struct FailingTexts: TextSource {
  let name: String
  let code: Int32

  func bytes(ofFileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    if path.hasSuffix("/" + name) { throw FileError(.read, path, .system(errno: code)) }
    return try FilesOnDisk().bytes(ofFileAt: path, limit: limit)
  }
}

@Suite("What the machine fails to read")
struct MachineFaultTests {
  @Test(
    "is an error, and no finding of the script",
    arguments: ["film.edit.lock", "look.cube", "en.srt", "inner.edit", "film.edit"])
  func texts(name: String) throws {
    let place = try Place()
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 10}
      timeline:
        - {color: red, for: 1s, filters: [lut: look.cube]}
        - edit: inner.edit
      subtitles: [en.srt]
      outputs: [{file: film.mp4}]

      """)
    try place.write("inner.edit", color(seconds: 2))
    try place.write("en.srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    try place.write("look.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    #expect(try place.compile().messages == [])
    for code in [EMFILE, ENFILE, ENOMEM, EIO] {
      let workspace = Workspace(texts: FailingTexts(name: name, code: code), inspector: .unconfined)
      let error = #expect(throws: WorkspaceError.self) { try place.compile(in: workspace) }
      guard case .file(let file) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(file == FileError(.read, place.path(name), .system(errno: code)))
    }
    // What is wrong with the file itself is a finding.
    guard name != "film.edit" else { return }
    let denied = Workspace(texts: FailingTexts(name: name, code: EACCES), inspector: .unconfined)
    #expect(try !place.compile(in: denied).messages.isEmpty)
  }
}
