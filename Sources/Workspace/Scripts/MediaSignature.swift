import Processes

/// The first bytes of media files, to recognise one that is mistaken for a script, whatever its name and
/// size.
enum MediaSignature {
  /// More than any signature needs.
  private static let length = 377

  /// Whether the bytes begin a media file. No text begins in this way: letters alone prove nothing.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let head = Array(bytes.prefix(length))
    func has(_ text: String, at offset: Int) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    func isControl(at offset: Int) -> Bool { head.count > offset && (head[offset] < 9 || head[offset] > 127) }
    if signatures.contains(where: head.starts) { return true }
    // MP4 and QuickTime: the size of the first box, and its name.
    if isControl(at: 0), ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) })
    {
      return true
    }
    if has("RIFF", at: 0) || has("RF64", at: 0) || has("FORM", at: 0) {
      return ["WAVE", "AVI ", "WEBP", "AIFF", "AIFC"].contains { has($0, at: 8) }
    }
    if has("OggS", at: 0) || has("fLaC", at: 0) { return isControl(at: 4) }
    if has("ID3", at: 0) { return isControl(at: 3) }
    return isTransportStream(head)
  }

  /// The same for a file; false if it cannot be read.
  static func begins(fileAt path: String) -> Bool {
    (try? readBeginning(of: path, upTo: length)).map(begins) ?? false
  }

  private static let signatures: [[UInt8]] = [
    // Matroska and WebM, MXF, FLV, ASF.
    [0x1A, 0x45, 0xDF, 0xA3], [0x06, 0x0E, 0x2B, 0x34], [0x46, 0x4C, 0x56, 0x01], [0x30, 0x26, 0xB2, 0x75],
    // MP3 and ADTS without tags, MPEG program streams.
    [0xFF, 0xFB], [0xFF, 0xF3], [0xFF, 0xF1], [0xFF, 0xF9], [0x00, 0x00, 0x01, 0xBA],
    // PNG, JPEG, GIF, TIFF, EXR.
    [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF87a".utf8), Array("GIF89a".utf8),
    [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A], [0x76, 0x2F, 0x31, 0x01],
  ]

  /// Packets of 188 bytes, each starting with `G`.
  private static func isTransportStream(_ head: [UInt8]) -> Bool {
    head.count > 376 && head[0] == 0x47 && head[188] == 0x47 && head[376] == 0x47
      && head.prefix(188).contains { $0 < 9 || $0 > 127 }
  }
}
