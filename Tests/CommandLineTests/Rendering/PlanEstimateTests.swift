import Basics
import Processes
import TestSupport
import Testing

/// What `plan` says of the size of a file and of the time of its render, judged by the render.
@Suite struct PlanEstimateTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("varied.edit", variedScript())
  }

  private func estimate(
    _ script: String = "varied.edit"
  ) throws -> (size: ClosedRange<Int64>, stored: Int64, by: [String], time: JSONValue?) {
    let plan = try place.plan(script)
    let size = try #require(plan["size"])
    let low = try #require(size["low"]?.integerValue)
    let high = try #require(size["high"]?.integerValue)
    return (
      low...max(low, high), try #require(size["stored"]?.integerValue),
      (size["by"]?.elements ?? []).compactMap(\.stringValue), plan["time"]
    )
  }

  private func folderOfPace() throws -> String { place.path("cache/editc/pace") }

  @Test("The size of the file lies within the estimate, and a render measures how fast this machine is")
  func renderedFilm() throws {
    let before = try estimate()
    #expect(before.stored == 0 && !before.by.contains("store") && before.time == nil)
    let unknown = "  time not known: no render of h264 at speed ultrafast was measured on this machine\n"
    #expect(try place.editc("plan", "varied.edit").text.contains(unknown))
    let render = try place.editc("render", "varied.edit")
    try #require(render.exitCode == 0, "\(render.errorText)")
    let bytes = Int64(try place.bytes("film.mp4").count)
    #expect(before.size.contains(bytes), "\(bytes) bytes, expected \(before.size)")
    let after = try estimate()
    #expect(after.by == ["store"] && after.time == nil)
    #expect(after.size.contains(bytes), "\(bytes) bytes, expected \(after.size)")
    // Only the container is not known.
    #expect(after.size.upperBound - after.size.lowerBound < 20_000)
    #expect(bytes - after.stored < 20_000 && after.stored < bytes)

    let made = try #require(try listFolder(folderOfPace()).first)
    let line = String(decoding: try readFile(folderOfPace() + "/" + made, limit: 1000), as: UTF8.self)
    let words = line.split(separator: " ")
    try #require(words.count == 6 && words[0] == "h264" && words[1] == "ultrafast", "\(line)")
    // What was encoded has to be encoded again at another quality, in about the same time.
    let other = try place.editc("plan", "varied.edit", "--json", "--range", "0s..2s")
    #expect(other.exitCode == 0, "\(other.errorText)")
    let again = try #require(try JSONValue.parse(other.text)["outputs"]?.elements?.first?["time"])
    #expect(again["renders"]?.integerValue == 1)
    let low = try #require(again["low"]?.numberValue)
    let high = try #require(again["high"]?.numberValue)
    #expect(low >= 0 && high > low)

    // Damage counts as nothing.
    try AtomicFile.publish(Array("h264 ultrafast x y z\n\u{0}\u{1}".utf8), at: folderOfPace() + "/" + made)
    let damaged = try place.editc("plan", "varied.edit", "--range", "0s..2s")
    #expect(damaged.exitCode == 0 && damaged.errorText == "" && damaged.text.contains(unknown))
    let without = try place.editc("plan", "varied.edit", "--no-cache")
    #expect(without.text.contains("  size about ") && !without.text.contains("  time "))
  }

  @Test(
    "The sizes of films of real clips lie within the estimates",
    .enabled(if: RealMedia.isPresent, "needs the folder of real clips"),
    arguments: cases(
      [
        ("sk_bigbuckbunny.mp4", ""), ("sk_bikes.mp4", ", video: {quality: 26}"), ("tc_nasa_13013.mp4", ""),
        ("sk_bikes.mp4", ", video: {bitrate: 1M}"), ("ha_flashmob.mkv", ", preset: draft"),
      ], quick: 1))
  func realFilms(clip: String, settings: String) throws {
    let path = JSONValue.string(RealMedia.path(clip)).compactText
    try place.write(
      "real.edit",
      "edit: 1\ntimeline: [{clip: \(path), take: ..3s}]\noutputs: [{file: real.mp4\(settings)}]\n")
    let before = try estimate("real.edit")
    let render = try place.editc("render", "real.edit")
    try #require(render.exitCode == 0, "\(render.errorText)")
    let bytes = Int64(try place.bytes("real.mp4").count)
    #expect(before.size.contains(bytes), "\(bytes) bytes, expected \(before.size)")
  }
}
