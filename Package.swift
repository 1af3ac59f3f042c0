// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 rules, warnings are errors, and an import is internal unless it says otherwise,
/// so that what a target lets through to its neighbours is written down at the import.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets without pointers: strict memory safety turns every unsafe use into an error.
let pure: [SwiftSetting] = common + [.strictMemorySafety()]

/// Targets whose loops over bytes, pixels and samples run millions of times in tests are optimized in debug builds, too.
let busy: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Tests are compiled for release builds too, where it is editc that has to be optimized, and not what asks it.
let tests: [SwiftSetting] = common + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The package graph is the architecture test: a target can only reach what stands in its list here.
let package = Package(
  name: "editc",
  products: [
    .executable(name: "editc", targets: ["editc"])
  ],
  targets: [
    // MARK: C libraries: a module map and the little that Swift cannot import, no logic.
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat libavcodec libavutil libswscale libswresample",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev",
          "libswscale-dev", "libswresample-dev",
        ])
      ]),
    .systemLibrary(
      name: "CLibAss", pkgConfig: "libass freetype2 harfbuzz fribidi",
      providers: [.apt(["libass-dev", "libfreetype-dev", "libharfbuzz-dev", "libfribidi-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo pangoft2 fontconfig fribidi",
      providers: [.apt(["libpango1.0-dev", "libfontconfig-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CLinux"),

    // MARK: Values.
    .target(name: "Basics", swiftSettings: pure + busy),
    .target(name: "ContentDigest", dependencies: ["CCrypto"], swiftSettings: common + busy),
    .target(name: "Diagnostics", dependencies: ["Basics"], swiftSettings: pure),
    .target(name: "MediaFacts", dependencies: ["Basics", "ContentDigest"], swiftSettings: pure),
    .target(name: "CodedStreams", swiftSettings: pure + busy),
    .target(name: "Vocabulary", dependencies: ["Basics", "MediaFacts"], swiftSettings: pure),
    .target(name: "Subtitles", dependencies: ["Basics"], swiftSettings: pure),
    .target(name: "Scene", dependencies: ["Basics"], swiftSettings: pure),

    // MARK: The front end: text to a typed script.
    .target(
      name: "YAMLTree", dependencies: ["CLibYAML", "Basics", "Diagnostics"], swiftSettings: common + busy),
    .target(
      name: "EditScript", dependencies: ["Basics", "Diagnostics", "Vocabulary", "YAMLTree"],
      swiftSettings: pure),
    .target(
      name: "ScriptWriting", dependencies: ["Basics", "Diagnostics", "MediaFacts", "YAMLTree", "EditScript"],
      swiftSettings: pure),

    // MARK: Edits of other programs.
    .target(name: "XMLTree", dependencies: ["CLibXML2"], swiftSettings: common + busy),
    .target(
      name: "Interchange", dependencies: ["Basics", "ContentDigest", "ScriptWriting", "XMLTree"],
      swiftSettings: pure + busy),

    // MARK: The middle: from a script and facts to a film as values.
    .target(
      name: "Composition", dependencies: ["Basics", "MediaFacts", "Vocabulary", "Subtitles"],
      swiftSettings: pure),
    .target(
      name: "Lowering",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "EditScript", "Composition",
      ], swiftSettings: pure),
    .target(
      name: "RenderPlan",
      dependencies: [
        "Basics", "ContentDigest", "MediaFacts", "CodedStreams", "Vocabulary", "Subtitles", "Composition",
      ],
      swiftSettings: pure),
    .target(
      name: "Rules",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "YAMLTree", "EditScript",
        "Composition", "Lowering", "RenderPlan",
      ], swiftSettings: pure),
    .target(
      name: "Compiler",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "YAMLTree", "EditScript",
        "Composition",
        "Lowering", "Rules",
      ], swiftSettings: pure),
    .target(
      name: "FilmComparison",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "Scene",
        "EditScript", "Composition", "Lowering", "RenderPlan",
      ], swiftSettings: pure),

    .target(
      name: "CutExport",
      dependencies: ["Basics", "MediaFacts", "Vocabulary", "Subtitles", "Composition", "Interchange"],
      swiftSettings: pure),
    .target(
      name: "ScriptAnalysis",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "YAMLTree", "EditScript", "ScriptWriting",
        "Composition", "Lowering", "RenderPlan", "Rules", "Compiler",
      ], swiftSettings: pure),

    // MARK: The engine: pictures, samples, files.
    .target(
      name: "LibAV", dependencies: ["CFFmpeg", "Basics", "MediaFacts", "Vocabulary"], swiftSettings: common),
    .target(
      name: "Drawing",
      dependencies: [
        "CLibAss", "CPangoCairo", "ContentDigest", "MediaFacts", "Vocabulary", "Scene", "Composition",
      ], swiftSettings: common),
    .target(
      name: "Rendering",
      dependencies: [
        "CEBUR128", "Basics", "ContentDigest", "MediaFacts", "Vocabulary", "Subtitles", "Scene",
        "Composition", "LibAV", "Drawing",
      ], swiftSettings: common + busy),
    .target(name: "Processes", dependencies: ["CLinux"], swiftSettings: common),
    .target(
      name: "Export",
      dependencies: [
        "Basics", "ContentDigest", "MediaFacts", "CodedStreams", "Vocabulary", "Subtitles", "Composition",
        "RenderPlan", "LibAV", "Rendering", "Processes",
      ], swiftSettings: common),

    .target(
      name: "Inspection",
      dependencies: [
        "ContentDigest", "MediaFacts", "Subtitles", "Composition", "Lowering", "LibAV", "Drawing",
        "Processes",
      ], swiftSettings: common),

    // MARK: The page on this machine.
    .target(name: "HTTPServer", dependencies: ["CMicroHTTPD"], swiftSettings: common),
    .target(name: "Preview", swiftSettings: pure + busy),
    .target(
      name: "PreviewPage", resources: [.embedInCode("Files")], swiftSettings: common),

    // MARK: The command.
    .target(
      name: "Workspace",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "YAMLTree",
        "EditScript", "Composition", "Lowering", "RenderPlan", "Rules", "Compiler", "LibAV", "Inspection",
        "Processes",
      ], swiftSettings: common),
    .target(
      name: "LanguageServer",
      dependencies: [
        "Basics", "Diagnostics", "Vocabulary", "EditScript", "Lowering", "Rules", "Compiler",
        "ScriptAnalysis", "LibAV",
        "Inspection", "Processes", "Workspace",
      ], swiftSettings: common + busy),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "MediaFacts", "Vocabulary", "Scene", "YAMLTree",
        "EditScript",
        "ScriptWriting", "Composition", "Lowering", "RenderPlan", "Rules", "Compiler", "FilmComparison",
        "LibAV", "Drawing", "Rendering", "Processes", "Export", "Inspection", "Workspace", "HTTPServer",
        "Preview", "PreviewPage", "ScriptAnalysis", "LanguageServer", "Interchange", "CutExport",
      ], swiftSettings: common),
    .executableTarget(name: "editc", dependencies: ["CommandLineInterface"], swiftSettings: common),

    // MARK: Benchmarks.
    .executableTarget(
      name: "FrameBenchmark",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "EditScript", "Composition", "Lowering", "Compiler", "LibAV",
        "Rendering",
      ], path: "Benchmarks/FrameBenchmark", swiftSettings: common),

    // MARK: Tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", exclude: ["SARIF"], swiftSettings: common + busy),
    .executableTarget(
      name: "ProcessesProbe", dependencies: ["Processes"], path: "Tests/ProcessesProbe", swiftSettings: tests
    ),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestSupport"], swiftSettings: tests),
    .testTarget(name: "ContentDigestTests", dependencies: ["ContentDigest"], swiftSettings: tests),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Basics", "Diagnostics", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "MediaFactsTests",
      dependencies: ["Basics", "ContentDigest", "MediaFacts", "LibAV", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CodedStreamsTests", dependencies: ["CodedStreams", "TestSupport"], exclude: ["Judges"],
      swiftSettings: common + busy),
    .testTarget(name: "VocabularyTests", dependencies: ["Vocabulary"], swiftSettings: tests),
    .testTarget(name: "SubtitlesTests", dependencies: ["Basics", "Subtitles"], swiftSettings: tests),
    .testTarget(name: "SceneTests", dependencies: ["Basics", "Scene", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "YAMLTreeTests", dependencies: ["Basics", "Diagnostics", "YAMLTree", "TestSupport"],
      exclude: ["Suite"], swiftSettings: tests),
    .testTarget(
      name: "EditScriptTests",
      dependencies: ["Basics", "Diagnostics", "Vocabulary", "YAMLTree", "EditScript", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ScriptWritingTests",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "YAMLTree", "EditScript", "ScriptWriting", "Composition",
        "Lowering", "Rules", "Compiler", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(name: "XMLTreeTests", dependencies: ["XMLTree"], swiftSettings: tests),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "Basics", "Diagnostics", "YAMLTree", "EditScript", "ScriptWriting", "Composition", "Lowering",
        "Compiler",
        "XMLTree", "Interchange", "TestSupport",
      ], exclude: ["Judges"], swiftSettings: common + busy),
    .testTarget(
      name: "CutExportTests",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "EditScript", "Composition",
        "Compiler",
        "Interchange", "CutExport", "TestSupport",
      ], swiftSettings: common + busy),
    .testTarget(
      name: "ScriptAnalysisTests",
      dependencies: [
        "Basics", "Diagnostics", "YAMLTree", "Composition", "Lowering", "Compiler", "ScriptAnalysis",
        "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "CompositionTests", dependencies: ["Basics", "Vocabulary", "Composition", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "LoweringTests",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "YAMLTree", "EditScript",
        "Composition", "Lowering", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "RenderPlanTests",
      dependencies: [
        "Basics", "ContentDigest", "MediaFacts", "Vocabulary", "Subtitles", "Composition", "RenderPlan",
        "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "YAMLTree", "EditScript", "Lowering", "Rules",
        "Compiler", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "CompilerTests",
      dependencies: ["Basics", "Diagnostics", "MediaFacts", "Lowering", "Rules", "Compiler", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "FilmComparisonTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Vocabulary", "Scene", "EditScript", "Composition",
        "Lowering", "RenderPlan", "Rules", "Compiler", "FilmComparison", "TestSupport",
      ], exclude: ["Difference/Cases"], swiftSettings: tests),
    .testTarget(
      name: "LibAVTests", dependencies: ["Basics", "MediaFacts", "Vocabulary", "LibAV", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "DrawingTests",
      dependencies: ["MediaFacts", "Vocabulary", "Composition", "Drawing", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Basics", "ContentDigest", "MediaFacts", "Vocabulary", "Composition", "LibAV", "Rendering",
        "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "ProcessesTests", dependencies: ["Processes", "TestSupport", "ProcessesProbe"],
      swiftSettings: tests),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "Basics", "ContentDigest", "MediaFacts", "Vocabulary", "Composition", "RenderPlan", "LibAV",
        "Processes", "Export", "TestSupport", "editc",
      ], swiftSettings: tests),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "Basics", "MediaFacts", "Subtitles", "Composition", "Lowering", "LibAV", "Drawing", "Processes",
        "Inspection",
        "TestSupport", "editc",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "WorkspaceTests",
      dependencies: [
        "Basics", "Diagnostics", "MediaFacts", "Vocabulary", "Composition", "Lowering", "RenderPlan",
        "Compiler",
        "Processes", "Inspection", "Workspace", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["Processes", "HTTPServer", "Preview", "TestSupport"],
      exclude: ["Judges"], swiftSettings: tests),
    .testTarget(
      name: "LanguageServerTests", dependencies: ["Basics", "LanguageServer", "TestSupport", "editc"],
      exclude: ["Judges"], swiftSettings: common + busy),
    .testTarget(
      name: "PreviewTests", dependencies: ["Preview", "TestSupport"], swiftSettings: common + busy),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Vocabulary", "EditScript", "Composition", "Lowering",
        "RenderPlan", "Compiler", "TestSupport",
      ], exclude: ["Cases"], swiftSettings: tests),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Basics", "Diagnostics", "Rules", "Compiler", "Processes", "CommandLineInterface", "TestSupport",
        "editc",
      ],
      exclude: [
        "Cases", "Preview/bars.py", "Preview/buffers.py", "Preview/disk.py", "Preview/drivers.py",
        "Preview/hostile.py",
        "Preview/page.py", "Preview/running.py", "Preview/server.py", "Rendering/jobs.py",
      ], swiftSettings: tests),
    .testTarget(
      name: "FrameTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "MediaFacts", "Vocabulary", "Subtitles", "YAMLTree",
        "EditScript",
        "Composition", "Lowering", "Compiler", "LibAV", "Drawing", "Rendering", "TestSupport",
      ], exclude: ["digests.txt", "Judges"], swiftSettings: tests),
    .testTarget(
      name: "RenderTests", dependencies: ["TestSupport", "editc"], exclude: ["Judges"],
      swiftSettings: tests),
  ]
)
