import Basics
import Composition

/// The pictures that are as expected but build on one that is not, up to the next one at which decoding can begin.
struct PicturesBuiltOn {
  private(set) var all: Set<Int> = []
  /// How many build on a picture; only for the last wrong one before them.
  private(set) var counts: [Int: Int] = [:]

  init(_ alignment: TrackAlignment, _ expected: PacketMarks) {
    let keys = Set(expected.keys)
    let wrong = Set(alignment.changed + alignment.missing)
    guard !keys.isEmpty, !wrong.isEmpty else { return }
    var last: Int?
    for index in 0..<expected.count {
      if wrong.contains(index) {
        last = index
      } else if keys.contains(index) {
        last = nil
      } else if let last {
        all.insert(index)
        counts[last, default: 0] += 1
      }
    }
  }

  /// What follows the words about a run of wrong pictures.
  func words(after run: Range<Int>) -> String {
    guard let count = counts[run.upperBound - 1] else { return "" }
    return ", and \(counted(count, "picture")) after \(run.count == 1 ? "it" : "them") build on that"
  }
}

/// The deviations of a track of pictures.
struct PictureReport {
  private(set) var deviations: [Deviation] = []
  private let clock: FilmClock

  init(
    _ alignment: TrackAlignment, _ builtOn: PicturesBuiltOn, _ expected: PacketMarks, _ found: PacketMarks,
    _ clock: FilmClock
  ) {
    self.clock = clock
    guard alignment.hasAny else {
      deviations = [
        Deviation(
          .frameChanged, "no picture is that of the edit: the film was encoded again, or is another one")
      ]
      return
    }
    for shift in alignment.shifts {
      let late = shift.nanoseconds > 0 ? "late" : "early"
      report(
        .timeChanged, shift.packets,
        "\(names(shift.packets)) \(isOne(shift.packets) ? "is" : "are") \(clock.duration(shift.nanoseconds)) too \(late)"
      )
    }
    reportMoved(alignment.moved)
    for run in runs(of: alignment.changed) {
      report(
        .frameChanged, run,
        "\(names(run)) \(isOne(run) ? "is another picture" : "are other pictures")\(builtOn.words(after: run))"
      )
    }
    for run in runs(of: alignment.missing) {
      report(
        .frameMissing, run, "\(names(run)) \(isOne(run) ? "is" : "are") missing\(builtOn.words(after: run))")
    }
    for index in alignment.added.prefix(50) {
      let place = Int(clampedFrame(found.times[index] - clock.offset, expected))
      let words =
        alignment.original(ofFound: index).map { "frame \($0) is repeated" }
        ?? "there is a picture too many"
      report(.frameAdded, place..<place + 1, "\(words) at \(moment(place))")
    }
    deviations.sort { ($0.frames?.lowerBound ?? 0) < ($1.frames?.lowerBound ?? 0) }
  }

  private mutating func report(_ kind: Deviation.Kind, _ frames: Range<Int>, _ words: String) {
    deviations.append(
      Deviation(
        kind, words, range: clock.range(ofFrames: frames),
        frames: Int64(frames.lowerBound)..<Int64(frames.upperBound), medium: .picture))
  }

  private mutating func reportMoved(_ moved: [Match]) {
    var reported: Set<Int> = []
    for match in moved where !reported.contains(match.old) {
      if moved.contains(Match(old: match.new, new: match.old)), match.old != match.new {
        reported.formUnion([match.old, match.new])
        let (first, second) = (min(match.old, match.new), max(match.old, match.new))
        report(
          .frameMoved, first..<second + 1, "frames \(first) and \(second) (\(moment(first))) are exchanged")
      } else {
        reported.insert(match.old)
        report(
          .frameMoved, match.old..<match.old + 1,
          "\(names(match.old..<match.old + 1)) is shown at \(moment(match.new))")
      }
    }
  }

  private func isOne(_ frames: Range<Int>) -> Bool { frames.count == 1 }

