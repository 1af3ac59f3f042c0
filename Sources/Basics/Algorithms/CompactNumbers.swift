/// A list of numbers that grow roughly evenly, such as the times of packets: most take one or two bytes.
///
/// In each block of 256 numbers, only the differences from even steps are stored.
package struct CompactNumbers: RandomAccessCollection, Hashable, Sendable {
  private struct Block: Hashable, Sendable {
    var first: Int64
    var step: Int64
    /// Of each difference, in bytes.
    var width: Int
    var place: Int
  }

  private static let blockLength = 256

  private var blocks: [Block] = []
  private var differences: [UInt8] = []
  /// The numbers behind the last whole block.
  private var rest: [Int64] = []

  package init() {}

  package init(_ numbers: some Sequence<Int64>) {
    for number in numbers { append(number) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { blocks.count * Self.blockLength + rest.count }

  package subscript(index: Int) -> Int64 {
    let (number, place) = index.quotientAndRemainder(dividingBy: Self.blockLength)
    guard number < blocks.count else { return rest[place] }
    let block = blocks[number]
    let even = block.first &+ Int64(place) &* block.step
    guard block.width > 0 else { return even }
    var bits: UInt64 = 0
    let start = block.place + place * block.width
    for byte in 0..<block.width { bits |= UInt64(differences[start + byte]) << UInt64(8 * byte) }
    let unused = UInt64(64 - 8 * block.width)
    return even &+ Int64(bitPattern: bits << unused) >> Int64(unused)
  }

  package mutating func append(_ number: Int64) {
    rest.append(number)
    if rest.count == Self.blockLength { closeBlock() }
  }

  package mutating func append(contentsOf numbers: some Sequence<Int64>) {
    for number in numbers { append(number) }
  }

  private mutating func closeBlock() {
    let (first, last) = (rest[0], rest[rest.count - 1])
    // Where a difference overflows, it does so again when the number is read.
    let step = (last &- first) / Int64(rest.count - 1)
    let own = rest.indices.map { rest[$0] &- (first &+ Int64($0) &* step) }
    let width =
      own.allSatisfy { $0 == 0 }
      ? 0 : [1, 2, 4].first { width in own.allSatisfy { isInside($0, bytes: width) } } ?? 8
    blocks.append(Block(first: first, step: step, width: width, place: differences.count))
    for difference in own {
      for byte in 0..<width { differences.append(UInt8(truncatingIfNeeded: difference >> Int64(8 * byte))) }
    }
    rest.removeAll(keepingCapacity: true)
  }

  private func isInside(_ number: Int64, bytes: Int) -> Bool {
    let limit: Int64 = 1 << Int64(8 * bytes - 1)
    return number >= -limit && number < limit
  }
}
