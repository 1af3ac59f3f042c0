package import Basics
package import Composition
package import EditScript

/// A file that the film reads, with its place in the script.
package struct ResolvedMedium: Hashable, Sendable {
  package let reference: MediaReference
  /// The path in its declaration, or in the first item that names it.
  package let place: SourceRange
}

/// An enabled item as it was resolved: a class, because it is large and all rules iterate over all items.
package final class ResolvedItem: Sendable {
  package let item: Item
  package let list: ItemList
  /// The index of its file in the film's media; nil for items without media or with unknown media.
  package let medium: Int?
  /// When it is visible or audible; nil if that depends on something unknown.
  package let timelineRange: TimeRange?
  /// The frames that show it, including those that transitions show beyond its own range.
  package let frames: Range<Int64>?
  /// When its sound is audible, with cross-fades counted to their middle.
  package let soundRange: TimeRange?
  /// Whether a transition leads to it or from it.
  package let hasTransition: Bool
  /// Its duration, known even if its place depends on a mistake elsewhere.
  package let length: RationalTime?
  /// The media time at its start.
  package let mediaStart: RationalTime
  /// The clock of its media.
  package let clock: MediaClock
  /// The length that its `take` or `for` sets.
  package let writtenLength: WrittenLength?
  /// Its picture; nil if it shows nothing.
  package let picture: ResolvedPicture?
  /// The audio track that it plays.
  package let soundTrack: AudioTrackFacts?
  /// The file whose sound it plays, and the track: for `angles`, the first clip has those of the heard one.
  package let heardMedium: Int?
  package let heardTrack: AudioTrackFacts?
  /// Its text as measured; nil if it has none, or if it was not measured.
  package let words: ResolvedWords?
  /// The texts of its credits as measured; empty for other items, or if one was not measured.
  package let credits: [ResolvedWords]
  /// Its gain in its own time; nil if it plays nothing, or after a finding.
  package let gain: Curve?

  /// Its sound; nil if it plays nothing.
  package let sound: Sound?
  /// The index of its sound in the composition; nil if there is none.
  package let soundNumber: Int?
  /// The index of its layer in the composition; nil if it shows nothing.
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
    // A range without an exact value is reported where its layer or its sound is built.
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
    heardMedium = placed.matched.angleSound?.source.medium ?? placed.source.medium
    heardTrack = placed.heardTrack
    words = seen.words
    credits = seen.credits
    gain = heard.gain
    soundNumber = heard.sound
    layerNumber = seen.layer
    sound = heard.sound.map { film.heard.sounds[$0] }
  }
}

extension ResolvedItem {
  /// All its texts as measured.
  package var texts: [ResolvedWords] { [words].compactMap(\.self) + credits }
}

extension TimeRange {
  /// The range without the first half of a fade at its start and the second half of one at its end.
  fileprivate func trimmed(_ fadeIn: RationalTime?, _ fadeOut: RationalTime?) -> TimeRange? {
    guard let start = try? start + (fadeIn ?? .zero).scaled(by: 1, over: 2),
      let end = try? end - (fadeOut ?? .zero).scaled(by: 1, over: 2)
    else { return nil }
    return TimeRange(start: start, end: end)
  }
}

/// An enabled transition as it was resolved.
package struct ResolvedTransition: Sendable {
  /// The key that sets it, with its value: `transition: dissolve`.
  package let place: SourceRange
  /// When it is visible or audible; nil if it has no place.
  package let timelineRange: TimeRange?
  /// Nil if its length was not understood, and between sounds, which have no frames.
  package let writtenLength: WrittenLength?
  /// The frames that show it; nil if it has no place, and between sounds.
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

/// The picture of an item on the canvas.
package struct ResolvedPicture: Hashable, Sendable {
  package let content: Picture
  /// The changes of a drawn picture over time; nil if there are none.
  package let changes: DrawnChanges?
  /// The box of the whole picture, which may extend beyond the canvas.
  package let contentBox: PixelBox
  /// The visible part of the picture, on the canvas or outside of it.
  package let visibleBox: PixelBox
  /// The size of the sharp picture over its blurred copy; nil if the picture fills `contentBox`.
  package let sharpSize: PixelSize?
  /// In the item's own time; nil if its curve was not understood.
  package let opacity: Curve?
  /// Whether it stays in its box and covers everything below.
  package let isPlain: Bool
}

/// A length in seconds, and the text that sets it.
package struct WrittenLength: Hashable, Sendable {
  package let length: RationalTime
  package let place: SourceRange
}

extension Item {
  /// The text that sets the place of its picture.
  package var placeRange: SourceRange {
    place?.range ?? width?.range ?? height?.range ?? kindRange
  }
}

extension FrameRate {
  /// The frames of a range; nil if their numbers overflow.
  package func frames(of range: TimeRange) -> Range<Int64>? {
    guard let first = frame(at: range.start)?.value, let end = frame(at: range.end)?.value else { return nil }
    return first..<max(first, end)
  }
}
