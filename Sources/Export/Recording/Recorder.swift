package import Basics
package import Composition
import LibAV
import Rendering

/// The encoding of a recording, and when it ends by itself.
package struct RecordingSettings: Sendable {
  package var container: Container
  package var size: PixelSize
  package var rate: FrameRate
  /// How many frames each fragment has; each starts with a key frame.
  package var framesPerFragment: Int
  /// Nil to record until somebody ends it.
  package var frameLimit: Int64?
  package var schedule = RecordingSchedule()
  /// x264's rate factor; 0 is lossless.
  package var quality = RecordingSettings.usualQuality
  /// The looks to choose from.
  package var looks = RecordedLooks()
  /// Whether the film has the looks; otherwise it has the pictures as they were captured.
  package var bakesLooks = false
  /// Nil if silence does not end it.
  package var silence: SilenceRule?
  /// The size that the file must not exceed; nil for any.
  package var byteLimit: Int64?
  /// Whether sounds are stretched by the errors of their devices' clocks.
  package var followsClocks: Bool

  package init(
    container: Container, size: PixelSize, rate: FrameRate, framesPerFragment: Int,
    frameLimit: Int64? = nil, byteLimit: Int64? = nil, followsClocks: Bool = true
  ) {
    self.container = container
    self.size = size
    self.rate = rate
    self.framesPerFragment = framesPerFragment
    self.frameLimit = frameLimit
    self.byteLimit = byteLimit
    self.followsClocks = followsClocks
  }

  package static let usualQuality = 20
  package static let soundRate = 48_000

  /// The bits per second of a sound.
  static func bitRate(channels: Int) -> Int64 { channels == 1 ? 96_000 : 160_000 }
}

/// Makes a film of what sources capture: pictures on a constant-rate grid, samples by count, both from the first
/// moment at which all sources had given something.
///
/// It knows no clock: its caller passes the captured pictures and samples, and tells the time.
final class Recorder {
  private let settings: RecordingSettings
  private let encoder: any PictureEncoder
  private let converter: PictureConverter
  private var sounds: [RecordedSound] = []
  /// For each source, the number of its sound; nil for pictures.
  private let soundNumbers: [Int?]
  private let muxer: FragmentMuxer
  private let file: RecordingFile
  private var grid: FrameGrid
  /// The latest picture, in the form of the film, and as it was captured.
  private var latest: (converted: VideoFrame, captured: VideoFrame)?
  /// The latest picture that was encoded: with its look, if the film has looks.
  private var latestEncoded: VideoFrame?
  /// Nil without looks.
  private let painter: LookPainter?
  /// Makes pictures to look at; nil until one is wanted.
  private var viewConverter: PictureConverter?
  /// Whether nothing is recorded until `resume`.
  private(set) var isPaused = false
  private var looks = [LookChange(frame: 0, look: 0)]
  private var framesSent: Int64 = 0
  private var framesInFragment = 0
  /// Those of the packets that are not in the file yet.
  private var waitingByteCount: Int64 = 0
  /// For each frame that is not in the file yet, whether it was captured.
  private var unwritten: [Bool] = []
  /// The frames in the file.
  private var written = (captured: Int64(0), repeated: Int64(0))
  /// The moment of the recording's start; nil until all sources have given something.
  private var zero: Int64?
  /// What was captured before the start is known.
  private var waiting: [(item: Captured, source: Int)] = []
  /// The time of each source's first item.
  private var starts: [Int64?]
  /// The recording does not start before this moment; nil if it starts as soon as it can.
  var earliestStart: Int64?
  /// No frame ends after this moment; nil if it may last for any time. A change counts until the start.
  var latestEnd: Int64?
  /// Whether the file has been finished, or could not be.
  private(set) var isFinished = false

  /// How long a picture and a sound may be late: then the picture before it is repeated, and silence put in.
  private static let patience = (picture: Int64(1_000_000_000), sound: Int64(2_000_000_000))

