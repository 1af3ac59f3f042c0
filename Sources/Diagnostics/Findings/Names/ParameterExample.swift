extension RuleExample {
  /// A film with an item that plays a title, whose `name` is required and whose `_size` is private.
  static func playingTitle(_ item: String, was: String? = nil, gives messages: [String] = []) -> RuleExample {
    let former = was.map { ", was: [\($0)]" } ?? ""
    return RuleExample(
      """
      edit: 1
      canvas: {size: 1280x720}
      timeline:
        - \(item)
      """,
      media: "fonts",
      playing: """
        edit: 1
        vars:
          name: {type: text, example: Ada Lovelace\(former)}
          _size: {type: length, default: 6vmin}
        canvas: {size: 1280x720, nested: inherit}
        timeline:
          - {text: "${name}", for: 4s, size: "${_size}"}
        """,
      gives: messages)
  }

  /// A film that has a name for a script with a style.
  static func usingTitle(_ item: String, gives messages: [String] = []) -> RuleExample {
    RuleExample(
      """
      edit: 1
      use: {titles: title.edit}
      canvas: {size: 1280x720}
      timeline:
        - \(item)
      """,
      media: "fonts",
      playing: """
        edit: 1
        canvas: {size: 1280x720, nested: inherit}
        timeline:
          - {text: Hello, style: large, for: 4s}
        styles:
          large: {size: 12vmin}
        """,
      gives: messages)
  }

  /// A script that plays the title of a package.
  static func usingPackage(_ state: PackageState? = nil, gives messages: [String] = []) -> RuleExample {
    var example = RuleExample(
      """
      edit: 1
      use: {titles: {git: "https://git.example.org/titles", revision: v1.2.0}}
      canvas: {size: 1280x720}
      timeline:
        - {edit: titles/title}
      """,
      media: "fonts",
      playing: """
        edit: 1
        canvas: {size: 1280x720, nested: inherit}
        timeline:
          - {text: Hello, for: 4s, size: 12vmin}
        """,
      gives: messages)
    example.packageState = state
    return example
  }
}
