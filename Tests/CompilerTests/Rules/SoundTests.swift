import Compiler
import Diagnostics
import Testing

@Suite("Rules about sound and encoders")
struct SoundTests {
  private static let media = """
    a.m4a      audio 48000 stereo 60s
    b.m4a      audio 48000 stereo 60s
    c.m4a      audio 48000 stereo 60s
    mono.m4a   audio 48000 mono 60s
    five.mkv   audio 48000 5.1 60s
    drone.mp4  video 1280x720 30 20s
    talk.mp4   video 1280x720 30 20s  audio 48000 stereo 12s
    """

  private func film(_ sounds: String, timeline: String = "{color: navy, for: 10s}", mix: String = "{}") throws
    -> Findings
  {
    let mixing = mix == "{}" ? "" : "mix: \(mix)\n"
    return try Findings(
      head + mixing + "timeline: [\(timeline)]\naudio:\n"
        + sounds.split(separator: "\n").map {
          "  - {clip: \($0)}\n"
        }.joined(), media: Self.media)
  }

  @Test("a sound that is missing is an error where it is all there is, else a warning where it is asked for")
  func noSound() throws {
    #expect(try film("drone.mp4, take: ..1s").one(.noSound).severity == .error)
    func story(_ keys: String) throws -> [String] {
      let found = try film("a.m4a", timeline: "{clip: drone.mp4\(keys)}")
      #expect(found.of(.noSound).allSatisfy { $0.severity == .warning })
      return found.guilty(.noSound)
    }
    #expect(try story("") == [])
    #expect(try story(", volume: 0.5") == ["0.5"])
    #expect(try story(", audio: on") == ["on"])
    #expect(try story(", audio: off, volume: 0.5") == [])
  }

