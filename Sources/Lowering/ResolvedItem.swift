package import Composition
package import EditScript
package import EditTime
package import SourceText

/// A file that the film reads, and where the script says so.
package struct ResolvedMedium: Hashable, Sendable {
  package let reference: MediaReference
  /// The path in its declaration, or in the first item that names it.
  package let place: SourceRange
}

/// An enabled item, and what was found out about it.
package struct ResolvedItem: Sendable {
  package let item: Item
  package let lane: Lane
  /// Its file's place in the film's media; nil for items without media or with media that are not known.
  package let medium: Int?
  /// When it is seen or heard; nil where that hangs on something that is not known.
  package let timelineRange: TimeRange?
  /// The frames of the canvas in that time.
  package let frames: Range<Int64>?
  /// How long it lasts: known of an item whose place hangs on a mistake elsewhere, too.
  package let length: RationalTime?
  /// The media time at its start.
  package let mediaStart: RationalTime
  /// What its `take` or `for` says about its length.
  package let writtenLength: WrittenLength?
  /// What it shows and where; nil where it shows nothing.
  package let picture: ResolvedPicture?
  /// How loud it is in its own time; nil where it plays nothing or its curve was not understood.
  package let gain: Curve?

  init(_ placed: PlacedItem, rate: FrameRate?) {
    item = placed.item
    lane = placed.lane
    medium = placed.reference
    timelineRange = placed.timelineRange
    frames = placed.timelineRange.flatMap { range in rate.flatMap { $0.frames(of: range) } }
    length = placed.length
    mediaStart = placed.mediaStart
    writtenLength = placed.writtenLength
    picture = placed.picture
    gain = placed.gain
  }
}

/// What an item shows on the canvas.
package struct ResolvedPicture: Hashable, Sendable {
  package let content: Picture
  /// Where the whole picture lies; it may reach out of the canvas.
  package let contentBox: PixelBox
  /// The part of it that its item shows, on the canvas or outside of it.
  package let visibleBox: PixelBox
  /// In the item's own time; nil where its curve was not understood.
  package let opacity: Curve?
}

/// A length in seconds, and the text that says it.
package struct WrittenLength: Hashable, Sendable {
  package let length: RationalTime
  package let place: SourceRange
}

extension Item {
  /// The text that says where its picture stands.
  package var placeRange: SourceRange {
    place?.range ?? width?.range ?? height?.range ?? kindRange
  }
}

extension FrameRate {
  /// The frames that something from the start to the end of the range owns; nil when their numbers do not fit.
  package func frames(of range: TimeRange) -> Range<Int64>? {
    guard let first = frame(at: range.start)?.value, let end = frame(at: range.end)?.value else { return nil }
    return first..<max(first, end)
  }
}
