import Composition
import EditTime
import LibAV

/// A file's sound in the form of the mix.
final class FileSound: SampleSource {
  private let reader: AudioReader

  init(_ reader: AudioReader) { self.reader = reader }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    do throws(LibAVError) { return try reader.read(from: start, count: count) } catch { throw .media(error) }
  }
}

/// The mix of another film, silent before its start and after its end.
final class FilmSound: SampleSource {
  private let mixer: SoundMixer
  private let end: Int64
  private let channelCount: Int

  init(_ film: Composition) throws(RenderingError) {
    guard let end = film.duration.rounded(toUnits: Int64(film.mix.sampleRate)) else {
      throw .time(layer: "film", frame: 0)
    }
    mixer = try SoundMixer(film)
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

/// What an item sounds like, by its own samples: its source at the pace of its clock.
func playedSound(
  of sound: Sound, from source: any SampleSource, mix: MixFormat
) throws(RenderingError) -> any SampleSource {
  guard let line = SoundLine(sound.clock, of: source, sampleRate: mix.sampleRate) else {
    throw .time(layer: sound.label, frame: 0)
  }
  if sound.clock.constantSpeed == .normalSpeed {
    guard let first = sound.clock.offset.rounded(toUnits: Int64(mix.sampleRate)) else {
      throw .time(layer: sound.label, frame: 0)
    }
    return first.value == 0 ? line : LaterSound(line, first: first.value)
  }
  let pace = SoundPace(sound.clock, sampleRate: Double(mix.sampleRate))
  return switch sound.pitch {
  case .following: ResampledSound(line, pace: pace)
  case .kept: StretchedSound(line, pace: pace, sampleRate: mix.sampleRate)
  }
}

/// A line from one of its samples on.
private final class LaterSound: SampleSource {
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
