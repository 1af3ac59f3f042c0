import Basics
import Diagnostics
import YAMLTree

/// The keys of a package, as far as they are written.
struct PackageSource: Hashable, Sendable {
  var git: Located<String>?
  var revision: Located<String>?
  var url: Located<String>?
  var sha256: Located<String>?
  var folder: Located<String>?
  var vendored: Located<String>?
}

struct PackageKeys: MappingKeys {
  typealias Record = PackageSource
  typealias Value = UseDeclaration

  static let title = "a package"
  static let documentation = "Scripts of another project, in a fixed state. `editc fetch` downloads them."
  static let alternatives = [["git", "url"]]

  let git = Key(
    "git", "The URL of a git repository (`https:` or `ssh:`).", .text,
    example: "https://a.example/t", synonyms: ["repository", "repo"], related: ["from", "source"],
    field: .text(\PackageSource.git))
  let revision = Key(
    "revision", "The tag, branch or commit; the lock records the commit.", .text, example: "v1",
    synonyms: ["tag", "rev", "commit", "branch", "version", "ref"], field: .text(\PackageSource.revision))
  let url = Key(
    "url", "The URL of a `.tar` archive (`https:`, `http:` or `s3:`).", .value(.url),
    example: "https://a.example/t.tar", synonyms: ["archive", "tar"],
    field: .at(\PackageSource.url))
  let sha256 = Key(
    "sha256", "The digest that the archive must have.", .value(.sha256),
    synonyms: ["hash", "checksum", "digest"], field: .at(\PackageSource.sha256))
  let folder = Key(
    "folder", "The folder of the repository or the archive that is the package.", .text, example: "film",
    synonyms: ["path", "directory", "dir", "subfolder"], field: .text(\PackageSource.folder),
    default: .words("all of it"))
  let vendored = Key(
    "vendored", "A folder of this project with a copy of the package, which `editc fetch --vendor` makes.",
    .path, example: "vendor/t", synonyms: ["vendor", "copy"], field: .text(\PackageSource.vendored),
    default: .words("a folder in `.editc/packages`"))

  static func decode(_ reader: MappingReader<PackageKeys>) -> UseDeclaration? {
    let subject = reader.subject
    let reading = reader.reading
    let name = reading.text(
      ofKey: YAMLEntry(key: subject.key, keyRange: subject.keyRange, value: subject.node))
    let hasName = reading.value(of: name, as: .name) != nil
    let source = reader.filled(PackageSource())
    if !reader.hasValue(for: \.git), !reader.hasValue(for: \.url) {
      reading.report(
        Diagnostic(
          .missingKey, "a package needs `git` or `url`", at: subject.keyRange,
          hint: "write `{git: URL, revision: TAG}`, or `{url: URL, sha256: DIGEST}` for an archive"))
      return nil
    }
    if let needless = source.needless { reading.report(needless) }
    for (needed, isThere, key) in [
      ("revision", reader.hasValue(for: \.revision), source.git),
      ("sha256", reader.hasValue(for: \.sha256), source.url),
    ] {
      guard let key, !isThere else { continue }
      reading.report(
        Diagnostic(
          .missingKey, "`\(needed)` is missing", at: subject.keyRange,
          hint: needed == "revision"
            ? "write the tag or the commit of \(key.value)"
            : "`sha256sum FILE` prints the digest of the archive"
        ))
    }
    do throws(PackageMistake) {
      guard let origin = try source.origin(), hasName else { return nil }
      return UseDeclaration(
        name: subject.declaredName,
        path: Located(origin.path(named: subject.key), at: source.place ?? subject.node.range), origin: origin
      )
    } catch {
      reading.report(error.finding)
      return nil
    }
  }
}

/// A mistake in a package's declaration.
struct PackageMistake: Error {
  let finding: Diagnostic

  init(_ id: DiagnosticID, _ message: String, at text: Located<String>, hint: String) {
    finding = Diagnostic(id, message, at: text.range, hint: hint)
  }
}

extension PackageSource {
  /// From a tree, as far as its keys have texts.
  init(_ entries: [YAMLEntry]) {
    for entry in entries {
      guard case .scalar(let scalar) = entry.value.value else { continue }
      let text = Located(scalar.text, at: entry.value.range)
      switch entry.key {
      case "git": git = text
      case "revision": revision = text
      case "url": url = text
      case "sha256": sha256 = text
      case "folder": folder = text
      case "vendored": vendored = text
      default: break
      }
    }
  }

  /// The place of findings about the package.
  var place: SourceRange? { (git ?? url)?.range }

  /// A key without an effect, which does not make the package unusable.
  var needless: Diagnostic? {
    switch (git, url) {
    case (.some, nil):
      sha256.map {
        Diagnostic(
          .noEffect, "`sha256` is the digest of an archive, and git has none", at: $0.range,
          hint: "remove it; the lock records the commit and the digest of the files")
      }
    case (nil, .some):
      revision.map {
        Diagnostic(
          .noEffect, "`revision` is for `git`, and an archive has none", at: $0.range, hint: "remove it")
      }
    default: nil
    }
  }

