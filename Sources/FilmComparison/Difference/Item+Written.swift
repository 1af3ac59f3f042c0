package import EditScript

extension Item {
  /// What it is, as it is written: `clip beach`.
  package var writtenKind: String { label }

  /// All that is written about it besides that, in canonical spelling.
  package var writtenProperties: [(name: String, text: String)] {
    ItemProperty.all.compactMap { property in property.text(self).map { (property.name, $0) } }
  }
}
