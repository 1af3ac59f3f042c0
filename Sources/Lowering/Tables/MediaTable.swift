package import Basics
package import Composition
package import EditScript

/// The facts of each file that a script names, by the file's spelling in the script.
package struct MediaTable: Sendable {
  package var states: [String: MediaState]
  /// Existing files that a path with another spelling refers to or may refer to.
  package var nearby: [String: NearbyFile] = [:]
  /// The content of subtitle files, except unreadable ones.
  package var subtitles: [String: SubtitleFile] = [:]
  /// The subtitles in media files, by the number of their stream, or why they could not be read.
  package var mediaSubtitles: [String: MediaSubtitles] = [:]
  /// The numbers of the existing pictures of each image sequence, by pattern, in rising order.
  package var images: [String: [Int64]] = [:]
  /// The files of each pattern, by its spelling.
  package var listings: [String: FileListing] = [:]
  /// The files of series that are missing in their folder: only the lock has them.
  package var lockedOnly: Set<String> = []
  /// The other scripts that are played, by their calls.
  package var scripts: [ScriptCall: NestedScript] = [:] { didSet { sortPlayedScripts() } }
  /// Those of them that could be read, in the order of their calls.
  package private(set) var playedScripts: [EditScript] = []
  /// The state of LUT files, by their spelling; without those that were not read.
  package var looks: [String: LookState] = [:]
  /// The CSV files with credits, by their spelling; without those that were not read.
  package var credits: [String: CreditsState] = [:]
  /// The contents of SVG files, by their spelling.
  package var vectors: [String: VectorFacts] = [:]
  /// The contents of SVG files with values of their variables.
  package var filledVectors: [FilledVector: VectorFacts] = [:]
  /// The comparison with the lock; nil if there is no lock.
  package var lock: LockComparison?
  /// The SHA-256 digests of files, in hexadecimal: those with a digest in the script, as far as they could be read,
  /// and those with a digest in their transcript, as far as they are known.
  package var digests: [String: String] = [:]
  /// The files that were found elsewhere by the SHA-256 that the script, a Git LFS pointer or the lock states.
  package var foundByDigest: Set<String> = []
  /// The measured texts of the film.
  package var texts = TextTable()
  /// The fonts of drawn subtitles, by the letters that they need.
  package var subtitleFonts: [SubtitleLetters: SubtitleFontState] = [:]
  /// The packets of files, by their spelling, if an output copies some of them.
  package var coded: [String: CodedMedia] = [:]
  /// Files outside the script's folder, by their spelling.
  package var reach: [String: PathReach] = [:]
  /// The source files that an output would overwrite under another name, by the output's path in the script.
  package var overwritten: [String: String] = [:]
  /// The path of the script, for commands in hints.
  package var scriptPath = "film.edit"
  /// Whether an unread file is an error.
  package var requiresMedia = false

  package init(_ states: [String: MediaState] = [:]) {
    self.states = states
  }

  subscript(file: String) -> MediaState { states[file] ?? .unchecked }

  private mutating func sortPlayedScripts() {
    // The text of each call is made once, not in each comparison, and scripts are not moved while they are sorted.
    let all = scripts.map { call, other in (order: call.order, other: other) }
    playedScripts = all.indices.sorted { all[$0].order < all[$1].order }.compactMap { index in
      if case .script(let script, _) = all[index].other { script } else { nil }
    }
  }

  /// The facts of a file, from the file or from a lock; nil if unknown.
  func facts(of file: String) -> MediaFacts? {
    switch self[file] {
    case .known(let facts, _), .recorded(let facts, _): facts
    case .failed, .unchecked: nil
    }
  }
}

extension MediaTable {
  /// The files whose packets must be read before lowering: all files, if an output copies.
  package func wantedPackets(
    of script: EditScript, for outputs: [Output]
  ) -> [(file: String, path: String, facts: MediaFacts)] {
    guard outputs.contains(where: { $0.copiesPicture || $0.copiesSound || $0.isSmart }) else { return [] }
    return script.mediaFiles.compactMap { file in
      guard coded[file] == nil, case .known(let facts, let path) = self[file], !facts.isRaw else {
        return nil
      }
      return (file, path, facts)
    }
  }
}

