import Basics
import Composition
import Detection
import LibAV
import RenderPlan
import Rendering

/// Returns the checks that the sound of a finished film fails. Calls `onStep` for each second.
func failedChecks(
  ofSoundAt path: String, _ facts: MediaFacts, _ plan: RenderPlan, onStep: () -> Void = {}
) throws(ExportError) -> [FailedCheck] {
  let checks = plan.composition.soundChecks
  guard !checks.isEmpty else { return [] }
  // Stems are parts of the sound, not the whole.
  let tracks = plan.settings.tracks == nil ? [facts.mainAudio].compactMap(\.self) : facts.audio
  var failed: [FailedCheck] = []
  for (index, track) in tracks.enumerated() {
    let heard: HeardSound
    do throws(LibAVError) {
      heard = try HeardSound(of: track, inFileAt: path, facts, checks, onStep: onStep)
    } catch {
      throw ExportError(ofFinished: error, "the finished sound cannot be read")
    }
    let name = plan.settings.tracks.flatMap { $0.indices.contains(index) ? $0[index].name : nil }
    let label = tracks.count == 1 ? "" : name.map { "'\($0)': " } ?? "track \(index + 1): "
    failed += heard.failures(of: checks, CheckTimes(plan)).map {
      FailedCheck($0.demand, label + $0.message, moments: $0.moments)
    }
  }
  return failed
}

/// The measured sound of a track.
private struct HeardSound {
  private var measurement: SoundMeasurement?
  private var silence = LongestSilence()
  private var loudestSample: (position: Int64, level: Float) = (0, 0)
  private var loudest = LoudestMoments()
  private var range: Double?
  private var leastCorrelation: StereoCorrelation.Second?
  private let rate: Int

  init(
    of track: AudioTrackFacts, inFileAt path: String, _ facts: MediaFacts, _ checks: SoundChecks,
    onStep: () -> Void
  ) throws(LibAVError) {
    let channels = [1, 2, 8].contains(track.channelCount) ? track.channelCount : 6
    rate = track.sampleRate
    let reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: AudioReader.Options(rate: rate, channelCount: channels))
    let needsMoments = checks.shortTerm != nil || checks.momentary != nil || checks.range != nil
    let meter = LoudnessMeter(channelCount: channels, sampleRate: rate, withMoments: needsMoments)
    var correlation = checks.phase == nil || channels == 1 ? nil : StereoCorrelation(sampleRate: rate)
    var position: Int64 = 0
    while position < track.sampleCount {
      let count = Int(min(Int64(rate), track.sampleCount - position))
      let planes = try reader.read(from: position, count: count)
      if needsMoments, let meter {
        loudest.add(planes, at: position, to: meter, rate: rate)
      } else {
        meter?.add(planes)
      }
      if channels > 1 { correlation?.add(planes[0], planes[1]) }
      for index in 0..<count {
        silence.add(planes, index, at: position + Int64(index))
        if let level = planes.map({ $0[index].magnitude }).max(), level > loudestSample.level {
          loudestSample = (position + Int64(index), level)
        }
      }
      position += Int64(count)
      onStep()
    }
    measurement = meter.map { SoundMeasurement($0) }
    range = needsMoments ? loudest.range.range : nil
    leastCorrelation = correlation?.finish()
  }

  func failures(of checks: SoundChecks, _ times: CheckTimes) -> [FailedCheck] {
    func moment(_ samples: Int64) -> RationalTime {
      let milliseconds = RationalTime(max(0, samples) * 1000 / Int64(max(1, rate)), 1000) ?? .zero
      return (try? times.moment(0) + milliseconds) ?? milliseconds
    }
    func clock(_ samples: Int64) -> String { times.words(moment(samples)) }
    var failed: [FailedCheck] = []
    if let target = checks.loudness {
      let found = measurement?.loudness
      if found.map({ ($0 - target).magnitude > checks.tolerance }) ?? true {
        failed.append(
          FailedCheck(
            .loudness,
            "the whole sound has \(found.map { "\($0) LUFS" } ?? "no loudness"), not \(target) +- \(checks.tolerance)"
          ))
      }
    }
    let moments: [(FailedCheck.Demand, Double?, LoudestMoments.Moment?, String, Int64)] = [
      (.shortTerm, checks.shortTerm, loudest.shortTerm, "3 s", 3000),
      (.momentary, checks.momentary, loudest.momentary, "400 ms", 400),
    ]
    for (demand, highest, found, length, milliseconds) in moments {
      guard let highest, let found, found.loudness > highest else { continue }
      let start = max(0, found.end - milliseconds * Int64(rate) / 1000)
      failed.append(
        FailedCheck(
          demand,
          "the loudest \(length) of the sound, from \(clock(start)) to \(clock(found.end)), have"
            + " \(rounded(found.loudness)) LUFS, above \(highest)",
          moments: [moment(start)]))
    }
    if let highest = checks.range, let range, range > highest {
      failed.append(
        FailedCheck(.range, "the loudness range of the sound is \(rounded(range)) LU, above \(highest)"))
    }
    if let lowest = checks.phase, let found = leastCorrelation, found.correlation < lowest {
      failed.append(
        FailedCheck(
          .phase,
          "the correlation of left and right is \(rounded(found.correlation)) from \(clock(found.start)) to"
            + " \(clock(found.start + Int64(rate))), below \(lowest)\(monoLoss(found))",
          moments: [moment(found.start)]))
    }
    if let highest = checks.peak, let found = measurement?.truePeak, found > highest {
      failed.append(
        FailedCheck(
          .peak,
          "the true peak of the sound is \(found) dBTP, above \(highest); the highest sample is at"
            + " \(clock(loudestSample.position))",
          moments: [moment(loudestSample.position)]))
    }
    if let longest = checks.silence, let found = RationalTime(silence.longest, Int64(rate)), found > longest {
      let length = RationalTime(silence.longest * 1000 / Int64(max(1, rate)), 1000) ?? found
      failed.append(
        FailedCheck(
          .silence,
          "the film is silent for \(length) from \(clock(silence.start)) on, longer than \(longest)",
          moments: [moment(silence.start)]))
    }
    return failed
  }

  /// What a mono sum loses, if that is more than 6 dB.
  private func monoLoss(_ second: StereoCorrelation.Second) -> String {
    guard second.monoShare > 0 else { return "; it vanishes in mono" }
    let loss = -decibels(ofFactor: second.monoShare.squareRoot())
    return loss > 6 ? "; a mono sum loses \(rounded(loss)) dB" : ""
  }

  private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

