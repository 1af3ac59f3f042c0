import LibAV

/// A sound track while it is recorded.
struct RecordedSound {
  let channels: Int
  let encoder: AudioEncoder
  private(set) var grid: SoundGrid
  /// Nil if clocks are left as they are.
  private let resampler: ClockResampler?
  /// The samples that the grid holds.
  private var waiting: [[Float]]
  /// The samples that were encoded, with silence.
  private var encoded: Int64 = 0
  private var meter: LevelMeter
  /// Nil if silence does not matter.
  private var silence: SilentStretch?

  /// `silenceLevel` is what no sample of silence reaches; nil if silence does not matter.
  init(
    sampleRate: Int, channels: Int, followsClock: Bool, silenceLevel: Float?
  ) throws(ExportError) {
    guard sampleRate == RecordingSettings.soundRate, (1...2).contains(channels) else {
      throw ExportError(.unavailable, "sounds are recorded in mono or stereo at 48 kHz")
    }
    self.channels = channels
    grid = SoundGrid(sampleRate: sampleRate, followsClock: followsClock)
    waiting = Array(repeating: [], count: channels)
    meter = LevelMeter(channels: channels)
    silence = silenceLevel.map { SilentStretch(level: $0) }
    do throws(LibAVError) {
      resampler = try followsClock ? ClockResampler(channels: channels, sampleRate: sampleRate) : nil
      encoder = try AudioEncoder(
        settings: AudioEncoderSettings(
          sampleRate: sampleRate, channelLayout: channels == 1 ? "mono" : "stereo",
          bitsPerSecond: RecordingSettings.bitRate(channels: channels)))
    } catch { throw ExportError(error) }
  }

  /// How many samples there are at most; nil for any number.
  var limit: Int64? {
    get { grid.limit }
    set { grid.limit = newValue }
  }

  /// For how many samples the sound has been silent; nil if that does not matter.
  var silentFor: Int64? { silence?.length }

  /// Adds a block, whose time is from the start of the recording. Returns the packets that are ready.
  mutating func add(_ block: SoundBlock, at time: Int64) throws(LibAVError) -> [EncodedPacket] {
    guard block.samples.count == channels else { return [] }
    for channel in 0..<channels { waiting[channel] += block.samples[channel] }
    return try run(grid.add(block.samples[0].count, from: block.first, at: time))
  }

  /// Puts in silence up to a number of samples.
  mutating func fill(to count: Int64) throws(LibAVError) -> [EncodedPacket] {
    try run(grid.fill(to: count))
  }

  /// Records nothing beyond this number of samples, until `resume`.
  mutating func pause(at count: Int64) { grid.pause(at: count) }

  /// Records again from a sample on, counted from the start.
  mutating func resume(from sample: Int64) { grid.resume(from: sample) }

  /// The levels of its channels since the last call.
  mutating func takeLevels() -> [ChannelLevel] { meter.take() }

  /// Records what is held until later samples come.
  mutating func flush() throws(LibAVError) -> [EncodedPacket] { try run(grid.flush()) }

  /// Ends the track with exactly this many samples, at least all of those so far.
  mutating func finish(at count: Int64) throws(LibAVError) -> [EncodedPacket] {
    var packets = try run(grid.fill(to: count))
    if let resampler { packets += try encode(resampler.finish(), upTo: count) }
    packets += try encode(silence(Int(max(0, count - encoded))), upTo: count)
    return try packets + encoder.finish()
  }

  private mutating func run(_ steps: [SoundGrid.Step]) throws(LibAVError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    for step in steps {
      switch step {
      case .silence(var count):
        while count > 0 {
          let part = min(count, Int64(RecordingSettings.soundRate))
          packets += try send(silence(Int(part)), correction: 0)
          count -= part
        }
      case .skip(let count): _ = take(count)
      case .record(let count): packets += try send(take(count), correction: grid.correction)
      }
    }
    if let resampler, !steps.isEmpty { grid.settle(encoded + resampler.pending) }
    return packets
  }

  private mutating func take(_ count: Int) -> [[Float]] {
    let taken = waiting.map { Array($0.prefix(count)) }
    for channel in 0..<channels { waiting[channel].removeFirst(min(count, waiting[channel].count)) }
    return taken
  }

  private func silence(_ count: Int) -> [[Float]] {
    Array(repeating: Array(repeating: 0, count: count), count: channels)
  }

  private mutating func send(
    _ samples: [[Float]], correction: Double
  ) throws(LibAVError) -> [EncodedPacket] {
    guard let resampler else { return try encode(samples, upTo: .max) }
    return try encode(resampler.convert(samples, correction: correction), upTo: grid.limit ?? .max)
  }

  private mutating func encode(_ samples: [[Float]], upTo most: Int64) throws(LibAVError) -> [EncodedPacket] {
    let count = min(Int64(samples.first?.count ?? 0), most - encoded)
    guard count > 0 else { return [] }
    encoded += count
    let part = samples.map { Array($0.prefix(Int(count))) }
    meter.add(part)
    silence?.add(part)
    return try encoder.send(part)
  }
}
