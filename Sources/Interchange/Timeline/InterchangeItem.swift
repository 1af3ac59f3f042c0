package import Basics

/// An item of a track: something that plays, a gap, or the transition between two neighbours.
package enum InterchangeItem: Hashable, Sendable {
  case clip(InterchangeClip)
  case gap(InterchangeGap)
  case transition(InterchangeTransition)

  package var place: InputPlace {
    switch self {
    case .clip(let clip): clip.place
    case .gap(let gap): gap.place
    case .transition(let transition): transition.place
    }
  }
}

/// A part of a track where nothing plays.
package struct InterchangeGap: Hashable, Sendable {
  package var duration: RationalTime
  package var place: InputPlace

  package init(duration: RationalTime, place: InputPlace) {
    self.duration = duration
    self.place = place
  }
}

/// The change from one item to the next.
///
/// Its neighbours end and start at the cut; the transition shows more of both.
package struct InterchangeTransition: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case dissolve
    /// A transition by its words in scripts, such as `wipe left`.
    case named(String)
  }

  package var kind: Kind
  /// The durations before and after the cut.
  package var before: RationalTime
  package var after: RationalTime
  package var place: InputPlace

  package init(kind: Kind, before: RationalTime, after: RationalTime, place: InputPlace) {
    self.kind = kind
    self.before = before
    self.after = after
    self.place = place
  }
}

/// Something that plays for some time.
package struct InterchangeClip: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The number of a file in `InterchangeTimeline.media`.
    case media(Int)
    /// The number of a sequence in `InterchangeTimeline.sequences`.
    case sequence(Int)
    case title(InterchangeTitle)
    /// A colour in the spelling of scripts.
    case color(String)
    /// A gradient, in the spelling of scripts.
    case gradient(String)
    case bars
  }

  package var name: String?
  package var source: Source
  /// The start in the source's own time.
  package var start: RationalTime
  /// The duration; nil if it plays to the end of its source.
  package var duration: RationalTime?
  package var speed: PlaybackSpeed
  /// Whether its sound plays with its picture. Items of sound tracks always do.
  package var playsSound: Bool
  package var isEnabled: Bool
  package var volume: InterchangeLevel?
  /// From 0 to 1.
  package var opacity: Double?
  package var fadeIn: RationalTime?
  package var fadeOut: RationalTime?
  /// `contain`, `cover` or `fill`; nil if the input does not specify it.
  package var fit: String?
  package var layout: InterchangeLayout?
  package var crop: InterchangeCrop?
  /// The looks that no edit format can contain and through which layers below are visible.
  package var lostLooks: Set<RevealingLook>
  /// The properties that change over its time.
  package var motion: InterchangeMotion
  package var place: InputPlace
  /// Differences from the input, for the comment beside it.
  package var remarks: [String]

  package init(
    name: String? = nil, source: Source, start: RationalTime = .zero, duration: RationalTime?,
    speed: PlaybackSpeed = .normal, playsSound: Bool = false, isEnabled: Bool = true,
    place: InputPlace
  ) {
    self.name = name
    self.source = source
    self.start = start
    self.duration = duration
    self.speed = speed
    self.playsSound = playsSound
    self.isEnabled = isEnabled
    self.place = place
    motion = InterchangeMotion()
    lostLooks = []
    remarks = []
  }
}

/// The place of a picture on the canvas. All numbers are percentages of the canvas.
package struct InterchangeLayout: Hashable, Sendable {
  package enum Anchor: String, Hashable, Sendable {
    case topLeft = "top left"
    case top
    case topRight = "top right"
    case left
    case center
    case right
    case bottomLeft = "bottom left"
    case bottom
    case bottomRight = "bottom right"
  }

  package var anchor: Anchor
  package var x: Double
  package var y: Double
  package var width: Double?
  package var height: Double?
  /// A factor about the anchor; nil for 1.
  package var scale: Double?
  /// Degrees clockwise; nil for 0.
  package var rotation: Double?

  package init(
    anchor: Anchor = .center, x: Double = 50, y: Double = 50, width: Double? = nil, height: Double? = nil,
    scale: Double? = nil, rotation: Double? = nil
  ) {
    self.anchor = anchor
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.scale = scale
    self.rotation = rotation
  }
}

/// Text on the canvas.
package struct InterchangeTitle: Hashable, Sendable {
  package var text: String
  /// The font family; nil if the input does not specify it.
  package var font: String?
  /// In the spelling of scripts.
  package var color: String?
  package var isAtBottom: Bool
  /// Nil for a text of another program, whose letters have other sizes.
  package var look: TitleLook?

  package init(
    text: String, font: String? = nil, color: String? = nil, isAtBottom: Bool = false, look: TitleLook? = nil
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.isAtBottom = isAtBottom
    self.look = look
  }
}

/// The level of a sound.
package enum InterchangeLevel: Hashable, Sendable {
  case decibels(Double)
  case factor(Double)
}

/// The speed of playback.
package enum PlaybackSpeed: Hashable, Sendable {
  /// An exact factor, never zero; negative for backwards.
  case factor(RationalTime)
  /// The picture at the start is frozen.
  case frozen

  package static let normal = PlaybackSpeed.factor(RationalTime(seconds: 1))

  /// The source time that passes in `duration`; negative for backwards.
  package func consumed(in duration: RationalTime) throws(TimeOverflow) -> RationalTime {
    switch self {
    case .factor(let factor): try duration.scaled(by: factor.value, over: factor.timescale)
    case .frozen: .zero
    }
  }
}
