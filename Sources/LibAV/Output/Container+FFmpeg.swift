package import Composition

extension Container {
  /// FFmpeg's name for a language of ISO 639-2 in this container. QuickTime has a list of its own, for which
  /// FFmpeg uses older names; a language outside that list cannot be written. Matroska has the bibliographic
  /// codes.
  package func name(ofLanguage code: String) -> String {
    switch declaration.languageNames {
    case .quickTime: quickTimeNames[code] ?? code
    case .bibliographic: bibliographicNames[code] ?? code
    case .terminological: code
    }
  }
}

private let bibliographicNames = [
  "bod": "tib", "ces": "cze", "cym": "wel", "deu": "ger", "ell": "gre", "eus": "baq", "fas": "per",
  "fra": "fre",
  "hye": "arm", "isl": "ice", "kat": "geo", "mkd": "mac", "mri": "mao", "msa": "may", "mya": "bur",
  "nld": "dut",
  "ron": "rum", "slk": "slo", "sqi": "alb", "zho": "chi",
]

private let quickTimeNames = [
  "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi", "hrv": "hr ",
  "sqi": "alb", "mkd": "mac", "hye": "arm", "kat": "geo", "bod": "tib", "mya": "bur", "msa": "may",
  "cym": "wel",
  "eus": "baq", "nob": "nor", "nno": "nor", "srp": "sr ", "fao": "fo ", "pan": "pa ",
]
