import FoundationEssentials

/// Programs that judge files and that not every machine has; `make test-all` installs them.
///
///     .enabled(if: OtherProgram.chromium.isPresent, "chromium is not installed")
package enum OtherProgram: String, Sendable, CaseIterable {
  case mandoc
  case mediainfo
  case chromium
  case chromedriver
  case firefox = "firefox-esr"
  case nvim
  case emacs
  case vim
  case node
  case zip
  case exiftool
  case sndfile = "sndfile-convert"

  package var isPresent: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + rawValue) }
}

/// What editors said that they can do, and the types of the Language Server Protocol; `Tests/fetch-editor-profiles` gets them.
package enum EditorProfiles {
  package static let path = judges + "/pytest-lsp"

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// OpenTimelineIO and its adapters; `Tests/fetch-opentimelineio` gets them.
package enum OpenTimelineIO {
  package static let path = judges + "/opentimelineio"

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// What Kubernetes and AWS publish of their jobs; `Tests/fetch-schedulers` gets it.
package enum SchedulerJudge {
  package static let path = judges + "/schedulers"

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// A client of the Model Context Protocol by its authors; `Tests/fetch-model-context` gets it.
package enum ModelContextClient {
  package static let path = judges + "/mcp"

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// in-toto's reader of attestations; `Tests/fetch-in-toto` gets it.
package enum AttestationReader {
  package static let path = judges + "/in-toto"

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// Where what comes from PyPI is kept.
private let judges: String = {
  let environment = ProcessInfo.processInfo.environment
  return environment["EDITC_JUDGES"] ?? (environment["HOME"] ?? "") + "/.cache/editc-judges"
}()

/// Another build of FFmpeg than the one that editc uses; `Tests/fetch-ffmpeg` gets it.
package enum SecondFFmpeg {
  package static let path = judges + "/ffmpeg-new"

  package static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