/// An SVG file, by its spelling, with values of its variables.
package struct FilledVector: Hashable, Sendable {
  package let file: String
  package let values: [VectorValue]
}

extension MediaTable {
  /// The SVG files that scripts show with values, and that were not read with them yet.
  package func wantedVectors(of scripts: [EditScript]) -> [(picture: FilledVector, path: String)] {
    var seen: Set<FilledVector> = []
    return scripts.flatMap(\.filledVectors).compactMap { picture in
      guard filledVectors[picture] == nil, case .known(_, let path)? = states[picture.file],
        let names = vectors[picture.file]?.variables,
        Set(names).isSubset(of: picture.values.map(\.name)), seen.insert(picture).inserted
      else { return nil }
      return (picture, path)
    }
  }
}

extension EditScript {
  /// The files that enabled items show with values.
  fileprivate var filledVectors: [FilledVector] {
    let pictures = playedItems.flatMap(\.filledPictures)
    guard !pictures.isEmpty else { return [] }
    let declared = declaredFiles
    return pictures.compactMap { name, values in
      guard let file = declared[name.value]?.value ?? (name.value.looksLikePath ? name.value : nil) else {
        return nil
      }
      return FilledVector(file: file, values: values.value.vectorValues)
    }
  }
}

/// The subtitles in a media file.
package enum MediaSubtitles: Hashable, Sendable {
  case read([Int: SubtitleFile])
  case failed(String)
}

extension MediaTable {
  /// The files whose own subtitles scripts use, or outputs of the first one keep, and that were not read for them
  /// yet.
  package func wantedSubtitles(
    of scripts: [EditScript], for outputs: [Output]
  ) -> [(file: String, path: String, facts: MediaFacts)] {
    let keeping = outputs.contains { $0.kept(.subtitles) != nil } ? scripts.prefix(1) : []
    let files =
      keeping.flatMap(\.mediaFiles)
      + scripts.flatMap { script in
        script.subtitles.filter { $0.content == .ofMedium && script.words(of: $0) == nil }
          .compactMap(\.medium).map {
            script.declaredFiles[$0.value]?.value ?? $0.value
          }
      }
    return files.eachOnce.compactMap { file in
      guard mediaSubtitles[file] == nil, case .known(let facts, let path)? = states[file],
        facts.otherTracks.contains(where: \.isSubtitleText)
      else { return nil }
      return (file, path, facts)
    }
  }

  /// Adds the subtitle tracks that were read from a file.
  package mutating func addSubtitles(_ tracks: [CodedSubtitles], of file: String, _ facts: MediaFacts) {
    var found: [Int: SubtitleFile] = [:]
    for track in tracks {
      let known = facts.otherTracks.first { $0.streamIndex == track.streamIndex }
      found[track.streamIndex] = SubtitleFile(
        header: track.header, lines: track.lines.map { ($0.range, $0.fields) },
        keepsStyles: known?.hasSubtitleStyles == true)
    }
    mediaSubtitles[file] = .read(found)
  }
}

/// The place of a file outside the script's folder.
package enum PathReach: Hashable, Sendable {
  /// As the path states: it is absolute, or has `..`.
  case elsewhere
  /// Unlike the path states, through a symbolic link.
  case linkedElsewhere
  /// Outside the given root; it was not opened.
  case refused
}

/// The state of a LUT file.
package enum LookState: Hashable, Sendable {
  /// `path` is the path on this machine, `digest` the digest of its bytes.
  case known(path: String, digest: String)
  case failed(MediaFailure)
  case malformed(CubeProblem)
}

/// The state of a CSV file with credits.
package enum CreditsState: Hashable, Sendable {
  case known([CreditsEntry])
  case failed(MediaFailure)
  case malformed(CreditsProblem)
}

