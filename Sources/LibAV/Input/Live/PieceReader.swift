internal import CFFmpeg

/// A playlist and its pieces, as FFmpeg reads them: each is fetched whole by another part of the program.
final class PieceReader {
  private let fetch: (String) throws(LibAVError) -> [UInt8]
  private var playlist: UnsafeMutablePointer<AVIOContext>?
  /// Why the last piece could not be fetched; nil if it could.
  private(set) var failure: LibAVError?

  init(_ fetch: @escaping (String) throws(LibAVError) -> [UInt8]) { self.fetch = fetch }

  /// What FFmpeg is told instead of `https://`. It makes no request itself, and may have been built without TLS.
  private static let mask = (secure: "https://", plain: "http://https--")

  /// The URL of the playlist for FFmpeg.
  static func masked(_ url: String) -> String {
    url.hasPrefix(mask.secure) ? mask.plain + url.dropFirst(mask.secure.count) : url
  }

  func open(_ url: String) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let opened = try HeldBytes(bytes(of: url)).makeInput(named: "playlist")
    playlist = opened
    return opened
  }

  private func bytes(of url: String) throws(LibAVError) -> [UInt8] {
    let isMasked = url.hasPrefix(Self.mask.plain)
    let bytes = try fetch(isMasked ? Self.mask.secure + url.dropFirst(Self.mask.plain.count) : url)
    guard bytes.starts(with: "#EXTM3U".utf8) else { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(text.replacing(Self.mask.secure, with: Self.mask.plain).utf8)
  }

  /// FFmpeg does not close what it did not open.
  func freePlaylist() {
    _ = PieceReader.close(playlist)
    playlist = nil
  }

  /// Opens a piece, or the playlist again.
  static func open(
    _ context: UnsafeMutablePointer<AVFormatContext>?,
    _ opened: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, _ url: UnsafePointer<CChar>?
  ) -> Int32 {
    guard let owner = context?.pointee.opaque, let opened, let url else { return editc_error_io }
    let reader = Unmanaged<PieceReader>.fromOpaque(owner).takeUnretainedValue()
    do throws(LibAVError) {
      opened.pointee = try reader.piece(String(cString: url))
      reader.failure = nil
      return 0
    } catch {
      reader.failure = error
      return editc_error_io
    }
  }

  static func close(_ opened: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard let opened else { return 0 }
    if let held = opened.pointee.opaque { Unmanaged<HeldBytes>.fromOpaque(held).release() }
    av_free(opened.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = opened
    avio_context_free(&context)
    return 0
  }

  private func piece(_ url: String) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    guard url.hasPrefix("http://") else {
      let isEncrypted = url.hasPrefix("crypto")
      throw LibAVError(
        operation: "receiving", subject: "playlist", cause: .notAvailable,
        reason: isEncrypted
          ? "its pieces are encrypted, which is not recorded" : "it names a piece that no server sends")
    }
    return try HeldBytes(bytes(of: url)).makeInput(named: "piece")
  }
}

/// Bytes that FFmpeg reads.
private final class HeldBytes {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func makeInput(named name: String) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let size: Int32 = 1 << 16
    let owner = Unmanaged.passRetained(self)
    guard let buffer = av_malloc(Int(size)),
      let context = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), size, 0, owner.toOpaque(),
        { owner, buffer, count in
          guard let owner, let buffer else { return editc_error_io }
          return Unmanaged<HeldBytes>.fromOpaque(owner).takeUnretainedValue().read(into: buffer, Int(count))
        }, nil,
        { owner, offset, whence in
          guard let owner else { return -1 }
          return Unmanaged<HeldBytes>.fromOpaque(owner).takeUnretainedValue().seek(to: offset, whence)
        })
    else {
      owner.release()
      throw LibAVError(operation: "receiving", subject: name, cause: .outOfMemory, reason: "out of memory")
    }
    return context
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    let end = min(bytes.count, position + max(0, count))
    guard position < end else { return editc_error_end_of_file }
    bytes[position..<end].withUnsafeBufferPointer { part in
      if let start = part.baseAddress { buffer.update(from: start, count: part.count) }
    }
    defer { position = end }
    return Int32(end - position)
  }

  private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
    let start: Int
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return Int64(bytes.count)
    case 0: start = 0
    case 1: start = position
    case 2: start = bytes.count
    default: return -1
    }
    let place = Int64(start).addingReportingOverflow(offset)
    guard !place.overflow, (0...Int64(bytes.count)).contains(place.partialValue) else { return -1 }
    position = Int(place.partialValue)
    return place.partialValue
  }
}
