extension Array {
  /// The longest subsequence whose keys rise strictly, by patience sorting, in n log n steps.
  package func longestRisingSubsequence<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    /// For each length, the element with the lowest key that ends a rising subsequence of that length.
    var ends: [Int] = []
    /// For each element, the one before it in its subsequence.
    var previous = [Int?](repeating: nil, count: count)
    for (index, element) in enumerated() {
      let length = ends.partitioningIndex { key(self[$0]) >= key(element) }
      previous[index] = length > 0 ? ends[length - 1] : nil
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var rising: [Element] = []
    var next = ends.last
    while let index = next {
      rising.append(self[index])
      next = previous[index]
    }
    return rising.reversed()
  }
}
