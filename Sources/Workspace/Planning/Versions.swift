package import Composition
import Drawing
import RenderPlan

/// The release of this program.
package let editcVersion = "0.1.0"

/// The date of the release, or of the last change to its manual pages.
package let releaseDate = "2026-11-27"

extension EngineVersion {
  /// The versions of everything on this machine that determines the bytes of a film.
  init(for film: Composition, encoding codec: VideoCodec?, with libraries: LibraryFacts) {
    self.init(
      "engine \(Self.number), \(libraries.versions(encoding: codec))",
      filterLibrary: film.hasFFmpegFilters ? libraries.filterLibrary : nil, textLibraries: libraries.text,
      vectorLibraries: "\(VectorLibraries.version), \(libraries.text)", loudnessLibrary: libraries.loudness)
  }
}

/// The versions of everything that determines the bytes of a film, on one line, which machines compare when
/// they share a film.
package func engineVersions(encoding codec: VideoCodec?, withFilters: Bool) -> String {
  #if arch(x86_64)
    let processor = "x86-64"
  #else
    let processor = "arm64"
  #endif
  let libraries = LibraryFacts.ofThisProcess
  var versions = [
    "editc \(editcVersion)", "engine \(EngineVersion.number)", libraries.versions(encoding: codec),
  ]
  if withFilters { versions.append(libraries.filterLibrary) }
  return (versions + [libraries.text, libraries.loudness, processor]).joined(separator: ", ")
}
