package import Basics
package import Diagnostics
package import EditScript
package import Lowering

extension Rules {
  /// Findings about the files of a script that depend on symbolic links or on other scripts.
  package static func check(_ script: EditScript, in source: SourceText, _ media: MediaTable) -> [Diagnostic]
  {
    linksOut(of: script, in: source, media) + sourcesByOtherNames(in: script, media)
      + packagesInTwoVersions(in: script, media)
  }

  /// Outputs that are a source under another name: through a link, or as an absolute path.
  /// `outputOverwritesMedia` finds the others in the text.
  private static func sourcesByOtherNames(in script: EditScript, _ media: MediaTable) -> [Diagnostic] {
    guard !media.overwritten.isEmpty else { return [] }
    let read = Set(script.mediaPaths.map { WrittenPath($0.value) })
    return script.writtenPaths.eachOnce.filter { !read.contains(WrittenPath($0.value)) }.compactMap { path in
      media.overwritten[path.value].map { medium in
        Diagnostic(
          .outputOverwritesMedia,
          "the output '\(path.value)' would overwrite '\(medium)', which is the same file",
          at: path.range, hint: "write another path for the output")
      }
    }
  }

  private static func linksOut(
    of script: EditScript, in source: SourceText, _ media: MediaTable
  ) -> [Diagnostic] {
    script.readPaths.filter { media.reach[$0.value] == .linkedElsewhere }.withoutVariables(source).eachOnce
      .map {
        path in
        Diagnostic(
          .linkOutsideFolder, "'\(path.value)' leads out of the script's folder through a symbolic link",
          at: path.range,
          hint: "put the media in the script's folder, so that they can be moved and shared together")
      }
  }
}