  /// One of the sources gives pictures; the others are sounds, each a track.
  init(
    _ target: OutputTarget, _ settings: RecordingSettings, sources: [CapturedForm]
  ) throws(ExportError) {
    self.settings = settings
    grid = FrameGrid(rate: settings.rate)
    starts = sources.map { _ in nil }
    var sounds: [RecordedSound] = []
    var numbers: [Int?] = []
    do {
      for case .sound(let sampleRate, let channels) in sources {
        sounds.append(
          try RecordedSound(
            sampleRate: sampleRate, channels: channels, followsClock: settings.followsClocks,
            silenceLevel: settings.silence?.level))
      }
      var next = 0
      for source in sources {
        if case .sound = source {
          numbers.append(next)
          next += 1
        } else {
          numbers.append(nil)
        }
      }
      var coding = H264Settings(
        size: settings.size, rate: settings.rate,
        quality: settings.quality > 0 ? .constant(Double(settings.quality)) : .lossless, preset: .veryfast,
        keyframeInterval: settings.framesPerFragment, sceneCut: 0)
      // What the encoder holds back is lost when the recorder is killed.
      coding.options = ["bframes": "0", "rc-lookahead": "0", "sync-lookahead": "0"]
      let encoder = try coding.makeEncoder()
      painter = settings.looks.count > 0 ? try LookPainter(settings.looks, rate: settings.rate) : nil
      converter = PictureConverter(
        to: PictureTarget(size: settings.size, layout: coding.layout, color: coding.color))
      var streams = [try encoder.stream]
      for sound in sounds { streams.append(try sound.encoder.stream) }
      muxer = try FragmentMuxer(container: settings.container, streams: streams)
      self.encoder = encoder
      file = try RecordingFile(target, head: muxer.head)
    } catch { throw ExportError(any: error) }
    self.sounds = sounds
    soundNumbers = numbers
  }

  // MARK: What it is told

  var hasStarted: Bool { zero != nil }

  /// Takes what a source has captured.
  func add(_ item: Captured, from source: Int) throws(ExportError) {
    guard let zero else {
      starts[source] = starts[source] ?? item.time
      if isTooEarly(item) { return }
      waiting.append((item, source))
      if item.time >= earliestStart ?? .min { try startIfPossible() }
      return
    }
    if isFull { return }
    switch item {
    case .picture(let picture, let time, let dropped):
      try add(picture, at: time - zero, dropped: dropped)
    case .sound(let block):
      if let number = soundNumbers[source] {
        try change(number) { sound throws(LibAVError) in try sound.add(block, at: block.time - zero) }
      }
    }
  }

  /// Puts in what is late: the picture before it, and silence.
  func catchUp(to now: Int64) throws(ExportError) {
    guard let zero else { return try startWithoutSilentSounds(at: now) }
    try fill(to: grid.slots(endingBy: now - zero - Self.patience.picture))
    let frames = grid.slots(endingBy: now - zero - Self.patience.sound)
    for number in sounds.indices {
      let count = samples(in: frames, number)
      try change(number) { sound throws(LibAVError) in try sound.fill(to: count) }
    }
  }

  /// Takes out what is captured from a moment on, until `resume`. Whole frames are taken out, and the samples of their
  /// time.
  func pause(at now: Int64) {
    guard !isPaused else { return }
    isPaused = true
    if let zero { pauseGrids(at: now - zero) }
  }

  func resume(at now: Int64) {
    guard isPaused else { return }
    isPaused = false
    guard let zero else { return }
    let slot = grid.resume(at: now - zero)
    for number in sounds.indices { sounds[number].resume(from: samples(in: slot, number)) }
    setLimits()
  }

  private func pauseGrids(at time: Int64) {
    let filmSlot = grid.pause(at: time)
    for number in sounds.indices { sounds[number].pause(at: samples(in: filmSlot, number)) }
  }

  /// Chooses a look from the next frame on; false if there is no such look.
  func choose(look: Int, at now: Int64) -> Bool {
    guard look <= settings.looks.count else { return false }
    // A picture can fill a frame that starts a little later.
    looks.change(to: look, at: max(grid.filled, zero.map { grid.frame(from: now - $0) } ?? 0))
    return true
  }

  /// The look that was chosen last.
  private var choice: LookChange { looks.last ?? LookChange(frame: 0, look: 0) }

  /// The number of the look that the film gets; nil for none.
  var bakedLook: Int? { settings.bakesLooks && choice.look > 0 ? choice.look : nil }

  /// The look that was chosen last before a frame, or for it.
  private func choice(at frame: Int64) -> LookChange { looks.last { $0.frame <= frame } ?? choice }

  /// The latest picture of the film, and the number of its frame; nil before the first one. Without a look in the film,
  /// it is as it was captured.
  var still: (picture: VideoFrame, frame: Int64)? {
    guard let latest else { return nil }
    return (settings.bakesLooks ? latestEncoded ?? latest.converted : latest.captured, grid.filled - 1)
  }

  /// The latest picture with the look that was chosen last, to be shown within bounds; nil before the first one.
  func view(within bounds: PixelSize) throws(ExportError) -> VideoFrame? {
    guard let latest else { return nil }
    guard let painter, choice.look > 0 else { return latest.captured }
    let fitted = settings.size.fitted(into: bounds)
    let size = PixelSize(width: max(2, fitted.width / 2 * 2), height: max(2, fitted.height / 2 * 2))
    let converter = viewConverter ?? PictureConverter(to: self.converter.target.resized(to: size))
    viewConverter = converter
    let small: VideoFrame
    do throws(LibAVError) { small = try converter.convert(latest.captured) } catch {
      throw ExportError(error)
    }
    return try painter.paint(
      small, as: choice, frame: grid.filled - 1,
      pixelScale: Double(size.width) / Double(settings.size.width))
  }

