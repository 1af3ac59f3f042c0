import Basics
import Composition
import ContentDigest
import Drawing
import FoundationEssentials
import LibAV
import Processes
import RenderPlan
import Rendering
import Workspace

/// The output of `editc --version --verbose`: everything that can differ between two machines.
struct VersionReport {
  private let build: BuildNote
  /// Each library with its own version string.
  private let libraries: [String]
  /// Folders with fonts, and the number of files in each.
  private let fonts: [(folder: String, count: Int)]
  /// The digest of the versions in keys: machines with the same digest make the same films and can share a
  /// store.
  private let digest: String

  init() throws {
    build = BuildNote.ofThisPackage
    let encoders = VideoCodec.allCases.map { LibAV.versions(encoding: $0) }
    let filters = LibAV.filterLibraryVersion
    let drawing = [TextLibraries.versions, VectorLibraries.version, SubtitleLibraries.versions]
    let keyed = encoders + [filters] + drawing + [LoudnessMeter.libraryVersion]
    var libraries: [String] = []
    for library in keyed.flatMap({ $0.split(separator: ", ").map(String.init) }) + Self.others
    where !libraries.contains(library) {
      libraries.append(library)
    }
    self.libraries = libraries
    let lookup = FontLookup()
    fonts = FontLookup.folders.compactMap { folder in
      lookup.map { (folder, $0.count(below: folder)) }.flatMap { $0.1 == 0 ? nil : $0 }
    }
    let contents = ["engine \(EngineVersion.number)"] + keyed
    digest = String(try ContentDigest.of(text: contents.joined(separator: "\n")).hex.prefix(16))
  }

  /// Libraries that are not in keys, because they only decode or make no film.
  private static var others: [String] {
    let functions = [
      ("dav1d", "dav1d_version"), ("Opus", "opus_get_version_string"), ("LAME", "get_lame_version"),
      ("libyaml", "yaml_get_version_string"), ("libmicrohttpd", "MHD_get_version"),
    ]
    let versions = functions.map { LibAV.version($0, function: $1).replacing("Opus libopus", with: "Opus") }
    let xml = LibAV.version("libxml2", variable: "xmlParserVersion")
    return versions + [xml, FontLibrary.version, DigestLibrary.version]
  }

  private var facts: [(name: String, value: String)] {
    [
      ("commit", build.commit), ("package", build.payload ?? "checkout"), ("language", "edit: 1"),
      ("processor", ProcessorLevel.here), ("Landlock", landlockVersion.map { "version \($0)" } ?? "none"),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  var text: String {
    var lines = ["\(editc.name) \(editc.version)"]
    lines += facts.map { "\($0.name): \($0.value)" }
    lines += ["libraries:"] + libraries.map { "  \($0)" }
    lines += ["fonts:"] + fonts.map { "  \($0.count) in \($0.folder)" }
    // Last, for two people who compare their machines.
    lines.append("keys: \(digest)")
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    let fonts = fonts.map {
      JSONValue.members(["folder": .string($0.folder), "files": .integer(Int64($0.count))])
    }
    return .membersPresent(
      [("version", .string(editc.version))] + facts.map { ($0.name.lowercased(), .string($0.value)) } + [
        ("libraries", .array(libraries.map(JSONValue.string))), ("fonts", .array(fonts)),
        ("keys", .string(digest)),
      ])
  }
}

/// The information about a package of editc, next to its fonts.
private struct BuildNote: Decodable {
  var commit: String?
  var payload: String?

  static var ofThisPackage: BuildNote {
    guard let folder = FontLookup.bundledFolder,
      let bytes = try? readFile(folder + "/../build.json", limit: 1 << 20),
      let note = try? JSONDecoder().decode(BuildNote.self, from: Data(bytes))
    else { return BuildNote() }
    return note
  }
}

/// The x86-64 level of a CPU.
private enum ProcessorLevel {
  static var here: String {
    #if arch(x86_64)
      guard let bytes = try? readFile("/proc/cpuinfo", limit: 1 << 20) else { return "x86-64" }
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("flags") }
      let flags = Set((line ?? "").split(separator: " "))
      let levels: [(String, Set<Substring>)] = [
        ("x86-64-v4", ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]),
        ("x86-64-v3", ["avx2", "bmi1", "bmi2", "fma", "movbe"]),
        ("x86-64-v2", ["sse4_2", "ssse3", "popcnt", "cx16"]),
      ]
      return levels.first { $0.1.isSubset(of: flags) }?.0 ?? "x86-64"
    #else
      return "arm64"
    #endif
  }
}
