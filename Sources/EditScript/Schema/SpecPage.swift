extension LanguageSchema {
  /// Every key of the language, once, with an example of its value: for programs that write scripts and pay for
  /// each word.
  package static var briefKeys: String {
    "\n"
      + mappings.map { mapping in
        let keys = mapping.keys.filter(\.support.isRendered)
        guard !keys.isEmpty else { return "" }
        return "## \(withoutArticle(mapping.title))\n"
          + (mapping.title == item.title ? itemLines(keys) : lines(keys))
      }
      .joined()
  }

  /// A mapping with a sentence for each key; nil if there is no mapping and no key of this name.
  package static func spec(of topic: String) -> String? {
    let chosen = mappings.map { mapping in
      (mapping, mapping.keys.filter { $0.name == topic || mapping.identifier == topic })
    }
    .filter { !$0.1.isEmpty }
    guard !chosen.isEmpty else { return nil }
    return chosen.map { mapping, keys in
      "## \(mapping.title)\n\(mapping.documentation)\n"
        + keys.filter(\.support.isRendered).map { key in
          "\(key.name): \(key.example)\n  \(key.documentation)\n  \(key.shape.markdown(linked: false))\n"
        }
        .joined()
    }
    .joined(separator: "\n")
  }

  /// The topics that `spec(of:)` knows beside the names of keys.
  package static var specTopics: [String] { mappings.map(\.identifier) }

  /// The kinds by the lists that they belong to, and the other keys by the items that have them.
  private static func itemLines(_ keys: [KeyDeclaration]) -> String {
    var groups: [(title: String, keys: [KeyDeclaration])] = []
    for key in keys {
      let lists = ItemList.allCases.filter { key.kind?.lists.contains($0) == true }.map(\.rawValue)
      let title =
        key.kind == nil
        ? "of " + key.owners.replacing("`", with: "") : "kinds of " + lists.joined(separator: " ")
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].keys.append(key)
      } else {
        groups.append((title, [key]))
      }
    }
    return groups.map { "# \($0.title)\n" + lines($0.keys) }.joined()
  }

  private static func withoutArticle(_ title: String) -> String {
    for article in ["a ", "an ", "the "] where title.hasPrefix(article) {
      return String(title.dropFirst(article.count))
    }
    return title
  }

  private static func lines(_ keys: [KeyDeclaration]) -> String {
    keys.map { "\($0.name): \(briefExample(of: $0))\($0.isRequired ? " # must" : "")\n" }.joined()
  }

  /// A digest would cost more words than it explains.
  package static func briefExample(of key: KeyDeclaration) -> String {
    key.example.count == 64 && key.example.allSatisfy(\.isHexDigit) ? "<64 hex>" : key.example
  }
}
