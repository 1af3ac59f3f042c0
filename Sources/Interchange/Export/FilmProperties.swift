// The stored properties of films, by name. The exporter switches over every case, and a test compares each
// list with the type, so a new property cannot be forgotten.

/// A stored property of a film.
package protocol FilmProperty: RawRepresentable<String>, Sendable {
  /// What its loss changes.
  var affects: LossEffect { get }
}

extension FilmProperty {
  package var affects: LossEffect { .picture }
}

package enum CompositionProperty: String, CaseIterable, FilmProperty {
  case canvas, mix, duration, frameCount, media, layers, transitions, sounds, subtitles, sidecars, cover,
    films
  case stems, mixes, soundChecks, luts, chapters, fileChecks

  package var affects: LossEffect {
    switch self {
    case .mix, .sounds, .stems, .mixes: .sound
    case .canvas, .duration, .frameCount, .media, .layers, .transitions, .subtitles, .sidecars, .films, .luts:
      .picture
    case .cover, .soundChecks, .chapters, .fileChecks: .neither
    }
  }
}

package enum CanvasProperty: String, CaseIterable, FilmProperty {
  case size, rate, background, color, depth
}

package enum MixProperty: String, CaseIterable, FilmProperty {
  case sampleRate, channelCount, loudness, peak

  package var affects: LossEffect { .sound }
}

package enum MediaProperty: String, CaseIterable, FilmProperty {
  case spelling, path, facts, reading, aperture, coded, vector
}

package enum ReadingProperty: String, CaseIterable, FilmProperty {
  case color, deinterlacing, isPremultiplied, damage, raw
}

/// The properties that `LayerAspect` does not cover.
package enum LayerProperty: String, CaseIterable, FilmProperty {
  case label, name, timelineRange, frames, picture, contentBox, visibleBox, opacity, movement
}

package enum WordsProperty: String, CaseIterable, FilmProperty {
  case text, fonts, size, reach, letters, motion, counter
}

package enum TextProperty: String, CaseIterable, FilmProperty {
  case words, isMarkup, font, size, weight, color, alignment, width, height, lineHeight, tracking, features
  case outline, shadow, box, fit, motion
}

package enum TransitionProperty: String, CaseIterable, FilmProperty {
  case label, timelineRange, frames, kind, easing, outgoing, incoming
}

package enum SoundProperty: String, CaseIterable, FilmProperty {
  case label, name, timelineRange, content, pitch, gain, fadesIn, fadesOut, pan, filters, channels, loudness,
    duck
  case language

  package var affects: LossEffect { self == .language ? .neither : .sound }
}

package enum NestedFilmProperty: String, CaseIterable, FilmProperty {
  case name, composition, media, hasAlpha
}

package enum SubtitleProperty: String, CaseIterable, FilmProperty {
  case label, language, title, cues

  package var affects: LossEffect { self == .cues ? .picture : .neither }
}
