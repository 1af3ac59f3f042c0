internal import CLibAss
internal import CPangoCairo

/// The versions of libass and the libraries under it, which affect the shapes of letters besides the fonts.
package enum SubtitleLibraries {
  package static let versions =
    "libass \(String(ass_library_version(), radix: 16)), \(LetterLibraries.versions)"
}

/// The versions of the libraries that draw text items.
package enum TextLibraries {
  package static let versions: String = {
    let names = [("Pango", pango_version_string()), ("Cairo", cairo_version_string())]
    let versions = names.map { name, version in "\(name) \(version.map { String(cString: $0) } ?? "?")" }
    return (versions + [LetterLibraries.versions]).joined(separator: ", ")
  }()
}

/// The versions of the libraries that both use.
private enum LetterLibraries {
  static let versions: String = {
    var library: FT_Library?
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &major, &minor, &patch)
      FT_Done_FreeType(library)
    }
    let harfbuzz = String(cString: hb_version_string())
    return "FreeType \(major).\(minor).\(patch), HarfBuzz \(harfbuzz),"
      + " FriBidi \(FRIBIDI_MAJOR_VERSION).\(FRIBIDI_MINOR_VERSION).\(FRIBIDI_MICRO_VERSION)"
  }()
}

/// The version of the library that finds fonts.
package enum FontLibrary {
  package static let version =
    "fontconfig \(FcGetVersion() / 10000).\(FcGetVersion() / 100 % 100).\(FcGetVersion() % 100)"
}
