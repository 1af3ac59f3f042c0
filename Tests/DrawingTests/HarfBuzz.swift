import TestSupport
import Testing

/// What HarfBuzz's own command makes of texts in a font file.
enum HarfBuzz {
  static let isInstalled = (try? run(["/usr/bin/test", "-x", "/usr/bin/hb-shape"]).exitCode) == 0

  struct Glyph {
    /// The offset in the UTF-8 text of the letters that it draws with others of the same number.
    let cluster: Int
    /// In units of the font: 2048 are the size in DejaVu Sans.
    let advance: Int
  }

  /// The glyphs of each text from left to right.
  static func glyphs(of texts: [String], in font: String) throws -> [[Glyph]] {
    let shaped = try run(
      [
        "hb-shape", "--font-file=\(font)", "--utf8-clusters", "--no-glyph-names", "--text-file=/dev/stdin",
      ], input: Array(texts.joined(separator: "\n").utf8))
    // A line is [82=0+1253|5044=1+1980]: glyphs with clusters and advances; a moved glyph has @x,y before its advance.
    let lines = try shaped.text.split(separator: "\n").map { line in
      try line.split { "[|]".contains($0) }.map { glyph in
        let parts = glyph.split { "=+@".contains($0) }.map { Int($0) }
        let (cluster, advance) = (parts.dropFirst().first ?? nil, parts.last ?? nil)
        return Glyph(cluster: try #require(cluster), advance: try #require(advance))
      }
    }
    try #require(lines.count == texts.count, "\(shaped.errorText)")
    return lines
  }
}