  private func moment(_ frame: Int) -> String {
    clock.range(ofFrames: frame..<frame + 1)?.start.clockReading ?? "frame \(frame)"
  }

  private func names(_ frames: Range<Int>) -> String {
    isOne(frames)
      ? "frame \(frames.lowerBound) (\(moment(frames.lowerBound)))"
      : "frames \(frames.lowerBound) to \(frames.upperBound - 1) (from \(moment(frames.lowerBound)))"
  }

  private func clampedFrame(_ time: Int64, _ expected: PacketMarks) -> Int64 {
    Int64(min(expected.count - 1, expected.times.partitioningIndex { $0 >= time }))
  }
}

/// The deviations of a track of sound.
struct SoundReport {
  private(set) var deviations: [Deviation] = []
  private let expected: PacketMarks
  private let clock: FilmClock
  private let number: Int

  init(
    _ alignment: TrackAlignment, _ expected: PacketMarks, _ found: PacketMarks, _ clock: FilmClock,
    number: Int,
    sampleRate: Int
  ) {
    self.expected = expected
    self.clock = clock
    self.number = number
    guard alignment.hasAny else {
      deviations = [
        Deviation(
          .soundChanged,
          "the sound of track \(number) is not that of the edit: it was encoded again, or is another one")
      ]
      return
    }
    for shift in alignment.shifts {
      let samples = Int((Double(shift.nanoseconds.magnitude) * Double(sampleRate) / 1_000_000_000).rounded())
      let late = shift.nanoseconds > 0 ? "late" : "early"
      let begins = shift.packets.lowerBound == 0
      report(
        .soundShifted, shift.packets,
        "the sound of track \(number) \(begins ? "begins" : "is") \(counted(samples, "sample"))"
          + " (\(clock.duration(shift.nanoseconds))) too \(late)\(begins && ends(shift.packets) ? "" : when(shift.packets))"
      )
    }
    for run in runs(of: alignment.moved.map(\.old)) {
      report(.soundChanged, run, "the sound of track \(number)\(when(run)) is at another place")
    }
    for run in runs(of: alignment.changed) {
      report(.soundChanged, run, "the sound of track \(number) is another one\(when(run))")
    }
    for run in runs(of: alignment.missing) {
      report(.soundChanged, run, "the sound of track \(number) is missing\(when(run))")
    }
    if !alignment.added.isEmpty {
      let time = found.times[alignment.added[0]] - clock.soundOffset(expected, found)
      let place = min(expected.count - 1, expected.times.partitioningIndex { $0 >= time })
      report(
        .soundChanged, place..<place + 1,
        "the sound of track \(number) has \(counted(alignment.added.count, "packet")) too many, the first at"
          + " \(clock.moment(time).clockReading)")
    }
    deviations.sort { ($0.range?.start ?? .zero) < ($1.range?.start ?? .zero) }
  }

  private mutating func report(_ kind: Deviation.Kind, _ packets: Range<Int>, _ words: String) {
    deviations.append(Deviation(kind, words, range: range(packets), medium: .sound))
  }

  private func ends(_ packets: Range<Int>) -> Bool { packets.upperBound >= expected.count }

  private func range(_ packets: Range<Int>) -> TimeRange? {
    let last = expected.times[packets.upperBound - 1]
    let end = ends(packets) ? last + 1 : expected.times[packets.upperBound]
    return TimeRange(start: clock.moment(expected.times[packets.lowerBound]), end: clock.moment(end))
  }

  private func when(_ packets: Range<Int>) -> String {
    guard let range = range(packets) else { return "" }
    if ends(packets) { return " from \(range.start.clockReading) on" }
    return " from \(range.start.clockReading) to \(range.end.clockReading)"
  }
}

/// Ascending numbers as ranges.
func runs(of numbers: [Int]) -> [Range<Int>] {
  var runs: [Range<Int>] = []
  for number in numbers {
    if let last = runs.last, last.upperBound == number {
      runs[runs.count - 1] = last.lowerBound..<number + 1
    } else {
      runs.append(number..<number + 1)
    }
  }
  return runs
}
