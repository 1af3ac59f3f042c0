package import Basics
package import Composition
package import EditScript

/// A file that the film reads, and where the script says so.
package struct ResolvedMedium: Hashable, Sendable {
  package let reference: MediaReference
  /// The path in its declaration, or in the first item that names it.
  package let place: SourceRange
}

/// An enabled item, and what was found out about it: a class, because it is large and all rules go through all of them.
package final class ResolvedItem: Sendable {
  package let item: Item
  package let list: ItemList
  /// Its file's place in the film's media; nil for items without media or with media that are not known.
  package let medium: Int?
  /// When it is seen or heard; nil if that depends on something that is not known.
  package let timelineRange: TimeRange?
  /// The frames that show it, with what transitions show of it beyond its own range.
  package let frames: Range<Int64>?
  /// When its sound is heard, cross-fades counted to their middle.
  package let soundRange: TimeRange?
  /// Whether a transition leads to it or from it.
  package let hasTransition: Bool
  /// How long it lasts: known also of an item whose place depends on a mistake elsewhere.
  package let length: RationalTime?
  /// The media time at its start.
  package let mediaStart: RationalTime
  /// Which moment of its media it plays when.
  package let clock: MediaClock
  /// What its `take` or `for` says about its length.
  package let writtenLength: WrittenLength?
  /// What it shows and where; nil if it shows nothing.
  package let picture: ResolvedPicture?
  /// The stream of its file that it plays.
  package let soundTrack: AudioTrackFacts?
  /// The words that it shows, as they were measured; nil if it shows none, or they were not measured.
  package let words: ResolvedWords?
  /// How loud it is in its own time; nil if it plays nothing, or after a finding.
  package let gain: Curve?

  /// What is heard of it, and its number among all sounds; nil if it plays nothing.
  package let sound: Sound?
  /// The index of its sound among the composition's; nil without one.
  package let soundNumber: Int?
  /// The number of its layer among all layers; nil if it shows nothing.
  package let layerNumber: Int?

  init(_ film: ResolvedFilm, _ index: Int) {
    let placed = film.timed.items[index]
    let seen = film.seen.items[index]
    let heard = film.heard.items[index]
    let rate = film.timed.canvas.rate
    item = placed.item
    list = placed.list
    medium = placed.source.medium
    timelineRange = placed.timelineRange
    // What has no exact range has its finding where its layer or its sound is made.
    frames = (try? placed.pictureRange()).flatMap { range in rate.flatMap { $0.frames(of: range) } }
    soundRange = (try? placed.timelineRange?.extended(heard.entryReach, heard.exitReach)).flatMap {
      $0.trimmed(placed.entry.fade?.length, placed.exit.fade?.length)
    }
    hasTransition = placed.written.transitionBefore != nil || placed.written.transitionAfter != nil
    length = placed.length
    mediaStart = placed.mediaStart
    clock = placed.clock
    writtenLength = placed.writtenLength
    picture = seen.picture
    soundTrack = placed.matched.soundTrack
    words = seen.words
    gain = heard.gain
    soundNumber = heard.sound
    layerNumber = seen.layer
    sound = heard.sound.map { film.heard.sounds[$0] }
  }
}

extension TimeRange {
  /// Without the first half of a fade at its start and the second half of one at its end.
  fileprivate func trimmed(_ fadeIn: RationalTime?, _ fadeOut: RationalTime?) -> TimeRange? {
    guard let start = try? start + (fadeIn ?? .zero).scaled(by: 1, over: 2),
      let end = try? end - (fadeOut ?? .zero).scaled(by: 1, over: 2)
    else { return nil }
    return TimeRange(start: start, end: end)
  }
}

/// An enabled transition, and what was found out about it.
package struct ResolvedTransition: Sendable {
  /// The key that says it and its value: `transition: dissolve`.
  package let place: SourceRange
  /// When it is seen or heard; nil where it has no place.
  package let timelineRange: TimeRange?
  /// Nil where its length was not understood, and between sounds, which lie on no frames.
  package let writtenLength: WrittenLength?
  /// The frames that show it; nil where it has no place, and between sounds.
  package let frames: Range<Int64>?

  init(_ placed: TimedTransition, rate: FrameRate?) {
    let isSeen = placed.written.list != .audio
    place = placed.written.item.kindRange
    timelineRange = placed.timelineRange
    writtenLength =
      !isSeen ? nil : placed.length.map { WrittenLength(length: $0, place: placed.written.place) }
    frames = !isSeen ? nil : placed.timelineRange.flatMap { range in rate.flatMap { $0.frames(of: range) } }
  }
}

/// What an item shows on the canvas.
package struct ResolvedPicture: Hashable, Sendable {
  package let content: Picture
  /// What of a drawn picture changes over its time; nil if nothing does.
  package let changes: DrawnChanges?
  /// Where the whole picture lies; it may reach out of the canvas.
  package let contentBox: PixelBox
  /// The part of it that its item shows, on the canvas or outside of it.
  package let visibleBox: PixelBox
  /// The size of the picture of its file before a blurred copy of itself; nil if it fills `contentBox`.
  package let sharpSize: PixelSize?
  /// In the item's own time; nil where its curve was not understood.
  package let opacity: Curve?
  /// Whether it stays in its box and covers everything below.
  package let isPlain: Bool
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
