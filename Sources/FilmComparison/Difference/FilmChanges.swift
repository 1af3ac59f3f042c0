package import Basics
package import ContentDigest
package import EditScript

/// What is different between two films: a value that reports print and that tools can go on from.
///
/// It lists what an author changed, not what follows from it: an item that only plays later because something
/// before it became longer is counted in a `Shift`.
package struct FilmChanges: Hashable, Sendable {
  package var old: FilmLength
  package var new: FilmLength
  /// Of the canvas and the mix.
  package var settings: [SettingChange] = []
  package var media: [MediaChange] = []
  /// Lane by lane, in the order of the new film; what was removed stands where it was.
  package var items: [ItemChange] = []
  package var shifts: [Shift] = []
  /// They say what must be true of a film, and change nothing of it.
  package var checks: [SettingChange] = []
  /// All outputs of both films, in the order of the new one, then those that are gone.
  package var outputs: [OutputChange] = []

  /// Whether both make the same files: known from the plans where there are plans, else from the scripts.
  package var isSameFilm: Bool {
    let hasOutputs = !outputs.isEmpty
    if hasOutputs, outputs.allSatisfy({ $0.isSame != nil }) {
      return outputs.allSatisfy { $0.isSame == true }
    }
    return settings.isEmpty && media.isEmpty && items.isEmpty
      && outputs.allSatisfy { $0.kind == .kept && $0.values.isEmpty && $0.isSame != false }
  }
}

/// How long a film or an output is, where that is known.
package struct FilmLength: Hashable, Sendable {
  package var duration: RationalTime?
  package var frameCount: Int64?

  package init(duration: RationalTime?, frameCount: Int64?) {
    self.duration = duration
    self.frameCount = frameCount
  }
}

/// A value that was written before, after, or both, in the canonical spelling of scripts.
package struct ValueChange: Hashable, Sendable {
  /// The key as scripts spell it: `take`, `video.quality`.
  package var property: String
  /// Nil: not written.
  package var old: String?
  package var new: String?
  /// What holds where nothing is written: `all` of a take.
  package var unwritten: String
}

/// A value of the canvas, the mix or the checks.
package struct SettingChange: Hashable, Sendable {
  /// The top-level key: `canvas`.
  package var section: String
  package var value: ValueChange
}

/// A file whose content is not what it was, or a media name that now means another file.
package struct MediaChange: Hashable, Sendable {
  /// The declared name whose file is another one; nil where the content of one file changed.
  package var name: String?
  package var oldFile: String
  package var newFile: String
  package var oldDigest: ContentDigest?
  package var newDigest: ContentDigest?
  /// How long the media are, where that is known and finite.
  package var oldDuration: RationalTime?
  package var newDuration: RationalTime?
}

/// An item that was added, removed, moved among the others, or changed.
package struct ItemChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    /// It comes in another order among the items that stayed; its values may have changed too.
    case moved
    case changed
  }

  package var kind: Kind
  package var lane: ItemList
  /// What it shows: `clip beach`.
  package var label: String
  package var name: String?
  package var old: Place?
  package var new: Place?
  /// Of an item that was added or removed, all that is written about it.
  package var values: [ValueChange]
  /// Whether the item is still written, or was written already, with `enabled: false`.
  package var isSwitched = false

  package struct Place: Hashable, Sendable {
    /// Counted from 0 among all items of its list, switched-off ones included.
    package var index: Int
    /// Of the script, from 1.
    package var line: Int
    /// Nil where it is not known.
    package var timelineRange: TimeRange?
  }
}

/// Neighbours that did not change and yet begin earlier or later than before.
package struct Shift: Hashable, Sendable {
  package var lane: ItemList
  /// Of the first of them in the new list.
  package var firstIndex: Int
  package var itemCount: Int
  /// Negative: earlier.
  package var offset: RationalTime
}

/// What became of one output.
package struct OutputChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    /// In both films, with whatever values changed.
    case kept
  }

  package var kind: Kind
  package var file: String
  package var values: [ValueChange]
  package var old: FilmLength?
  package var new: FilmLength?
  /// Nil where a plan is missing.
  package var pieces: Pieces?
  /// Whether both films make the same file here; nil where a plan is missing.
  package var isSame: Bool?

  /// The picture's segments and the sound.
  package struct Pieces: Hashable, Sendable {
    /// The new film's in their order, then those that are gone.
    package var segments: [SegmentChange] = []
    /// Nil where neither film has sound.
    package var sound: SoundChange?
  }
}

/// A segment of an output: made once, and made again only when its key is new.
package struct SegmentChange: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    /// Both films have it, be it at another time.
    case kept
    /// Only the new film has it.
    case new
    /// Only the old film had it.
    case gone
  }

  package var state: State
  package var key: ContentDigest
  /// In the film that has it; in the new one where both do.
  package var frames: Range<Int64>
  package var timelineRange: TimeRange?
  /// Nil when no store was asked.
  package var isInStore: Bool?
  /// Whether it is copied from its media.
  package var isCopied = false
}

/// The mix of an output, which is made in one piece.
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
