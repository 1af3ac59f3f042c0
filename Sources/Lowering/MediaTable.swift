package import EditScript
package import MediaFacts

/// What is known of each file that a script names, by the file's spelling in the script.
package struct MediaTable: Sendable {
  package var states: [String: MediaState]

  package init(_ states: [String: MediaState] = [:]) {
    self.states = states
  }

  subscript(file: String) -> MediaState { states[file] ?? .unchecked }
}

package enum MediaState: Hashable, Sendable {
  /// `path` is where this machine finds the file.
  case known(MediaFacts, path: String)
  case failed(MediaFailure)
  /// Nobody looked: rules that need facts are not checked, and no film can be resolved.
  case unchecked
}

/// Why a file gave no facts.
package struct MediaFailure: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case missing
    case isDirectory
    case isLFSPointer
    case unreadable
  }

  package let kind: Kind
  /// In words, for the message: "no such file", "not a media file".
  package let reason: String

  package init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

extension EditScript {
  /// The files that the enabled items read, as spelled, each once, in the order of first use.
  package var mediaFiles: [String] {
    let declared = declaredFiles
    var seen: Set<String> = []
    return allItems.filter(\.isEnabled).compactMap { item in
      guard let name = item.mediaName?.value else { return nil }
      guard let file = declared[name]?.value ?? (name.looksLikePath ? name : nil) else { return nil }
      return !file.isURL && seen.insert(file).inserted ? file : nil
    }
  }

  /// The media block as a dictionary; of two entries with one name the first counts.
  package var declaredFiles: [String: Located<String>] {
    Dictionary(media.map { ($0.name.value, $0.file) }, uniquingKeysWith: { first, _ in first })
  }
}