/// The state of a media file.
package enum MediaState: Hashable, Sendable {
  /// `path` is the path on this machine; for a file that was found by its digest, not the one that the script
  /// names.
  case known(MediaFacts, path: String)
  /// The file is missing on this machine; its facts come from a lock, and `path` is where it would be.
  case recorded(MediaFacts, path: String)
  case failed(MediaFailure)
  /// The file was not read: rules that need facts are not checked, and no film can be resolved.
  case unchecked
}

/// Why a file has no facts.
package struct MediaFailure: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case missing
    case isDirectory
    case isLFSPointer
    /// Outside the given root; it was not opened.
    case isRefused
    case unreadable
  }

  package let kind: Kind
  /// In words, for the message: "no such file", "not a media file".
  package let reason: String
  /// The size of the media in bytes, from the Git LFS pointer.
  package var promisedByteCount: Int64?
  /// What was found where the file was looked for by its digest, in sentences for people.
  package var remarks: [String] = []
  /// Whether DVC has a description of the file beside it.
  package var isInDVC = false

  package init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// An existing file to which a wrong path probably refers.
package struct NearbyFile: Hashable, Sendable {
  /// The difference between the existing path and the written one.
  package enum Likeness: Hashable, Sendable {
    /// Only the letter case differs.
    case otherCase
    /// The same characters with other code points.
    case otherCodePoints
    /// As other systems write paths: with backslashes, a drive, or `~`.
    case otherSystem
    case similar
  }

  /// The correct spelling for the script.
  package let path: String
  package let likeness: Likeness
  /// Edits that correct every occurrence in the script.
  package let edits: [TextEdit]

  package init(path: String, likeness: Likeness, edits: [TextEdit]) {
    self.path = path
    self.likeness = likeness
    self.edits = edits
  }
}

/// The lock of a script compared with its media.
package struct LockComparison: Hashable, Sendable {
  /// A difference between the lock and a file.
  package enum Finding: Hashable, Sendable {
    /// The file is not in the lock.
    case missing
    /// The file has other bytes than the locked one; the value describes the differences.
    case otherContent(String)
    /// The same bytes have other facts; the value describes the differences.
    case otherFacts(String)
  }

  /// The lock's name, for messages.
  package let name: String
  /// The command that writes the lock, for hints.
  package let command: String
  /// Why the lock cannot be used; nil if it can.
  package var problem: String?
  /// By the file's spelling in the script; without files that match the lock.
  package var findings: [String: Finding] = [:]

  package init(name: String, command: String, problem: String? = nil) {
    self.name = name
    self.command = command
    self.problem = problem
  }
}

extension MediaTable {
  /// The letters of subtitles that no font has; empty if fonts were not read.
  var missingLetters: Set<Unicode.Scalar> {
    subtitleFonts.values.reduce(into: []) { letters, state in
      if case .found(_, let missing, _, _) = state { letters.formUnion(missing) }
    }
  }

  /// The coloured letters that are drawn in lines of plain text; empty if fonts were not read.
  var picturedLetters: Set<Unicode.Scalar> {
    subtitleFonts.values.reduce(into: []) { letters, state in
      if case .found(let fonts, _, _, _) = state {
        letters.formUnion((fonts.pictures?.characters ?? []).compactMap(Unicode.Scalar.init))
      }
    }
  }

  /// The letters of subtitles that fonts have only as coloured pictures; empty if fonts were not read.
  var coloredLetters: Set<Unicode.Scalar> {
    subtitleFonts.values.reduce(into: []) { letters, state in
      if case .found(_, _, let colored, _) = state { letters.formUnion(colored) }
    }
  }

  /// Why subtitles cannot be drawn on this machine; nil if they can, or if fonts were not read.
  ///
  /// Font files of the script that cannot be used have findings.
  package var subtitleFontFailure: SubtitleFontFailure? {
    for case .failed(let failure) in subtitleFonts.values {
      if case .fontFile = failure { continue }
      return failure
    }
    return nil
  }
}

