extension RandomAccessCollection {
  /// The index of the first element that satisfies `predicate`, by binary search; `endIndex` if none does.
  ///
  /// All elements after the first that satisfies the predicate must satisfy it too.
  @inlinable
  package func partitioningIndex<Failure: Error>(
    where predicate: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var (start, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if try predicate(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }
}

extension Array {
  /// The longest subsequence whose keys rise strictly, by patience sorting, in n log n steps.
  package func longestRisingSubsequence<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    /// For each length, the element with the lowest key that ends a rising subsequence of this length.
    var ends: [Int] = []
    /// For each element, its predecessor in its subsequence.
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