  /// Returns how far the recording is. The levels are those since the last call.
  func takeProgress() -> RecordingProgress {
    RecordingProgress(
      frames: grid.filled, length: (try? settings.rate.start(ofFrame: grid.filled)) ?? .zero,
      byteCount: file.end, isPaused: isPaused,
      look: choice.look,
      levels: sounds.indices.map { sounds[$0].takeLevels() })
  }

  /// Why the recording has to end now; nil if it continues.
  func endReason(at now: Int64) -> RecordingEnd? {
    guard hasStarted, !isPaused else { return now >= latestEnd ?? .max ? .time : nil }
    if let limit = grid.limit, grid.filled >= limit,
      sounds.allSatisfy({ $0.grid.count >= $0.grid.limit ?? 0 })
    {
      return limit == settings.frameLimit ? .length : .time
    }
    if let silence = settings.silence, sounds.allSatisfy({ $0.silentFor ?? 0 >= silence.length }) {
      return .silence
    }
    return isFull ? .size : nil
  }

  /// Whether the film could exceed its largest size if it got more.
  private var isFull: Bool {
    settings.byteLimit.map { file.byteCountAfterNextFragment + waitingByteCount > $0 } ?? false
  }

  /// Ends the recording with the last whole frame that all of it fits in, and makes an ordinary file of it.
  ///
  /// `failure` is why nothing more can be captured; nil if all is well.
  func finish(_ end: RecordingEnd, failure: ExportError? = nil) throws(ExportError) -> RecordingReport {
    isFinished = true
    do throws(ExportError) { try endStreams() } catch { return try close(.failure, failure ?? error) }
    return try close(end, failure)
  }

  /// Ends the recording with its last whole fragment, because nothing more can be encoded or written.
  func abandon(_ failure: ExportError) throws(ExportError) -> RecordingReport {
    isFinished = true
    return try close(.failure, failure)
  }

  private func close(
    _ end: RecordingEnd, _ failure: ExportError?
  ) throws(ExportError) -> RecordingReport {
    guard file.fragmentCount > 0 else {
      throw failure ?? ExportError(.temporary, "nothing was recorded: it ended before the first frame")
    }
    let byteCount = try file.finish(after: failure)
    var pictures = grid.counts
    (pictures.captured, pictures.repeated) = written
    return RecordingReport(
      frames: Int64(file.pictureCount), rate: settings.rate, pictures: pictures,
      sounds: sounds.map(\.grid.counts), clockErrors: sounds.map(\.grid.clockError),
      followsClocks: settings.followsClocks, sampleRate: RecordingSettings.soundRate, byteCount: byteCount,
      fragmentCount: file.fragmentCount, cuts: grid.pauses.cuts,
      looks: looks, bakesLooks: settings.bakesLooks, end: end, failure: failure)
  }

  private func endStreams() throws(ExportError) {
    for number in sounds.indices {
      try change(number) { sound throws(LibAVError) in try sound.flush() }
    }
    let seconds = sounds.map { sound in
      RationalTime(sound.grid.count, Int64(sound.grid.sampleRate)) ?? .zero
    }
    let heard = seconds.max().flatMap { try? settings.rate.frames(in: $0) } ?? 0
    let frames = max(grid.filled, min(heard, grid.limit ?? .max, grid.pauses.filmEnd ?? .max))
    guard latest != nil else { return }
    try fill(to: frames)
    do { try write(try encoder.finish()) } catch { throw ExportError(any: error) }
    for number in sounds.indices {
      let count = samples(in: frames, number)
      try change(number) { sound throws(LibAVError) in try sound.finish(at: count) }
    }
    try endFragment()
  }

  // MARK: The start

  private func startIfPossible() throws(ExportError) {
    if let start = firstMoment, !starts.contains(nil) { try self.start(at: start) }
  }

  /// The start, if no other source gives its first item later; nil before any has.
  private var firstMoment: Int64? { starts.compactMap(\.self).max().map { max($0, earliestStart ?? .min) } }

  /// Whether an item cannot be in the film. The place of samples is known from those around them.
  private func isTooEarly(_ item: Captured) -> Bool {
    guard let earliestStart else { return false }
    switch item {
    case .picture: return grid.slot(nearest: item.time - earliestStart) < 0
    case .sound: return item.time < earliestStart - Self.patience.sound
    }
  }

