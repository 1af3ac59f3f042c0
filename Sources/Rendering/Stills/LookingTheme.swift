package import Composition

/// The colours of waveforms and contact sheets.
package struct LookingTheme: Hashable, Sendable {
  package var background: SceneColor
  /// The background of the lanes.
  package var lane: SceneColor
  package var line: SceneColor
  package var faintLine: SceneColor
  package var text: SceneColor
  package var mutedText: SceneColor
  /// In a waveform, the RMS level.
  package var loud: SceneColor
  /// In a waveform, the range of its samples.
  package var peak: SceneColor
  package var warning: SceneColor

  package static let light = LookingTheme(
    background: SceneColor(0xFFFFFF), lane: SceneColor(0xF4F5F7), line: SceneColor(0xC9CED6),
    faintLine: SceneColor(0xE3E6EA), text: SceneColor(0x171B22), mutedText: SceneColor(0x636C7A),
    loud: SceneColor(0x2F6FD6), peak: SceneColor(0x9DBEF0), warning: SceneColor(0xD03438))

  package static let dark = LookingTheme(
    background: SceneColor(0x14161B), lane: SceneColor(0x1C1F26), line: SceneColor(0x434A57),
    faintLine: SceneColor(0x2A2E37), text: SceneColor(0xECEEF2), mutedText: SceneColor(0x99A2B1),
    loud: SceneColor(0x6AA4FF), peak: SceneColor(0x345C96), warning: SceneColor(0xFF6B6E))

  /// The same theme with another colour for waveforms.
  package func drawing(with color: SceneColor) -> LookingTheme {
    var theme = self
    theme.loud = color
    theme.peak = color.mixed(with: lane, at: 0.58)
    return theme
  }

  /// The same theme on another background, with lanes, lines and text that stay visible on it.
  package func on(_ ground: SceneColor) -> LookingTheme {
    let isDark = Int(ground.red) * 3 + Int(ground.green) * 6 + Int(ground.blue) < 1280
    let wanted = isDark ? LookingTheme.dark : .light
    var theme = wanted
    (theme.loud, theme.peak) =
      loud == LookingTheme.light.loud || loud == LookingTheme.dark.loud
      ? (wanted.loud, wanted.peak) : (loud, peak)
    theme.background = ground
    theme.lane = ground.mixed(with: wanted.text, at: 0.05)
    theme.faintLine = ground.mixed(with: wanted.text, at: 0.12)
    theme.line = ground.mixed(with: wanted.text, at: 0.25)
    return theme
  }
}
