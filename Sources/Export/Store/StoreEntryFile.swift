import ContentDigest
import FoundationEssentials
import LibAV
import Processes
import RenderPlan

// One coded stream as a file of the store:
//
//     "editc stretch 3\n", the key of the entry (64 hexadecimal digits),
//     length of the description, the description (JSON),
//     per packet: length, presentation, decode, duration, flags (1 for a key packet, 2 for an addition),
//     bytes, and length of the addition, the addition;
//     an end mark, the number of packets, length of the ending, the ending (JSON: what is known only now),
//     the SHA-256 of everything before it.
//
// Numbers are little-endian, lengths 32 bits, times 64. The digest reveals a file that a disk or a person has
// changed, the key one that has the name of another entry. Such files count as missing.
private let signature = Array("editc stretch 3\n".utf8)
private let endMark = UInt32.max
private let keyFlag: UInt8 = 1
private let additionFlag: UInt8 = 2

private func beginning(of key: ContentDigest) -> [UInt8] { signature + Array(key.hex.utf8) }

/// The part of an entry that is known only at its end.
struct StoreEntryEnding: Hashable, Sendable, Codable {
  /// Replaces the configuration of its stream.
  var configuration: [UInt8]?
  var sound: SoundMeasurement?
  /// Undecodable parts that were replaced.
  var concealed: [Concealment]?
  /// Of the first of two passes: the bits that the segment took.
  var bits: PassBits?
  /// Of copied pictures next to encoded ones: some of them, by `Segment.comparedFrames`.
  var samples: [ComparedPicture]?
}

/// Writes an entry; it is in the store once `finish` has returned.
final class StoreEntryWriter {
  private let file: AtomicFile
  private var digest: DigestStream?
  private var buffer: [UInt8] = []
  private var packetCount: Int64 = 0

  private static let bufferSize = 1 << 20

  init(
    at path: String, key: ContentDigest, owner: TemporaryOwner, stream: EncodedStream
  ) throws(ExportError) {
    do throws(FileError) { file = try AtomicFile(at: path, owner: owner, takesRights: false) } catch {
      throw ExportError(inStore: error)
    }
    do throws(DigestFailure) { digest = try DigestStream() } catch { throw ExportError(.engine, "\(error)") }
    let description = Array(stream.line.utf8)
    buffer += beginning(of: key)
    buffer.append(number: UInt32(clamping: description.count))
    buffer += description
  }

