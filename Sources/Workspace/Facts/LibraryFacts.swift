import Basics
package import Compiler
import Composition
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
package struct LibraryFacts: Hashable, Sendable {
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

// Foundation's decoder would take most of the time of a command that reads a script without media.
extension LibraryFacts {
  fileprivate var json: JSONValue {
    .membersPresent([
      "ffmpeg": .string(ffmpeg), "encoding": JSONValue(encoding), "filters": filters.map { .string($0) },
      "text": .string(text), "loudness": .string(loudness),
      "absentEncoders": .array(encoders.absent.sorted().map { .string($0) }),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let ffmpeg = json["ffmpeg"]?.stringValue, let encoding = json["encoding"]?.texts,
      let text = json["text"]?.stringValue, let loudness = json["loudness"]?.stringValue,
      let absent = json["absentEncoders"]?.elements
    else { return nil }
    self.init(
      ffmpeg: ffmpeg, encoding: encoding, filters: json["filters"]?.stringValue, text: text,
      loudness: loudness,
      encoders: EncoderList(without: Set(absent.compactMap(\.stringValue))))
  }
}

extension JSONValue {
  fileprivate init(_ texts: [String: String]) {
    self = .object(texts.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: .string($0.value)) })
  }

  /// The texts of an object's members, by name.
  fileprivate var texts: [String: String]? {
    members.map { members in
      Dictionary(
        uniqueKeysWithValues: members.compactMap { member in
          member.value.stringValue.map { (member.name, $0) }
        })
    }
  }
}

/// The facts with the files that they are based on.
private struct Record {
  private let facts: LibraryFacts
  /// The state of each file that this process had loaded when the libraries were asked.
  private let files: [String: String]

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
      let program = FileIdentity(ofFileAt: ChildProcess.ownExecutable)?.summary
    else { return nil }
    let state = "\(editcVersion), \(program), \(FileIdentity(ofFileAt: "/etc/ld.so.cache")?.summary ?? "")"
    return "\(folder)/\(shortHash(state)).libraries"
  }

  // A digest would load OpenSSL, which takes longer than all other work on these facts.

  static func read(_ path: String) -> LibraryFacts? {
    guard let bytes = try? readFile(path, limit: 1 << 20) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 2,
      Array(shortHash(String(decoding: lines[1], as: UTF8.self)).utf8).elementsEqual(lines[0]),
      let json = try? JSONValue.parse(bytes: Array(lines[1])),
      let files = json["files"]?.texts,
      files.allSatisfy({ FileIdentity(ofFileAt: $0)?.summary == $1 })
    else { return nil }
    return json["facts"].flatMap(LibraryFacts.init)
  }

  func write(to path: String, in folder: String) {
    let text = JSONValue.members(["facts": facts.json, "files": JSONValue(files)]).compactText
    try? makeFolder(folder)
    try? writeCarelessly(Array("\(shortHash(text))\n\(text)".utf8), to: path)
  }
}
