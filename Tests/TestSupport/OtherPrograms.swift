import FoundationEssentials

/// Programs that judge files and that not every machine has; `make test-all` installs them.
///
///     .enabled(if: OtherProgram.chromium.isPresent, "chromium is not installed")
package enum OtherProgram: String, Sendable, CaseIterable {
  case mediainfo
  case chromium
  case chromedriver
  case firefox = "firefox-esr"

  package var isPresent: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + rawValue) }
}

/// Another build of FFmpeg than the one that editc uses; `Tests/fetch-ffmpeg` gets it.
package enum SecondFFmpeg {
  package static let path: String = {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["EDITC_JUDGES"] ?? (environment["HOME"] ?? "") + "/.cache/editc-judges"
    return folder + "/ffmpeg-new"
  }()

  package static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
