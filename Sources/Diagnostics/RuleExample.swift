/// A whole script, or settings, that shows one kind of finding or how to avoid it.
///
/// Examples are the tests of their rule and appear on its page.
package struct RuleExample: Hashable, Sendable {
  package let script: String
  /// The media for the check, one file per line: `beach.mp4  video 1920x1080 30 12s  audio 48000 stereo`.
  package let media: String
  /// The messages of the rule for the script, in text order; empty for a right one.
  package let messages: [String]
  /// The values of its variables, as the text of `guests.csv`; empty if it is compiled only once.
  package let table: String
  /// The text of `title.edit`, which the script plays; empty if it plays none.
  package let played: String
  /// A sentence for the page, if the script needs an explanation.
  package let remark: String
  /// FFmpeg's names of encoders that the machine does not have.
  package let missingEncoders: [String]
  /// Whether `script` is an `editc.yaml`.
  package let isSettings: Bool
  /// What is wrong with the packages that the script uses; nil if they are as they should be.
  package internal(set) var packageState: PackageState?

  package enum PackageState: Hashable, Sendable {
    case missing
    case changed
    case otherThanLocked
  }

  package init(
    _ script: String, media: String = "", table: String = "", playing played: String = "",
    gives messages: [String] = [], remark: String = "", missingEncoders: [String] = []
  ) {
    self.init(
      script, media: media, table: table, played: played, messages: messages, remark: remark,
      missingEncoders: missingEncoders, isSettings: false)
  }

  /// Creates an example of settings.
  package init(settings: String, gives messages: [String] = []) {
    self.init(
      settings, media: "", table: "", played: "", messages: messages, remark: "", missingEncoders: [],
      isSettings: true)
  }

  package var isWrong: Bool { !messages.isEmpty }

  /// The same example with another text, and with other media if given.
  package func with(_ script: String, media: String? = nil) -> RuleExample {
    var example = RuleExample(
      script, media: media ?? self.media, table: table, played: played, messages: messages, remark: remark,
      missingEncoders: missingEncoders, isSettings: isSettings)
    example.packageState = packageState
    return example
  }

  private init(
    _ script: String, media: String, table: String, played: String, messages: [String], remark: String,
    missingEncoders: [String], isSettings: Bool
  ) {
    self.script = script
    self.media = media
    self.messages = messages
    self.table = table
    self.played = played
    self.remark = remark
    self.missingEncoders = missingEncoders
    self.isSettings = isSettings
  }
}
