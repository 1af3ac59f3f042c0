internal import CFFmpeg
internal import Synchronization

/// Memory for pictures, reused after the last reference to a picture is released.
///
/// A pool keeps buffers for the few most recent picture sizes, so it does not grow with the number of clips.
package final class FramePool: Sendable {
  private let pools = Mutex<[BufferPool]>([])
  private static let rememberedSizes = 4

  package init() {}

  /// Returns a reference that the caller owns.
  func buffer(byteCount: Int) throws(LibAVError) -> UnsafeMutablePointer<AVBufferRef> {
    try allocated(pool(byteCount: byteCount).buffer(), "allocating a picture", "\(byteCount) bytes")
  }

  private func pool(byteCount: Int) -> BufferPool {
    pools.withLock { pools in
      let known = pools.firstIndex { $0.byteCount == byteCount }
      let pool = known.map { pools.remove(at: $0) } ?? BufferPool(byteCount: byteCount)
      pools.append(pool)
      if pools.count > Self.rememberedSizes { pools.removeFirst() }
      return pool
    }
  }
}

/// Buffers of one size; those still in use outlive it.
///
/// `@unchecked Sendable`: FFmpeg's pools take their own lock.
private final class BufferPool: @unchecked Sendable {
  let byteCount: Int
  private let pointer: OpaquePointer?

  init(byteCount: Int) {
    self.byteCount = byteCount
    pointer = av_buffer_pool_init(byteCount, av_buffer_allocz)
  }

  deinit {
    var pointer = pointer
    av_buffer_pool_uninit(&pointer)
  }

  func buffer() -> UnsafeMutablePointer<AVBufferRef>? {
    pointer.flatMap { av_buffer_pool_get($0) }
  }
}