  /// A sound that gives nothing, such as that of an output which sleeps, does not delay the start for long.
  private func startWithoutSilentSounds(at now: Int64) throws(ExportError) {
    let havePicture = zip(starts, soundNumbers).allSatisfy { start, sound in start != nil || sound != nil }
    let start = firstMoment
    if havePicture, let start, now - start >= Self.patience.sound { return try self.start(at: start) }
    // The start is not before what the last source gives, which is at most as old as this.
    waiting.removeAll { $0.item.time < now - Self.patience.sound }
  }

  private func start(at time: Int64) throws(ExportError) {
    zero = time
    setLimits()
    if isPaused { pauseGrids(at: 0) }
    let items = waiting
    waiting = []
    for (item, source) in items { try add(item, from: source) }
  }

  /// Limits the film to the length that is wanted, and to the frames before the last moment.
  private func setLimits() {
    let byClock = zero.flatMap { zero in latestEnd.map { grid.slots(endingBy: $0 - zero) } }
    let limit = [settings.frameLimit, byClock].compactMap(\.self).min()
    grid.limit = limit
    for number in sounds.indices { sounds[number].limit = limit.map { samples(in: $0, number) } }
  }

  // MARK: Pictures

  private func add(_ picture: VideoFrame, at time: Int64, dropped: Int64) throws(ExportError) {
    let placement = grid.place(at: time, dropped: dropped)
    if [.dropped, .outside].contains(placement) { return }
    if placement == .late { return try fill(to: .max) }
    let converted: VideoFrame
    do throws(LibAVError) { converted = try converter.convert(picture) } catch { throw ExportError(error) }
    if case .fills(let empty) = placement {
      for _ in 0..<empty { try encode(latest?.converted ?? converted, isCaptured: false) }
      try encode(converted, isCaptured: true)
    }
    latest = (converted, picture)
  }

  private func fill(to end: Int64) throws(ExportError) {
    guard let latest else { return }
    for _ in 0..<grid.fill(to: end) { try encode(latest.converted, isCaptured: false) }
  }

  private func encode(_ frame: VideoFrame, isCaptured: Bool) throws(ExportError) {
    unwritten.append(isCaptured)
    var frame = frame
    if settings.bakesLooks, let painter {
      frame = try painter.paint(frame, as: choice(at: framesSent), frame: framesSent)
    }
    latestEncoded = frame
    do {
      try write(try encoder.send(frame, index: framesSent))
      framesSent += 1
    } catch { throw ExportError(any: error) }
  }

  private func write(_ packets: [EncodedPacket]) throws(ExportError) {
    for packet in packets {
      do throws(LibAVError) { try muxer.add(packet, stream: 0) } catch { throw ExportError(error) }
      waitingByteCount += Int64(packet.bytes.count)
      framesInFragment += 1
      if framesInFragment == settings.framesPerFragment { try endFragment() }
    }
  }

  private func endFragment() throws(ExportError) {
    let bytes: [UInt8]
    do throws(LibAVError) { bytes = try muxer.endFragment() } catch { throw ExportError(error) }
    try file.add(bytes)
    waitingByteCount = 0
    let captured = unwritten.prefix(framesInFragment).count(where: \.self)
    written.captured += Int64(captured)
    written.repeated += Int64(framesInFragment - captured)
    unwritten.removeFirst(framesInFragment)
    framesInFragment = 0
  }

  // MARK: Sounds

  /// The samples of a sound that fit into some frames: a film is never longer than its picture.
  private func samples(in frames: Int64, _ sound: Int) -> Int64 {
    let exact = Int128(frames) * Int128(settings.rate.seconds) * Int128(sounds[sound].grid.sampleRate)
    return Int64(clamping: floorDivision(exact, by: Int128(settings.rate.frames)))
  }

  /// Changes a sound and writes the packets that this gives.
  private func change(
    _ number: Int, _ body: (inout RecordedSound) throws(LibAVError) -> [EncodedPacket]
  ) throws(ExportError) {
    do throws(LibAVError) {
      for packet in try body(&sounds[number]) {
        try muxer.add(packet, stream: number + 1)
        waitingByteCount += Int64(packet.bytes.count)
      }
    } catch { throw ExportError(error) }
  }
}

extension PictureTarget {
  fileprivate func resized(to size: PixelSize) -> PictureTarget {
    var target = self
    target.size = size
    return target
  }
}

extension FrameRate {
  /// The frames that a time needs, the last one perhaps in part.
  fileprivate func frames(in time: RationalTime) throws(TimeOverflow) -> Int64 {
    let exact = Int128(time.value) * Int128(frames)
    let unit = Int128(time.timescale) * Int128(seconds)
    guard let count = Int64(exactly: floorDivision(exact + unit - 1, by: unit)) else { throw TimeOverflow() }
    return count
  }
}
