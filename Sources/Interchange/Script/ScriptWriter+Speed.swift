import Basics

extension ScriptWriter {
  /// `2x`, `0.5x`, `1001/1000x`.
  func written(_ speed: RationalTime) -> String {
    (speed.decimalDigits ?? "\(speed.value)/\(speed.timescale)") + "x"
  }

  /// Changing speeds in the form of a script: one speed, a ramp, or key frames.
  func text(of map: InterchangeTimeMap, lasting length: RationalTime) throws(TimeOverflow) -> String? {
    let runs = try SpeedRun.runs(map.ways(lasting: length), frame: timeline.canvas.rate?.frameDuration)
    guard let first = runs.first, let last = runs.last else { return nil }
    if runs.count == 1 {
      if first.isRamp { return "\(written(first.from)) -> \(written(first.to))" }
      return first.from == .one ? nil : written(first.from)
    }
    var keys: [String] = []
    for (index, run) in runs.enumerated() {
      let jumps = !run.isRamp && index + 1 < runs.count && runs[index + 1].from != run.from
      // Before its first key frame, a speed is constant.
      if index == 0, !run.isRamp, !jumps { continue }
      keys.append("\(times.text(run.start)): \(written(run.from))" + (jumps ? " hold" : ""))
    }
    if last.isRamp { keys.append("\(times.text(last.end)): \(written(last.to))") }
    return "{\(keys.joined(separator: ", "))}"
  }
}

/// A part of a clip with constant or linearly changing speed.
private struct SpeedRun {
  let ways: ArraySlice<InterchangeTimeMap.Way>
  let from: RationalTime
  let to: RationalTime

  var start: RationalTime { ways.first?.start.time ?? .zero }
  var end: RationalTime { ways.last?.end.time ?? .zero }
  var isRamp: Bool { from != to }

  /// A single part of constant speed.
  private init(_ way: ArraySlice<InterchangeTimeMap.Way>, speed: RationalTime) {
    (ways, from, to) = (way, speed, speed)
  }

  /// Parts with points on a parabola: the speed changes linearly. Nil if it would stop or reverse.
  private init?(_ ways: ArraySlice<InterchangeTimeMap.Way>, change: RationalTime) throws(TimeOverflow) {
    guard let first = ways.first, let last = ways.last else { return nil }
    self.ways = ways
    from = try first.speed - change.times(first.length).scaled(by: 1, over: 2)
    to = try last.speed + change.times(last.length).scaled(by: 1, over: 2)
    guard from != .zero, to != .zero, from.isNegative == to.isNegative else { return nil }
  }

  /// Groups parts into runs. Only points at most a frame apart define a ramp; between others, it could show
  /// other frames.
  static func runs(_ ways: [InterchangeTimeMap.Way], frame: RationalTime?) throws(TimeOverflow) -> [SpeedRun]
  {
    var runs: [SpeedRun] = []
    var index = 0
    while index < ways.count {
      var end = index + 1
      if let frame, index + 1 < ways.count, let change = try? ways[index].change(to: ways[index + 1]) {
        while end < ways.count, ways[end - 1].length <= frame, ways[end].length <= frame,
          (try? ways[end - 1].change(to: ways[end])) == change
        {
          end += 1
        }
        if end - index >= 3, let ramp = try? SpeedRun(ways[index..<end], change: change) {
          runs.append(ramp)
          index = end
          continue
        }
      }
      runs.append(SpeedRun(ways[index...index], speed: ways[index].speed))
      index += 1
    }
    return runs.withoutJumpsAfterRamps()
  }

  var asSingleWays: [SpeedRun] { ways.indices.map { SpeedRun(ways[$0...$0], speed: ways[$0].speed) } }
}

extension [SpeedRun] {
  /// Replaces ramps that end at another speed than the next run starts with, which key frames cannot express,
  /// by jumps of speed.
  fileprivate func withoutJumpsAfterRamps() -> [SpeedRun] {
    var result: [SpeedRun] = []
    for run in reversed() {
      if run.isRamp, let next = result.last, next.from != run.to {
        result += run.asSingleWays.reversed()
      } else {
        result.append(run)
      }
    }
    return result.reversed()
  }
}

extension InterchangeTimeMap.Way {
  fileprivate var length: RationalTime { (try? end.time - start.time) ?? .zero }

  /// The change of speed per second, from the middle of this part to that of the next.
  fileprivate func change(to next: InterchangeTimeMap.Way) throws(TimeOverflow) -> RationalTime {
    try (next.speed - speed).divided(by: (length + next.length).scaled(by: 1, over: 2))
  }
}
