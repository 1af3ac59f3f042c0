import Basics
import Composition
import LibAV
import MediaFacts
import RenderPlan
import Rendering

/// Listens to a finished film and holds it against what its author says must be true of its sound.
func checkSound(ofFilmAt path: String, _ facts: MediaFacts, _ plan: RenderPlan) throws(ExportError) {
  let checks = plan.composition.soundChecks
  guard !checks.isEmpty, let track = facts.mainAudio else { return }
  let heard: HeardSound
  do throws(LibAVError) { heard = try HeardSound(of: track, inFileAt: path, facts) } catch {
    throw ExportError(ofFinished: error, "the finished sound cannot be read")
  }
  let problems = heard.problems(against: checks)
  guard problems.isEmpty else { throw ExportError(.checkFailed, problems.joined(separator: "; ")) }
}

/// What can be heard in a file.
private struct HeardSound {
  private var measurement: SoundMeasurement?
  private var longestSilence: Int64 = 0
  private let rate: Int

  /// -60 dB: below it nothing is heard.
  private static let silence: Float = 0.001

  init(of track: AudioTrackFacts, inFileAt path: String, _ facts: MediaFacts) throws(LibAVError) {
    let channels = [1, 2].contains(track.channelCount) ? track.channelCount : 6
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
        longestSilence = max(longestSilence, quiet)
      }
      position += Int64(count)
    }
    measurement = meter.map { SoundMeasurement($0) }
  }

  func problems(against checks: SoundChecks) -> [String] {
    var problems: [String] = []
    if let target = checks.loudness {
      let found = measurement?.loudness
      if found.map({ ($0 - target).magnitude > checks.tolerance }) ?? true {
        problems.append(
          "the sound has \(found.map { "\($0) LUFS" } ?? "no loudness"), not \(target) +- \(checks.tolerance)"
        )
      }
    }
    if let highest = checks.peak, let found = measurement?.truePeak, found > highest {
      problems.append("the true peak of the sound is \(found) dBTP, above \(highest)")
    }
    if let longest = checks.silence, let found = RationalTime(longestSilence, Int64(rate)), found > longest {
      problems.append("there are \(found.inSeconds) s of silence at a time, more than \(longest)")
    }
    return problems
  }
}
