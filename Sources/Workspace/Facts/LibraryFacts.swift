package import Compiler
import Composition
import ContentDigest
import Drawing
import Glibc
import LibAV
import Processes
import RenderPlan
import Rendering
import Synchronization

/// What this machine's C libraries report about themselves: their versions, and the available encoders.
///
/// To ask them, 140 files must be loaded. A command that only reads and plans therefore uses the cached
/// answers of an earlier command, as long as each of those files is unchanged.
package struct LibraryFacts: Hashable, Sendable, Codable {
  /// The versions of FFmpeg's libraries, which reading media depends on.
  let ffmpeg: String
  /// The same with the encoder's version, by the name of the codec.
  private let encoding: [String: String]
  /// The version of FFmpeg's filters; nil if they were not loaded.
  private var filters: String?
  let text: String
  let loudness: String
  package let encoders: EncoderList

  func versions(encoding codec: VideoCodec?) -> String { codec.flatMap { encoding[$0.rawValue] } ?? ffmpeg }

  /// The version of FFmpeg's filters.
  var filterLibrary: String { filters ?? LibAV.filterLibraryVersion }

  /// As reported by the libraries, which are loaded for this, except for the filters.
  static let ofThisProcess = LibraryFacts(
    ffmpeg: LibAV.libraryVersions,
    encoding: Dictionary(
      uniqueKeysWithValues: VideoCodec.allCases.map { ($0.rawValue, LibAV.versions(encoding: $0)) }),
    text: TextLibraries.versions, loudness: LoudnessMeter.libraryVersion,
    encoders: EncoderList(where: LibAV.hasEncoder))

  /// As cached in a folder by an earlier command, or as reported by the libraries.
  static func ofThisMachine(keptIn folder: String?) -> LibraryFacts {
    guard let folder, let path = Record.path(in: folder) else { return ofThisProcess }
    return read.withLock { read in
      if let facts = read[folder] { return facts }
      if let facts = Record.read(path) {
        read[folder] = facts
        return facts
      }
      var facts = ofThisProcess
      facts.filters = facts.filterLibrary
      Record(of: facts)?.write(to: path, in: folder)
      read[folder] = facts
      return facts
    }
  }

  /// The facts that this process has read, by folder.
  private static let read = Mutex<[String: LibraryFacts]>([:])
}

/// The facts with the files that they are based on.
private struct Record: Codable {
  private let facts: LibraryFacts
  /// The state of each file that this process had loaded when the libraries were asked.
  private let files: [String: String]

  private static let name = "libraries"

  /// Nil if one of the files was written just now, and could change again with the same times.
  init?(of facts: LibraryFacts) {
    var files: [String: String] = [:]
    for path in EngineLibraries.loadedFiles {
      guard let identity = FileIdentity(ofFileAt: path), identity.hasSettled else { return nil }
      files[path] = identity.summary
    }
    self.facts = facts
    self.files = files
  }

  /// Nil if another file could be loaded without a trace: the loader searches its own index, which is part of
  /// the name, but before that the folders in these variables.
  static func path(in folder: String) -> String? {
    guard getenv("LD_LIBRARY_PATH") == nil, getenv("LD_PRELOAD") == nil,
      let program = FileIdentity(ofFileAt: ChildProcess.ownExecutable)?.summary,
      let key = try? ContentDigest.of(
        text: "\(editcVersion), \(program), \(FileIdentity(ofFileAt: "/etc/ld.so.cache")?.summary ?? "")")
    else { return nil }
    return "\(folder)/\(key.hex).\(name)"
  }

  static func read(_ path: String) -> LibraryFacts? {
    guard let bytes = try? readFile(path, limit: 1 << 20),
      let record: Record = DigestedLine.value(name, in: bytes[...]),
      record.files.allSatisfy({ FileIdentity(ofFileAt: $0)?.summary == $1 })
    else { return nil }
    return record.facts
  }

  func write(to path: String, in folder: String) {
    guard let line = DigestedLine.text(Self.name, self) else { return }
    try? makeFolder(folder)
    try? writeCarelessly(Array(line.utf8), to: path)
  }
}
