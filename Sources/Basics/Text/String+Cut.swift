extension String {
  /// The beginning of a text that is longer than so many bytes, with `…` behind it; otherwise the text.
  package func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var (kept, bytes) = ("", 0)
    for scalar in unicodeScalars {
      bytes += scalar.utf8.count
      guard bytes < most else { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + "…"
  }
}
