import Basics
import EditScript
import LibAV
import Lowering

/// The times of the wanted pictures of a film or file.
enum WantedMoments {
  /// Individual times, in the given order.
  case each([Located<TimeExpression>])
  /// The start, and after each interval of this length.
  case every(Located<DurationExpression>)
  /// This number, in the middles of equal parts.
  case count(Int)

  /// The times from the options; nil if none is given.
  init?(
    each: [[Located<TimeExpression>]], every: Located<DurationExpression>?, count: Int?, command: String
  ) throws(UsageError) {
    switch (each.isEmpty, every, count) {
    case (false, nil, nil): self = .each(each.flatMap(\.self))
    case (true, let every?, nil): self = .every(every)
    case (true, nil, let count?): self = .count(count)
    case (true, nil, nil): return nil
    default: throw UsageError(.other("use only one of --at, --every and --count"), command: command)
    }
  }

  /// The most pictures that one command writes.
  static let limit = 100_000

  /// The times, counted from the start.
  func moments(on line: LookedAt.TimeLine, within span: MomentSpan = MomentSpan()) throws -> [RationalTime] {
    switch self {
    case .each(let times):
      var moments: [RationalTime] = []
      for time in times { moments.append(try line.moment(time.value, option: "--at")) }
      return moments
    case .every(let step):
      let (start, end) = try span.times(on: line, end: end(of: line, "--every"))
      return try steps(step.value, from: start, to: end, line)
    case .count(let count):
      let (start, end) = try span.times(on: line, end: end(of: line, "--count"))
      return try middles(count, from: start, to: end)
    }
  }

  private func end(of line: LookedAt.TimeLine, _ option: String) throws -> RationalTime {
    guard let end = line.end, end > .zero else {
      throw CommandFailure(.usage, "\(option): \(line.name) is a still picture; use --at 0s")
    }
    return end
  }

  private func steps(
    _ expression: DurationExpression, from start: RationalTime, to end: RationalTime,
    _ line: LookedAt.TimeLine
  ) throws -> [RationalTime] {
    let step = try line.distance(expression, option: "--every")
    guard step > .zero else { throw CommandFailure(.usage, "--every: the interval must be longer than 0s") }
    var moments: [RationalTime] = []
    var moment = start
    while moment < end {
      moments.append(moment)
      guard moments.count <= Self.limit else {
        throw CommandFailure(
          .usage,
          "--every: an interval of \(step) up to \(end) gives more than \(Self.limit) pictures; use a longer one"
        )
      }
      guard let next = try? start + step.scaled(by: Int64(moments.count), over: 1) else { break }
      moment = next
    }
    return moments
  }

  private func middles(
    _ count: Int, from start: RationalTime, to end: RationalTime
  ) throws -> [RationalTime] {
    do throws(TimeOverflow) {
      var moments: [RationalTime] = []
      let length = try end - start
      for index in 0..<Int64(count) {
        moments.append(try start + length.scaled(by: 2 * index + 1, over: 2 * Int64(count)))
      }
      return moments
    } catch { throw CommandFailure(.badData, "the length \(end) cannot be divided into \(count) parts") }
  }
}

/// A part of a film or file.
struct MomentSpan: Sendable {
  /// Nil for the start.
  var from: Located<TimeExpression>?
  /// Nil for the end.
  var to: Located<TimeExpression>?

  var isWhole: Bool { from == nil && to == nil }

  fileprivate func times(
    on line: LookedAt.TimeLine, end: RationalTime
  ) throws -> (start: RationalTime, end: RationalTime) {
    let start = try from.map { try line.moment($0.value, option: "--from") } ?? .zero
    // `end` is the last frame as the time of a picture, but not as the end of a part.
    let end = try to.map { try min(end, line.moment($0.value, option: "--to")) } ?? end
    guard start < end else {
      throw CommandFailure(.usage, "--from \(start) is not before --to \(end), so there are no pictures")
    }
    return (start, end)
  }
}

extension LookedAt.TimeLine {
  /// The duration that an option names; frames are those of the film or file.
  func distance(_ duration: DurationExpression, option: String) throws -> RationalTime {
    let expression = TimeExpression(.start, offset: duration)
    guard case .success(let found) = Lowering.moment(expression, within: .zero, rate: rate),
      !found.isNegative
    else {
      throw CommandFailure(
        .usage, "\(option): expected a duration\(rate == nil ? " in seconds" : "")")
    }
    return found
  }

  /// One duration before and after a time, or one for each.
  func tolerance(_ written: [Located<DurationExpression>]?) throws -> PictureTolerance? {
    guard let written, let first = written.first, let last = written.last else { return nil }
    return PictureTolerance(
      before: try distance(first.value, option: "--tolerance"),
      after: try distance(last.value, option: "--tolerance"))
  }
}

func toleranceOfScript(_ command: String) -> UsageError {
  UsageError(.other("--tolerance is for media files; frames of a script are exact"), command: command)
}