/// Finds the first of the longest runs of silence.
private struct LongestSilence {
  private(set) var longest: Int64 = 0
  private(set) var start: Int64 = 0
  private var current: Int64 = 0
  /// -60 dB: below it nothing is audible.
  private static let level: Float = 0.001

  mutating func add(_ planes: [[Float]], _ index: Int, at position: Int64) {
    let isQuiet = planes.allSatisfy { $0[index].magnitude < Self.level }
    current = isQuiet ? current + 1 : 0
    if current > longest { (longest, start) = (current, position - current + 1) }
  }
}

/// Finds the loudest 3 s and the loudest 400 ms, to a tenth of a second.
private struct LoudestMoments {
  struct Moment {
    let loudness: Double
    /// The sample after them.
    let end: Int64
  }

  private(set) var shortTerm: Moment?
  private(set) var momentary: Moment?
  private(set) var range = LoudnessRangeMeter()

  /// Adds a part of the sound to the meter, in tenths of a second.
  mutating func add(_ planes: [[Float]], at start: Int64, to meter: LoudnessMeter, rate: Int) {
    let count = planes.first?.count ?? 0
    var position = 0
    while position < count {
      let tenth = (start + Int64(position)) * 10 / Int64(rate) + 1
      // The first sample that is not in this tenth.
      let end = (tenth * Int64(rate) + 9) / 10
      let next = min(count, max(position + 1, Int(end - start)))
      meter.add(planes.map { Array($0[position..<next]) })
      position = next
      let place = start + Int64(position)
      if let found = meter.shortTerm {
        if found > shortTerm?.loudness ?? -.infinity { shortTerm = Moment(loudness: found, end: place) }
        if place >= 3 * Int64(rate) { range.add(found) }
      }
      if let found = meter.momentary, found > momentary?.loudness ?? -.infinity {
        momentary = Moment(loudness: found, end: place)
      }
    }
  }
}
