package import Basics
package import Composition

/// A way in which a file is not the film of an edit.
package struct Deviation: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case frameMoved = "frame-moved"
    case frameMissing = "frame-missing"
    case frameAdded = "frame-added"
    case frameChanged = "frame-changed"
    case timeChanged = "time-changed"
    case soundShifted = "sound-shifted"
    case soundChanged = "sound-changed"
    case trackWrong = "track-wrong"
    case tagWrong = "tag-wrong"
    case colourTagWrong = "colour-tag-wrong"
    case chapterWrong = "chapter-wrong"
    case captionMissing = "caption-missing"
    case captionChanged = "caption-changed"
    case containerWrong = "container-wrong"
  }

  package var kind: Kind
  /// A sentence without a full stop.
  package var message: String
  /// The part of the film that it concerns; nil for the whole file.
  package var range: TimeRange?
  /// Its frames; nil if it concerns no single frames.
  package var frames: Range<Int64>?
  /// Whether pictures or sounds of the edit are at stake; nil if neither.
  package var medium: PacketMarks.Kind?

  init(
    _ kind: Kind, _ message: String, range: TimeRange? = nil, frames: Range<Int64>? = nil,
    medium: PacketMarks.Kind? = nil
  ) {
    self.kind = kind
    self.message = message
    self.range = range
    self.frames = frames
    self.medium = medium
  }
}
