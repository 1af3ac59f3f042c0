import Basics
import Composition

/// Where a package comes from: `use: {titles: {git: …, revision: v1.2.0}}`.
package struct PackageOrigin: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A revision of a repository, by its URL.
    case git(url: String, revision: String)
    /// An archive, by its URL and the digest of its bytes.
    case archive(url: String, sha256: String)
  }

  package let source: Source
  /// The folder of the repository or the archive that is the package; nil for all of it.
  package let folder: String?
  /// The folder of the project with the package's files, relative to the script; nil if `editc fetch` chooses it.
  package let vendored: String?

  package init(_ source: Source, folder: String? = nil, vendored: String? = nil) {
    self.source = source
    self.folder = folder
    self.vendored = vendored
  }

  package var url: String {
    switch source {
    case .git(let url, _), .archive(let url, _): url
    }
  }

  /// On one line, as locks write it.
  package var text: String {
    func quoted(_ text: String) -> String { FactToken.text(text).spelling }
    let end = folder.map { " folder " + quoted($0) } ?? ""
    return switch source {
    case .git(let url, let revision): "git \(quoted(url)) revision \(quoted(revision))" + end
    case .archive(let url, let digest): "url \(quoted(url)) sha256 \(digest)" + end
    }
  }

  /// The folder in which `editc fetch` puts packages, beside the script that uses them.
  package static let packagesFolder = ".editc/packages"

  /// The folder of a package with this name, relative to the script. Packages of different origins have different
  /// folders, so that each script of a project, and each version of it, finds its own.
  func path(named name: String) -> String {
    vendored ?? "\(Self.packagesFolder)/\(name)-\(shortHash(text).prefix(8))"
  }
}

/// Why a package cannot be used.
package enum PackageProblem: Hashable, Sendable {
  /// It is not on this machine; the command downloads it.
  case missing(command: String)
  /// That of an old version is not on this machine, for this reason, and no command downloads it.
  case missingInOld(String?)
  /// Its files are not those that were fetched, for this reason.
  case changed(String)
  /// It is not the one in the lock, for this reason. The command locks the present one.
  case differsFromLock(String, command: String)
  /// Its script is itself reached through `use`.
  case insideUse
  /// Another script has another package under this name.
  case otherOfThisName
  /// Its folder is that of another package, with this name, or around it or in it.
  case sharesFolder(with: String)
}
