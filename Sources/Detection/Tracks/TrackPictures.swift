package import Basics

/// What detection keeps of all pictures of a track.
package struct TrackPictures: Hashable, Sendable {
  /// Pictures that follow each other without damage.
  package struct Run: Hashable, Sendable {
    /// The number of the first one in the track.
    package let firstPicture: Int
    /// When each picture starts and, as last element, when the last one ends.
    package let starts: [RationalTime]
    package let records: [PictureRecord]
  }

  package let runs: [Run]
  package let damages: [MediaDamage]
}

/// Makes the records of a track's pictures, which are given one by one in the order in which they are shown.
package struct PictureTrackAnalysis: Sendable {
  private var analysis = PictureAnalysis()
  /// Of the pictures in the present run.
  private var starts: [RationalTime] = []
  private var pictureCount = 0
  private var runs: [TrackPictures.Run] = []
  private var damages: [MediaDamage] = []
  /// Damage that has not ended.
  private var damage: (start: RationalTime, reason: String)?

  package init() {}

  /// Takes the next picture. It starts a run if something before it could not be decoded.
  package mutating func append(_ picture: PictureFeatures, at start: RationalTime, lossBefore: String?) {
    if let lossBefore {
      let end = likelyEnd(before: start)
      endRun(at: end)
      damage = damage ?? (end, lossBefore)
    }
    endDamage(at: start)
    starts.append(start)
    analysis.append(picture)
    pictureCount += 1
  }

  /// Takes a picture that may look wrong.
  package mutating func appendDamaged(at start: RationalTime, reason: String) {
    endRun(at: start)
    damage = damage ?? (start, reason)
    pictureCount += 1
  }

  /// - Parameters:
  ///   - end: Where the track ends.
  ///   - missingEnd: Why there is less than the file promises; nil if all of it is there.
  package mutating func finish(at end: RationalTime, missingEnd: String?) -> TrackPictures {
    if let missingEnd {
      let last = likelyEnd(before: nil)
      endRun(at: last)
      damage = damage ?? (last, missingEnd)
    }
    endRun(at: end)
    endDamage(at: end)
    return TrackPictures(runs: runs, damages: damages)
  }

  /// Where the last picture ends if it lasts as long as the one before, but at most until the next one.
  private func likelyEnd(before next: RationalTime?) -> RationalTime {
    guard let last = starts.last else { return damage?.start ?? next ?? .zero }
    let before = starts.count > 1 ? starts[starts.count - 2] : last
    let end = (try? last + (last - before)) ?? last
    return min(end, next ?? end)
  }

  private mutating func endRun(at end: RationalTime) {
    guard let last = starts.last else { return }
    runs.append(
      TrackPictures.Run(
        firstPicture: pictureCount - starts.count, starts: starts + [max(last, end)],
        records: analysis.finish()))
    starts = []
    analysis = PictureAnalysis()
  }

  private mutating func endDamage(at end: RationalTime) {
    guard let damage else { return }
    if let range = TimeRange(start: damage.start, end: max(damage.start, end)) {
      damages.append(MediaDamage(range: range, reason: damage.reason))
    }
    self.damage = nil
  }
}
