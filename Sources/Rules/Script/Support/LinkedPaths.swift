package import Basics
package import Diagnostics
package import EditScript
package import Lowering

extension Rules {
  /// Findings about the files of a script that a link leads to.
  package static func check(_ script: EditScript, in source: SourceText, _ media: MediaTable) -> [Diagnostic]
  {
    script.readPaths.filter { media.reach[$0.value] == .linkedElsewhere }.withoutVariables(source).eachOnce
      .map {
        path in
        Diagnostic(
          .linkOutsideFolder, "'\(path.value)' leads out of the script's folder through a symbolic link",
          at: path.range,
          hint: "put the media below the script, so that they can be moved and shared together")
      }
  }
}
