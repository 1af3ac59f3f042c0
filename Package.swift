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
    .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo pangoft2 fontconfig fribidi",
      providers: [.apt(["libpango1.0-dev"])]),
    .target(name: "CLinux"),

    // MARK: Values.
    .target(name: "Algorithms", swiftSettings: pure),
    .target(name: "EditTime", swiftSettings: pure),
    .target(name: "JSONText", swiftSettings: pure),
    .target(name: "SourceText", dependencies: ["Algorithms"], swiftSettings: pure + busy),
    .target(
      name: "Diagnostics", dependencies: ["Algorithms", "SourceText", "JSONText"], swiftSettings: pure),
    .target(name: "MediaFacts", dependencies: ["Algorithms", "EditTime"], swiftSettings: pure),
    .target(name: "ContentDigest", dependencies: ["CCrypto"], swiftSettings: common + busy),
    .target(
      name: "LockFile", dependencies: ["MediaFacts", "EditTime", "JSONText", "ContentDigest"],
      swiftSettings: pure),

    .target(name: "Subtitles", dependencies: ["Algorithms", "EditTime"], swiftSettings: pure),
    .target(name: "PictureEffects", dependencies: ["Algorithms"], swiftSettings: pure),
    .target(name: "FileFormats", swiftSettings: pure),

    .target(name: "Scene", dependencies: ["Algorithms"], swiftSettings: pure),

    // MARK: The front end: text to a typed script.
    .target(
      name: "YAMLTree", dependencies: ["CLibYAML", "SourceText", "Diagnostics"], swiftSettings: common + busy),
    .target(
      name: "EditScript",
      dependencies: [
        "Algorithms", "FileFormats", "EditTime", "JSONText", "SourceText", "Diagnostics", "YAMLTree",
        "PictureEffects",
      ],
      swiftSettings: pure),
    .target(
      name: "ScriptFormatter",
      dependencies: ["Algorithms", "SourceText", "YAMLTree", "EditScript", "Diagnostics"],
      swiftSettings: pure),

    .target(
      name: "ScriptDrafts",
      dependencies: ["EditTime", "MediaFacts", "SourceText", "JSONText", "ScriptFormatter"],
      swiftSettings: pure),

    // MARK: The middle: from a script and facts to a film as values.
    .target(
      name: "Composition",
      dependencies: ["Algorithms", "FileFormats", "EditTime", "MediaFacts", "PictureEffects", "Subtitles"],
      swiftSettings: pure),
    .target(
      name: "Lowering",
      dependencies: [
        "Algorithms", "FileFormats",
        "Composition", "EditScript", "EditTime", "MediaFacts", "PictureEffects", "SourceText", "Diagnostics",
        "Subtitles",
      ],
      swiftSettings: pure),
    .target(
      name: "RenderPlan",
      dependencies: [
        "Algorithms", "FileFormats",
        "Composition", "EditTime", "MediaFacts", "ContentDigest", "JSONText", "Subtitles", "PictureEffects",
      ],
      swiftSettings: pure),
    .target(
      name: "Rules",
      dependencies: [
        "Algorithms", "FileFormats",
        "RenderPlan", "Lowering", "Composition", "EditScript", "EditTime", "MediaFacts", "SourceText",
        "Diagnostics", "Subtitles", "YAMLTree",
      ],
      swiftSettings: pure),
    .target(
      name: "MediaListing",
      dependencies: ["Lowering", "Composition", "EditScript", "MediaFacts", "EditTime", "Subtitles"],
      swiftSettings: pure),
    .target(
      name: "FilmDiff",
      dependencies: [
        "Algorithms", "FileFormats",
        "RenderPlan", "Lowering", "Composition", "EditScript", "EditTime", "MediaFacts", "ContentDigest",
        "JSONText", "SourceText", "Diagnostics",
      ],
      swiftSettings: pure),

    .target(
      name: "TimelinePicture",
      dependencies: [
        "Scene", "FilmDiff", "RenderPlan", "Lowering", "Composition", "EditScript", "EditTime", "MediaFacts",
        "Subtitles", "Diagnostics",
      ],
      swiftSettings: pure),

    // MARK: The engine: pictures, samples, files.
    .target(
      name: "LibAV", dependencies: ["Algorithms", "FileFormats", "CFFmpeg", "EditTime", "MediaFacts"],
      swiftSettings: common),
    .target(name: "FontLookup", dependencies: ["CFontconfig"], swiftSettings: common),
    .target(name: "SubtitleDrawing", dependencies: ["CLibAss"], swiftSettings: common),
    .target(name: "LoudnessMeter", dependencies: ["CEBUR128"], swiftSettings: common),
    .target(
      name: "TextDrawing",
      dependencies: ["CPangoCairo", "Scene", "Composition", "MediaFacts", "ContentDigest"],
      swiftSettings: common),
    .target(
      name: "Rendering",
      dependencies: [
        "Algorithms",
        "LibAV", "LoudnessMeter", "TextDrawing", "Composition", "MediaFacts", "EditTime", "Subtitles",
        "SubtitleDrawing", "ContentDigest", "PictureEffects",
      ],
      swiftSettings: common + busy),
    .target(
      name: "Looking",
      dependencies: ["LibAV", "Rendering", "Composition", "MediaFacts", "EditTime", "Scene"],
      swiftSettings: common),
    .target(name: "Processes", dependencies: ["CLinux"], swiftSettings: common),
    .target(
      name: "Export",
      dependencies: [
        "FileFormats",
        "LibAV", "LoudnessMeter", "Rendering", "RenderPlan", "Composition", "MediaFacts", "EditTime",
        "ContentDigest", "Processes", "Subtitles",
      ],
      swiftSettings: common),

    // MARK: The command.
    .target(
      name: "CompilerDriver",
      dependencies: [
        "SourceText", "Diagnostics", "YAMLTree", "EditScript", "Lowering",
        "Rules", "Composition",
      ],
      swiftSettings: pure),
    .target(
      name: "RulePages",
      dependencies: [
        "CompilerDriver", "Rules", "EditScript", "YAMLTree", "MediaListing", "Lowering",
        "Diagnostics", "SourceText", "JSONText",
      ],
      swiftSettings: pure),
    .target(
      name: "Workspace",
      dependencies: [
        "CompilerDriver", "Rules", "Lowering", "Composition", "RenderPlan", "EditScript",
        "YAMLTree",
        "Diagnostics", "SourceText", "JSONText", "MediaFacts", "ContentDigest", "LockFile",
        "Subtitles",
        "PictureEffects", "LibAV", "TextDrawing", "FontLookup", "SubtitleDrawing", "Processes",
      ],
      swiftSettings: common),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "FileFormats",
        "Workspace", "CompilerDriver", "RulePages", "Export", "Rendering", "TextDrawing", "LibAV",
        "Processes", "FilmDiff",
        "TimelinePicture", "Scene",
        "RenderPlan",
        "Composition", "Lowering", "Rules", "EditScript", "ScriptFormatter",
        "ScriptDrafts",
        "YAMLTree", "Diagnostics", "SourceText", "JSONText", "MediaFacts", "EditTime",
        "LockFile", "PictureEffects", "Looking",
      ],
      swiftSettings: common),
    .executableTarget(
      name: "editc", dependencies: ["CommandLineInterface"], swiftSettings: common),

    // MARK: Benchmarks.
    .executableTarget(
      name: "FrameBenchmark",
      dependencies: [
        "CompilerDriver", "Rendering", "LibAV", "Lowering", "EditScript", "Composition", "MediaFacts",
        "SourceText",
        "Diagnostics",
      ],
      path: "Benchmarks/FrameBenchmark", swiftSettings: common),

    // MARK: Tests.
    .target(
      name: "TestSupport", path: "Tests/TestSupport", exclude: ["SARIF"], swiftSettings: common + busy),
    .testTarget(
      name: "AlgorithmsTests",
      dependencies: ["TestSupport", "Algorithms"],
      swiftSettings: common),
    .testTarget(
      name: "EditTimeTests",
      dependencies: ["TestSupport", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "JSONTextTests",
      dependencies: ["JSONText"],
      swiftSettings: common),
    .testTarget(
      name: "SourceTextTests",
      dependencies: ["TestSupport", "SourceText"],
      swiftSettings: common),
    .testTarget(
      name: "DiagnosticsTests",
      dependencies: ["TestSupport", "Diagnostics", "SourceText", "JSONText"],
      swiftSettings: common),
    .testTarget(
      name: "MediaFactsTests",
      dependencies: ["MediaFacts", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "ContentDigestTests",
      dependencies: ["ContentDigest"],
      swiftSettings: common),
    .testTarget(
      name: "LockFileTests",
      dependencies: ["TestSupport", "LockFile", "LibAV", "MediaFacts", "EditTime", "ContentDigest"],
      swiftSettings: common),
    .testTarget(
      name: "YAMLTreeTests",
      dependencies: ["TestSupport", "YAMLTree", "SourceText", "Diagnostics", "JSONText"],
      exclude: ["Suite"],
      swiftSettings: common),
    .testTarget(
      name: "EditScriptTests",
      dependencies: [
        "TestSupport", "EditScript", "PictureEffects", "EditTime", "JSONText", "SourceText", "Diagnostics",
        "YAMLTree",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ScriptFormatterTests",
      dependencies: [
        "TestSupport", "ScriptFormatter", "SourceText", "YAMLTree", "Diagnostics", "EditScript",
        "CompilerDriver",
        "Composition", "Lowering", "MediaListing", "Rules", "JSONText",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ScriptDraftsTests",
      dependencies: [
        "TestSupport", "Rules", "ScriptDrafts", "ScriptFormatter", "MediaListing", "CompilerDriver",
        "Lowering",
        "MediaFacts", "EditTime", "SourceText", "Diagnostics", "JSONText",
      ],
      swiftSettings: common),
    .testTarget(
      name: "SubtitlesTests", dependencies: ["Subtitles", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "SubtitleDrawingTests", dependencies: ["SubtitleDrawing", "FontLookup"],
      swiftSettings: common),
    .testTarget(
      name: "PictureEffectsTests",
      dependencies: ["PictureEffects"],
      swiftSettings: common),
    .testTarget(
      name: "CompositionTests",
      dependencies: ["TestSupport", "Composition", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "LoweringTests",
      dependencies: [
        "FileFormats",
        "TestSupport", "Subtitles", "Lowering", "Composition", "EditScript", "EditTime", "MediaFacts",
        "PictureEffects",
        "SourceText",
        "Diagnostics", "YAMLTree",
      ],
      swiftSettings: common),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "FileFormats",
        "TestSupport", "Rules", "CompilerDriver", "MediaListing", "Lowering", "EditScript", "MediaFacts",
        "SourceText",
        "Diagnostics", "YAMLTree",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MediaListingTests",
      dependencies: ["MediaListing", "Lowering", "MediaFacts", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "RenderPlanTests",
      dependencies: [
        "FileFormats",
        "TestSupport", "RenderPlan", "Composition", "EditTime", "MediaFacts", "JSONText",
        "ContentDigest", "PictureEffects", "Subtitles",
      ],
      swiftSettings: common),
    .testTarget(
      name: "FilmDiffTests",
      dependencies: [
        "Rules", "FileFormats",
        "TestSupport", "FilmDiff", "CompilerDriver", "RenderPlan", "Lowering", "MediaListing", "Composition",
        "EditScript", "EditTime", "ContentDigest", "Diagnostics", "JSONText", "SourceText",
      ],
      exclude: ["Cases"],
      swiftSettings: common),
    .testTarget(
      name: "SceneTests", dependencies: ["TestSupport", "Scene", "JSONText"], swiftSettings: common),
    .testTarget(
      name: "TimelinePictureTests",
      dependencies: [
        "TestSupport", "TimelinePicture", "Scene",
      ],
      swiftSettings: common),
    .testTarget(
      name: "LibAVTests",
      dependencies: ["FileFormats", "TestSupport", "LibAV", "MediaFacts", "EditTime"],
      swiftSettings: common),
    .testTarget(
      name: "TextDrawingTests",
      dependencies: ["TestSupport", "TextDrawing", "Composition", "MediaFacts"],
      swiftSettings: common),
    .testTarget(
      name: "LookingTests", dependencies: ["TestSupport", "Looking", "MediaFacts"], swiftSettings: common),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "TestSupport", "Rendering", "LibAV", "Composition", "MediaFacts", "EditTime",
        "PictureEffects", "ContentDigest",
      ],
      swiftSettings: common),
    .executableTarget(
      name: "ProcessesProbe", dependencies: ["Processes"], path: "Tests/ProcessesProbe",
      swiftSettings: common),
    .testTarget(
      name: "ProcessesTests",
      dependencies: ["TestSupport", "Processes", "ProcessesProbe"],
      swiftSettings: common),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "FileFormats",
        "Processes", "editc",
        "TestSupport", "Export", "LibAV", "RenderPlan", "Composition", "MediaFacts",
        "EditTime",
        "ContentDigest",
      ],
      swiftSettings: common),
    .testTarget(
      name: "WorkspaceTests",
      dependencies: [
        "TestSupport", "Workspace", "CompilerDriver", "RenderPlan", "Composition", "Lowering", "Diagnostics",
        "LockFile", "MediaFacts", "EditTime", "Processes",
      ],
      swiftSettings: common),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "FileFormats",
        "TestSupport", "CompilerDriver", "Diagnostics", "SourceText", "EditScript", "Lowering",
        "Composition", "RenderPlan", "MediaListing", "EditTime", "ContentDigest",
      ],
      exclude: ["Cases"],
      swiftSettings: common),
    .testTarget(
      name: "RulePagesTests",
      dependencies: ["TestSupport", "RulePages", "Rules", "Diagnostics", "SourceText"],
      swiftSettings: common),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "TestSupport", "CommandLineInterface", "RulePages", "Rules", "Diagnostics", "Processes", "JSONText",
        "editc",
      ],
      exclude: ["Cases"],
      swiftSettings: common),
    .testTarget(
      name: "FrameTests",
      dependencies: [
        "TestSupport", "CompilerDriver", "Diagnostics", "SourceText", "EditScript", "Lowering", "Composition",
        "Rendering", "LibAV", "TextDrawing", "MediaFacts", "ContentDigest", "Subtitles", "YAMLTree",
      ],
      exclude: ["digests.txt", "Judges"],
      swiftSettings: common),
    .testTarget(
      name: "RenderTests",
      dependencies: ["TestSupport", "editc"],
      swiftSettings: common),
  ]
)
