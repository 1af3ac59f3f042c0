package import Vocabulary

extension Container {
  /// FFmpeg's name for a language of ISO 639-2 in this kind of file. QuickTime has a list of its own, for which FFmpeg
  /// uses older names; a language outside of that list cannot be written there.
  package func name(ofLanguage code: String) -> String {
    self == .mov ? quickTimeNames[code] ?? code : code
  }
}

private let quickTimeNames = [
  "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi", "hrv": "hr ",
  "sqi": "alb", "mkd": "mac", "hye": "arm", "kat": "geo", "bod": "tib", "mya": "bur", "msa": "may",
  "cym": "wel",
  "eus": "baq", "nob": "nor", "nno": "nor", "srp": "sr ", "fao": "fo ", "pan": "pa ",
]
