import FoundationEssentials
import TestSupport
import Testing

/// What ARCHITECTURE.md promises about targets, held against `Package.swift` and the sources.
///
/// Everything is derived from the manifest, so a new target is covered by being declared. The tables hold the
/// exceptions, each with its reason; an entry that is no longer needed fails as well.
@Suite("The package graph")
struct PackageGraphTests {
  // MARK: - Exceptions

  /// The one target that imports each C library.
  private static let wrappers = [
    "CLibYAML": "YAMLTree", "CFFmpeg": "LibAV", "CCrypto": "ContentDigest", "CLinux": "Processes",
    "CLibAss": "Drawing", "CPangoCairo": "Drawing", "CRsvg": "Drawing", "CEBUR128": "Rendering",
    "CMicroHTTPD": "HTTPServer", "CCurl": "Network", "CXCB": "Devices", "CPulse": "Devices",
    "CALSA": "Devices", "CV4L2": "Devices", "CLibXML2": "XMLTree", "CLibraries": "LibAV",
  ]

  /// Targets that wrap pointers of C and still touch nothing outside of their arguments.
  private static let pureWithPointers = [
    "YAMLTree": "walks libyaml's events over a text in memory",
    "XMLTree": "walks libxml2's events over a text in memory",
    "ContentDigest": "digests bytes in memory",
  ]

  private static let foundation: [String: [String: String]] = [
    "Foundation": [:],
    "FoundationEssentials": [
      "Export": "paths and dates of the segment store", "CommandLineInterface": "paths, dates, environment",
      "Workspace":
        "the environment: places of the cache and of temporary files, git; JSON between processes that look at media",
    ],
    "Dispatch": [:],
  ]

  private static let printing = [
    "CommandLineInterface": "`Console` is where commands print",
    "Export": "a worker reports to its parent as lines",
    "FrameBenchmark": "a program of its own", "ProcessesProbe": "a program of its own",
  ]

  private static let threading = [
    "LibAV": "several files of the store are read at once", "Rendering": "series of pictures",
    "Export": "each worker's encoder", "Processes": "work beside an event loop",
    "ProcessesProbe": "shows its tests what the sandbox does to threads",
  ]

  /// Files that may contain an untyped `throws` or `rethrows` besides the requirements of `Codable`.
  private static let untypedThrows = [
    "Sources/ContentDigest/CanonicalEncoder.swift": "implements `Encoder`, whose requirements throw any error"
  ]

  // MARK: - Edges

