extension [String] {
  /// The words as a list in a sentence: "a, b or c".
  package func sentenceList(_ conjunction: String = " or ") -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + conjunction + last
  }
}
