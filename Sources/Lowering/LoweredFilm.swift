package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// A script resolved with the facts of its media.
package struct LoweredFilm: Sendable {
  /// Nil if an error keeps the film from being complete, or media were not looked at.
  package let composition: Composition?
  package let diagnostics: [Diagnostic]
  /// One for each enabled item, in the order of the script.
  package let places: [ItemPlace]
  /// The end of the timeline; nil if it is not known. It may be known without a composition.
  package let duration: RationalTime?
  /// The frame rate of the canvas; nil if it is not known.
  package let rate: FrameRate?
  // What it was made of, and what was found out in spite of mistakes: the rules read this.
  package let script: EditScript
  package let output: Output?
  /// Nil if it depends on media that are not known.
  package let canvas: ResolvedCanvas?
  /// The files that enabled items read, each once.
  package let media: [ResolvedMedium]
  /// The enabled items: the timeline, the overlays in drawing order, the sounds.
  package let items: [ResolvedItem]
  /// The transitions of the timeline and between sounds.
  package let transitions: [ResolvedTransition]
  /// The tracks of subtitles whose times are known.
  package let subtitles: [ResolvedSubtitles]
  /// The letters of subtitles that no font has; empty if fonts were not looked at.
  package let missingLetters: Set<Unicode.Scalar>
  /// The letters of subtitles of which fonts have only coloured pictures; empty if fonts were not looked at.
  package let coloredLetters: Set<Unicode.Scalar>
  /// Those of them that are drawn in lines of plain text.
  package let picturedLetters: Set<Unicode.Scalar>
  /// The sequences and other scripts that items play, by what items call them.
  package let films: [PlayedName: LoweredFilm]
  /// The markers whose times are known, in the order of the script.
  package let markers: [ResolvedMarker]
  /// The numbers of the sounds that are heard in each track that the output lists; empty if it lists none.
  package let trackSounds: [[Int]]
}
