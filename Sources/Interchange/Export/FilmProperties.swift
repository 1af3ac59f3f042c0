// The stored properties of films, by name. The exporter switches over every case, and a test compares each
// list with the type, so a new property cannot be forgotten.

package enum CompositionProperty: String, CaseIterable, Sendable {
  case canvas, mix, duration, frameCount, media, layers, transitions, sounds, subtitles, sidecars, cover,
    films
  case stems, mixes, soundChecks, luts, chapters, fileChecks
}

package enum CanvasProperty: String, CaseIterable, Sendable {
  case size, rate, background, color, depth
}

package enum MixProperty: String, CaseIterable, Sendable {
  case sampleRate, channelCount, loudness, peak
}

package enum MediaProperty: String, CaseIterable, Sendable {
  case spelling, path, facts, reading, coded
}

package enum ReadingProperty: String, CaseIterable, Sendable {
  case color, deinterlacing, isPremultiplied, damage
}

/// The properties that `LayerAspect` does not cover.
package enum LayerProperty: String, CaseIterable, Sendable {
  case label, name, timelineRange, frames, picture, contentBox, visibleBox, opacity, movement
}

package enum WordsProperty: String, CaseIterable, Sendable {
  case text, fonts, size, reach, letters, motion, counter
}

package enum TextProperty: String, CaseIterable, Sendable {
  case words, isMarkup, font, size, weight, color, alignment, width, height, lineHeight, tracking, features
  case outline, shadow, box, fit, motion
}

package enum TransitionProperty: String, CaseIterable, Sendable {
  case label, timelineRange, frames, kind, easing, outgoing, incoming
}

package enum SoundProperty: String, CaseIterable, Sendable {
  case label, name, timelineRange, content, pitch, gain, fadesIn, fadesOut, pan, filters, channels, loudness,
    duck
  case language
}

package enum NestedFilmProperty: String, CaseIterable, Sendable {
  case name, composition, media, hasAlpha
}

package enum SubtitleProperty: String, CaseIterable, Sendable {
  case label, language, title, cues
}
