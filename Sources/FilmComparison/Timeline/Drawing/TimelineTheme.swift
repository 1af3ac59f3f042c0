import Composition

/// The colours of a timeline drawing.
package struct TimelineTheme: Hashable, Sendable {
  var background: SceneColor
  var lane: SceneColor
  var line: SceneColor
  var faintLine: SceneColor
  var text: SceneColor
  var mutedText: SceneColor
  var scrim: SceneColor
  var marker: SceneColor
  var kept: SceneColor
  var copied: SceneColor
  var new: SceneColor
  var clip: Tones
  var image: Tones
  var words: Tones
  var drawn: Tones
  var film: Tones
  var sound: Tones
  var cue: Tones
  var changes: Changes

  /// The colours of one kind of item.
  struct Tones: Hashable, Sendable {
    var fill: SceneColor
    var edge: SceneColor
    var accent: SceneColor
    var text: SceneColor

    init(_ fill: UInt32, edge: UInt32, accent: UInt32, text: UInt32) {
      self.fill = SceneColor(fill)
      self.edge = SceneColor(edge)
      self.accent = SceneColor(accent)
      self.text = SceneColor(text)
    }
  }

  /// The colours of changes in a comparison.
  struct Changes: Hashable, Sendable {
    var added: SceneColor
    var removed: SceneColor
    var moved: SceneColor
    var changed: SceneColor
    /// The colour of the marks on them.
    var mark: SceneColor

    subscript(_ change: TimelineChange) -> SceneColor {
      switch change {
      case .added: added
      case .removed: removed
      case .moved: moved
      case .changed: changed
      }
    }
  }

  func tones(of kind: TimelineEntry.Kind) -> Tones {
    switch kind {
    case .clip: clip
    case .image: image
    case .words: words
    case .drawn, .gap: drawn
    case .film: film
    case .sound: sound
    case .cue: cue
    }
  }
}

extension TimelineTheme {
  package static let light = TimelineTheme(
    background: SceneColor(0xFFFFFF), lane: SceneColor(0xF4F5F7), line: SceneColor(0xC9CED6),
    faintLine: SceneColor(0xE3E6EA), text: SceneColor(0x171B22), mutedText: SceneColor(0x636C7A),
    scrim: SceneColor(0xFFFFFF), marker: SceneColor(0xB4328C), kept: SceneColor(0xA9D8BB),
    copied: SceneColor(0x9DBEF0), new: SceneColor(0xE88A1A),
    clip: Tones(0xDCE8FB, edge: 0x9DBEF0, accent: 0x2F6FD6, text: 0x143A78),
    image: Tones(0xE8E1FA, edge: 0xBFAEF0, accent: 0x7A4FD8, text: 0x402383),
    words: Tones(0xFBECCB, edge: 0xE7C67B, accent: 0xB9770A, text: 0x67400A),
    drawn: Tones(0xE8EAEE, edge: 0xBFC5CF, accent: 0x5F6B7C, text: 0x353D49),
    film: Tones(0xD3F0EC, edge: 0x8FD0C7, accent: 0x0B847A, text: 0x0A4D47),
    sound: Tones(0xDFF2E4, edge: 0x9FD3AF, accent: 0x2C8F55, text: 0x12502C),
    cue: Tones(0xFBE3EC, edge: 0xEDB3CA, accent: 0xC2356F, text: 0x76183F),
    changes: Changes(
      added: SceneColor(0x1F8A4C), removed: SceneColor(0xD03438), moved: SceneColor(0x6D4AD4),
      changed: SceneColor(0xC77700), mark: SceneColor(0xFFFFFF)))

  package static let dark = TimelineTheme(
    background: SceneColor(0x14161B), lane: SceneColor(0x1C1F26), line: SceneColor(0x434A57),
    faintLine: SceneColor(0x2A2E37), text: SceneColor(0xECEEF2), mutedText: SceneColor(0x99A2B1),
    scrim: SceneColor(0x14161B), marker: SceneColor(0xF07CC7), kept: SceneColor(0x2F6848),
    copied: SceneColor(0x345C96), new: SceneColor(0xF2A03D),
    clip: Tones(0x1E3557, edge: 0x345C96, accent: 0x6AA4FF, text: 0xD5E5FF),
    image: Tones(0x33275A, edge: 0x5A4795, accent: 0xA88BFF, text: 0xE6DDFF),
    words: Tones(0x47360F, edge: 0x7C611F, accent: 0xF0B33E, text: 0xFFE9BC),
    drawn: Tones(0x2C313A, edge: 0x4C5462, accent: 0x9AA5B6, text: 0xDDE2EA),
    film: Tones(0x10403C, edge: 0x22716A, accent: 0x41CBBD, text: 0xC6F5EF),
    sound: Tones(0x173B27, edge: 0x2B6844, accent: 0x55C785, text: 0xCDF3DB),
    cue: Tones(0x4A1D31, edge: 0x7F3556, accent: 0xFF7FB2, text: 0xFFDCE9),
    changes: Changes(
      added: SceneColor(0x4CC97F), removed: SceneColor(0xFF6B6E), moved: SceneColor(0xA88BFF),
      changed: SceneColor(0xF5AE42), mark: SceneColor(0x14161B)))
}