extension EditScript {
  /// The files that the enabled items read, as spelled, each once, in the order of first use.
  package var mediaFiles: [String] {
    let played = playedItems
    let names = Set(played.flatMap(\.mediaNames).map(\.value))
    let texts =
      subtitles.compactMap(\.file) + media.filter { names.contains($0.name.value) }.compactMap(\.words)
    return
      (files(of: (played.flatMap(\.mediaNames) + covers).map(\.value), played)
      + texts.map(\.value).filter { !$0.isURL }).eachOnce
  }

  /// `mediaFiles`, and files that are only declared or that only disabled items name.
  package var namedMediaFiles: [String] {
    let played = playedItems
    let named = files(
      of: played.flatMap(\.mediaNames).map(\.value) + media.map(\.name.value)
        + (writtenItems.flatMap(\.mediaNames) + covers).map(\.value), writtenItems)
    return (named + subtitleFiles).eachOnce
  }

  /// The places of the path of each media file in the script.
  package var mediaPlaces: [String: [SourceRange]] {
    let declared = declaredFiles
    let names = (writtenItems.flatMap(\.mediaNames) + covers).filter { declared[$0.value] == nil }
    let texts = media.compactMap(\.words) + subtitles.compactMap(\.file)
    return Dictionary(grouping: media.map(\.file) + names + texts, by: \.value).mapValues {
      $0.map(\.range)
    }
  }

  /// The LUT files that filters of enabled items read, each once.
  package var lookFiles: [String] {
    var seen: Set<String> = []
    return playedItems.flatMap(\.lookFiles).map(\.value).filter {
      !$0.isURL && seen.insert($0).inserted
    }
  }

  /// The CSV files that credits read, each once.
  package var creditsFiles: [String] {
    playedItems.compactMap { $0.creditsFile?.value }.filter { !$0.isURL }.eachOnce
  }

  /// Whether an item lasts as long as its text needs to move over the canvas.
  package var hasRolls: Bool { playedItems.contains { $0.roll != nil } }

  /// The font files that items and subtitles name, each once.
  package var fontFiles: [String] {
    (writtenItems.flatMap(\.fontFiles) + subtitleFontFiles).map(\.value).eachOnce
  }

  /// The files of names, without series, which are listed separately.
  private func files(of names: [String], _ items: [Item]) -> [String] {
    let declared = declaredFiles
    let lapses = declaredImageSequences
    let repeated = items.namesInEach
    var seen: Set<String> = []
    return names.compactMap { name in
      guard let file = declared[name]?.value ?? (name.looksLikePath ? name : nil) else { return nil }
      guard ImagePattern(file) == nil, !lapses.contains(name),
        !repeated.contains(name) || FileSeries(file) == nil
      else { return nil }
      return !file.isURL && seen.insert(file).inserted ? file : nil
    }
  }

  /// The settings of declared files, by name; without those that have none.
  package var declaredSettings: [String: MediaSettings] {
    Dictionary(
      media.filter { $0.settings != MediaSettings() }.map { ($0.name.value, $0.settings) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The files that are declared to have no header.
  package var rawFiles: [String] { media.filter { $0.settings.raw.place != nil }.map(\.file.value) }

  /// The files with a digest in the script.
  package var digestedFiles: [String] { media.filter { $0.settings.sha256 != nil }.map(\.file.value) }

  /// The files with a transcript, and the file of the words.
  package var transcribedFiles: [(file: String, words: String)] {
    media.compactMap { media in media.words.map { (media.file.value, $0.value) } }
  }

  /// The media block as a dictionary; of two entries with one name the first counts.
  package var declaredFiles: [String: Located<String>] {
    Dictionary(media.map { ($0.name.value, $0.file) }, uniquingKeysWith: { first, _ in first })
  }
}

extension [String] {
  /// Each text once, in the order of first occurrence.
  var eachOnce: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