  @Test("has a target for each folder and a folder for each target")
  func folders() throws {
    let graph = try PackageGraph.loaded.get()
    for folder in ["Sources", "Tests"] {
      let found = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/" + folder).filter {
        name in
        try !sourceFiles(below: "\(folder)/\(name)").isEmpty || name.hasPrefix("C")
      }
      let declared = graph.targets.map(\.path).filter { $0.hasPrefix(folder + "/") }
      #expect(Set(found.map { "\(folder)/\($0)" }) == Set(declared))
    }
    #expect(Set(graph.targets.map(\.name)).count == graph.targets.count)
  }

  @Test("declares exactly the dependencies that are imported")
  func edges() throws {
    let graph = try PackageGraph.loaded.get()
    let programs = Set(graph.targets.filter { $0.kind == .program }.map(\.name))
    var problems: [String] = []
    for target in graph.targets where target.kind != .systemLibrary && target.settings != "" {
      let declared = Set(target.dependencies)
      let imported = graph.imports(of: target).intersection(graph.targets.map(\.name)).subtracting([
        target.name
      ])
      // A test that starts a program depends on it without an import.
      problems += declared.subtracting(imported).subtracting(programs).map {
        "\(target.name) never imports \($0)"
      }
      problems += imported.subtracting(declared).map {
        "\(target.name) imports \($0) and does not declare it"
      }
    }
    #expect(problems.sorted() == [])
  }

  @Test("imports each C library in one target")
  func libraries() throws {
    let graph = try PackageGraph.loaded.get()
    let libraries = graph.targets.filter { $0.settings == "" }.map(\.name)
    for library in libraries {
      let importers = graph.targets.filter { graph.imports(of: $0).contains(library) }.map(\.name)
      #expect(importers == [Self.wrappers[library] ?? "no target"], "\(library)")
    }
    #expect(Set(libraries) == Set(Self.wrappers.keys))
  }

  // MARK: - Purity

  @Test("lets nothing pure reach what touches the world")
  func purity() throws {
    let graph = try PackageGraph.loaded.get()
    let pure = Set(graph.shipped.filter { $0.settings == "pure" }.map(\.name)).union(
      Self.pureWithPointers.keys)
    let libraries = Set(Self.wrappers.keys)
    for target in graph.shipped where pure.contains(target.name) {
      let outside = Set(target.dependencies).subtracting(pure)
      #expect(outside.subtracting(libraries) == [], "\(target.name)")
      #expect(Self.pureWithPointers[target.name] != nil || outside.isEmpty, "\(target.name)")
      let world = graph.imports(of: target).intersection(["Glibc", "Synchronization"])
      #expect(target.name == "Basics" ? world == ["Synchronization"] : world.isEmpty, "\(target.name)")
    }
    // It keeps what a pure function gave, and nothing else can be kept in it.
    let locking = try sourceFiles(below: "Sources/Basics").filter {
      try text($0).contains("import Synchronization")
    }
    #expect(locking.count == 1 && locking[0].hasSuffix("/Deferred.swift"), "\(locking)")
    #expect(
      Set(Self.pureWithPointers.keys).isSubset(
        of: graph.shipped.filter { $0.settings == "common" }.map(\.name)))
  }

  @Test("imports Foundation only where its table says so", arguments: foundation.keys.sorted())
  func foundationImports(_ module: String) throws {
    let graph = try PackageGraph.loaded.get()
    let importers = graph.shipped.filter { graph.imports(of: $0).contains(module) }.map(\.name)
    #expect(Set(importers) == Set((Self.foundation[module] ?? [:]).keys))
  }

  // MARK: - Names

  @Test("gives no type of one target the name of a type of another one")
  func typeNames() throws {
    var owners: [String: Set<String>] = [:]
    for target in try PackageGraph.loaded.get().shipped where target.path.hasPrefix("Sources/") {
      for file in try sourceFiles(below: target.path) {
        for name in try outerTypes(in: text(file)) { owners[name, default: []].insert(target.name) }
      }
    }
    #expect(owners.filter { $0.value.count > 1 } == [:])
    #expect(owners["Composition"] == ["Composition"])
  }

  @Test("reads the names of types that a file declares for others")
  func outerTypeNames() {
    let source = """
      package final class Reader {
        struct Inner {}
      }
      private enum Hidden {}
      @frozen package indirect enum Tree<Leaf> {}
      protocol Growing: Sendable {}
      extension Reader {}
      """
    #expect(outerTypes(in: source) == ["Reader", "Tree", "Growing"])
  }

  // MARK: - Printing and threads

  @Test("prints only in the targets that may")
  func printingTargets() throws {
    let words = [
      "print(", "debugPrint(", "Swift.print(", "puts(", "fputs(", "printf(", "fprintf(", "fwrite(",
      "putchar(", "stdout",
      "stderr", "STDOUT_FILENO", "STDERR_FILENO", "FileHandle",
    ]
    let users = try PackageGraph.loaded.get().shipped(using: words, orText: ["\"<stdout>\"", "\"<stderr>\""])
    #expect(Set(users) == Set(Self.printing.keys))
  }

  @Test("starts threads only in the targets that may")
  func threadingTargets() throws {
    let words = [
      "pthread_create(", "thrd_create(", "Thread", "Thread(", "Task", "Task(", "async", "await", "actor",
      "withTaskGroup(",
      "withThrowingTaskGroup(", "DispatchQueue", "DispatchQueue(",
    ]
    let users = try PackageGraph.loaded.get().shipped(using: words, orText: [])
    #expect(Set(users) == Set(Self.threading.keys))
  }

  // MARK: - Errors

  /// Commands end with an error of any kind: `CommandFailure` puts it into words, with its exit code.
  @Test("types every `throws` below the command")
  func typedThrows() throws {
    let files = try PackageGraph.loaded.get().shipped.filter { $0.name != "CommandLineInterface" }
      .flatMap { try sourceFiles(below: $0.path) }
    let untyped = try files.filter { try $0.hasPrefix("Sources/") && throwsUntyped(text($0)) }
    #expect(untyped.sorted() == Self.untypedThrows.keys.sorted())
  }

  @Test("decides nothing by the words of an error, but what libyaml says in words alone")
  func messages() throws {
    let decision = /(message|reason|operation|description|problem)\.(hasPrefix|hasSuffix|contains)\(/
    let deciding = try PackageGraph.loaded.get().shipped.flatMap { try sourceFiles(below: $0.path) }
      .filter { try text($0).contains(decision) }
    #expect(deciding == [])
    #expect(#"if error.reason.hasPrefix("no ") {}"#.contains(decision))
  }

  @Test("gives a reason beside each `@unchecked Sendable` and `nonisolated(unsafe)`")
  func reasons() throws {
    for file in try PackageGraph.loaded.get().shipped.flatMap({ try sourceFiles(below: $0.path) }) {
      let lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false)
      for index in lines.indices {
        let code = lines[index].prefix(
          upTo: lines[index].firstRange(of: "//")?.lowerBound ?? lines[index].endIndex)
        guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else { continue }
        let before = index > 0 ? lines[index - 1] : ""
        #expect(lines[index].contains("//") || before.contains("//"), "\(file):\(index + 1)")
      }
    }
  }

  // MARK: - Controls: a search that finds nothing proves nothing

  @Test("reads words as they are used, and none from comments and strings")
  func words() {
    let source = """
      // pthread_create(1)
      func print(_ text: String) { Console.print("await \\"Task\\"") }
      let more = \"\"\"
        fputs("
        \"\"\" + name(of: Thread.self)
      """
    let found = swiftWords(of: source)
    #expect(found.isSuperset(of: [".print(", "name(", "Thread", "more"]))
    #expect(found.isDisjoint(with: ["pthread_create(", "print(", "print", "await", "Task", "fputs("]))
  }

  @Test("finds an untyped `throws`, but not the requirements of `Codable`")
  func untypedThrowsControl() {
    #expect(throwsUntyped("func a() throws -> Int { 1 }"))
    #expect(throwsUntyped("let a: () throws -> Void"))
    #expect(throwsUntyped("func a(_ body: () throws(E) -> Void) rethrows {}"))
    #expect(!throwsUntyped("func a() throws(E) -> Int { 1 } // throws nothing else"))
    #expect(!throwsUntyped("init(from decoder: any Decoder) throws {}"))
    #expect(!throwsUntyped("func encode(to encoder: any Encoder) throws {}"))
    #expect(!throwsUntyped("let a = \"throws\""))
  }

  @Test("finds the imports that are known to be there")
  func control() throws {
    let graph = try PackageGraph.loaded.get()
    let lines = [
      "package import struct Basics.RationalTime", "@testable import YAMLTree", "import Glibc",
      "  important",
    ]
    #expect(lines.compactMap { module(importedBy: $0[...]) } == ["Basics", "YAMLTree", "Glibc"])
    let yaml = try #require(graph.targets.first { $0.name == "YAMLTree" })
    #expect(graph.imports(of: yaml).isSuperset(of: ["CLibYAML", "Diagnostics"]))
    #expect(yaml.dependencies.contains("CLibYAML") && yaml.settings == "common")
  }
}

