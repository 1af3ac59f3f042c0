import Basics
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let packageInTwoVersions = DiagnosticID(
    "package-in-two-versions", .warning, "Two versions of a package",
    explanation: """
      The film uses one repository, or one archive, in two states: under two names, or in this script and in one that \
      it plays. Its titles may then differ from scene to scene. Write one revision in all scripts. If both are \
      intended, allow it with a comment.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        use:
          titles: {git: "https://git.example.org/titles", revision: v1.2.0}
          new: {git: "https://git.example.org/titles", revision: v1.3.0}
        canvas: {size: 1280x720}
        timeline:
          - {edit: titles/title}
          - {edit: new/title}
        """,
        media: "fonts", playing: titleOfPackage,
        gives: [
          "the package 'new' is revision v1.3.0, and 'titles' is revision v1.2.0 of the same repository"
        ]),
      RuleExample(
        """
        edit: 1
        use:
          titles: {git: "https://git.example.org/titles", revision: v1.3.0}
        canvas: {size: 1280x720}
        timeline:
          - {edit: titles/title}
          - {edit: titles/title}
        """,
        media: "fonts", playing: titleOfPackage),
    ])

  private static let titleOfPackage = """
    edit: 1
    canvas: {size: 1280x720, nested: inherit}
    timeline:
      - {text: Hello, for: 4s, size: 12vmin}
    """
}

/// A package in a script of the film.
private struct FilmPackage {
  let origin: PackageOrigin
  /// The name under `use` in quotes, with the script that uses it, if that is another one.
  let name: String
  /// Where the outermost script uses it, or plays the script that does.
  let place: SourceRange

  /// What two versions have in common.
  var source: String {
    var url = origin.url
    while url.hasSuffix("/") { url.removeLast() }
    return url.hasSuffix(".git") ? String(url.dropLast(4)) : url
  }

  var version: String {
    switch origin.source {
    case .git(_, let revision): "revision \(revision)"
    case .archive(_, let digest): "has the digest \(digest.prefix(12))"
    }
  }
}

extension Rules {
  /// Finds packages that the film uses in two states.
  static func packagesInTwoVersions(in script: EditScript, _ media: MediaTable) -> [Diagnostic] {
    let scripts = media.scripts.values
    let count =
      script.uses.count { $0.origin != nil }
      + scripts.reduce(0) { count, other in
        if case .script(let script, _) = other {
          count + script.uses.count { $0.origin != nil }
        } else {
          count
        }
      }
    // Most films use none.
    guard count > 1 else { return [] }
    var first: [String: FilmPackage] = [:]
    var told: Set<String> = []
    return packages(of: script, media).compactMap { package in
      guard let other = first[package.source] else {
        first[package.source] = package
        return nil
      }
      guard other.origin.source != package.origin.source, told.insert(package.name).inserted else {
        return nil
      }
      return Diagnostic(
        .packageInTwoVersions, message(package, other), at: package.place,
        notes: package.place == other.place ? [] : [.init("the other one", at: other.place)],
        hint: "write one version in all scripts of the film")
    }
  }

  private static func message(_ package: FilmPackage, _ other: FilmPackage) -> String {
    switch package.origin.source {
    case .git:
      "the package \(package.name) is \(package.version), and \(other.name) is \(other.version)"
        + " of the same repository"
    case .archive:
      "the package \(package.name) \(package.version), and \(other.name) \(other.version), from the same URL"
    }
  }

  /// Those of the script, then those of the scripts that its items play, in their order.
  private static func packages(of script: EditScript, _ media: MediaTable) -> [FilmPackage] {
    var found = script.uses.compactMap { use in
      use.origin.map { FilmPackage(origin: $0, name: "'\(use.name.value)'", place: use.path.range) }
    }
    var seen: Set<ScriptCall> = []
    for item in script.playedItems {
      guard let call = script.call(of: item) else { continue }
      var open = [call]
      while let call = open.popLast() {
        guard seen.insert(call).inserted, case .script(let other, _)? = media.scripts[call] else { continue }
        found += other.uses.compactMap { use in
          use.origin.map {
            FilmPackage(origin: $0, name: "'\(use.name.value)' of '\(call.path)'", place: item.kindRange)
          }
        }
        open += other.calls
      }
    }
    return found
  }
}
