import Composition
import ContentDigest
import Glibc

/// Fontconfig's configuration, used instead of the machine's own.
///
/// It contains the folders with fonts, the families that replace missing ones, and how colour bitmaps are scaled.
/// Nothing else: desktop settings must not change a picture.
enum FontConfiguration {
  /// `searchesFolders` is false if fonts are added one by one.
  static func text(searchesFolders: Bool) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(searchesFolders ? folders : "")
    \(shortName)
    \(generic.map { preference(for: $0.name, $0.families) }.joined(separator: "\n"))
    \(replaced.map { replacement(for: $0.name, $0.families) }.joined(separator: "\n"))
    \(lastResort)
    \(bitmaps)
    </fontconfig>
    """
  }

  private static let folders = """
    <dir>/usr/share/fonts</dir>
    <dir>/usr/local/share/fonts</dir>
    <dir prefix="xdg">fonts</dir>
    <dir>~/.fonts</dir>
    \(bundled)
    <cachedir>/var/cache/fontconfig</cachedir>
    <cachedir prefix="xdg">fontconfig</cachedir>
    """

  private static let bundled: String = {
    guard let folder = FontLookup.bundledFolder else { return "" }
    return "<dir>\(folder.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</dir>"
  }()

  private static let sansSerif = [
    "Inter", "DejaVu Sans", "Noto Sans", "Liberation Sans", "Arimo", "Open Sans", "FreeSans",
  ]
  private static let serif = ["Noto Serif", "DejaVu Serif", "Liberation Serif", "Tinos", "FreeSerif"]
  private static let monospace = [
    "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Cousine", "FreeMono",
  ]

  /// The first installed family stands for the name.
  private static let generic: [(name: String, families: [String])] = [
    ("sans-serif", sansSerif), ("serif", serif), ("monospace", monospace),
    ("emoji", ["Noto Color Emoji", "Twitter Color Emoji", "Noto Emoji", "Symbola"]),
  ]

  /// The generic names that words are written in.
  static let textNames = ["sans-serif", "serif", "monospace"]
  static let genericNames = Set(generic.map(\.name) + ["sans"])

  /// Families with the same widths as well-known ones that are often missing.
  private static let replaced: [(name: String, families: [String])] = [
    ("Arial", ["Liberation Sans", "Arimo", "FreeSans"]),
    ("Helvetica", ["Liberation Sans", "Arimo", "FreeSans"]),
    ("Times New Roman", ["Liberation Serif", "Tinos", "FreeSerif"] + serif),
    ("Times", ["Liberation Serif", "Tinos", "FreeSerif"] + serif),
    ("Courier New", ["Liberation Mono", "Cousine", "FreeMono"] + monospace),
    ("Courier", ["Liberation Mono", "Cousine", "FreeMono"] + monospace),
  ]

  private static func preference(for name: String, _ families: [String]) -> String {
    "<alias binding=\"same\"><family>\(name)</family><prefer>\(listed(families))</prefer></alias>"
  }

  private static func replacement(for name: String, _ families: [String]) -> String {
    "<alias binding=\"same\"><family>\(name)</family><accept>\(listed(families))</accept></alias>"
  }

  private static func listed(_ families: [String]) -> String {
    families.map { "<family>\($0)</family>" }.joined()
  }

  private static let shortName = """
    <match target="pattern">
      <test qual="any" name="family"><string>sans</string></test>
      <edit name="family" mode="assign" binding="same"><string>sans-serif</string></edit>
    </match>
    """

  /// A family that is not installed is replaced by the one of `sans-serif`.
  private static let lastResort = """
    <match target="pattern"><edit name="family" mode="append_last">
    \(sansSerif.map { "<string>\($0)</string>" }.joined())
    </edit></match>
    """

  /// Pictures of letters are scaled to the size asked for, as coloured ones have only one; letters that have
  /// outlines are always drawn from them.
  private static let bitmaps = """
    <match target="font">
      <test name="outline" compare="eq"><bool>true</bool></test>
      <edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>
    </match>
    <match target="font">
      <test name="outline" compare="eq"><bool>false</bool></test>
      <edit name="pixelsizefixupfactor" mode="assign">
        <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
      </edit>
      <edit name="matrix" mode="assign">
        <times>
          <name>matrix</name>
          <matrix>
            <name>pixelsizefixupfactor</name><double>0</double>
            <double>0</double><name>pixelsizefixupfactor</name>
          </matrix>
        </times>
      </edit>
      <edit name="size" mode="assign">
        <divide><name>size</name><name>pixelsizefixupfactor</name></divide>
      </edit>
    </match>
    """
}

/// Reads each font file once, for its digest.
final class FontFiles {
  private var known: [String: FontReference] = [:]

  func reference(_ path: String) throws(TextFailure) -> FontReference {
    if let reference = known[path] { return reference }
    let reference = FontReference(path: path, digest: try digest(of: path))
    known[path] = reference
    return reference
  }

  private func digest(of path: String) throws(TextFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noSuchFontFile }
    defer { close(descriptor) }
    do {
      var stream = try DigestStream()
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = read(descriptor, &piece, piece.count)
        if count == 0 { return try stream.finalize().hex }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw TextFailure.notAFont }
        piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    } catch let failure as TextFailure {
      throw failure
    } catch { throw .library("\(error)") }
  }
}
