import Composition
import ContentDigest
import Glibc

/// The configuration for Fontconfig, in its own language, which replaces the machine's settings.
///
/// Contains only the folders of fonts, the families for `sans-serif` and similar names, and the scaling of
/// coloured bitmaps, so that no desktop preference changes a picture.
enum FontConfiguration {
  /// - Parameter searchesFolders: False if font files are added one by one.
  static func text(searchesFolders: Bool) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(searchesFolders ? folders : "")
    \(generic.map { family(named: $0.name, standsFor: $0.families) }.joined(separator: "\n"))
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

  /// The first installed family is used.
  private static let generic: [(name: String, families: [String])] = [
    ("sans-serif", ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arimo", "Open Sans", "FreeSans"]),
    ("serif", ["DejaVu Serif", "Noto Serif", "Liberation Serif", "Tinos", "FreeSerif"]),
    ("monospace", ["DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", "Cousine", "FreeMono"]),
    ("emoji", ["Noto Color Emoji", "Twitter Color Emoji", "Noto Emoji", "Symbola"]),
  ]

  static let genericNames = Set(generic.map(\.name) + ["sans"])

  private static func family(named name: String, standsFor families: [String]) -> String {
    "<alias binding=\"same\"><family>\(name)</family><prefer>"
      + families.map { "<family>\($0)</family>" }.joined() + "</prefer></alias>"
  }

  /// Bitmap letters are scaled to the requested size, because coloured ones have only one size; letters with
  /// outlines are always drawn from these.
  private static let bitmaps = """
    <match target="pattern">
      <test qual="any" name="family"><string>sans</string></test>
      <edit name="family" mode="assign" binding="same"><string>sans-serif</string></edit>
    </match>
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
