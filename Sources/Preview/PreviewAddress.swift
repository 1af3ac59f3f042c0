/// The address of a request to the preview. No part of it is a path: pages have names from a list, cells and
/// sounds have keys, films and frames have numbers. Reading an address does not check whether its film or key
/// exists.
package enum PreviewAddress: Hashable, Sendable {
  /// A file of the page, `index.html` for the folder itself.
  case page(String)
  case state
  case film(Int)
  case cell(key: String)
  case sound(key: String, chunk: Int)
  case frame(film: Int, frame: Int, FrameFormat)
  /// The levels of an item's sound.
  case waveform(key: String)
  /// Reports the frame at the playhead.
  case at(film: Int, frame: Int)
  /// Reports that a page played from one frame to another without a jump, forwards or backwards.
  case played(film: Int, from: Int, to: Int)
  /// Reports that playback has reached the end of a film.
  case ended(film: Int)
  /// Opens a line of the script in the user's editor; by POST.
  case line(Int)
  /// Looks for cuts and silences in the media of a film; by POST.
  case detect(film: Int)
  case events
  /// The films of the last commit.
  case base
  /// A frame of one of them.
  case baseFrame(film: Int, frame: Int, FrameFormat)
  /// The change that a repair would make.
  case repair(key: String)
  /// Writes a repair to the script; by POST.
  case applyRepair(key: String)
  /// Takes back a written repair; by POST.
  case undoRepair(key: String)

  package enum FrameFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpg
    /// A JPEG file that a browser decodes and paints quickly, while the playhead is dragged.
    case small
    /// A JPEG file of at most 160x90, for the timeline.
    case thumb
  }

  /// Content with a key never changes; everything else is requested each time.
  package var cacheControl: String {
    switch self {
    case .cell, .sound, .waveform: "private, max-age=31536000, immutable"
    case .page, .state, .film, .frame, .at, .played, .ended, .line, .detect, .events, .base, .baseFrame,
      .repair,
      .applyRepair,
      .undoRepair:
      "no-store"
    }
  }
}

/// Why a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The HTTP status code.
  package let status: Int
  /// One sentence, which quotes nothing from the request.
  package let text: String
}

/// The header fields of every response, including refusals.
package let securityHeaders: [(name: String, value: String)] = [
  // The page loads only its own scripts, styles and pictures, and plays what its scripts append. No other
  // page may embed it in a frame.
  (
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  ),
  // Other pages, including those that link here, can access neither its window nor its bytes.
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  ("X-Content-Type-Options", "nosniff"),
  // The address contains the token.
  ("Referrer-Policy", "no-referrer"),
  // Overridden in cacheable responses.
  ("Cache-Control", "no-store"),
]
