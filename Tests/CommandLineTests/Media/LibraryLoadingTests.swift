import Basics
import Processes
import TestSupport
import Testing

/// The C libraries that decode, draw and encode are loaded by commands that call them, and by no other.
@Suite struct LibraryLoadingTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline: [{color: red, for: 1s}, {color: blue, for: 1s}]\noutputs: [{file: a.mp4}]\n"
    )
  }

  @Test("The program is linked to none of them")
  func linked() throws {
    let listing = try run(["readelf", "-d", editcPath]).text
    let needed = listing.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    #expect(needed.count > 3)
    for name in Self.names + ["libcrypto"] { #expect(!needed.contains { $0.contains(name) }, "\(name)") }
  }

  /// The beginnings of file names.
  private static let names = [
    "libav", "libswscale", "libswresample", "libass", "libfreetype", "libharfbuzz", "libfribidi",
    "libfontconfig", "libglib",
    "libgobject", "libcairo", "libpango", "libebur128", "libxml2", "libmicrohttpd",
  ]

  /// The libraries that a command and its workers open.
  private func opened(_ command: String) throws -> Set<String> {
    let result = try place.shell(
      "strace -f --seccomp-bpf -qq -e trace=openat -o calls \"$editc\" \(command) > said")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let calls = String(decoding: try place.bytes("calls"), as: UTF8.self)
    return Set(Self.names.filter { calls.contains("/\($0)") })
  }

  @Test("Commands that only read load none, and others none as soon as the cache knows their versions")
  func loaded() throws {
    #expect(try opened("--version") == [])
    #expect(try opened("fmt film.edit") == [])
    #expect(try opened("explain fade") == [])
    #expect(try opened("plan film.edit").contains("libav"))
    let first = try place.bytes("said")
    #expect(try opened("plan film.edit") == [])
    #expect(try place.bytes("said") == first)
    #expect(try opened("lint film.edit") == [])
    #expect(try opened("plan --no-cache film.edit").contains("libav"))
  }

  @Test("A damaged or foreign record counts as missing, and so does one of another search path")
  func records() throws {
    let plan = try place.editc("plan", "--json", "film.edit").text
    let found = try run(["find", place.path("cache/editc/facts"), "-name", "*.libraries"]).text
    let record = try #require(found.split(separator: "\n").map(String.init).first)
    #expect(found.split(separator: "\n").count == 1)
    let whole = try readFile(record, limit: 1 << 20)
    let text = String(decoding: whole, as: UTF8.self)
    // Another version that would be believed, if the digest were not looked at.
    for damaged in [Array(text.replacing("FFmpeg ", with: "FFmpog ").utf8), [], Array(whole.dropLast(20))] {
      try writeCarelessly(damaged, to: record)
      #expect(try place.editc("plan", "--json", "film.edit").text == plan)
      #expect(try readFile(record, limit: 1 << 20) == whole)
    }
    let elsewhere = try place.shell(
      "LD_LIBRARY_PATH=/nowhere strace -f --seccomp-bpf -qq -e trace=openat -o calls \"$editc\" plan film.edit"
    )
    #expect(elsewhere.exitCode == 0, "\(elsewhere.errorText)")
    #expect(String(decoding: try place.bytes("calls"), as: UTF8.self).contains("/libavcodec"))
  }
}
