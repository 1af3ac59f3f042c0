// swift-tools-version: 6.2
import PackageDescription

/// The folders of Debian's headers that the compiler does not search by default. `pkgConfig` would also link
/// the libraries, but `CLibraries` loads them only when they are needed.
let headers: [SwiftSetting] = [
  .unsafeFlags(
    [
      "pango-1.0", "cairo", "glib-2.0", "harfbuzz", "freetype2", "fribidi", "libxml2", "librsvg-2.0",
      "gdk-pixbuf-2.0",
    ].flatMap { ["-Xcc", "-I/usr/include/\($0)"] }
      + ["x86_64", "aarch64"].flatMap { ["-Xcc", "-I/usr/lib/\($0)-linux-gnu/glib-2.0/include"] })
]

/// Every target: Swift 6 mode, and warnings are errors. Imports are internal by default, so that each import
/// shows whether the target exposes it to others.
let common: [SwiftSetting] =
  headers + [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// Targets without pointers: strict memory safety turns every unsafe use into an error.
let pure: [SwiftSetting] = common + [.strictMemorySafety()]

/// Targets with loops over bytes, pixels and samples that run millions of times in tests: optimised even in
/// debug builds.
let busy: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Every program: LLD, which links in half the time of the default linker and packs the relocations of 50,000
/// addresses, which every start reads, from 1.4 MB into 21 kB. Loading them requires glibc 2.36.
let programs: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"])
]

