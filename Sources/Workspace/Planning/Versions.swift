package import Composition
import Drawing
import LibAV
import RenderPlan
import Rendering

/// The release of this program.
package let editcVersion = "0.1.0"

/// The day of the release, or of the last change of what its manual pages say.
package let releaseDate = "2026-11-27"

extension EngineVersion {
  /// The versions of everything on this machine that decides the bytes of a film. The library of FFmpeg's filters is
  /// loaded only for a film that uses it.
  init(for film: Composition, encoding codec: VideoCodec?) {
    self.init(
      encoding: codec, filterLibrary: film.hasFFmpegFilters ? LibAV.filterLibraryVersion : nil)
  }

  private init(encoding codec: VideoCodec?, filterLibrary: String?) {
    self.init(
      "engine \(Self.number), \(LibAV.versions(encoding: codec))", filterLibrary: filterLibrary,
      textLibraries: TextLibraries.versions, loudnessLibrary: LoudnessMeter.libraryVersion)
  }
}

/// The versions of everything that decides the bytes of a film, on one line: what machines that work on one film compare.
package func engineVersions(encoding codec: VideoCodec?, withFilters: Bool) -> String {
  #if arch(x86_64)
    let processor = "x86-64"
  #else
    let processor = "arm64"
  #endif
  var versions = ["editc \(editcVersion)", "engine \(EngineVersion.number)", LibAV.versions(encoding: codec)]
  if withFilters { versions.append(LibAV.filterLibraryVersion) }
  return (versions + [TextLibraries.versions, LoudnessMeter.libraryVersion, processor]).joined(
    separator: ", ")
}
