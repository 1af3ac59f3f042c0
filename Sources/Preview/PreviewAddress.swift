/// What a request to the preview may name. Nothing here is a path: pages have names from a list, cells and sounds have keys,
/// films and frames have numbers. Whether there is such a film or key, its reader does not know.
package enum PreviewAddress: Hashable, Sendable {
  /// A file of the page, `index.html` for the folder itself.
  case page(String)
  case state
  case film(Int)
  case cell(key: String)
  case sound(key: String, chunk: Int)
  case frame(film: Int, frame: Int, FrameFormat)
  case timeline(film: Int, TimelineColors)
  /// The playhead is at this frame.
  case at(film: Int, frame: Int)
  case events

  package enum FrameFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpg
    /// A JPEG file that a browser decodes and paints quickly, while the playhead is dragged.
    case small
  }
  package enum TimelineColors: String, Hashable, Sendable, CaseIterable { case light, dark }

  /// What has a key never changes. The rest is asked for each time.
  package var cacheControl: String {
    switch self {
    case .cell, .sound: "private, max-age=31536000, immutable"
    case .page, .state, .film, .frame, .timeline, .at, .events: "no-store"
    }
  }
}

/// Why a request is not answered.
package struct Refusal: Error, Hashable, Sendable {
  /// Of HTTP.
  package let status: Int
  /// One sentence, which repeats nothing of the request.
  package let text: String
}

/// The header fields of every answer, refusals included.
package let securityHeaders: [(name: String, value: String)] = [
  // The page loads its own scripts, styles and pictures, and plays what its scripts append. No other page may show it in a
  // frame.
  (
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  ),
  // Pages of others, those that link here included, get hold of neither window nor bytes.
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  ("X-Content-Type-Options", "nosniff"),
  // The address holds the token.
  ("Referrer-Policy", "no-referrer"),
  // Overridden by answers that may be kept.
  ("Cache-Control", "no-store"),
]
