import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("A plan and a composition as text")
struct GoldenTests {
  /// Two clips, the first fading out, with a logo and a song: the film that the language page shows.
  private func holiday() throws -> Composition {
    let whole = PixelBox(x: 0, y: 0, width: 1280, height: 720)
    let facts = MediaFacts(container: "mov", extent: .infinite)
    let media = ["footage/beach.mp4", "footage/park.mov", "art/logo.png", "music/song.m4a"].map {
      MediaReference(spelling: $0, path: "/" + $0, facts: facts)
    }
    let fade: Curve = try #require(
      Curve([
        Curve.Key(time: try time(13, 2), value: 1), Curve.Key(time: try time(15, 2), value: 0, easing: .hold),
      ]))
    let fall: Curve = try #require(
      Curve([Curve.Key(time: .zero, value: 1), Curve.Key(time: try time(31, 2), value: 0, easing: .hold)]))
    let all = try range(.zero, time(31, 2))
    return Composition(
      canvas: Canvas(
        size: PixelSize(width: 1280, height: 720), rate: try #require(FrameRate(30)),
        background: Color(red: 255, green: 0, blue: 0)),
      duration: all.end, frameCount: 465, media: media,
      layers: [
        Layer(
          label: "clip beach", timelineRange: try range(.zero, time(15, 2)), frames: 0..<225,
          picture: .moving(media: 0, stream: 0, mediaStart: try time(5, 2)), contentBox: whole,
          visibleBox: whole, opacity: fade),
        Layer(
          label: "clip park", timelineRange: try range(time(15, 2), all.end), frames: 225..<465,
          picture: .moving(media: 1, stream: 0, mediaStart: .zero), contentBox: whole, visibleBox: whole),
        Layer(
          label: "image logo", timelineRange: all, frames: 0..<465, picture: .still(media: 2, stream: 0),
          contentBox: PixelBox(x: 1102, y: 619, width: 154, height: 77),
          visibleBox: PixelBox(x: 1102, y: 619, width: 154, height: 77), opacity: .constant(0.5)),
      ],
      sounds: [
        Sound(label: "clip song", timelineRange: all, media: 3, stream: 1, mediaStart: .zero, gain: fall)
      ])
  }

  private func holidayPlan() throws -> RenderPlan {
    var settings = usualSettings
    settings.file = "out/holiday.mp4"
    return try plan(try holiday(), settings: settings, digests: ["1", "2", "3", "4"])
  }

  @Test("a composition is a fact a line")
  func factsByLine() throws {
    #expect(
      try holiday().text == """
        canvas 1280x720 at 30, background #ff0000ff
        mix 48000 Hz, 2 channels
        duration 15.5s, 465 frames
        media 0: footage/beach.mp4
        media 1: footage/park.mov
        media 2: art/logo.png
        media 3: music/song.m4a
        layer clip beach
          timeline 0s..7.5s, frames 0..<225
          picture media 0 stream 0 from 2.5s
          content 1280x720 at 0,0, visible 1280x720 at 0,0
          opacity 6.5s: 1.0 -> 7.5s: 0.0
        layer clip park
          timeline 7.5s..15.5s, frames 225..<465
          picture media 1 stream 0 from 0s
          content 1280x720 at 0,0, visible 1280x720 at 0,0
          opacity 1.0
        layer image logo
          timeline 0s..15.5s, frames 0..<465
          picture still media 2 stream 0
          content 154x77 at 1102,619, visible 154x77 at 1102,619
          opacity 0.5
        sound clip song
          timeline 0s..15.5s
          media 3 stream 1 from 0s
          gain 0s: 1.0 -> 15.5s: 0.0

        """)
  }

  @Test("a plan lists its segments, what they show, and why each is encoded or reused")
  func listing() throws {
    var plan = try holidayPlan()
    plan.segments[0].isInStore = true
    let keys = plan.segments.map { $0.key.hex.prefix(16) }
    let soundKey = try #require(plan.soundTrack).key.hex.prefix(16)
    // 7.5 s are cut at 5 s, and so are 8 s.
    #expect(
      plan.text == """
        out/holiday.mp4: 1280x720 at 30 frames per second, 465 frames, 15.5s (3 of 4 segments to encode)
          segment 1: frames 0..<150 (00:00:00.000 for 5s)  reused: the store has it
            key \(keys[0])
            shows clip beach: 1280x720 at 0,0, opacity 6.5s: 1.0 -> 7.5s: 0.0
            shows image logo: 154x77 at 1102,619, opacity 0.5
          segment 2: frames 150..<225 (00:00:05.000 for 2.5s)  encoded: the store does not have it
            key \(keys[1])
            shows clip beach: 1280x720 at 0,0, opacity 6.5s: 1.0 -> 7.5s: 0.0
            shows image logo: 154x77 at 1102,619, opacity 0.5
          segment 3: frames 225..<375 (00:00:07.500 for 5s)  encoded: the store does not have it
            key \(keys[2])
            shows clip park: 1280x720 at 0,0
            shows image logo: 154x77 at 1102,619, opacity 0.5
          segment 4: frames 375..<465 (00:00:12.500 for 3s)  encoded: the store does not have it
            key \(keys[3])
            shows clip park: 1280x720 at 0,0
            shows image logo: 154x77 at 1102,619, opacity 0.5
          sound: samples 0..<744000 at 48000 Hz  encoded: the store does not have it
            key \(soundKey)
            hears clip song: 0s..15.5s, media from 0s, volume 0s: 1.0 -> 15.5s: 0.0

        """)
  }

  @Test("the plan for programs says the same")
  func forPrograms() throws {
    let plan = try holidayPlan()
    let text = plan.json.compactText
    for part in [
      #""file":"out/holiday.mp4""#, #""frames":465"#, #""firstFrame":225"#, #""action":"encode""#,
      #""key":"\#(plan.segments[2].key.hex)""#, #""layers":["clip park","image logo"]"#, #""samples":744000"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }
}
