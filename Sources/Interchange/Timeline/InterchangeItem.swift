package import Basics

/// What stands in a track: something that plays, nothing, or the transition between two neighbours.
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

/// How one item leads to the next one.
///
/// The items beside it end and begin at the cut; the transition shows more of both.
package struct InterchangeTransition: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case dissolve
    /// One that has words in scripts, such as `wipe left`.
    case named(String)
  }

  package var kind: Kind
  /// How long before the cut it begins, and how long after it it ends.
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

/// Something that plays for a while.
package struct InterchangeClip: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The number of a file in `InterchangeTimeline.media`.
    case media(Int)
    /// The number of a sequence in `InterchangeTimeline.sequences`.
    case sequence(Int)
    case title(InterchangeTitle)
    /// A colour in the spelling of scripts.
    case color(String)
    /// Colours that run into each other, in the spelling of scripts.
    case gradient(String)
    case bars
  }

  package var name: String?
  package var source: Source
  /// Where in the source it begins, in the source's own time.
  package var start: RationalTime
  /// How long it plays; nil if it plays to the end of its source.
  package var duration: RationalTime?
  package var speed: PlaybackSpeed
  /// Whether its sound is heard beside its picture. An item in a track of sound is always heard.
  package var playsSound: Bool
  package var isEnabled: Bool
  package var volume: InterchangeLevel?
  /// From 0 to 1.
  package var opacity: Double?
  package var fadeIn: RationalTime?
  package var fadeOut: RationalTime?
  /// `contain`, `cover` or `fill`; nil if the input does not say.
  package var fit: String?
  package var layout: InterchangeLayout?
  package var crop: InterchangeCrop?
  /// What of its look no cut has a place for, and what is below is seen through.
  package var lostLooks: Set<RevealingLook>
  /// What changes over its time.
  package var motion: InterchangeMotion
  package var place: InputPlace
  /// What is different from the input, for the comment beside it.
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

/// Where a picture stands on the canvas. All numbers are percent of the canvas.
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

/// Words that stand on the canvas.
package struct InterchangeTitle: Hashable, Sendable {
  package var text: String
  /// The family of the letters; nil if the input does not say.
  package var font: String?
  /// In the spelling of scripts.
  package var color: String?
  package var isAtBottom: Bool

  package init(text: String, font: String? = nil, color: String? = nil, isAtBottom: Bool = false) {
    self.text = text
    self.font = font
    self.color = color
    self.isAtBottom = isAtBottom
  }
}

/// How loud something is.
package enum InterchangeLevel: Hashable, Sendable {
  case decibels(Double)
  case factor(Double)
}

/// How fast something plays.
package enum PlaybackSpeed: Hashable, Sendable {
  /// An exact factor, never zero; negative for backwards.
  case factor(RationalTime)
  /// The picture at the start is held.
  case frozen

  package static let normal = PlaybackSpeed.factor(RationalTime(seconds: 1))

  /// The time of the source that passes in `duration`, negative for backwards.
  package func consumed(in duration: RationalTime) throws(TimeOverflow) -> RationalTime {
    switch self {
    case .factor(let factor): try duration.scaled(by: factor.value, over: factor.timescale)
    case .frozen: .zero
    }
  }
}