/// Tests: not optimised in release builds, where only editc must be.
let tests: [SwiftSetting] = common + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The package graph is the architecture test: a target can only import its dependencies in this list.
let package = Package(
  name: "editc",
  products: [
    .executable(name: "editc", targets: ["editc"])
  ],
  targets: [
    // MARK: C libraries: module maps, and shims for what Swift cannot import; no logic.
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CFFmpeg",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev",
          "libswscale-dev", "libswresample-dev",
        ])
      ]),
    .systemLibrary(
      name: "CLibAss",
      providers: [.apt(["libass-dev", "libfreetype-dev", "libharfbuzz-dev", "libfribidi-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CEBUR128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CPangoCairo",
      providers: [.apt(["libpango1.0-dev", "libfontconfig-dev"])]),
    .systemLibrary(name: "CRsvg", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CLibXML2", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CXCB", providers: [.apt(["libxcb1-dev", "libxcb-shm0-dev"])]),
    .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
    .target(name: "CLinux"),
    .target(name: "CV4L2"),
    .target(name: "CLibraries"),

    // MARK: Values.
    .target(name: "Basics", swiftSettings: pure + busy, linkerSettings: programs),
    .target(name: "ContentDigest", dependencies: ["CCrypto"], swiftSettings: common + busy),
    .target(name: "Diagnostics", dependencies: ["Basics"], swiftSettings: pure),
    .target(name: "CodedStreams", swiftSettings: pure + busy),
    .target(name: "Detection", dependencies: ["Basics"], swiftSettings: pure + busy),
    .target(name: "Composition", dependencies: ["Basics", "ContentDigest"], swiftSettings: pure),

    // MARK: The front end: text to a typed script.
    .target(
      name: "YAMLTree", dependencies: ["CLibYAML", "Basics", "Diagnostics"], swiftSettings: common + busy),
    .target(
      name: "EditScript", dependencies: ["Basics", "Diagnostics", "Composition", "YAMLTree"],
      swiftSettings: pure),
    .target(
      name: "ScriptWriting",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript",
      ],
      swiftSettings: pure),

    // MARK: Edits of other programs.
    .target(name: "XMLTree", dependencies: ["CLibXML2"], swiftSettings: common + busy),
    .target(
      name: "SVGTree", dependencies: ["Composition", "XMLTree"], swiftSettings: pure + busy),
    .target(
      name: "Interchange",
      dependencies: ["Basics", "ContentDigest", "Composition", "ScriptWriting", "XMLTree"],
      swiftSettings: pure + busy),

    // MARK: The middle: from a script and facts to a film as values.
    .target(
      name: "Lowering",
      dependencies: ["Basics", "Diagnostics", "Composition", "EditScript"], swiftSettings: pure),
    .target(
      name: "RenderPlan",
      dependencies: ["Basics", "ContentDigest", "Composition", "CodedStreams"],
      swiftSettings: pure),
    .target(
      name: "Compiler",
      dependencies: [
        "Basics", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript", "XMLTree", "SVGTree",
        "Lowering", "RenderPlan",
      ], swiftSettings: pure),
    .target(
      name: "FilmComparison",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Detection", "Composition", "EditScript", "Lowering",
        "RenderPlan",
      ], swiftSettings: pure),
    .target(
      name: "ScriptAnalysis",
      dependencies: [
        "Basics", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript", "ScriptWriting",
        "Lowering", "RenderPlan", "Compiler",
      ], swiftSettings: pure),

    // MARK: The engine: pictures, samples, files.
    .target(
      name: "LibAV", dependencies: ["CFFmpeg", "CLibraries", "Basics", "ContentDigest", "Composition"],
      swiftSettings: common),
    .target(
      name: "Drawing",
      dependencies: [
        "CLibAss", "CPangoCairo", "CRsvg", "ContentDigest", "Basics", "Composition", "XMLTree", "SVGTree",
      ],
      swiftSettings: common),
    .target(
      name: "Rendering",
      dependencies: ["CEBUR128", "Basics", "ContentDigest", "Detection", "Composition", "LibAV", "Drawing"],
      swiftSettings: common + busy),
    .target(name: "Processes", dependencies: ["CLinux"], swiftSettings: common),
    .target(
      name: "Devices", dependencies: ["CXCB", "CPulse", "CALSA", "CV4L2"], swiftSettings: common + busy),
    .target(
      name: "Export",
      dependencies: [
        "Basics", "ContentDigest", "CodedStreams", "Detection", "Composition", "RenderPlan", "LibAV",
        "Rendering", "Processes", "Devices", "Network",
      ], swiftSettings: common),

    // MARK: The preview page.
    .target(name: "HTTPServer", dependencies: ["CMicroHTTPD"], swiftSettings: common),
    .target(
      name: "Preview",
      resources: [.embedInCode("Page/Files"), .embedInCode("Review/Files"), .embedInCode("Record/Files")],
      swiftSettings: pure + busy),

    // MARK: Templates that are copied into projects.
    .target(name: "Templates", resources: [.embedInCode("Files")], swiftSettings: pure),

    // MARK: Servers.
    .target(
      name: "Network", dependencies: ["CCurl", "Basics", "ContentDigest", "Processes"], swiftSettings: common),

    // MARK: The command.
    .target(
      name: "Workspace",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript",
        "XMLTree", "SVGTree", "Lowering", "RenderPlan", "Compiler", "LibAV", "Drawing", "Rendering",
        "Processes", "Network",
      ], swiftSettings: common),
    .target(
      name: "LanguageServer",
      dependencies: [
        "Basics", "Diagnostics", "Detection", "Composition", "EditScript", "Lowering", "Compiler",
        "ScriptAnalysis", "LibAV", "Workspace", "Processes",
      ], swiftSettings: common + busy),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript",
        "ScriptWriting", "Lowering", "RenderPlan", "Compiler", "FilmComparison", "LibAV", "Drawing",
        "Rendering", "Processes", "Devices", "Export", "Workspace", "HTTPServer", "Preview",
        "ScriptAnalysis", "LanguageServer", "Interchange", "Network", "Templates", "SVGTree",
      ], swiftSettings: common),
    .executableTarget(name: "editc", dependencies: ["CommandLineInterface"], swiftSettings: common),

    // MARK: Benchmarks.
    .executableTarget(
      name: "FrameBenchmark",
      dependencies: [
        "Basics", "Diagnostics", "Composition", "EditScript", "Lowering", "Compiler", "LibAV", "Rendering",
      ], path: "Benchmarks/FrameBenchmark", swiftSettings: common),

    // MARK: Tests.
    .target(
      name: "TestSupport", dependencies: ["Processes"], path: "Tests/TestSupport", exclude: ["SARIF"],
      swiftSettings: common + busy),
    .executableTarget(
      name: "ProcessesProbe", dependencies: ["Processes"], path: "Tests/ProcessesProbe", swiftSettings: tests
    ),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestSupport"], swiftSettings: tests),
    .testTarget(name: "ContentDigestTests", dependencies: ["ContentDigest"], swiftSettings: tests),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Basics", "Diagnostics", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CodedStreamsTests", dependencies: ["CodedStreams", "TestSupport"], exclude: ["Judges"],
      swiftSettings: common + busy),
    .testTarget(
      name: "DetectionTests", dependencies: ["Basics", "Detection", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "YAMLTreeTests", dependencies: ["Basics", "Diagnostics", "YAMLTree", "TestSupport"],
      exclude: ["Suite"], swiftSettings: tests),
    .testTarget(
      name: "EditScriptTests",
      dependencies: ["Basics", "Diagnostics", "Composition", "YAMLTree", "EditScript", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ScriptWritingTests",
      dependencies: [
        "Basics", "Diagnostics", "Detection", "Composition", "YAMLTree", "EditScript",
        "ScriptWriting", "Lowering", "Compiler", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(name: "XMLTreeTests", dependencies: ["XMLTree"], swiftSettings: tests),
    .testTarget(
      name: "SVGTreeTests", dependencies: ["Composition", "SVGTree", "XMLTree"],
      swiftSettings: tests),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "Basics", "Diagnostics", "Composition", "YAMLTree", "EditScript", "ScriptWriting", "Lowering",
        "Compiler", "XMLTree", "Interchange", "TestSupport",
      ], exclude: ["Judges"], swiftSettings: common + busy),
    .testTarget(
      name: "CompositionTests",
      dependencies: ["Basics", "ContentDigest", "Composition", "LibAV", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CompilerTests",
      dependencies: [
        "Basics", "Diagnostics", "Composition", "YAMLTree", "EditScript", "Lowering", "Compiler",
        "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "ScriptAnalysisTests",
      dependencies: [
        "Basics", "Diagnostics", "Detection", "YAMLTree", "Composition", "Lowering", "Compiler",
        "ScriptAnalysis", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "LoweringTests",
      dependencies: [
        "Basics", "Diagnostics", "Composition", "YAMLTree", "EditScript", "Lowering", "TestSupport",
      ], swiftSettings: tests),
    .testTarget(
      name: "RenderPlanTests",
      dependencies: ["Basics", "ContentDigest", "Composition", "RenderPlan", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "FilmComparisonTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Detection", "Composition", "EditScript", "Lowering",
        "RenderPlan", "Compiler", "FilmComparison", "TestSupport",
      ], exclude: ["Difference/Cases"], swiftSettings: tests),
    .testTarget(
      name: "LibAVTests", dependencies: ["Basics", "Composition", "LibAV", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "DrawingTests",
      dependencies: ["Basics", "Composition", "XMLTree", "SVGTree", "Drawing", "TestSupport"],
      exclude: ["Judges", "Vector/Samples"],
      swiftSettings: tests),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Basics", "ContentDigest", "Composition", "LibAV", "Rendering", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ProcessesTests", dependencies: ["Processes", "TestSupport", "ProcessesProbe"],
      swiftSettings: tests),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "Basics", "ContentDigest", "Composition", "RenderPlan", "LibAV", "Processes", "Devices", "Export",
        "TestSupport",
        "editc",
      ], swiftSettings: tests),
    .testTarget(
      name: "WorkspaceTests",
      dependencies: [
        "Basics", "Diagnostics", "ContentDigest", "Composition", "EditScript", "Lowering", "RenderPlan",
        "Compiler",
        "LibAV", "Drawing", "Network",
        "Processes", "Workspace", "TestSupport", "editc",
      ], swiftSettings: tests),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["Processes", "HTTPServer", "Preview", "TestSupport"],
      exclude: ["Judges"], swiftSettings: tests),
    .testTarget(
      name: "NetworkTests",
      dependencies: ["ContentDigest", "Processes", "Network", "TestSupport", "editc"],
      exclude: ["Judges"], swiftSettings: tests),
    .testTarget(
      name: "LanguageServerTests", dependencies: ["Basics", "LanguageServer", "TestSupport", "editc"],
      exclude: ["Judges"], swiftSettings: common + busy),
    .testTarget(
      name: "PreviewTests", dependencies: ["Preview", "TestSupport"], swiftSettings: common + busy),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Composition", "EditScript", "Lowering", "RenderPlan",
        "Compiler", "TestSupport",
      ], exclude: ["Cases"], swiftSettings: tests),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "EditScript", "Compiler", "Processes",
        "CommandLineInterface",
        "TestSupport", "editc",
      ],
      exclude: [
        "Cases", "Judges", "edition-1-sounds.txt", "Preview/bars.py", "Preview/buffers.py", "Preview/clip.py",
        "Preview/compare.py",
        "Preview/controls.py", "Preview/disk.py", "Preview/drivers.py", "Preview/findings.py",
        "Preview/hostile.py", "Preview/page.py", "Preview/repairs.py", "Preview/running.py",
        "Preview/server.py",
        "Preview/timeline.py", "Rendering/jobs.py", "Pages/run_page.py",
      ], swiftSettings: tests),
    .testTarget(
      name: "FrameTests",
      dependencies: [
        "Basics", "ContentDigest", "Diagnostics", "Composition", "YAMLTree", "EditScript", "Lowering",
        "Compiler", "RenderPlan", "LibAV", "Drawing", "Rendering", "TestSupport",
      ], exclude: ["digests.txt", "edition-1.txt", "engine-numbers.txt", "Judges"], swiftSettings: tests),
    .testTarget(
      name: "RenderTests", dependencies: ["TestSupport", "editc"], exclude: ["Judges"],
      swiftSettings: tests),
  ]
)
