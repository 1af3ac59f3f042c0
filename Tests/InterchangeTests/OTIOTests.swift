import Basics
import Interchange
import Testing

@Suite("OpenTimelineIO")
struct OTIOTests {
  private func time(_ value: String, _ rate: String = "24.0") -> String {
    "{\"OTIO_SCHEMA\": \"RationalTime.1\", \"value\": \(value), \"rate\": \(rate)}"
  }

  private func range(_ start: String, _ duration: String, _ rate: String = "24.0") -> String {
    "{\"OTIO_SCHEMA\": \"TimeRange.1\", \"start_time\": \(time(start, rate)), \"duration\": \(time(duration, rate))}"
  }

  private func clip(_ range: String, more: String = "") -> String {
    "{\"OTIO_SCHEMA\": \"Clip.1\", \"name\": \"c\", \"source_range\": \(range), \"media_reference\": {\"OTIO_SCHEMA\": \"ExternalReference.1\", \"target_url\": \"file:///a%20b/c.mov\", \"available_range\": \(self.range("86400", "2400"))}\(more)}"
  }

  private func timeline(_ children: [String], kind: String = "Video") -> String {
    "{\"OTIO_SCHEMA\": \"Timeline.1\", \"name\": \"t\", \"tracks\": {\"OTIO_SCHEMA\": \"Stack.1\", \"children\": [{\"OTIO_SCHEMA\": \"Track.1\", \"kind\": \"\(kind)\", \"children\": [\(children.joined(separator: ","))]}]}}"
  }

  @Test("counts media from their first frame")
  func media() throws {
    let timeline = try reading(timeline([clip(range("86424", "48"))]), "a.otio").timeline
    #expect(try words(timeline.main.tracks[0]) == ["clip 0s..2s from 1s"])
    #expect(timeline.media[0].timing == .fromStart(timecode: RationalTime(seconds: 3600)))
    #expect(timeline.canvas.rate == FrameRate(24))
    #expect(try timeline.script().text.contains("c: /a b/c.mov"))
    #expect(try timeline.script().text.contains("- {clip: c, take: 1s..3s, audio: off}"))
  }

  @Test("has rates as doubles that mean fractions")
  func rates() throws {
    for rate in ["29.97", "29.97002997002997", "29.970029", "29.97003"] {
      let text = timeline([clip(range("0", "30", rate).replacing("86400", with: "0"))])
      #expect(
        try reading(text, "a.otio").timeline.main.tracks[0].clips[0].duration == RationalTime(1001, 1000))
    }
    #expect(refusal(timeline([clip(range("0", "30", "0"))]), "a.otio")?.contains("is not a rate") == true)
    #expect(refusal(timeline([clip(range("0", "30", "NaN"))]), "a.otio")?.contains("is not a rate") == true)
    #expect(
      refusal(timeline([clip(range("NaN", "30"))]), "a.otio")?
        .contains("is not a valid number of frames") == true)
    #expect(
      refusal(timeline([clip(range("0", "-30"))]), "a.otio")?.contains("the duration is negative") == true)
    #expect(
      refusal(timeline([clip(range("9223372036854775807", "9223372036854775807", "0.001"))]), "a.otio") != nil
    )
  }

  @Test("has transitions, time warps and newer schemas")
  func items() throws {
    let transition =
      "{\"OTIO_SCHEMA\": \"Transition.1\", \"in_offset\": \(time("6")), \"out_offset\": \(time("12")), \"transition_type\": \"SMPTE_Dissolve\"}"
    let warp = ", \"effects\": [{\"OTIO_SCHEMA\": \"LinearTimeWarp.1\", \"time_scalar\": 2.0}]"
    let read = try reading(
      timeline([
        clip(range("86400", "48")), transition, clip(range("86424", "48"), more: warp),
        "{\"OTIO_SCHEMA\": \"Gap.9\", \"source_range\": \(range("0", "24"))}",
        "{\"OTIO_SCHEMA\": \"Other.1\", \"source_range\": \(range("0", "24"))}",
      ]), "a.otio")
    #expect(
      try words(read.timeline.main.tracks[0]) == [
        "clip 0s..2s from 0s", "dissolve 0.25s+0.5s", "clip 2s..4s from 1s", "gap 1s", "gap 1s",
      ])
    #expect(read.report.approximated == 2)
    let text = try read.timeline.script().text
    #expect(text.contains("- {clip: c, take: ..2.5s, audio: off}"))
    #expect(text.contains("- transition: dissolve 0.75s"))
    #expect(text.contains("- {clip: c, take: 0.5s..5s, speed: 2x, audio: off}"))
    #expect(text.contains("- gap: 2s"))
  }

  @Test("plays the sound of a clip that has it beside its picture")
  func sound() throws {
    let tracks = ["Video", "Audio", "Audio"].map { kind in
      "{\"OTIO_SCHEMA\": \"Track.1\", \"kind\": \"\(kind)\", \"children\": [\(clip(range("86424", "48")))]}"
    }
    let text = "{\"OTIO_SCHEMA\": \"Stack.1\", \"children\": [\(tracks.joined(separator: ","))]}"
    let script = try reading(text, "a.otio").timeline.script().text
    #expect(script.contains("timeline:\n  - {clip: c, take: 1s..3s}\n\noutputs"))
  }

  @Test("has collections, from which one timeline is chosen")
  func collections() throws {
    let text =
      "{\"OTIO_SCHEMA\": \"SerializableCollection.1\", \"children\": [\(timeline([])), \(timeline([]).replacing("\"t\"", with: "\"u\""))]}"
    #expect(refusal(text, "a.otio")?.contains("choose one of them: `t`, `u`") == true)
    #expect(try reading(text, "a.otio", ReadingOptions(project: "u")).timeline.name == "u")
  }
}