  /// Nil if a key is missing or could not be read.
  func origin() throws(PackageMistake) -> PackageOrigin? {
    for text in [git, revision, url, folder, vendored].compactMap(\.self) where text.value.contains("${") {
      throw PackageMistake(
        .variableSyntax, "variables under `use` are not replaced", at: text, hint: "write the text itself")
    }
    if let folder { try checkFolder(folder) }
    if let vendored { try checkVendored(vendored) }
    let folder = folder.map { $0.value.hasSuffix("/") ? String($0.value.dropLast()) : $0.value }
    let vendored = vendored.map { $0.value.hasSuffix("/") ? String($0.value.dropLast()) : $0.value }
    if let git, url == nil {
      try checkRepository(git)
      guard let revision else { return nil }
      try checkRevision(revision)
      return PackageOrigin(
        .git(url: git.value, revision: revision.value), folder: folder, vendored: vendored)
    }
    guard let url, git == nil else { return nil }
    try checkArchive(url)
    guard let sha256, sha256.value.utf8.count == 64 else { return nil }
    return PackageOrigin(.archive(url: url.value, sha256: sha256.value), folder: folder, vendored: vendored)
  }

  private func checkRepository(_ git: Located<String>) throws(PackageMistake) {
    guard let url = RemoteURL(git.value), ["https", "ssh"].contains(url.scheme) else {
      throw PackageMistake(
        .unknownValue, "expected the URL of a repository, found '\(git.value)'", at: git,
        hint: "write `https://HOST/PATH` or `ssh://git@HOST/PATH`; use other protocols to clone it yourself")
    }
    let isPlain = git.value.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && !"\"'<>\\^`{|}#".utf8.contains($0)
    }
    guard isPlain, let first = url.host.utf8.first, isLetterOrDigit(first) || first == UInt8(ascii: "[")
    else {
      throw PackageMistake(
        .forbiddenCharacter, "'\(git.value)' is not a URL that git can use", at: git,
        hint: "write `https://HOST/PATH`, with other characters as `%` and two hexadecimal digits")
    }
  }

  /// Names of revisions by git's rules, without expressions such as `v1~2`.
  private func checkRevision(_ revision: Located<String>) throws(PackageMistake) {
    let text = revision.value
    let isName =
      !text.isEmpty && text != "@" && !text.hasPrefix("-") && !text.hasPrefix("+") && !text.hasSuffix(".")
      && !text.contains("..") && !text.contains("@{")
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock")
      }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"~^:?*[\\".utf8.contains($0) }
    guard isName else {
      throw PackageMistake(
        .forbiddenCharacter, "'\(text)' is not the name of a revision", at: revision,
        hint: "write a tag such as `v1.2.0`, a branch, or the 40 digits of a commit")
    }
  }

  private func checkArchive(_ url: Located<String>) throws(PackageMistake) {
    let path = RemoteURL(url.value)?.path.lowercased() ?? ""
    let endings = [".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".tzst", ".lz", ".zip", ".7z"]
    guard let ending = endings.first(where: path.hasSuffix) else { return }
    throw PackageMistake(
      .notSupportedYet, "compressed archives (`\(ending)`) are not read yet", at: url,
      hint: "use a plain `.tar`, which `tar --format=ustar -cf titles.tar FOLDER` or `git archive` makes")
  }

  private func checkFolder(_ folder: Located<String>) throws(PackageMistake) {
    let path = folder.value.hasSuffix("/") ? folder.value.dropLast() : folder.value[...]
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain =
      names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.hasPrefix("-") }
      && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard !path.isEmpty, isPlain else {
      throw PackageMistake(
        .forbiddenCharacter, "'\(folder.value)' is not a folder inside the package's source", at: folder,
        hint: "write its path from the top, such as `film/titles`")
    }
  }

  private func checkVendored(_ path: Located<String>) throws(PackageMistake) {
    guard path.value.isURL || !isFolderOfProject(path.value) else { return }
    throw PackageMistake(
      .forbiddenCharacter, "'\(path.value)' is not a folder of this project for packages", at: path,
      hint: "write a path relative to the script without names that begin with `.`, such as `vendor/titles`")
  }
}

/// Whether a path, relative to a script, can be that of a copy of a package. Names that begin with `.` belong to
/// programs, such as git, which read settings there.
package func isFolderOfProject(_ path: String) -> Bool {
  let names = (path.hasSuffix("/") ? path.dropLast() : path[...]).split(
    separator: "/", omittingEmptySubsequences: false)
  return names.allSatisfy { name in
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("\\")
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
