import FoundationEssentials
import TestSupport
import Testing

/// What ARCHITECTURE.md promises about who may import what, held against the import lines themselves.
@Suite("The package graph")
struct PackageGraphTests {
  /// Every target that a module may be imported in, for the modules that are kept apart.
  private static let allowed: [String: Set<String>] = [
    "CLibYAML": ["YAMLTree"],
    "CFFmpeg": ["LibAV"],
    "CCrypto": ["ContentDigest"],
    "CLinux": ["Processes"],
    "CLibAss": ["SubtitleDrawing"],
    "CFontconfig": ["FontLookup"],
    // Targets around the outside world, and `Composition` for the cosines and exponentials of curves.
    "Glibc": [
      "LibAV", "Rendering", "Looking", "TextDrawing", "SubtitleDrawing", "Processes", "Export",
      "CommandLineInterface", "editc", "Composition",
    ],
    "FoundationEssentials": ["Export", "CommandLineInterface"],
    "Foundation": [],
    "Dispatch": [],
  ]

  /// What the language and the film are made of; nothing in it reaches a file, a process or FFmpeg.
  private static let pure: Set<String> = [
    "EditTime", "JSONText", "SourceText", "Diagnostics", "MediaFacts", "LockFile", "YAMLTree", "EditScript",
    "ScriptRules", "ScriptFormatter", "ScriptDrafts", "Composition", "Lowering", "FilmRules", "MediaListing",
    "RenderPlan", "FilmDiff", "Subtitles",
    "CompilerDriver", "RulePages", "Scene", "TimelinePicture",
  ]

  @Test("keeps each C library in one target, and Foundation out of all", arguments: allowed.keys.sorted())
  func libraries(_ module: String) throws {
    let imports = try ImportLine.all()
    let targets = Set(imports.filter { $0.module == module }.map(\.target))
    #expect(targets.subtracting(Self.allowed[module] ?? []) == [])
  }

  @Test("lets nothing pure reach what touches the world")
  func purity() throws {
    let impure: Set<String> = [
      "LibAV", "Rendering", "Processes", "Export", "CommandLineInterface", "SubtitleDrawing", "FontLookup",
    ]
    let found = try ImportLine.all().filter { Self.pure.contains($0.target) && impure.contains($0.module) }
    #expect(found == [])
  }

  @Test("keeps pointers out of the pure targets, but for the walk over libyaml's events")
  func strictMemorySafety() throws {
    let manifest = try text(packageRoot + "/Package.swift")
    for target in Self.pure where target != "YAMLTree" {
      let declaration = try #require(manifest.firstRange(of: "name: \"\(target)\"")).upperBound
      let settings = try #require(manifest[declaration...].firstRange(of: "swiftSettings: ")).upperBound
      #expect(["pure)", "pure + busy)"].contains(where: manifest[settings...].hasPrefix), "\(target)")
    }
  }

  @Test("finds the imports that are known to be there: a search that finds nothing proves nothing")
  func control() throws {
    let imports = try ImportLine.all()
    #expect(imports.contains(ImportLine(target: "YAMLTree", module: "CLibYAML")))
    #expect(imports.contains(ImportLine(target: "LibAV", module: "CFFmpeg")))
    #expect(imports.contains(ImportLine(target: "Composition", module: "EditTime")))
    #expect(Self.pure.subtracting(imports.map(\.target)) == ["EditTime", "JSONText", "SourceText", "Scene"])
  }
}

/// One import of one source file.
private struct ImportLine: Hashable {
  let target: String
  let module: String

  static func all() throws -> [ImportLine] {
    let sources = packageRoot + "/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let target = String(file.prefix { $0 != "/" })
      return try text(sources + "/" + file).split(separator: "\n").compactMap { line in
        module(importedBy: line).map { ImportLine(target: target, module: $0) }
      }
    }
  }

  /// `package import struct EditTime.RationalTime` imports EditTime.
  private static func module(importedBy line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"),
      words[..<place].allSatisfy({
        $0.hasPrefix("@") || ["package", "internal", "private", "public"].contains($0)
      })
    else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = words[(place + 1)...].first { !kinds.contains($0) }
    return name.map { String($0.prefix { $0 != "." }) }
  }
}

private func text(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}
