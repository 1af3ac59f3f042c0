import Glibc
import LibAV
import Processes

/// What was done with a recording that its recorder did not finish.
package enum RecordingRepair: Hashable, Sendable {
  /// It was an ordinary file already.
  case nothingToDo
  /// It is an ordinary file now. `cut` bytes behind the last whole fragment were removed.
  case finished(pictures: Int, cut: Int64)
}

/// Makes an ordinary file of a recording whose recorder was killed, or whose machine lost power. What is behind the
/// last whole fragment is removed.
package func finishRecording(at path: String) throws(ExportError) -> RecordingRepair {
  let number = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
  guard number >= 0 else {
    let code = errno
    let kind: ExportError.Kind = code == ENOENT || code == ENOTDIR ? .inputMissing : .cannotCreate
    throw ExportError(kind, "\(FileError(.open, path, .system(errno: code)))")
  }
  let file = Descriptor(owning: number)
  guard let identity = FileIdentity(ofDescriptor: file.number), flock(file.number, LOCK_EX | LOCK_NB) == 0
  else {
    throw ExportError(.temporary, "\(path) is still being recorded; end the recording first")
  }
  let found = UnfinishedRecording(file: file.number, byteCount: identity.byteCount)
  if found.isOrdinary { return .nothingToDo }
  guard let (index, end) = found.index() else {
    throw ExportError(.badData, "\(path) is not a recording of editc with at least one whole fragment")
  }
  _ = try asExportError { () throws(FileError) in
    try finishRecording(file.number, path: path, index, end: end)
  }
  return .finished(pictures: index.pictureCount, cut: identity.byteCount - end)
}

/// A recording that is read for its index.
private struct UnfinishedRecording {
  let file: Int32
  let byteCount: Int64

  /// More than any `moov` of a recording's start, and any `moof` of a fragment.
  private static let mostBytesOfHead: Int64 = 16 << 20
  /// Fragments that may not have reached the disk before a power cut.
  private static let suspects = 8

  private struct Part {
    let kind: String
    let range: Range<Int64>
  }

  /// Whether it has one `mdat` box in the place of its fragments, and an index behind it.
  var isOrdinary: Bool {
    guard let fileType = part(at: 0), fileType.kind == "ftyp",
      let media = part(at: fileType.range.upperBound), media.kind == "mdat",
      let index = part(at: media.range.upperBound)
    else { return false }
    return index.kind == "moov" && index.range.upperBound == byteCount
  }

  /// The index of all whole fragments, and the end of the last one; nil without any.
  func index() -> (MovieIndex, end: Int64)? {
    guard let start = headEnd, let head = bytes(0..<start), let empty = MovieIndex(head: head) else {
      return nil
    }
    var fragments: [(head: Range<Int64>, end: Int64)] = []
    var place = start
    while let head = part(at: place), head.kind == "moof", head.range.count <= Self.mostBytesOfHead,
      let media = part(at: head.range.upperBound), media.kind == "mdat"
    {
      fragments.append((head.range, media.range.upperBound))
      place = media.range.upperBound
    }
    // The kernel writes pages in any order: one that is missing reads as zeros, which no coded packet contains.
    if let lost = fragments.suffix(Self.suspects).firstIndex(where: {
      hasLostPage($0.head.lowerBound..<$0.end)
    }) {
      fragments.removeSubrange(lost...)
    }
    var index = empty
    var end: Int64?
    for fragment in fragments {
      guard let head = bytes(fragment.head),
        index.add(fragment: head, at: fragment.head.lowerBound, to: fragment.end)
      else { break }
      end = fragment.end
    }
    return end.map { (index, $0) }
  }

  /// The end of the `moov` box at the start.
  private var headEnd: Int64? {
    var place: Int64 = 0
    for kind in ["ftyp", "free", "moov"] {
      guard let part = part(at: place), part.kind == kind, part.range.upperBound <= Self.mostBytesOfHead
      else {
        return nil
      }
      place = part.range.upperBound
    }
    return place
  }

  /// The box that starts at a place; nil if it is not whole.
  private func part(at place: Int64) -> Part? {
    guard let header = bytes(place..<place + 8) else { return nil }
    var length = number(header.prefix(4))
    if length == 1 {
      guard let long = bytes(place + 8..<place + 16) else { return nil }
      length = number(long[...])
    }
    guard length >= 8, length <= byteCount - place else { return nil }
    return Part(kind: String(decoding: header[4...], as: UTF8.self), range: place..<place + length)
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func hasLostPage(_ range: Range<Int64>) -> Bool {
    let page: Int64 = 4096
    var place = (range.lowerBound + page - 1) / page * page
    while place + page <= range.upperBound {
      guard let bytes = bytes(place..<place + page) else { return true }
      if bytes.allSatisfy({ $0 == 0 }) { return true }
      place += page
    }
    return false
  }

  /// Nil unless all of them are in the file.
  private func bytes(_ range: Range<Int64>) -> [UInt8]? {
    guard range.upperBound <= byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { bytes in
        pread(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, Int(range.lowerBound) + done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }
}