  @Test("a sound ends early by more than a tenth of a second")
  func endsEarly() throws {
    #expect(try film("talk.mp4, take: 5s..12.1s").of(.soundEndsEarly) == [])
    let found = try film("talk.mp4, take: 5s..12.2s")
    #expect(
      found.messages(.soundEndsEarly) == [
        "the sound of 'talk.mp4' ends at 12s of the media, 0.2s before its item"
      ])
    #expect(found.guilty(.soundEndsEarly) == ["5s..12.2s"])
    // What is seen may have been placed for its picture: that is only a note.
    let seen = try film("a.m4a", timeline: "{clip: talk.mp4}")
    #expect(try seen.one(.soundEndsEarly).severity == .note)
    #expect(try film("a.m4a", timeline: "{clip: talk.mp4, audio: off}").of(.soundEndsEarly) == [])
    #expect(try film("a.m4a", timeline: "{clip: talk.mp4, take: ..12s}").of(.soundEndsEarly) == [])
    // Backwards and fast as forwards and slowly; what comes again and again is not looked at.
    let back = try film("talk.mp4, take: 10s..14s, speed: -2x")
    #expect(
      back.messages(.soundEndsEarly) == [
        "the sound of 'talk.mp4' ends at 12s of the media, before its take"
      ])
    #expect(try film("talk.mp4, take: 13s..14s").one(.soundEndsEarly).message.contains("1s before its item"))
  }

  @Test("filters of sound have something to change")
  func filtersOfNothing() throws {
    let found = try film("a.m4a", timeline: "{clip: drone.mp4, filters: [sepia, {highpass: 80Hz}, denoise]}")
    #expect(found.messages(.noSound) == ["'drone.mp4' has no sound, so `highpass` has no effect"])
    #expect(found.guilty(.noSound) == ["highpass"])
  }

  @Test("channels that are lost are a warning, one heard from both sides is a note")
  func layouts() throws {
    let found = try film("five.mkv\nmono.m4a\nmono.m4a, volume: 0.1\na.m4a")
    #expect(found.guilty(.layoutChanged) == ["five.mkv", "mono.m4a"])
    #expect(found.of(.layoutChanged).map(\.severity) == [.warning, .note])
    #expect(try film("five.mkv, volume: 0").of(.layoutChanged) == [])
    #expect(try film("five.mkv\na.m4a", mix: "{channels: mono}").of(.layoutChanged) == [])
  }

  @Test("levels up to twice full level are nobody's business, alone and together")
  func quiet() throws {
    #expect(try film("a.m4a\nb.m4a").of(.clippingRisk) == [])
    #expect(try film("a.m4a, volume: 2").of(.clippingRisk) == [])
    // One after the other: at 5 s the first has ended.
    let third = "c.m4a, volume: 0.5, take: ..5s"
    #expect(try film("a.m4a, volume: 1.5\n\(third)\n\(third), at: 5s").of(.clippingRisk) == [])
    // Ramps that cross: 2 at every moment.
    #expect(try film("a.m4a, volume: 0 -> 2\nb.m4a, volume: 2 -> 0").of(.clippingRisk) == [])
    #expect(try film("a.m4a\nb.m4a\nc.m4a, volume: 0").of(.clippingRisk) == [])
  }

  @Test("a single sound is amplified too much")
  func amplified() throws {
    let found = try film("a.m4a, volume: 2.5\nb.m4a\nc.m4a, volume: 0 -> 4 over first 1s")
    #expect(
      found.messages(.clippingRisk) == [
        "'a.m4a' is amplified 2.5 times: samples above 0.4 of full scale are clipped",
        "'c.m4a' is amplified 4 times: samples above 0.25 of full scale are clipped",
      ])
    #expect(found.guilty(.clippingRisk) == ["2.5", "0 -> 4 over first 1s"])
  }

  @Test("sounds add up to too much, at the worst moment, computed by hand")
  func together() throws {
    let three = try film(
      "a.m4a\nb.m4a, at: 2s, take: ..4s, volume: 0.8\nc.m4a, at: 5s, take: ..4s, volume: 0.9")
    #expect(
      try three.one(.clippingRisk).message
        == "the sounds at 5s add up to 2.7 times full scale: coinciding peaks are clipped"
    )
    #expect(three.guilty(.clippingRisk) == ["clip: a.m4a"])
    #expect(try three.one(.clippingRisk).notes.map(\.message) == ["level 0.8", "level 0.9"])
    // The ramp reaches 2 where the timeline ends; together with 1 that is 3, just before 10 s.
    let ramp = try film("a.m4a\nb.m4a, volume: 1 -> 2")
    #expect(try ramp.one(.clippingRisk).message.hasPrefix("the sounds at 10s add up to 3 times"))
    // 2 up to 4 s, then 0.2: with 0.9 from 3 s on that is 2.9 at 3 s.
    let held = try film("a.m4a, volume: {0s: 2 hold, 4s: 0.2}\nb.m4a, at: 3s, take: ..4s, volume: 0.9")
    #expect(try held.one(.clippingRisk).message.hasPrefix("the sounds at 3s add up to 2.9 times"))
    let after = try film("a.m4a, volume: {0s: 2 hold, 4s: 0.2}\nb.m4a, at: 4s, take: ..4s, volume: 0.9")
    #expect(after.of(.clippingRisk) == [])
  }

  @Test("fades, places, filters and ducking count in how loud it may become")
  func wholeGain() throws {
    // Three at once are 3; one that comes while another goes is none more: 2 at every moment of the change.
    #expect(try film("a.m4a\nb.m4a\nc.m4a").one(.clippingRisk).message.contains("add up to 3 times"))
    #expect(
      try film("a.m4a\nb.m4a, take: ..6s, fade: {out: 2s}\nc.m4a, at: 4s, fade: {in: 2s}").of(.clippingRisk)
        == [])
    // On the left there are 1 + 1 + 0.4, on the right 1 + 1 + 1.
    #expect(
      try film("a.m4a\nb.m4a\nc.m4a, pan: 0.6").one(.clippingRisk).message.contains("add up to 3 times"))
    #expect(try film("a.m4a\nb.m4a, pan: -1\nc.m4a, pan: 1").of(.clippingRisk) == [])
    // A limiter before the volume, and a band that is raised.
    #expect(try film("a.m4a\nb.m4a, filters: [{limit: 50%}]\nc.m4a, volume: 0.5").of(.clippingRisk) == [])
    #expect(
      try film("a.m4a, filters: [{eq: {frequency: 1kHz, gain: 4}}]").messages(.clippingRisk) == [
        "'a.m4a' is amplified 4 times: samples above 0.25 of full scale are clipped"
      ])
    // It begins low while the talk is heard: 1 + 1 + 0.25; it comes back when that has ended: 1 + 1.
    let low = "a.m4a, at: 2s, volume: 1, duck: {under: talk, to: 0}"
    #expect(try film("\(low)\nb.m4a, name: talk, take: ..6s\nc.m4a").of(.clippingRisk) == [])
    #expect(
      try film("a.m4a, duck: {under: talk, to: 0}\nb.m4a, name: talk, at: 2s\nc.m4a").one(.clippingRisk)
        .message.contains("the sounds at 2s add up to 3 times"))
  }

  @Test("a limiter holds the mix, and not the tracks of stems")
  func stems() throws {
    let script = { (stems: String) in
      head + "mix: {peak: -1 dBTP}\ntimeline: [{clip: talk.mp4, take: ..4s, volume: 3}]\n"
        + "audio: [{clip: a.m4a}, {clip: b.m4a}, {clip: c.m4a}]\n"
        + "outputs: [{file: film.mp4\(stems)}]\n"
    }
    #expect(try Findings(script(""), media: Self.media).of(.clippingRisk) == [])
    let found = try Findings(script(", stems: true"), media: Self.media)
    #expect(found.guilty(.clippingRisk) == ["3"])
  }

  @Test("encoders are looked for by the outputs that need them")
  func encoders() {
    #expect(EncoderList.unknown.contains("libx264"))
    #expect(EncoderList(where: { $0 != "aac" }).contains("libx264"))
    #expect(!EncoderList(where: { $0 != "aac" }).contains("aac"))
  }
}