/// The manifest, and what the sources of each target import and say.
private struct PackageGraph {
  let targets: [PackageManifest.Target]
  private let importsByTarget: [String: Set<String>]

  /// Read once for all tests.
  static let loaded = Result { try PackageGraph() }

  private init() throws {
    targets = PackageManifest(try text("Package.swift")).targets
    var imports: [String: Set<String>] = [:]
    for target in targets {
      imports[target.name] = try Set(
        sourceFiles(below: target.path).flatMap { file in
          try text(file).split(separator: "\n").compactMap(module(importedBy:))
        })
    }
    importsByTarget = imports
  }

  func imports(of target: PackageManifest.Target) -> Set<String> { importsByTarget[target.name] ?? [] }

  /// Everything but tests and what only they use.
  var shipped: [PackageManifest.Target] {
    targets.filter {
      $0.kind != .tests && $0.kind != .systemLibrary && $0.settings != "" && $0.name != "TestSupport"
    }
  }

  /// The targets whose sources use one of the words, or hold one of the texts.
  func shipped(using words: [String], orText texts: [String]) throws -> [String] {
    try shipped.filter { target in
      try sourceFiles(below: target.path).contains { file in
        let source = try text(file)
        return !swiftWords(of: source).isDisjoint(with: words) || texts.contains(where: source.contains)
      }
    }.map(\.name)
  }
}

/// The names of the types at the outermost level of a source that other files can use.
private func outerTypes(in source: String) -> [String] {
  source.split(separator: "\n").compactMap { line in
    guard line.first?.isWhitespace == false else { return nil }
    let words = line.split(separator: " ")
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
      words[..<place].allSatisfy({
        $0.hasPrefix("@") || ["package", "public", "internal", "final", "indirect"].contains($0)
      })
    else { return nil }
    return String(words[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}

/// Whether a source declares a `throws` without a type that no protocol demands.
private func throwsUntyped(_ source: String) -> Bool {
  let demanded = ["init(from decoder: any Decoder) throws", "func encode(to encoder: any Encoder) throws"]
  let rest = demanded.reduce(source) { $0.replacing($1, with: "") }
  return !swiftWords(of: rest).isDisjoint(with: ["throws", "rethrows"])
}

/// `package import struct Basics.RationalTime` imports Basics.
private func module(importedBy line: Substring) -> String? {
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

/// Paths from the root of the checkout.
private func sourceFiles(below folder: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder)
    .filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
}

private func text(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: packageRoot + "/" + path)), as: UTF8.self)
}
