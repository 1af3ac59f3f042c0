import Basics
import Composition

/// The mix of another film, silent before its start and after its end.
final class FilmSound: SampleSource {
  private let mixer: SoundMixer
  private let end: Int64
  private let channelCount: Int

  init(_ film: Composition, onWork: @escaping () -> Void) throws(RenderingError) {
    guard let end = film.duration.rounded(toUnits: Int64(film.mix.sampleRate)) else {
      throw .time(layer: "film", frame: 0)
    }
    mixer = try SoundMixer(film, onWork: onWork)
    self.end = end.value
    channelCount = film.mix.channelCount
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    let heard = (start..<start + Int64(count)).clamped(to: 0..<max(0, end))
    let silence = { (length: Int64) in [Float](repeating: 0, count: Int(max(0, length))) }
    guard !heard.isEmpty else { return Array(repeating: silence(Int64(count)), count: channelCount) }
    let before = silence(heard.lowerBound - start)
    let after = silence(start + Int64(count) - heard.upperBound)
    return try mixer.mix(from: heard.lowerBound, count: heard.count).map { before + $0 + after }
  }
}

/// Plays a source by a clock, addressed by the item's own samples. `label` names the sound in errors.
func playedSound(
  _ clock: MediaClock, _ pitch: PitchRule, of source: any SampleSource, mix: MixFormat, label: String
) throws(RenderingError) -> any SampleSource {
  guard let line = SoundLine(clock, of: source, sampleRate: mix.sampleRate) else {
    throw .time(layer: label, frame: 0)
  }
  if clock.constantSpeed == .normalSpeed {
    guard let first = clock.offset.rounded(toUnits: Int64(mix.sampleRate)) else {
      throw .time(layer: label, frame: 0)
    }
    return first.value == 0 ? line : OffsetSource(line, first: first.value)
  }
  let pace = SoundPace(clock, sampleRate: Double(mix.sampleRate))
  return switch pitch {
  case .follow: ResampledSound(line, pace: pace)
  case .keep: StretchedSound(line, pace: pace, sampleRate: mix.sampleRate)
  }
}

/// A line, read from one of its samples on.
private final class OffsetSource: SampleSource {
  private let line: any SampleSource
  private let first: Int64

  init(_ line: any SampleSource, first: Int64) {
    self.line = line
    self.first = first
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    try line.read(from: first + start, count: count)
  }
}
