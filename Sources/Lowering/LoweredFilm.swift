package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// A script resolved with the facts of its media.
package struct LoweredFilm: Sendable {
  /// Nil if an error prevents a complete film, or if media were not read.
  package let composition: Composition?
  package let diagnostics: [Diagnostic]
  /// One for each enabled item, in the order of the script.
  package let places: [ItemPlace]
  /// The end of the timeline; nil if unknown. It can be known without a composition.
  package let duration: RationalTime?
  /// The frame rate of the canvas; nil if unknown.
  package let rate: FrameRate?
  // The input, and the results that are known in spite of mistakes: the rules read these.
  package let script: EditScript
  /// Nil if the film is in the text of the outermost script.
  package let text: CalledText?
  package let output: Output?
  /// Nil if it depends on unknown media.
  package let canvas: ResolvedCanvas?
  /// The files that enabled items read, each once.
  package let media: [ResolvedMedium]
  /// The enabled items: the timeline, the overlays in drawing order, the audio items.
  package let items: [ResolvedItem]
  /// The transitions of the timeline and between sounds.
  package let transitions: [ResolvedTransition]
  /// The subtitle tracks whose times are known.
  package let subtitles: [ResolvedSubtitles]
  /// The numbers that the subtitles must meet; nil without `checks: {captions: ...}`.
  package let captionLimits: CaptionLimits?
  /// The letters of subtitles that no font has; empty if fonts were not read.
  package let missingLetters: Set<Unicode.Scalar>
  /// The letters of subtitles that fonts have only as coloured pictures; empty if fonts were not read.
  package let coloredLetters: Set<Unicode.Scalar>
  /// The coloured letters that are drawn in lines of plain text.
  package let picturedLetters: Set<Unicode.Scalar>
  /// The sequences and other scripts that items play, by their names in items.
  package let films: [PlayedName: LoweredFilm]
  /// The markers whose times are known, in the order of the script.
  package let markers: [ResolvedMarker]
  /// The chapters of the media that the output keeps.
  package let keptChapters: [ResolvedMarker]
  /// The indices of the sounds in each track that the output lists; empty if it lists none.
  package let trackSounds: [[Int]]
}