  func append(_ packet: EncodedPacket) throws(ExportError) {
    buffer.append(number: UInt32(clamping: packet.bytes.count))
    buffer.append(number: packet.presentation)
    buffer.append(number: packet.decode)
    buffer.append(number: packet.duration)
    buffer.append((packet.isKey ? keyFlag : 0) | (packet.addition.isEmpty ? 0 : additionFlag))
    buffer += packet.bytes
    if !packet.addition.isEmpty {
      buffer.append(number: UInt32(clamping: packet.addition.count))
      buffer += packet.addition
    }
    packetCount += 1
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func finish(_ ending: StoreEntryEnding = StoreEntryEnding()) throws(ExportError) {
    buffer.append(number: endMark)
    buffer.append(number: packetCount)
    let text = Array(ending.line.utf8)
    buffer.append(number: UInt32(clamping: text.count))
    buffer += text
    try flush()
    guard let digest = digest.take() else { return }
    do {
      let hex = try digest.finalize().hex
      try file.write(Array(hex.utf8))
      // An incomplete entry is recognised by its digest, and re-rendered.
      file.startFlushing()
      try file.commit(replacing: true, syncing: false)
    } catch let error as FileError { throw ExportError(inStore: error) } catch {
      throw ExportError(.engine, "\(error)")
    }
  }

  private func flush() throws(ExportError) {
    digest?.update(buffer)
    do throws(FileError) { try file.write(buffer) } catch { throw ExportError(inStore: error) }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Reads an entry packet by packet, with only a little of it in memory.
final class StoreEntryReader {
  let stream: EncodedStream
  /// What its writer knew at the end; set after the last packet.
  private(set) var ending = StoreEntryEnding()
  private let input: DigestedFile
  private var packetsRead: Int64 = 0

  init(at path: String, key: ContentDigest) throws(ExportError) {
    input = try DigestedFile(path)
    let start = beginning(of: key)
    guard try input.read(start.count) == start,
      let length: UInt32 = try input.readNumber(),
      let description = try? JSONDecoder().decode(
        EncodedStream.self, from: Data(try input.read(Int(length))))
    else { throw Self.damaged(path) }
    stream = description
  }

  /// Returns the next packet, or nil after the last one.
  func next() throws(ExportError) -> EncodedPacket? {
    guard let length: UInt32 = try input.readNumber() else { throw Self.damaged(input.path) }
    guard length != endMark else {
      // Checked when the film was planned, too, but a disk can fail in between.
      guard let count: Int64 = try input.readNumber(), count == packetsRead,
        let length: UInt32 = try input.readNumber(),
        let ending = try? JSONDecoder().decode(
          StoreEntryEnding.self, from: Data(try input.read(Int(length)))),
        try input.endsWithItsDigest()
      else { throw Self.damaged(input.path) }
      self.ending = ending
      return nil
    }
    guard let presentation: Int64 = try input.readNumber(), let decode: Int64 = try input.readNumber(),
      let duration: Int64 = try input.readNumber(), let flags = try input.read(1).first
    else { throw Self.damaged(input.path) }
    let bytes = try input.read(Int(length))
    guard bytes.count == Int(length) else { throw Self.damaged(input.path) }
    packetsRead += 1
    var packet = EncodedPacket(
      bytes: bytes, presentation: presentation, decode: decode, duration: duration,
      isKey: flags & keyFlag != 0)
    if flags & additionFlag != 0 {
      guard let length: UInt32 = try input.readNumber() else { throw Self.damaged(input.path) }
      packet.addition = try input.read(Int(length))
      guard packet.addition.count == Int(length) else { throw Self.damaged(input.path) }
    }
    return packet
  }

  /// The bytes of an entry's packets, from the size of its file; nil if the file is missing. The packets are
  /// not read.
  static func packetBytes(in path: String, key: ContentDigest, packets: Int) -> Int64? {
    guard let input = try? DigestedFile(path), let start = try? input.read(beginning(of: key).count),
      start == beginning(of: key), let description: UInt32 = try? input.readNumber()
    else { return nil }
    // The end mark, the number of packets, and the length of the ending, which is seldom more than `{}`.
    let frame = start.count + 4 + Int(description) + 4 + 8 + 4 + 2 + DigestedFile.digestLength
    return Int64(max(0, input.byteCount - frame - packets * 29))
  }

  static func damaged(_ path: String) -> ExportError {
    ExportError(.temporary, "\(path) in the segment store is damaged; run the command again to replace it")
  }

  /// Whether the file exists and is what its writer wrote for this key.
  static func isIntact(_ path: String, key: ContentDigest) -> Bool {
    (try? isWhole(path, key: key)) ?? false
  }

  /// The same, but throws if the file cannot be judged: it cannot be opened, or no memory is left.
  static func isWhole(_ path: String, key: ContentDigest) throws(ExportError) -> Bool {
    let start = beginning(of: key)
    let input = try DigestedFile(path)
    do throws(ExportError) {
      guard try input.read(start.count) == start else { return false }
      var left = input.byteCount - start.count - DigestedFile.digestLength
      while left > 0 {
        let count = try input.read(min(left, DigestedFile.pieceSize)).count
        guard count > 0 else { return false }
        left -= count
      }
      return try input.endsWithItsDigest()
    } catch {
      // The disk does not return its bytes.
      if error.kind == .inputOutput { return false }
      throw error
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
