package import Basics
package import ContentDigest
package import EditScript

/// The differences between two films, as a value for reports and other tools.
///
/// Contains what an author changed, not the consequences: items that only play later because an earlier one
/// became longer are counted in a `Shift`.
package struct FilmChanges: Hashable, Sendable {
  package var old: FilmLength
  package var new: FilmLength
  /// Changes of the canvas and the mix.
  package var settings: [SettingChange] = []
  package var media: [MediaChange] = []
  /// Lane by lane, in the order of the new film; removed items are at their old place.
  package var items: [ItemChange] = []
  package var shifts: [Shift] = []
  /// Checks are requirements for a film and do not change it.
  package var checks: [SettingChange] = []
  /// All outputs of the new film in its order, then the removed ones.
  package var outputs: [OutputChange] = []

  /// Whether both films produce the same files, judged by the plans if known, else by the scripts.
  package var isSameFilm: Bool {
    let hasOutputs = !outputs.isEmpty
    if hasOutputs, outputs.allSatisfy({ $0.isSame != nil }) {
      return outputs.allSatisfy { $0.isSame == true }
    }
    return settings.isEmpty && media.isEmpty && items.isEmpty
      && outputs.allSatisfy { $0.kind == .kept && $0.values.isEmpty && $0.isSame != false }
  }
}

/// The length of a film or an output; nil where unknown.
package struct FilmLength: Hashable, Sendable {
  package var duration: RationalTime?
  package var frameCount: Int64?

  package init(duration: RationalTime?, frameCount: Int64?) {
    self.duration = duration
    self.frameCount = frameCount
  }
}

/// A value that is written before, after, or both, in canonical spelling.
package struct ValueChange: Hashable, Sendable {
  /// The key in the spelling of scripts: `take`, `video.quality`.
  package var property: String
  /// Nil if not written.
  package var old: String?
  package var new: String?
  /// The default if nothing is written: `all` for a take.
  package var unwritten: String
}

/// A value of the canvas, the mix or the checks.
package struct SettingChange: Hashable, Sendable {
  /// The top-level key: `canvas`.
  package var section: String
  package var value: ValueChange
}

/// A file with different content, or a media name that now refers to another file.
package struct MediaChange: Hashable, Sendable {
  /// The declared name that now refers to another file; nil if the content of a file changed.
  package var name: String?
  package var oldFile: String
  package var newFile: String
  package var oldDigest: ContentDigest?
  package var newDigest: ContentDigest?
  /// The durations of the media; nil if unknown or infinite.
  package var oldDuration: RationalTime?
  package var newDuration: RationalTime?
}

/// An item that was added, removed, reordered, or changed.
package struct ItemChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    /// Its order among the remaining items changed; its values may have changed too.
    case moved
    case changed
  }

  package var kind: Kind
  package var lane: ItemList
  /// The kind and its value: `clip beach`.
  package var label: String
  package var name: String?
  package var old: Place?
  package var new: Place?
  /// The changed values; for an added or removed item, all written values.
  package var values: [ValueChange]
  /// Whether the item exists in the other film too, with `enabled: false`.
  package var isSwitched = false

  package struct Place: Hashable, Sendable {
    /// Counted from 0 among all items of its list, including disabled ones.
    package var index: Int
    /// The line of the script, from 1.
    package var line: Int
    /// Nil if unknown.
    package var timelineRange: TimeRange?
  }
}

/// Unchanged neighbours that start earlier or later than before.
package struct Shift: Hashable, Sendable {
  package var lane: ItemList
  /// The index of the first of them in the new list.
  package var firstIndex: Int
  package var itemCount: Int
  /// Negative means earlier.
  package var offset: RationalTime
}

/// The changes of one output.
package struct OutputChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    /// In both films, possibly with changed values.
    case kept
  }

  package var kind: Kind
  package var file: String
  package var values: [ValueChange]
  package var old: FilmLength?
  package var new: FilmLength?
  /// Nil if a plan is missing.
  package var pieces: Pieces?
  /// Whether both films produce the same file; nil if a plan is missing.
  package var isSame: Bool?
  /// Its numbers among the outputs of both scripts; nil where it is not.
  package var indices: (old: Int?, new: Int?) { (oldIndex, newIndex) }
  var oldIndex: Int?
  var newIndex: Int?

  /// The segments of the picture, and the sound.
  package struct Pieces: Hashable, Sendable {
    /// Those of the new film in its order, then the removed ones.
    package var segments: [SegmentChange] = []
    /// Nil if neither film has sound.
    package var sound: SoundChange?
  }
}

/// A segment of an output; it is rendered only if its key is new.
package struct SegmentChange: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    /// In both films, possibly at different times.
    case kept
    /// Only in the new film.
    case new
    /// Only in the old film.
    case gone
  }

  package var state: State
  package var key: ContentDigest
  /// Its frames in the new film, or in the old one if it was removed.
  package var frames: Range<Int64>
  package var timelineRange: TimeRange?
  /// Nil if no store was searched.
  package var isInStore: Bool?
  /// Whether it is copied from media.
  package var isCopied = false
}

/// The mix of an output, which is rendered in one piece.
package struct SoundChange: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case kept
    case new
    case gone
  }

  package var state: State
  package var key: ContentDigest
  package var isInStore: Bool?
}
