import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite("Memory that two processes share")
struct SharedRingTests {
  /// Writes a number and returns whether there was a free slot.
  private func write(_ number: UInt64, to ring: SharedRing) -> Bool {
    ring.write { bytes in
      bytes.storeBytes(of: number, as: UInt64.self)
      return (Int64(number) * 10, 8)
    }
  }

  private func read(_ ring: SharedRing) -> UInt64? {
    ring.read { time, bytes in
      #expect(bytes.count == 8 && time == 10 * Int64(bytes.load(as: UInt64.self)))
      return bytes.load(as: UInt64.self)
    }
  }

  @Test("is read in order; what does not fit is counted, and never waits")
  func order() throws {
    let writer = try SharedRing(slotCount: 3, slotBytes: 64)
    let reader = try SharedRing(ofProcess: getpid(), descriptor: writer.descriptor)
    #expect(read(reader) == nil)
    var expected: [UInt64] = []
    var random = SeededRandom(seed: 1)
    var missed: Int64 = 0
    for number in 0..<10_000 as Range<UInt64> {
      if Bool.random(using: &random) {
        if write(number, to: writer) { expected.append(number) } else { missed += 1 }
      } else if !expected.isEmpty {
        #expect(read(reader) == expected.removeFirst())
      }
      #expect(expected.count <= 3)
    }
    #expect(reader.missed == missed && missed > 100)
  }

  @Test("is refused unless its size is fixed and its numbers fit")
  func refused() throws {
    #expect(throws: SystemError.self) { try SharedRing(ofProcess: getpid(), descriptor: 987_654) }
    let folder = try TemporaryFolder()
    let plain = open(try folder.write("file", String(repeating: "0", count: 8192)), O_RDWR | O_CLOEXEC)
    defer { close(plain) }
    #expect(throws: SystemError.self) { try SharedRing(ofProcess: getpid(), descriptor: plain) }
    let writer = try SharedRing(slotCount: 3, slotBytes: 64)
    var wrong: UInt64 = 4
    #expect(pwrite(writer.descriptor, &wrong, 8, 0) == 8)
    #expect(throws: SystemError.self) { try SharedRing(ofProcess: getpid(), descriptor: writer.descriptor) }
    #expect(ftruncate(writer.descriptor, 100) != 0, "nobody can take memory away from the reader")
  }

  @Test("survives any numbers that the other process writes")
  func hostile() throws {
    let writer = try SharedRing(slotCount: 3, slotBytes: 64)
    let reader = try SharedRing(ofProcess: getpid(), descriptor: writer.descriptor)
    var random = SeededRandom(seed: 2)
    for _ in 0..<20_000 {
      var number = random.next()
      if number.isMultiple(of: 3) { number %= 5 }
      pwrite(writer.descriptor, &number, 8, Int.random(in: 0..<560, using: &random) * 8)
      _ = reader.read { _, bytes in #expect(bytes.count <= 64) }
      _ = write(number % 100, to: writer)
    }
  }
}
