import Basics
import Processes
import TestSupport
import Testing

/// What `plan` says of the size of a file and of the time of its render, judged by the render.
@Suite struct PlanEstimateTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    // Large enough to keep any processor busy for half a second: shorter renders say nothing of a machine.
    try place.write("varied.edit", variedScript().replacing("160x90", with: "640x360"))
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

  private func folderOfPace() -> String { place.path("cache/editc/pace") }

  @Test("The size of the file lies within the estimate, and a render measures how fast this machine is")
  func renderedFilm() throws {
    let before = try estimate()
    #expect(before.stored == 0 && !before.by.contains("store") && before.time == nil)
    let unknown = "  time unknown: no render of h264 at speed ultrafast has been measured on this machine\n"
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

    let made = folderOfPace() + "/" + (try #require(try listFolder(folderOfPace()).first))
    let line = String(decoding: try readFile(made, limit: 1000), as: UTF8.self)
    let words = line.split(separator: " ")
    try #require(words.count == 6 && words.prefix(4) == ["h264", "ultrafast", "640", "360"], "\(line)")
    #expect(words[4] == "\(525 * 640 * 360)")

    // As if the 525 frames had taken 26.25 s: 60 of them take 3 s, give or take a half. What was encoded has to be encoded
    // again where the film ends elsewhere.
    func expectTime(ofRender milliseconds: Int, low: Double, high: Double, _ text: String) throws {
      let kept = words.dropLast().joined(separator: " ") + " \(milliseconds)\n"
      try AtomicFile.publish(Array(kept.utf8), at: made)
      let json = try place.editc("plan", "varied.edit", "--json", "--range", "0s..2s")
      #expect(json.exitCode == 0, "\(json.errorText)")
      let time = try #require(try JSONValue.parse(json.text)["outputs"]?.elements?.first?["time"])
      #expect(time["renders"]?.integerValue == 1)
      // Rounded outward to tenths.
      #expect((low - 0.101...low).contains(try #require(time["low"]?.numberValue)))
      #expect((high...high + 0.101).contains(try #require(time["high"]?.numberValue)))
      #expect(try place.editc("plan", "varied.edit", "--range", "0s..2s").text.contains(text))
    }
    let ending = "of CPU time (from 1 render on this machine)\n"
    try expectTime(ofRender: 26_250, low: 2, high: 4.5, "  time about 2 to 5 s \(ending)")
    try expectTime(ofRender: 525, low: 0.04, high: 0.09, "  time less than a second \(ending)")

    // Damage counts as nothing.
    let whole = try place.editc("plan", "varied.edit", "--range", "0s..2s")
    try AtomicFile.publish(Array("h264 ultrafast x y z\n\u{0}\u{1}".utf8), at: made)
    let damaged = try place.editc("plan", "varied.edit", "--range", "0s..2s")
    #expect(damaged.exitCode == 0 && damaged.errorText == whole.errorText && damaged.text.contains(unknown))
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
