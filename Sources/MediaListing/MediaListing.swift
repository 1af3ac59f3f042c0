package import Lowering
import MediaFacts

/// Facts of media as a table that a person can write, a file a line:
///
/// ```
/// beach.mp4   video 1920x1080 30 12s  audio 48000 stereo
/// phone.mp4   video 1920x1080 variable 12s  turned 90  audio 44100 mono
/// master.mov  video 3840x2160 24000/1001 1m  depth 10  alpha  timecode 01:00:00:00
/// dv.avi      video 720x576 25 9s  pixels 16:15  interlaced  color bt601
/// song.m4a    audio 44100 5.1 31.5s
/// logo.png    still 640x160  alpha
/// lost.mp4    missing
/// ```
///
/// The words after a track are about this track. What no word says is as ordinary as can be: 8 bits, upright,
/// square pixels, progressive, tagged as BT.709 (sRGB for stills). `#` begins a comment.
package struct MediaListing: Sendable {
  /// What the listing says, for lowering.
  package let table: MediaTable

  /// Reads a listing; throws the place of the first word that is none.
  package init(_ text: String) throws(MediaListingProblem) {
    var states: [String: MediaState] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var words = ListedWords(of: line, lineNumber: number + 1)
      guard let file = words.next() else { continue }
      guard states[file.text] == nil else { throw words.problem("'\(file.text)' is listed twice", at: file) }
      states[file.text] = try state(of: file.text, &words)
    }
    table = MediaTable(states)
  }
}

/// Where a listing of media cannot be read, and why.
package struct MediaListingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// In characters, from 1.
  package let column: Int
  /// One sentence in lower case without a full stop.
  package let message: String

  package var description: String { "\(line):\(column): \(message)" }
}

/// What a line says about its file: that there are facts, or what kept them from being known.
private func state(
  of file: String, _ words: inout ListedWords
) throws(MediaListingProblem) -> MediaState {
  guard let state = words.peek.flatMap({ stateWords[$0.text] }) else {
    var reader = ListedTracks(file: file)
    try reader.read(&words)
    return .known(reader.facts, path: "/project/" + file)
  }
  _ = words.next()
  if let more = words.next() { throw words.problem("nothing can follow here", at: more) }
  return state
}

private let stateWords: [String: MediaState] = [
  "missing": .failed(MediaFailure(.missing, reason: "no such file")),
  "folder": .failed(MediaFailure(.isDirectory, reason: "is a folder")),
  "lfs-pointer": .failed(MediaFailure(.isLFSPointer, reason: "is a pointer")),
  "broken": .failed(MediaFailure(.unreadable, reason: "Invalid data found")),
  "unchecked": .unchecked,
]
