package import Basics
package import Composition

/// One entry of `filters`, as written.
package struct Filter: Hashable, Sendable {
  /// The filter's name in the catalogue.
  package let name: String
  /// Where the name is written.
  package let place: SourceRange
  package let value: Value

  package enum Value: Hashable, Sendable {
    /// A picture effect; nil is its standard amount, if only the name is written.
    case effect(EffectName, FilterAmount?)
    /// A LUT: `lut: looks/warm.cube`.
    case look(Located<String>)
    /// An audio filter.
    case sound(SoundFilterSettings)
    /// An FFmpeg filter.
    case ffmpeg(FFmpegFilterText)
  }

  package init(name: String, place: SourceRange, value: Value) {
    self.name = name
    self.place = place
    self.value = value
  }
}

/// The one number of an effect, over the item's own time.
package enum FilterAmount: Hashable, Sendable {
  case number(Animated<Double>)
  case angle(Animated<Angle>)
  case length(Animated<Length>)
}

/// Whether a filter applies to pictures or to sound.
package enum FilterSense: Hashable, Sendable {
  case picture
  case sound
  /// `denoise`, which works on both.
  case both
}

extension Filter {
  package var sense: FilterSense {
    switch value {
    case .effect(.denoise, _): .both
    case .sound: .sound
    case .ffmpeg(let text): FFmpegSoundFilters.contains(text.name.value) ? .sound : .picture
    case .effect, .look: .picture
    }
  }
}

/// `chroma-key`, as written.
package struct ChromaKeySettings: Hashable, Sendable {
  package var color: Located<Color>
  package var tolerance: Located<Animated<Double>>?
  package var softness: Located<Animated<Double>>?
  package var spill: Located<Animated<Double>>?
  package var edge: Located<KeyEdgeSettings>?

  package init(color: Located<Color>) {
    self.color = color
  }
}

/// The treatment of the edge that a chroma key leaves, as written.
package struct KeyEdgeSettings: Hashable, Sendable {
  package var choke: Located<Animated<Length>>?
  package var feather: Located<Animated<Length>>?

  package init() {}
}

// MARK: - Canonical texts

extension Filter {
  /// The spelling in a list in brackets: `sepia`, `{blur: 4px}`.
  package var canonicalText: String {
    switch value {
    case .effect(_, nil): name
    case .effect(_, let amount?): "{\(name): \(amount.canonicalText)}"
    case .look(let path): "{\(name): \(path.value)}"
    case .sound(let settings): settings.canonicalText.map { "{\(name): \($0)}" } ?? name
    case .ffmpeg(let filter): "{\(name): \"\(filter.canonicalText)\"}"
    }
  }
}

extension FilterAmount {
  package var canonicalText: String {
    switch self {
    case .number(let value): value.canonicalText
    case .angle(let value): value.canonicalText
    case .length(let value): value.canonicalText
    }
  }
}

extension KeyEdgeSettings: CanonicalValue {
  package var canonicalText: String { KeyEdgeKeys.fields.flowText(of: self) }
}

extension ChromaKeySettings: CanonicalValue {
  package var canonicalText: String { ChromaKeyKeys.fields.flowText(of: self) }
}
