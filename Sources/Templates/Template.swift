/// A script with parameters that comes with the program, to be copied into a project.
package struct Template: Sendable {
  /// `lower-third`
  package let name: String
  package let text: String

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Its first line, which is a comment: `A name and a role that open from the left.`
  package var summary: String {
    String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
  }

  package var fileName: String { name + ".edit" }

  /// In the order of the list.
  package static let all: [Template] = [
    Template("lower-third", PackageResources.lower_third_edit),
    Template("title-card", PackageResources.title_card_edit),
    Template("chapter-card", PackageResources.chapter_card_edit),
    Template("quote", PackageResources.quote_edit),
    Template("end-card", PackageResources.end_card_edit),
    Template("credits-roll", PackageResources.credits_roll_edit),
    Template("progress-bar", PackageResources.progress_bar_edit),
    Template("countdown", PackageResources.countdown_edit),
    Template("picture-in-picture", PackageResources.picture_in_picture_edit),
    Template("split-screen", PackageResources.split_screen_edit),
    Template("logo-sting", PackageResources.logo_sting_edit),
    Template("caption-style", PackageResources.caption_style_edit),
  ]
}
