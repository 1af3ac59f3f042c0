import Basics
import Composition
import FoundationEssentials
import Glibc
import LibAV
import Processes
import TestSupport
import Testing

@testable import Export

private let milliseconds: Int64 = 1_000_000

/// Recordings of pictures and samples with made-up times, judged by ffmpeg.
@Suite("The recorder")
struct RecorderTests {
  private let folder: TemporaryFolder
  private let rate: FrameRate
  private var path: String { folder.path("take.mp4") }

  private static let size = PixelSize(width: 64, height: 48)
  /// The clock does not start at zero.
  private static let boot: Int64 = 5_000_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    rate = try #require(FrameRate(25))
  }

  private func recorder(
    seconds: Int64? = nil, container: Container = .mp4, sounds: Int = 1, silence: SilenceRule? = nil,
    rate: FrameRate? = nil, byteLimit: Int64? = nil, looks: RecordedLooks = RecordedLooks(),
    bakesLooks: Bool = false
  ) throws -> Recorder {
    let rate = rate ?? self.rate
    var settings = RecordingSettings(
      container: container, size: Self.size, rate: rate, framesPerFragment: 10,
      frameLimit: seconds.map { 25 * $0 }, byteLimit: byteLimit)
    settings.silence = silence
    settings.looks = looks
    settings.bakesLooks = bakesLooks
    if bakesLooks { settings.quality = 0 }
    return try Recorder(
      OutputTarget(path: path, replacesExisting: false), settings,
      sources: [.pictures(size: Self.size, rate: rate)]
        + Array(repeating: .sound(sampleRate: 48000, channels: 1), count: sounds))
  }

  /// A picture whose luma is 16 + 4 × `number`.
  private func picture(_ number: Int64, at time: Int64) throws -> Captured {
    let frame = try VideoFrame.allocate(size: Self.size, layout: .yuv420p, color: .bt709) { planes in
      for (plane, value) in zip(planes, [UInt8(16 + 4 * (number % 50)), 128, 128]) { plane.fill(value) }
    }
    return .picture(frame, at: Self.boot + time)
  }

  /// Silence with a pulse of 1 ms at `pulse`, from a source that counts by the same clock.
  private func block(at time: Int64, pulse: Int64? = nil) -> Captured {
    let samples = (0..<480).map { index -> Float in
      let distance = time + Int64(index) * 1_000_000_000 / 48000 - (pulse ?? .max / 2)
      return (0..<milliseconds).contains(distance) ? 0.8 : 0
    }
    return .sound(
      SoundBlock(samples: [samples], first: time * 48000 / 1_000_000_000, time: Self.boot + time))
  }

  private func lumas() throws -> [Int] {
    try lumaPlanes().map { (Int($0[$0.count / 2]) - 16 + 2) / 4 }
  }

  /// With the rest of the last packet, which ffmpeg does not cut off.
  private func samples(track: Int = 0) throws -> [Float] {
    let result = try run([
      "ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "0:a:\(track)", "-f", "f32le", "-",
    ])
    #expect(result.errorText == "")
    return stride(from: 0, to: result.output.count, by: 4).map { place in
      Float(
        bitPattern: (0..<4).reduce(0) { $0 | UInt32(result.output[place + $1]) << UInt32(8 * $1) })
    }
  }

  @Test("starts when all sources have given something, and keeps the difference of their starts")
  func zero() throws {
    let recorder = try recorder(seconds: 1)
    // Pictures begin 300 ms before the sound, whose pulse is 400 ms after its own start.
    for number in 0..<40 {
      try recorder.add(picture(Int64(number), at: Int64(number) * 40 * milliseconds), from: 0)
    }
    for number in 0..<120 {
      try recorder.add(
        block(at: (300 + 10 * Int64(number)) * milliseconds, pulse: 700 * milliseconds), from: 1)
    }
    #expect(recorder.endReason(at: Self.boot) == .length)
    let report = try recorder.finish(.length)
    #expect(report.frames == 25)
    // The picture of 280 ms is nearest to the start.
    #expect(try lumas() == Array(7...31))
    let heard = try samples()
    #expect((48_000..<49_024).contains(heard.count))
    let loudest = try #require(heard.indices.max { abs(heard[$0]) < abs(heard[$1]) })
    #expect((19_200..<19_248).contains(loudest), "the pulse is at sample \(loudest)")
    let probed = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=start_time,duration,nb_frames", "-of",
      "csv=p=0", path,
    ])
    #expect(probed.text == "0.000000,1.000000,25\n0.000000,1.000000,48\n")
  }

  @Test("repeats pictures, drops second ones and fills gaps of the sound")
  func gaps() throws {
    let recorder = try recorder(seconds: 2)
    for number in [0, 1, 2, 3, 10, 11, 12, 40] as [Int64] {
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      try recorder.add(picture(49, at: number * 40 * milliseconds + 1), from: 0)
    }
    for number in 0..<200 where !(50..<100).contains(number) {
      try recorder.add(
        block(at: 10 * Int64(number) * milliseconds, pulse: 1500 * milliseconds), from: 1)
    }
    #expect(recorder.endReason(at: Self.boot) == nil)
    // The last pictures and samples are missing for two seconds.
    try recorder.catchUp(to: Self.boot + 4_100 * milliseconds)
    #expect(recorder.endReason(at: Self.boot) == .length)
    let report = try recorder.finish(.length)
    #expect(
      report.pictures == PictureCounts(captured: 8, repeated: 42, dropped: 8, missed: 0, longestGap: 28))
    #expect(report.sounds == [SampleCounts(captured: 72_000, silent: 24_000, cut: 0)])
    let expected =
      [0, 1, 2] + Array(repeating: 3, count: 7) + [10, 11] + Array(repeating: 12, count: 28)
      + Array(repeating: 40, count: 10)
    #expect(try lumas() == expected)
    let heard = try samples()
    #expect((96_000..<97_024).contains(heard.count))
    let loudest = try #require(heard.indices.max { abs(heard[$0]) < abs(heard[$1]) })
    #expect((72_000..<72_048).contains(loudest), "the pulse is at sample \(loudest)")
  }

  @Test("without a limit, the end is the first frame behind all that was captured")
  func end() throws {
    let recorder = try recorder(sounds: 2)
    for number in 0..<20 {
      try recorder.add(picture(Int64(number), at: Int64(number) * 40 * milliseconds), from: 0)
    }
    for number in 0..<83 {
      for source in 1...2 { try recorder.add(block(at: 10 * Int64(number) * milliseconds), from: source) }
    }
    #expect(recorder.endReason(at: Self.boot) == nil)
    let report = try recorder.finish(.signal)
    // 830 ms need 21 frames, which last 840 ms.
    #expect(report.frames == 21)
    #expect(try lumas() == Array(0...19) + [19])
    for track in 0...1 { #expect(try (40_320..<41_344).contains(samples(track: track).count)) }
    let probed = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=duration", "-of", "csv=p=0", path,
    ])
    #expect(probed.text == "0.840000\n0.840000\n0.840000\n")
  }

  @Test("a sound that gives nothing delays the start by two seconds, and is silent until it gives something")
  func silentSound() throws {
    let recorder = try recorder(sounds: 2)
    for number in 0..<100 as Range<Int64> {
      let now = number * 40 * milliseconds
      try recorder.add(picture(number, at: now), from: 0)
      for part in 0..<4 {
        let time = now + Int64(part) * 10 * milliseconds
        try recorder.add(block(at: time), from: 1)
        if number >= 75 { try recorder.add(block(at: time, pulse: 3500 * milliseconds), from: 2) }
      }
      try recorder.catchUp(to: Self.boot + now)
    }
    let report = try recorder.finish(.signal)
    #expect(try lumas() == (0..<100).map { $0 % 50 })
    #expect(report.frames == 100 && report.pictures.repeated == 0)
    #expect(
      report.sounds == [
        SampleCounts(captured: 192_000, silent: 0, cut: 0),
        SampleCounts(captured: 48_000, silent: 144_000, cut: 0),
      ])
    let heard = try samples(track: 1)
    let loudest = try #require(heard.indices.max { abs(heard[$0]) < abs(heard[$1]) })
    #expect((168_000..<168_048).contains(loudest), "the pulse is at sample \(loudest)")
  }

  @Test("starts and ends at moments that are wanted, with whole frames and the samples of their time")
  func schedule() throws {
    let recorder = try recorder()
    recorder.earliestStart = Self.boot + 995 * milliseconds
    recorder.latestEnd = Self.boot + 2_030 * milliseconds
    for number in 0..<60 as Range<Int64> {
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        let time = (number * 4 + Int64(part)) * 10 * milliseconds
        try recorder.add(block(at: time, pulse: 1400 * milliseconds), from: 1)
        #expect(recorder.hasStarted == (time >= 995 * milliseconds))
      }
      // The patience of a recorder that waits is not for sources that give something.
      try recorder.catchUp(to: Self.boot + number * 40 * milliseconds)
    }
    #expect(recorder.endReason(at: Self.boot) == .time)
    let report = try recorder.finish(.time)
    // 25 frames of 40 ms end by then. The picture of 1000 ms is the nearest to the start.
    #expect(report.frames == 25 && report.pictures == PictureCounts(captured: 25, longestGap: 1))
    #expect(try lumas() == Array(25..<50))
    let heard = try samples()
    let loudest = try #require(heard.indices.max { abs(heard[$0]) < abs(heard[$1]) })
    #expect((405 * 48..<406 * 48).contains(loudest), "the pulse is at sample \(loudest)")
  }

  @Test("a start that a sound delays, and an end before any source gives something")
  func lateStart() throws {
    let late = try recorder()
    late.earliestStart = Self.boot
    late.latestEnd = Self.boot + 1000 * milliseconds
    for number in 0..<40 as Range<Int64> {
      try late.add(picture(number, at: number * 40 * milliseconds), from: 0)
      if number >= 10 {
        for part in 0..<4 { try late.add(block(at: (number * 4 + Int64(part)) * 10 * milliseconds), from: 1) }
      }
    }
    #expect(try late.finish(.time).frames == 15)
    #expect(try lumas() == Array(10..<25))
    let none = try recorder(sounds: 0)
    none.latestEnd = Self.boot
    #expect(none.endReason(at: Self.boot - 1) == nil)
    #expect(none.endReason(at: Self.boot) == .time)
  }

  @Test("ends when all sounds have been silent for the wanted time")
  func silence() throws {
    let recorder = try recorder(sounds: 2, silence: SilenceRule(length: 48_000, level: 0.1))
    // The pulses, of 1 ms, are in the blocks of 500 and 1500 ms.
    var end: Int64?
    for number in 0..<100 as Range<Int64> {
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        let time = (number * 4 + Int64(part)) * 10 * milliseconds
        try recorder.add(block(at: time, pulse: 500 * milliseconds), from: 1)
        try recorder.add(block(at: time, pulse: 1500 * milliseconds), from: 2)
      }
      if recorder.endReason(at: Self.boot) == .silence {
        end = number
        break
      }
    }
    // A second after 1501 ms; then samples that the resampler holds come with a later block.
    let reached = try #require(end)
    #expect((62...64).contains(reached))
    let report = try recorder.finish(.silence)
    #expect(report.frames == reached + 1 && report.end == .silence)
    var meter = SilentStretch(level: 0.5)
    meter.add([[0.4, 0.5, 0], [0, 0, -0.49]])
    #expect(meter.length == 1)
    meter.add([[0, 0], [0, 0]])
    #expect(meter.length == 3)
    meter.add([[0, 0], [0, -0.5]])
    #expect(meter.length == 0)
  }

  @Test("a pause takes out whole frames and the samples of their time, and the limits count the film")
  func pause() throws {
    let recorder = try recorder(seconds: 3)
    for number in 0..<101 as Range<Int64> {
      let now = Self.boot + number * 40 * milliseconds
      // What sources capture before that comes later.
      if number == 20 { recorder.pause(at: Self.boot + 1010 * milliseconds) }
      if number == 45 { recorder.resume(at: Self.boot + 1990 * milliseconds) }
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        let time = (number * 4 + Int64(part)) * 10 * milliseconds
        try recorder.add(
          block(at: time, pulse: number < 40 ? 1500 * milliseconds : 2500 * milliseconds), from: 1)
      }
      try recorder.catchUp(to: now)
      #expect(recorder.isPaused == (20..<45).contains(number))
      if number < 98 { #expect(recorder.endReason(at: now) == nil, "\(number)") }
    }
    #expect(recorder.still?.frame == 74)
    #expect(recorder.endReason(at: .max) == .length)
    let report = try recorder.finish(.length)
    #expect(report.frames == 75 && report.pictures.captured == 75 && report.pictures.repeated == 0)
    // From the frame that starts at 1040 ms to that which ends at 2000 ms.
    #expect(report.cuts == [RecordingCut(frame: 26, length: 24)])
    #expect(try lumas() == (0..<75).map { ($0 < 26 ? $0 : $0 + 24) % 50 })
    let heard = try samples()
    let loudest = try #require(heard.indices.max { abs(heard[$0]) < abs(heard[$1]) })
    #expect((1540 * 48..<1541 * 48).contains(loudest), "the pulse is at sample \(loudest)")
    #expect(report.sounds == [SampleCounts(captured: 144_000, silent: 0, cut: 0)])
  }

  @Test("a recording that pauses ends at its time of day, without what was captured since")
  func pausedEnd() throws {
    let recorder = try recorder()
    recorder.latestEnd = Self.boot + 1500 * milliseconds
    recorder.pause(at: Self.boot - 1)
    for number in 0..<60 as Range<Int64> {
      if number == 10 { recorder.resume(at: Self.boot + 400 * milliseconds) }
      if number == 20 { recorder.pause(at: Self.boot + 800 * milliseconds) }
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        try recorder.add(block(at: (number * 4 + Int64(part)) * 10 * milliseconds), from: 1)
      }
    }
    #expect(recorder.endReason(at: Self.boot + 1500 * milliseconds - 1) == nil)
    #expect(recorder.endReason(at: Self.boot + 1500 * milliseconds) == .time)
    let report = try recorder.finish(.time)
    #expect(report.frames == 10 && report.cuts == [RecordingCut(frame: 0, length: 10)])
    #expect(try lumas() == Array(10..<20))
  }

  @Test(
    "a film is exactly as long as its picture at rates without whole numbers of samples", arguments: 7...12)
  func oddRate(frames: Int64) throws {
    let rate = try #require(FrameRate(30000, per: 1001))
    let recorder = try recorder(rate: rate)
    for number in 0..<frames {
      try recorder.add(picture(number, at: number * 1_001_000_000 / 30), from: 0)
    }
    // 1601.6 samples are a frame; these need all frames but a part of the last one.
    for number in 0..<(frames * 1600 / 480) {
      try recorder.add(block(at: 10 * number * milliseconds), from: 1)
    }
    #expect(try recorder.finish(.stop).frames == frames)
    let facts = try MediaProbe.facts(ofFileAt: path)
    #expect(try facts.extent == .finite(rate.start(ofFrame: frames)), "\(facts.extent)")
    let durations = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=duration_ts", "-of",
      "csv=p=0", path,
    ])
    #expect(durations.text == "\(frames * 16016 / 10)\n")
  }

  @Test("what was captured before a source fails is in the film")
  func failedSource() throws {
    let recorder = try recorder()
    for number in 0..<23 as Range<Int64> {
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        try recorder.add(block(at: (number * 4 + Int64(part)) * 10 * milliseconds), from: 1)
      }
    }
    let report = try recorder.finish(.failure, failure: ExportError(.inputOutput, "it is gone"))
    #expect(report.end == .failure && report.failure?.message == "it is gone")
    #expect(report.frames == 23 && report.pictures == PictureCounts(captured: 23, longestGap: 1))
    #expect(report.sounds == [SampleCounts(captured: 23 * 1920, silent: 0, cut: 0)])
    #expect(try lumas() == Array(0..<23))
  }

  @Test("if nothing more can be written, the film ends with its last fragment, whose frames are counted")
  func abandoned() throws {
    let recorder = try recorder(sounds: 0)
    for number in 0..<29 as Range<Int64> where number != 4 {
      try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
    }
    let report = try recorder.abandon(ExportError(.inputOutput, "the disk is full"))
    #expect(report.end == .failure && report.failure?.message == "the disk is full")
    // The encoder may hold frames back.
    #expect([10, 20].contains(report.frames))
    #expect(report.pictures.captured == report.frames - 1 && report.pictures.repeated == 1)
    #expect(try lumas() == (0..<Int(report.frames)).map { $0 == 4 ? 3 : $0 })
  }

  @Test("the largest size holds although the pictures and samples of seconds come at once")
  func largestSize() throws {
    let recorder = try recorder(byteLimit: 60_000)
    var random = SeededRandom(seed: 4)
    for second in 0..<20 as Range<Int64> {
      for number in (25 * second)..<(25 * second + 25) {
        try recorder.add(picture(number, at: number * 40 * milliseconds), from: 0)
      }
      for number in (25 * second)..<(25 * second + 25) {
        let noise = (0..<1920).map { _ in Float.random(in: -0.5...0.5, using: &random) }
        let time = Self.boot + number * 40 * milliseconds
        try recorder.add(.sound(SoundBlock(samples: [noise], first: number * 1920, time: time)), from: 1)
      }
      // The recorder is asked only every four seconds.
      if second % 4 == 3, recorder.endReason(at: Self.boot) == .size { break }
    }
    #expect(recorder.endReason(at: Self.boot) == .size)
    let report = try recorder.finish(.size)
    #expect((20_000...60_000).contains(report.byteCount), "\(report.byteCount)")
    #expect(try lumas().count == Int(report.frames))
  }

  /// The luma of each frame, row by row.
  private func lumaPlanes() throws -> [[UInt8]] {
    let result = try run([
      "ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
      "rawvideo", "-",
    ])
    #expect(result.errorText == "")
    let length = Self.size.width * Self.size.height
    return stride(from: 0, to: result.output.count, by: length * 3 / 2).map {
      Array(result.output[$0..<$0 + length])
    }
  }

  @Test(
    "looks in the film begin with the next frame, and count the frames since then", arguments: [true, false])
  func bakedLooks(bakes: Bool) throws {
    let looks = RecordedLooks(filters: [
      [.effect(.invert, .constant(1))], [.effect(.blur, .constant(2)), .effect(.grain, .constant(1))],
    ])
    let recorder = try recorder(sounds: 0, looks: looks, bakesLooks: bakes)
    func choose(_ look: Int, at time: Int64) -> Bool {
      recorder.choose(look: look, at: Self.boot + time * milliseconds)
    }
    for number in 0..<30 as Range<Int64> where ![15, 16].contains(number) {
      switch number {
      case 5: #expect(choose(1, at: 5 * 40 - 3))
      case 12: #expect(choose(2, at: 12 * 40 - 3) && !choose(3, at: 12 * 40 - 3))
      case 20: #expect(choose(0, at: 20 * 40))
      // The picture of frame 24 has come a little earlier.
      case 25: #expect(choose(2, at: 24 * 40 - 5))
      default: break
      }
      try recorder.add(picture(number, at: (number * 40 - (number == 24 ? 10 : 0)) * milliseconds), from: 0)
    }
    let view = try recorder.view(within: PixelSize(width: 32, height: 32))
    #expect(view?.size == PixelSize(width: 32, height: 24))
    let report = try recorder.finish(.stop)
    let changes = [(0, 0), (5, 1), (12, 2), (20, 0), (25, 2)]
    #expect(report.looks.map(\.frame) == changes.map { Int64($0.0) })
    #expect(report.looks.map(\.look) == changes.map(\.1))
    #expect(report.bakesLooks == bakes && report.pictures.repeated == 2)
    if !bakes { return #expect(try lumas() == (0..<30).map { [15, 16].contains($0) ? 14 : $0 }) }
    let planes = try lumaPlanes()
    try #require(planes.count == 30)
    for (frame, plane) in planes.enumerated() {
      let captured = 16 + 4 * ([15, 16].contains(frame) ? 14 : frame)
      let mean = Double(plane.reduce(0) { $0 + Int($1) }) / Double(plane.count)
      let look = changes.last { $0.0 <= frame }?.1
      switch look {
      // An inverted code is as far from 235 as the code was from 16.
      case 1: #expect(Set(plane) == [UInt8(251 - captured)], "frame \(frame)")
      case 2: #expect(Set(plane).count > 20 && abs(mean - Double(captured)) < 4, "frame \(frame): \(mean)")
      default: #expect(Set(plane) == [UInt8(captured)], "frame \(frame)")
      }
    }
    // The grain of a repeated picture moves, and it is the same in the same frame after both switches.
    #expect(Set(planes[14...16]).count == 3)
    let noise = { (frame: Int, captured: Int) in planes[frame].map { Int($0) - captured } }
    let (first, second) = (noise(14, 16 + 4 * 14), noise(27, 16 + 4 * 27))
    // Codes outside of the range are clipped.
    #expect(zip(first, second).count { abs($0 - $1) <= 1 } > first.count * 98 / 100)
  }

  @Test("pictures that are lost while a look is in the film are reported once for each look")
  func slowLook() throws {
    final class Losing: RecordingSource {
      let name = "losing"
      let form: CapturedForm
      private(set) var missed: Int64 = 0
      private let picture: VideoFrame
      init(_ form: CapturedForm, _ picture: VideoFrame) { (self.form, self.picture) = (form, picture) }
      func take(until now: Int64) throws(ExportError) -> [Captured] {
        missed += 1
        return [.picture(picture, at: now)]
      }
    }
    guard case .picture(let frame, _, _) = try picture(3, at: 0) else { return }
    var settings = RecordingSettings(container: .mp4, size: Self.size, rate: rate, framesPerFragment: 5)
    settings.looks = RecordedLooks(filters: [[.effect(.invert, .constant(1))], []])
    settings.bakesLooks = true
    var orders: [[RecordingOrder]] = [[], [], [.look(1)], [], [.look(2)], [], [], [.look(1)], [], [.stop]]
    var slow: [Int] = []
    let report = try record(
      OutputTarget(path: path, replacesExisting: false), settings,
      sources: [Losing(.pictures(size: Self.size, rate: rate), frame)], in: EventLoop(signals: nil),
      takeOrders: { orders.isEmpty ? [.stop] : orders.removeFirst() },
      onEvent: { if case .slowLook(let look) = $0 { slow.append(look) } })
    #expect(slow == [1, 2])
    #expect(report.pictures.missed == 10)
  }

  @Test("a recording without a whole frame is an error and leaves no file")
  func nothing() throws {
    let recorder = try recorder()
    try recorder.add(picture(0, at: 0), from: 0)
    let error = #expect(throws: ExportError.self) { try recorder.finish(.signal) }
    #expect(error?.kind == .temporary)
    #expect(!isThere(path))
  }

  // MARK: - What is left of a recording without its end

  /// A recording of 5 whole fragments of 10 frames with noise, before its end: its bytes, and the ends of its
  /// fragments, each of which has more than a page.
  private func unfinished() throws -> (bytes: [UInt8], ends: [Int]) {
    let recorder = try recorder(sounds: 2)
    var random = SeededRandom(seed: 3)
    for number in 0..<58 {
      let time = Int64(number) * 40 * milliseconds
      for source in 1...2 {
        let noise = (0..<1920).map { _ in Float.random(in: -0.5...0.5, using: &random) }
        let block = SoundBlock(samples: [noise], first: Int64(number) * 1920, time: Self.boot + time)
        try recorder.add(.sound(block), from: source)
      }
      try recorder.add(picture(Int64(number), at: time), from: 0)
    }
    let bytes = try Array(Data(contentsOf: URL(filePath: path)))
    var ends: [Int] = []
    var place = 0
    while place + 8 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[(place + 4)..<(place + 8)].elementsEqual("mdat".utf8) { ends.append(place + length) }
      place += length
    }
    withExtendedLifetime(recorder) {}
    return (bytes, ends)
  }

  /// Finishes the file. A program that another test starts at the same moment holds its lock for an instant.
  private func finishedNow() throws -> RecordingRepair {
    for _ in 0..<500 {
      do throws(ExportError) { return try finishRecording(at: path) } catch {
        guard error.kind == .temporary else { throw error }
        usleep(10_000)
      }
    }
    return try finishRecording(at: path)
  }

  @Test("a living recording is left alone")
  func living() throws {
    let recorder = try recorder()
    for number in 0..<20 {
      try recorder.add(picture(Int64(number), at: Int64(number) * 40 * milliseconds), from: 0)
      for part in 0..<4 {
        try recorder.add(block(at: (Int64(number) * 4 + Int64(part)) * 10 * milliseconds), from: 1)
      }
    }
    let error = #expect(throws: ExportError.self) { try finishRecording(at: path) }
    #expect(error?.kind == .temporary)
    withExtendedLifetime(recorder) {}
  }

  @Test("cut at any byte, it finishes to all whole fragments, decodes without a message, and only once")
  func cuts() throws {
    let (bytes, ends) = try unfinished()
    try #require(ends.count == 5)
    let start = try #require(ends.first)
    var random = SeededRandom(seed: 11)
    let places =
      [start, bytes.count]
      + (0..<rounds(60, quick: 3, sample: 8)).map { _ in
        Int.random(in: start...bytes.count, using: &random)
      }
    for place in places {
      try Data(bytes[..<place]).write(to: URL(filePath: path))
      let whole = ends.count { $0 <= place }
      #expect(try MediaProbe.facts(ofFileAt: path).isUnfinishedRecording)
      let repair = try finishedNow()
      let end = ends[whole - 1]
      #expect(repair == .finished(pictures: 10 * whole, cut: Int64(place - end)), "cut at \(place)")
      #expect(try lumas() == (0..<10 * whole).map { $0 % 50 }, "cut at \(place)")
      _ = try samples()
      #expect(try finishedNow() == .nothingToDo)
      #expect(try !MediaProbe.facts(ofFileAt: path).isUnfinishedRecording)
    }
    for place in [0, 30, ends[0] - 1] {
      try Data(bytes[..<place]).write(to: URL(filePath: path))
      let error = #expect(throws: ExportError.self) { try finishedNow() }
      #expect(error?.kind == .badData)
      #expect(try Data(contentsOf: URL(filePath: path)).count == place, "it is unchanged")
    }
  }

  @Test("an interrupted finisher is repeated with the same result; pages that the disk lost are cut off")
  func interruptedFinisher() throws {
    let (bytes, ends) = try unfinished()
    let end = try #require(ends.last)
    try Data(bytes[..<end]).write(to: URL(filePath: path))
    _ = try finishedNow()
    let finished = try Array(Data(contentsOf: URL(filePath: path)))
    // All but the last 16 bytes that it writes, and parts of the index.
    for count in [finished.count, finished.count - 1, end + 1, end + 300] {
      try Data(bytes[..<end] + finished[end..<count]).write(to: URL(filePath: path))
      let repair = try finishedNow()
      #expect(repair == .finished(pictures: 50, cut: Int64(count - end)))
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == finished)
    }
    let page = 4096
    try Data(bytes[..<end] + [UInt8](repeating: 0, count: 3 * page)).write(to: URL(filePath: path))
    #expect(try finishedNow() == .finished(pictures: 50, cut: Int64(3 * page)))
    // A page in the fourth fragment.
    var lost = bytes
    let first = (ends[2] + page - 1) / page * page
    try #require(first + page <= ends[3])
    lost.replaceSubrange(first..<first + page, with: [UInt8](repeating: 0, count: page))
    try Data(lost).write(to: URL(filePath: path))
    #expect(try finishedNow() == .finished(pictures: 30, cut: Int64(bytes.count - ends[2])))
    #expect(try lumas() == Array(0..<30))
    _ = try samples()
  }
}
