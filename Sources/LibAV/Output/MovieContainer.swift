internal import CFFmpeg

/// The kinds of file that a film is written to.
package enum MovieContainer: String, Hashable, Sendable, CaseIterable {
  case mp4
  case mov
  case m4v
  // Sound alone
  case m4a
  case mp3
  case opus
  case flac
  case wav

  /// By the end of a file's name, in any case; nil for other kinds.
  package init?(fileExtension: String) {
    self.init(rawValue: fileExtension.lowercased())
  }

  /// FFmpeg's name of the muxer; `ipod` is its name for Apple's dialect.
  var muxer: String {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .m4v, .m4a: "ipod"
    case .mp3, .opus, .flac, .wav: rawValue
    }
  }

  /// Whether it is of the family of QuickTime, with an index and edit lists.
  package var isQuickTime: Bool {
    switch self {
    case .mp4, .mov, .m4v, .m4a: true
    case .mp3, .opus, .flac, .wav: false
    }
  }
}

extension MovieContainer {
  /// What FFmpeg calls a language of ISO 639-2 in this kind of file. QuickTime has a list of its own, which FFmpeg knows
  /// by older names; a language that is not in it cannot be said there.
  package func name(ofLanguage code: String) -> String {
    self == .mov ? Self.quickTimeNames[code] ?? code : code
  }

  private static let quickTimeNames = [
    "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi", "hrv": "hr ",
    "sqi": "alb",
    "mkd": "mac", "hye": "arm", "kat": "geo", "bod": "tib", "mya": "bur", "msa": "may", "cym": "wel",
    "eus": "baq",
    "nob": "nor", "nno": "nor", "srp": "sr ", "fao": "fo ", "pan": "pa ",
  ]
}
