import CLinux
import Glibc

/// Slots of equal size in memory that two processes share. One process fills them and never waits: if all are full,
/// it counts what it could not write. The other one reads them in order.
///
/// Neither trusts the other: the size of the memory is fixed by the kernel, and each number in it is checked.
package final class SharedRing {
  /// Of the memory, in this process.
  package let descriptor: Int32
  private let file: Descriptor
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private let slotCount: Int
  /// Without its header.
  private let slotBytes: Int

  private static let headBytes = 4096
  private static let slotHeadBytes = 64
  private static let mostBytes = 1 << 30
  /// Places of the numbers, each in a cache line of its own.
  private enum Place {
    static let slotCount = 0
    static let slotBytes = 8
    static let written = 64
    static let taken = 128
    static let missed = 192
  }

  /// Creates the memory, for the process that fills it.
  package init(slotCount: Int, slotBytes: Int) throws(SystemError) {
    let size = Self.headBytes + slotCount * (slotBytes + Self.slotHeadBytes)
    let number = editc_memory_file("editc-ring", size)
    guard number >= 0 else { throw SystemError("share memory", code: -number) }
    file = Descriptor(owning: number)
    descriptor = number
    memory = try map(number, size)
    byteCount = size
    (self.slotCount, self.slotBytes) = (slotCount, slotBytes)
    memory.storeBytes(of: UInt64(slotCount), toByteOffset: Place.slotCount, as: UInt64.self)
    memory.storeBytes(of: UInt64(slotBytes), toByteOffset: Place.slotBytes, as: UInt64.self)
  }

  /// Opens the memory that a child has created.
  package init(ofProcess process: Int32, descriptor number: Int32) throws(SystemError) {
    let opened = open("/proc/\(process)/fd/\(number)", O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError("open the memory of a child process") }
    let file = Descriptor(owning: opened)
    var facts = stat()
    guard fstat(opened, &facts) == 0, editc_is_sealed(opened) == 1,
      (Self.headBytes...Self.mostBytes).contains(facts.st_size)
    else { throw SystemError("share memory", code: EINVAL) }
    let memory = try map(opened, facts.st_size)
    let slots = Int(clamping: memory.load(fromByteOffset: Place.slotCount, as: UInt64.self))
    let bytes = Int(clamping: memory.load(fromByteOffset: Place.slotBytes, as: UInt64.self))
    let most = facts.st_size - Self.headBytes
    guard (1...65536).contains(slots), (1...most).contains(bytes), bytes.isMultiple(of: 64),
      slots * (bytes + Self.slotHeadBytes) == most
    else {
      munmap(memory, facts.st_size)
      throw SystemError("share memory", code: EINVAL)
    }
    (slotCount, slotBytes) = (slots, bytes)
    byteCount = facts.st_size
    self.memory = memory
    descriptor = opened
    self.file = consume file
  }

  deinit { munmap(memory, byteCount) }

  /// Fills the next slot; `fill` returns the time and the number of bytes. Returns false, and counts that, if all
  /// are full; `fill` is not called then.
  package func write<Failure>(
    _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> (time: Int64, byteCount: Int)
  ) throws(Failure) -> Bool {
    let written = number(at: Place.written)
    guard written &- number(at: Place.taken) < UInt64(slotCount) else {
      store(number(at: Place.missed) &+ 1, at: Place.missed)
      return false
    }
    let slot = slot(written)
    let (time, count) = try fill(
      UnsafeMutableRawBufferPointer(start: slot + Self.slotHeadBytes, count: slotBytes))
    slot.storeBytes(of: time, as: Int64.self)
    slot.storeBytes(of: Int64(count), toByteOffset: 8, as: Int64.self)
    store(written &+ 1, at: Place.written)
    return true
  }

  /// Reads the next slot; nil if all are empty.
  package func read<Result, Failure>(
    _ body: (_ time: Int64, UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let taken = number(at: Place.taken)
    let count = number(at: Place.written) &- taken
    guard count > 0, count <= UInt64(slotCount) else { return nil }
    let slot = slot(taken)
    defer { store(taken &+ 1, at: Place.taken) }
    let bytes = max(0, min(slot.load(fromByteOffset: 8, as: Int64.self), Int64(slotBytes)))
    return try body(
      slot.load(as: Int64.self), UnsafeRawBufferPointer(start: slot + Self.slotHeadBytes, count: Int(bytes)))
  }

  /// How often all slots were full.
  package var missed: Int64 { Int64(clamping: number(at: Place.missed)) }

  private func slot(_ number: UInt64) -> UnsafeMutableRawPointer {
    memory + Self.headBytes + Int(number % UInt64(slotCount)) * (slotBytes + Self.slotHeadBytes)
  }

  private func number(at place: Int) -> UInt64 {
    editc_shared_load((memory + place).assumingMemoryBound(to: UInt64.self))
  }

  private func store(_ number: UInt64, at place: Int) {
    editc_shared_store((memory + place).assumingMemoryBound(to: UInt64.self), number)
  }
}

private func map(_ descriptor: Int32, _ byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
  guard
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
    Int(bitPattern: memory) != -1
  else { throw SystemError("share memory") }
  return memory
}
