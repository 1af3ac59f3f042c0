/// What an audio track of a file is for, as the file states it. The raw value is its word in scripts and locks.
package enum TrackUse: String, Hashable, Sendable, Codable, CaseIterable {
  case original
  case dub
  case commentary
  case lyrics
  case karaoke
  case hearingImpaired = "hearing-impaired"
  case visualImpaired = "visual-impaired"
  case cleanEffects = "clean-effects"
  case descriptions
}
