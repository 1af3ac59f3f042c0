import Basics
import TestSupport
import Testing

@Suite("--version --verbose") struct VersionTests {
  @Test(
    "names the libraries of FFmpeg as ffmpeg does, as text and as JSON, and ends with the digest of what keys contain"
  )
  func libraries() throws {
    let place = try Workplace()
    let text = try place.editc("--version", "--verbose").text.split(separator: "\n").map(String.init)
    let json = try JSONValue.parse(try place.editc("--version", "--json").text)
    let listed = json["libraries"]?.elements?.compactMap(\.stringValue) ?? []
    #expect(listed.allSatisfy { text.contains("  " + $0) } && listed.count > 20)
    // "libavutil      57. 28.100 / 57. 28.100"
    let lines = try run(["ffmpeg", "-version"]).text.split(separator: "\n")
    for library in ["libavutil", "libavcodec", "libavformat", "libavfilter", "libswscale", "libswresample"] {
      let line = try #require(lines.first { $0.hasPrefix(library) })
      let number = line.split(separator: "/")[1].filter { $0 != " " }
      #expect(listed.contains("\(library) \(number)"), "\(listed)")
    }
    #expect(listed.allSatisfy { !$0.hasPrefix("no ") }, "\(listed)")
    #expect(text.last == "keys: \(json["keys"]?.stringValue ?? "")" && text.last?.count == 22)
    // The release is in no key.
    #expect(text.first == "editc \(json["version"]?.stringValue ?? "")")
  }
}
