package import Basics

/// What a counter shows of another item: texts, and the number of the picture that this item shows.
package struct SourceReading: Hashable, Sendable, Codable {
  package var fields: [Field]
  package var pictures: SourcePictures

  package enum Field: Hashable, Sendable, Codable {
    case text(String)
    /// `first` is the number of the first picture's timecode.
    case timecode(first: Int64, FrameRate, isDropFrame: Bool)
    /// With leading zeros up to a number of digits.
    case frame(digits: Int)

    package var isText: Bool { if case .text = self { true } else { false } }
  }

  package init(fields: [Field], pictures: SourcePictures) {
    self.fields = fields
    self.pictures = pictures
  }

  func text(atFrame frame: Int64) -> String { text(ofPicture: pictures.number(atFrame: frame)) }

  package func text(ofPicture number: Int64) -> String {
    fields.map { field in
      switch field {
      case .text(let text): text
      case .timecode(let first, let rate, let isDropFrame):
        Self.timecode(first, number, rate, isDropFrame: isDropFrame)
      case .frame(let digits): Counter.padded(number, digits)
      }
    }.joined()
  }

  /// Timecode begins again at midnight.
  private static func timecode(
    _ first: Int64, _ passed: Int64, _ rate: FrameRate, isDropFrame: Bool
  ) -> String {
    let (sum, overflow) = first.addingReportingOverflow(passed)
    var number = overflow ? first : sum
    if let day = rate.framesOfDay(isDropFrame: isDropFrame), first < day { number %= day }
    return Timecode(frameNumber: number, at: rate, isDropFrame: isDropFrame)?.description ?? "\(number)"
  }
}

/// Which picture of its source an item shows in each frame of a counter.
package struct SourcePictures: Hashable, Sendable, Codable {
  /// The clock of the item, from the start of its picture.
  package var clock: MediaClock
  /// The item's time that decides what it shows in the first frame of the counter.
  package var moment: RationalTime
  /// The rate of the film.
  package var filmRate: FrameRate
  /// The rate of the source, where its first picture starts, and how many it has.
  package var rate: FrameRate
  package var start: RationalTime
  package var count: Int64
  /// Whether that moment is an edge of the frame, as for pictures between two others, and not its middle.
  package var isEdge: Bool

  package init(
    clock: MediaClock, moment: RationalTime, filmRate: FrameRate, rate: FrameRate, start: RationalTime,
    count: Int64, isEdge: Bool = false
  ) {
    self.clock = clock
    self.moment = moment
    self.filmRate = filmRate
    self.rate = rate
    self.start = start
    self.count = count
    self.isEdge = isEdge
  }

  /// The number of the picture, from 0.
  func number(atFrame frame: Int64) -> Int64 {
    do {
      let own = try moment + filmRate.start(ofFrame: frame)
      if clock.isBackwards { return number(shownAt: try clock.mediaTime(before: own)) }
      if isEdge { return number(shownAt: try clock.mediaTime(at: max(.zero, own))) }
      return try number(before: clock.mediaTime(before: own))
    } catch { return 0 }
  }

  /// The last picture that starts before a moment.
  private func number(before moment: RationalTime) throws(TimeOverflow) -> Int64 {
    let (top, bottom) = try pictures(until: moment)
    return clamped(floorDivision(top - 1, by: bottom))
  }

  /// The last picture that starts at or before a moment.
  package func number(shownAt moment: RationalTime) -> Int64 {
    guard let (top, bottom) = try? pictures(until: moment) else { return 0 }
    return clamped(floorDivision(top, by: bottom))
  }

  private func pictures(until moment: RationalTime) throws(TimeOverflow) -> (top: Int128, bottom: Int128) {
    let passed = try moment - start
    // 63 + 63 bits above and below: no product overflows.
    return (Int128(passed.value) * Int128(rate.frames), Int128(passed.timescale) * Int128(rate.seconds))
  }

  private func clamped(_ number: Int128) -> Int64 {
    Int64(clamping: min(max(number, 0), Int128(max(0, count - 1))))
  }
}
