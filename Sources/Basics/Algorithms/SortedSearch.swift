extension RandomAccessCollection {
  /// The index of the first element for which `predicate` holds, by binary search; `endIndex` if there is none.
  ///
  /// The predicate must hold for every element after the first one for which it holds.
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
