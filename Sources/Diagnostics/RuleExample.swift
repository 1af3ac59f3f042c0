/// A whole script that shows one kind of finding, or how to do without it.
///
/// Examples are the tests of their rule and what its page shows.
package struct RuleExample: Hashable, Sendable {
  package let script: String
  /// The media the script is checked with, a file a line: `beach.mp4  video 1920x1080 30 12s  audio 48000 stereo`.
  package let media: String
  /// The messages that the rule has for the script, in the order of the text: none for a good one.
  package let messages: [String]
  /// The rows that its variables are given, as the text of `guests.csv`; empty where it is compiled once.
  package let table: String
  /// What the script shows, where that needs a word: one sentence for the page.
  package let remark: String
  /// FFmpeg's names of encoders that the machine is without.
  package let missingEncoders: [String]

  package init(
    _ script: String, media: String = "", table: String = "", gives messages: [String] = [],
    remark: String = "", missingEncoders: [String] = []
  ) {
    self.script = script
    self.media = media
    self.messages = messages
    self.table = table
    self.remark = remark
    self.missingEncoders = missingEncoders
  }

  package var isWrong: Bool { !messages.isEmpty }
}
