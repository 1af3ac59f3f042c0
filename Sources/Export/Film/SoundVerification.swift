import Basics
import Composition
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
    do throws(LibAVError) { heard = try HeardSound(of: track, inFileAt: path, facts, onStep: onStep) } catch {
      throw ExportError(ofFinished: error, "the finished sound cannot be read")
    }
    let name = plan.settings.tracks.flatMap { $0.indices.contains(index) ? $0[index].name : nil }
    let label = tracks.count == 1 ? "" : name.map { "'\($0)': " } ?? "track \(index + 1): "
    failed += heard.failures(of: checks).map { FailedCheck($0.demand, label + $0.message) }
  }
  return failed
}

/// The measured sound of a track.
private struct HeardSound {
  private var measurement: SoundMeasurement?
  private var longestSilence: Int64 = 0
  private var silenceStart: Int64 = 0
  private var loudestSample: (position: Int64, level: Float) = (0, 0)
  private let rate: Int

  /// -60 dB: below it nothing is audible.
  private static let silence: Float = 0.001

  init(
    of track: AudioTrackFacts, inFileAt path: String, _ facts: MediaFacts, onStep: () -> Void
  ) throws(LibAVError) {
    let channels = [1, 2, 8].contains(track.channelCount) ? track.channelCount : 6
    rate = track.sampleRate
    let reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: AudioReader.Options(rate: rate, channelCount: channels))
    let meter = LoudnessMeter(channelCount: channels, sampleRate: rate)
    var quiet: Int64 = 0
    var position: Int64 = 0
    while position < track.sampleCount {
      let count = Int(min(Int64(rate), track.sampleCount - position))
      let planes = try reader.read(from: position, count: count)
      meter?.add(planes)
      for index in 0..<count {
        let isQuiet = planes.allSatisfy { $0[index].magnitude < Self.silence }
        quiet = isQuiet ? quiet + 1 : 0
        let place = position + Int64(index)
        if quiet > longestSilence { (longestSilence, silenceStart) = (quiet, place - quiet + 1) }
        if let level = planes.map({ $0[index].magnitude }).max(), level > loudestSample.level {
          loudestSample = (place, level)
        }
      }
      position += Int64(count)
      onStep()
    }
    measurement = meter.map { SoundMeasurement($0) }
  }

  func failures(of checks: SoundChecks) -> [FailedCheck] {
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
    if let highest = checks.peak, let found = measurement?.truePeak, found > highest {
      failed.append(
        FailedCheck(
          .peak,
          "the true peak of the sound is \(found) dBTP, above \(highest); the highest sample is at"
            + " \(clock(loudestSample.position))"))
    }
    if let longest = checks.silence, let found = RationalTime(longestSilence, Int64(rate)), found > longest {
      failed.append(
        FailedCheck(
          .silence,
          "the film is silent for \(clock(longestSilence)) from \(clock(silenceStart)) on, longer than \(longest)"
        ))
    }
    return failed
  }

  /// A number of samples as a time in milliseconds.
  private func clock(_ samples: Int64) -> String {
    RationalTime(samples * 1000 / Int64(max(1, rate)), 1000).map { "\($0)" } ?? "\(samples) samples"
  }
}
