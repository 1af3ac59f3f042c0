package import Basics

extension TrackSound {
  /// Silences of at least `shortest`, and where the file has no sound for as long, in the order of their times.
  ///
  /// - Parameters:
  ///   - heard: From the first sample of the track to the end of the last one.
  ///   - end: Where the file ends.
  package func silences(
    atLeast shortest: RationalTime, heard: TimeRange, fileEnd end: RationalTime
  ) -> [Found] {
    let isLongEnough = { (range: TimeRange) in ((try? range.duration()) ?? .zero) >= shortest }
    let steps =
      (roundHalfUp(
        Int128(shortest.value) * Int128(SoundFeatures.stepsPerSecond), over: Int128(shortest.timescale))?
      .value)
      .flatMap { Int(exactly: $0) }
    let silent = SilenceFinder.silences(in: features, atLeast: max(1, steps ?? .max)).compactMap { steps in
      range(steps)?.intersection(heard)
    }
    let ends = [
      TimeRange(start: .zero, end: heard.start), TimeRange(start: heard.end, end: max(heard.end, end)),
    ].compactMap(\.self)
    return
      (silent.flatMap(withoutDamage).filter(isLongEnough).map { Found(.silence, $0) }
      + ends.filter { !$0.isEmpty && isLongEnough($0) }.map { Found(.noSound, $0) }).inOrder()
  }

  /// The beats outside of damaged parts, and beats a minute; nil unless there are some.
  package func beats(tempo: ClosedRange<Double>?) -> (tempo: Double, beats: [Found])? {
    let result = tempo.map { BeatFinder.beats(in: features, tempo: $0) } ?? BeatFinder.beats(in: features)
    let beats = result.beats.compactMap { beat -> Found? in
      guard let start = time(ofStep: 0), let time = try? start + beat.time,
        !damages.contains(where: { $0.range.contains(time) })
      else { return nil }
      return Found(.beat, TimeRange(at: time), strength: beat.strength)
    }
    return beats.isEmpty ? nil : (result.tempo, beats)
  }

  package var damaged: [Found] { damages.map { Found($0) } }

  private func range(_ steps: Range<Int>) -> TimeRange? {
    guard let start = time(ofStep: steps.lowerBound), let end = time(ofStep: steps.upperBound) else {
      return nil
    }
    return TimeRange(start: start, end: end)
  }

  /// Damaged sound is silent without being silence.
  private func withoutDamage(_ silence: TimeRange) -> [TimeRange] {
    damages.reduce([silence]) { parts, damage in parts.flatMap { $0.without(damage.range) } }
  }
}

extension TimeRange {
  /// What is left of it before and after another range.
  package func without(_ other: TimeRange) -> [TimeRange] {
    guard intersection(other) != nil else { return [self] }
    return [TimeRange(start: start, end: other.start), TimeRange(start: other.end, end: end)].compactMap {
      part in
      part.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
