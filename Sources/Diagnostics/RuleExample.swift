/// A whole script, or settings, that shows one kind of finding, or how to do without it.
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
  /// Whether `script` is an `editc.yaml` beside scripts.
  package let isSettings: Bool

  package init(
    _ script: String, media: String = "", table: String = "", gives messages: [String] = [],
    remark: String = "", missingEncoders: [String] = []
  ) {
    self.init(
      script, media: media, table: table, messages: messages, remark: remark,
      missingEncoders: missingEncoders, isSettings: false)
  }

  /// Settings in place of a script.
  package init(settings: String, gives messages: [String] = []) {
    self.init(
      settings, media: "", table: "", messages: messages, remark: "", missingEncoders: [], isSettings: true)
  }

  package var isWrong: Bool { !messages.isEmpty }

  /// The same with another text, and with other media if they are given.
  package func with(_ script: String, media: String? = nil) -> RuleExample {
    RuleExample(
      script, media: media ?? self.media, table: table, messages: messages, remark: remark,
      missingEncoders: missingEncoders, isSettings: isSettings)
  }

  private init(
    _ script: String, media: String, table: String, messages: [String], remark: String,
    missingEncoders: [String], isSettings: Bool
  ) {
    self.script = script
    self.media = media
    self.messages = messages
    self.table = table
    self.remark = remark
    self.missingEncoders = missingEncoders
    self.isSettings = isSettings
  }
}
