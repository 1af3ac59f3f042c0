import Basics
package import Composition
package import ContentDigest

/// One of the two passes that encode a segment.
package enum EncodingPass: Hashable, Sendable, Codable {
  /// Measures how many bits the segment needs. Its store entry contains the encoder's statistics, and no
  /// pictures.
  case first
  /// Encodes with the statistics of the first pass, which are in the entry of this key, at so many bits per second. `level` is
  /// the name of the level that all segments say they need, since segments join only if they say the same.
  case second(statistics: ContentDigest, bitRate: Int64, level: String?)
}

/// The bits of a segment in the first pass.
package struct PassBits: Hashable, Sendable, Codable {
  /// Bits that decrease at lower quality.
  package var pictures: Int64
  /// Bits that are needed at any quality: headers, and how blocks are coded.
  package var fixed: Int64

  package init(pictures: Int64, fixed: Int64) {
    self.pictures = pictures
    self.fixed = fixed
  }
}

/// What a segment of the second pass depends on.
private struct SecondPass: Encodable {
  let statistics: ContentDigest
  let bitRate: Int64
  let level: String?
}

extension RenderPlan {
  /// Whether its segments only measure how many bits they need, and contain no pictures yet.
  package var isFirstPass: Bool { segments.contains { $0.pass == .first } }

  /// The number of the pass, 1 or 2; nil for a film that is encoded once.
  package var pass: Int? {
    segments.contains { $0.pass != nil } ? (isFirstPass ? 1 : 2) : nil
  }

  /// The plan of the second pass, which distributes the film's bits as constant quality would.
  ///
  /// `bits` are those of the segments, in order. Bit rates are steps of 2 %: if a change of one segment
  /// slightly shifts the shares of the others, most of them keep theirs, and their entries in the store.
  package func secondPass(after bits: [PassBits]) throws(PlanningError) -> RenderPlan {
    guard case .twoPasses(let filmRate)? = settings.video?.rateControl, bits.count == segments.count else {
      return self
    }
    let rate = Double(composition.canvas.rate.frames) / Double(composition.canvas.rate.seconds)
    let seconds = segments.map { Double($0.frames.count) / rate }
    let length = seconds.reduce(0, +)
    let fixed = bits.reduce(0.0) { $0 + Double($1.fixed) }
    let pictures = bits.reduce(0.0) { $0 + Double($1.pictures) }
    let free = Double(filmRate) * length - fixed
    guard free > 0 else { throw .bitRateTooLow(least: Int64((fixed / max(length, 1e-9)).rounded(.up))) }
    var bitRates: [Int64] = []
    for index in segments.indices {
      let part = pictures > 0 ? Double(bits[index].pictures) / pictures : seconds[index] / length
      // Encoders count in kilobits, and need one more than is fixed.
      let least = Int64((Double(bits[index].fixed) / seconds[index] / 1000).rounded(.up)) + 1
      let share = (Double(bits[index].fixed) + free * part) / seconds[index] / 1000
      let most = (settings.video?.chosenLevel?.bitRate).map { $0 / 1000 } ?? 2_000_000
      bitRates.append(min(max(least, nearestStep(to: share)), most) * 1000)
    }
    let canvas = composition.canvas
    let level =
      settings.video?.level == nil
      ? settings.video?.levelName(for: canvas.size, canvas.rate, bitRate: bitRates.max() ?? 0) : nil
    var plan = self
    for (index, bitRate) in bitRates.enumerated() {
      let statistics = segments[index].key
      plan.segments[index].pass = .second(statistics: statistics, bitRate: bitRate, level: level)
      plan.segments[index].key = try Self.secondKey(after: statistics, bitRate: bitRate, level: level)
      plan.segments[index].isInStore = false
    }
    return plan
  }

  /// The key of a second-pass segment whose first pass left these statistics.
  static func secondKey(
    after statistics: ContentDigest, bitRate: Int64, level: String?
  ) throws(PlanningError) -> ContentDigest {
    try digest(of: SecondPass(statistics: statistics, bitRate: bitRate, level: level))
  }

  /// How the pictures of a segment are encoded.
  package func encoding(of segment: Segment) -> VideoEncoding? {
    var encoding = settings.video
    switch segment.pass {
    case .first?: encoding?.rateControl = .firstPass
    case .second(_, let bitRate, let level)?:
      encoding?.rateControl = .bitRate(bitRate)
      encoding?.statedLevel = level
    case nil: break
    }
    return encoding
  }

  /// Identifies what the segments show and how they are encoded, whichever pass they are in: equal for equal
  /// bytes.
  package var contentKeys: [String] {
    segments.map { segment in
      let control = segment.pass == nil ? "" : " \(settings.video.map { "\($0.rateControl)" } ?? "")"
      if case .second(let statistics, _, _)? = segment.pass { return statistics.hex + control }
      return segment.key.hex + control
    }
  }
}

/// The nearest value on a ladder with steps of 2 %, starting at 1.
private func nearestStep(to value: Double) -> Int64 {
  var step: Int64 = 1
  while true {
    let next = step + max(1, step / 50)
    if Double(step) + Double(next) >= 2 * value || next > 2_000_000 { return step }
    step = next
  }
}
