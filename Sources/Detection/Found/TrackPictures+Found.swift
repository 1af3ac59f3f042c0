package import Basics

/// The exact times of the pictures of a track with a constant rate. Containers may round them.
package struct TrackGrid: Hashable, Sendable {
  private let start: RationalTime
  private let rate: FrameRate

  /// - Parameter start: When the first picture starts.
  package init(start: RationalTime, rate: FrameRate) {
    (self.start, self.rate) = (start, rate)
  }

  /// The frame of the track that starts at a time.
  func frame(at time: RationalTime) -> Int? {
    (try? time - start).flatMap { rate.frame(at: $0)?.value }.flatMap { Int(exactly: $0) }
  }

  func exact(_ time: RationalTime) -> RationalTime {
    frame(at: time).flatMap { try? start + rate.start(ofFrame: Int64($0)) } ?? time
  }
}

extension TrackPictures {
  /// Frozen pictures for less than a second are usual in drawn films.
  private static let shortestFreeze = RationalTime(seconds: 1)

  /// What is found, in the order of its times, with the damaged parts.
  ///
  /// - Parameter grid: Nil for a variable rate.
  package func found(_ kinds: Set<DetectionKind>, on grid: TrackGrid?) throws(TimeOverflow) -> [Found] {
    var found = damages.map { Found($0) }
    for run in runs {
      let starts = run.starts.map { grid?.exact($0) ?? $0 }
      func add(_ kind: FoundKind, _ pictures: Range<Int>, _ strength: Int? = nil) {
        guard let range = TimeRange(start: starts[pictures.lowerBound], end: starts[pictures.upperBound])
        else { return }
        found.append(Found(kind, range, strength: strength))
      }
      if kinds.contains(.cuts) {
        found += CutFinder.cuts(in: run.records).map { cut in
          let start = starts[cut.picture]
          return Found(
            .cut, TimeRange(at: start), frame: grid?.frame(at: start) ?? run.firstPicture + cut.picture,
            strength: cut.strength)
        }
      }
      if kinds.contains(.dissolves) || kinds.contains(.fades) {
        for gradual in GradualFinder.graduals(in: run.records) {
          let isFade = gradual.kind == .fade
          guard kinds.contains(isFade ? .fades : .dissolves) else { continue }
          add(isFade ? .fade : .dissolve, gradual.range, gradual.strength)
        }
      }
      if kinds.contains(.black) {
        for pictures in StillFinder.blacks(in: run.records) { add(.black, pictures) }
      }
      if kinds.contains(.freeze) {
        let frozen = try StillFinder.freezes(in: run.records, starts: starts, atLeast: Self.shortestFreeze)
        for pictures in frozen { add(.freeze, pictures) }
      }
    }
    return found.inOrder()
  }
}
