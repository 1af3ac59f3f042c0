import Composition
import ContentDigest
import EditScript
import LibAV
import LockFile
import Lowering
import MediaFacts
import Processes

/// What is known of the media of one version of a script.
///
/// Of a script as it is, the files, and of those that are missing what its lock says. Of an old revision what its own
/// lock says, else what git keeps, else the files that are there now.
struct VersionMedia {
  private(set) var table = MediaTable()
  private let cache: CacheFolder?
  private let digests: MediaDigests
  /// What files contain that are only known from a lock, by their spelling.
  private var recorded: [String: ContentDigest] = [:]
  /// Held for as long as their content is wanted.
  private var copies: [UnnamedFile] = []
  /// Which files are subtitles.
  private var subtitles: Set<String> = []

  /// Nothing is known.
  init(cache: CacheFolder?) {
    self.cache = cache
    digests = MediaDigests(folder: cache?.digests)
  }

  init(of script: EditScript, in version: ScriptVersion, cache: CacheFolder?) throws(CommandFailure) {
    self.init(cache: cache)
    var files = script.mediaFiles
    // Of an old revision nobody knows which pictures and scripts lay beside it.
    if version.media == nil {
      var seen: Set<String> = []
      files = table.filesOfScripts(playedBy: script, in: version.folder, named: false)
        .filter { seen.insert($0).inserted }
    }
    subtitles = Set(([script] + table.playedScripts).flatMap(\.subtitleFiles))
    let found = MediaLookup(folder: version.folder, cache: cache?.facts)
      .look(at: files, subtitles: subtitles)
    table.states = found.states
    table.subtitles = found.subtitles
    digests.identities = found.identities
    let entries = try version.lock?.entries() ?? [:]
    for (file, entry) in entries where table.states[file] != nil {
      try use(entry, of: file, isOld: version.media != nil)
    }
    if let media = version.media {
      let others = try media.others(among: files.filter { entries[$0] == nil }, now: version.absoluteFolder)
      for (file, other) in others { try use(other, of: file) }
    }
    for (file, path, facts) in table.wantedPackets(of: script, for: script.outputs) {
      table.coded[file] = try? MediaProbe.codedMedia(ofFileAt: path, facts: facts)
    }
    var fonts = MachineFonts(folder: version.absoluteFolder)
    fonts.answer(wantedFonts(of: script, for: script.outputs, media: table), in: &table)
  }

  /// The files that were looked at, as they were then.
  var identities: [FileIdentity] { Array(digests.identities.values) }

  func digest(of reference: MediaReference) throws(CommandFailure) -> ContentDigest {
    if let digest = recorded[reference.spelling] { return digest }
    return try digests.digest(of: reference)
  }

  /// A file that is there is what it is, unless somebody asks what it was.
  private mutating func use(_ entry: LockEntry, of file: String, isOld: Bool) throws(CommandFailure) {
    switch table.states[file] {
    case .known(let facts, let path):
      guard isOld else { return }
      if facts.byteCount == entry.facts.byteCount,
        try digests.digest(ofFileAt: path, spelling: file) == entry.digest
      {
        return
      }
    case .failed(let failure) where isOld || failure.kind == .missing || failure.kind == .isLFSPointer: break
    default: return
    }
    table.states[file] = .recorded(entry.facts, path: file)
    table.subtitles[file] = nil
    recorded[file] = entry.digest
  }

  private mutating func use(_ other: RevisionMedia.Other, of file: String) throws(CommandFailure) {
    switch other {
    case .copy(let copy):
      copies.append(copy)
      let found = MediaLookup(folder: ".", cache: cache?.facts)
        .look(at: [copy.path], subtitles: subtitles.contains(file) ? [copy.path] : [])
      table.states[file] = found.states[copy.path]
      table.subtitles[file] = found.subtitles[copy.path]
      digests.identities.merge(found.identities) { $1 }
    case .elsewhere(let digest):
      if case .known(_, let path)? = table.states[file],
        try digests.digest(ofFileAt: path, spelling: file) == digest
      {
        return
      }
      lose(file, "Git LFS keeps what it was in this revision")
    case .tooLarge: lose(file, "what it was in this revision is too large to be taken out of git")
    }
  }

  private mutating func lose(_ file: String, _ reason: String) {
    table.states[file] = .failed(MediaFailure(.unreadable, reason: reason))
    table.subtitles[file] = nil
  }
}

extension ScriptVersion.LockPlace {
  /// What the lock says; nothing where there is none. One that cannot be read is told of, and not used.
  fileprivate func entries() throws(CommandFailure) -> [String: LockEntry] {
    let name: String
    let bytes: [UInt8]?
    switch self {
    case .file(let path):
      name = path
      do throws(FileError) { bytes = isThere(path) ? try readFile(path, limit: 256 << 20) : nil } catch {
        throw CommandFailure(error)
      }
    case .object(let object, let repository):
      name = object
      bytes = try repository.bytesIfThere(of: object)
    }
    guard let bytes else { return [:] }
    do throws(LockProblem) { return try LockFile(bytes).entries } catch {
      Console.complain("\(error.description(of: name)); the lock is not used")
      return [:]
    }
  }
}
