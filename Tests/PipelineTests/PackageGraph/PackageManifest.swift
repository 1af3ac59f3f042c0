/// What `Package.swift` declares: each target, its dependencies, its folder and its settings.
///
/// Read from the text, because the manifest is made of literals and a test must not wait for SwiftPM's lock.
/// `PackageGraphTests` compares the result with the folders on disk, so a declaration in another form fails there.
struct PackageManifest {
  struct Target {
    enum Kind: String, CaseIterable {
      case swift = "target"
      case tests = "testTarget"
      case program = "executableTarget"
      case systemLibrary
    }

    let kind: Kind
    let name: String
    let dependencies: [String]
    let path: String
    /// The first word of `swiftSettings`: `pure` or `common`; empty for a C target.
    let settings: String
  }

  let targets: [Target]

  init(_ text: String) {
    var targets: [Target] = []
    for kind in Target.Kind.allCases {
      for start in text.ranges(of: ".\(kind.rawValue)(") {
        let body = PackageManifest.argument(of: text[start.upperBound...])
        guard let name = PackageManifest.strings(after: "name: ", in: body).first else { continue }
        let settings = body.firstRange(of: "swiftSettings: ").map {
          body[$0.upperBound...].prefix { $0.isLetter }
        }
        targets.append(
          Target(
            kind: kind, name: name,
            dependencies: PackageManifest.strings(after: "dependencies: ", in: body),
            path: PackageManifest.strings(after: "path: ", in: body).first
              ?? (kind == .tests ? "Tests/" : "Sources/") + name,
            settings: settings.map(String.init) ?? ""))
      }
    }
    self.targets = targets
  }

  /// The text up to the parenthesis that closes the call.
  private static func argument(of text: Substring) -> Substring {
    var depth = 1
    let end = text.firstIndex { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth == 0
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// The string, or all strings of the list, that a label is followed by.
  private static func strings(after label: String, in body: Substring) -> [String] {
    guard let place = body.firstRange(of: label) else { return [] }
    let value = body[place.upperBound...]
    let end = value.firstIndex(of: value.first == "[" ? "]" : ",") ?? value.endIndex
    let parts = value[..<end].split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
