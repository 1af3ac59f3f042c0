internal import CFFmpeg

/// A playlist and its pieces, as FFmpeg reads them: each is fetched whole by another part of the program.
final class PieceReader {
  private let fetch: (String) throws(LibAVError) -> [UInt8]
  private var playlist: UnsafeMutablePointer<AVIOContext>?
  /// As it was at first.
  private var playlistText = ""
  /// Why the last piece could not be fetched; nil if it could.
  private(set) var failure: LibAVError?
  /// Everything that was fetched and can be a key. FFmpeg goes on without a key that it could not read.
  private var keys: Set<[UInt8]> = []
  /// Why something could not be fetched; nil if nothing failed.
  private var lastFailure: LibAVError?

  init(_ fetch: @escaping (String) throws(LibAVError) -> [UInt8]) { self.fetch = fetch }

  /// What FFmpeg is told instead of `https://`. It makes no request itself, and may have been built without TLS.
  private static let mask = (secure: "https://", plain: "http://https--")

  /// The URL of the playlist for FFmpeg.
  static func masked(_ url: String) -> String {
    url.hasPrefix(mask.secure) ? mask.plain + url.dropFirst(mask.secure.count) : url
  }

  func open(_ url: String) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let bytes = try bytes(of: url)
    playlistText = String(decoding: bytes, as: UTF8.self)
    let opened = try HeldBytes(bytes).makeInput(named: "playlist")
    playlist = opened
    return opened
  }

  /// How many of the last pieces of the playlist last for so many seconds, and three more, with which FFmpeg begins a
  /// live one. Nil for a playlist of playlists.
  func pieceCount(lasting seconds: Double) -> Int? {
    let mark = "#EXTINF:"
    let lengths = playlistText.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(mark) }.map {
      Double($0.dropFirst(mark.count).prefix { $0 != "," }) ?? 0
    }
    guard !lengths.isEmpty else { return nil }
    var (count, sum) = (0, 0.0)
    while count < lengths.count, sum < seconds {
      count += 1
      sum += lengths[lengths.count - count]
    }
    return count + 3
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
    _ opened: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, _ url: UnsafePointer<CChar>?,
    _ options: OpaquePointer?
  ) -> Int32 {
    guard let owner = context?.pointee.opaque, let opened, let url else { return editc_error_io }
    let reader = Unmanaged<PieceReader>.fromOpaque(owner).takeUnretainedValue()
    do throws(LibAVError) {
      let cipher = PieceCipher(key: text("key", in: options), start: text("iv", in: options))
      opened.pointee = try reader.piece(String(cString: url), cipher)
      reader.failure = nil
      return 0
    } catch {
      reader.failure = error
      reader.lastFailure = error
      return editc_error_io
    }
  }

  private static func text(_ name: String, in options: OpaquePointer?) -> String {
    av_dict_get(options, name, nil, 0).map { String(cString: $0.pointee.value) } ?? ""
  }

  static func close(_ opened: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard let opened else { return 0 }
    if let held = opened.pointee.opaque { Unmanaged<HeldBytes>.fromOpaque(held).release() }
    av_free(opened.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = opened
    avio_context_free(&context)
    return 0
  }

  /// `cipher` is that of an encrypted piece.
  private func piece(
    _ url: String, _ cipher: PieceCipher?
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let isEncrypted = url.hasPrefix(Self.encrypted)
    let plain = isEncrypted ? String(url.dropFirst(Self.encrypted.count)) : url
    guard plain.hasPrefix("http://") else {
      throw unusable("it names a piece that no server sends", .notAvailable)
    }
    guard isEncrypted else {
      let bytes = try bytes(of: plain)
      if bytes.count == PieceCipher.blockBytes { keys.insert(bytes) }
      return try HeldBytes(bytes).makeInput(named: "piece")
    }
    guard let cipher, keys.contains(cipher.key) else {
      throw lastFailure ?? unusable("its key is missing, or has other than 16 bytes", .badData)
    }
    guard let bytes = cipher.decrypted(try bytes(of: plain)) else {
      throw unusable("a piece is damaged, or encrypted with another key", .badData)
    }
    return try HeldBytes(bytes).makeInput(named: "piece")
  }

  /// What FFmpeg puts in front of the URL of an encrypted piece.
  private static let encrypted = "crypto+"

  private func unusable(_ reason: String, _ cause: LibAVError.Cause) -> LibAVError {
    LibAVError(operation: "receiving", subject: "playlist", cause: cause, reason: reason)
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
