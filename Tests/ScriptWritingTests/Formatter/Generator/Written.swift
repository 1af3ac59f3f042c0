/// What a generated script says, before somebody writes it down in some odd way.
indirect enum Written {
  /// `isText`: each character counts; otherwise the value grammar reads it.
  case scalar(String, isText: Bool)
  case absent
  case list([Written])
  case mapping([Entry])

  struct Entry {
    let key: String
    let value: Written
  }

  static func value(_ text: String) -> Written { .scalar(text, isText: false) }
  static func text(_ text: String) -> Written { .scalar(text, isText: true) }

  static func entries(_ pairs: [(String, Written)]) -> Written {
    .mapping(pairs.map { Entry(key: $0.0, value: $0.1) })
  }
}
