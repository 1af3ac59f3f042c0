internal import CFFmpeg

/// What the container's index tells before anything is decoded.
extension PictureSource {
  /// Whether a key frame lies between a picture and a later time, so that a seek saves work.
  func isFarAhead(_ tick: Int64, of picture: Picture) -> Bool {
    guard canSeek, tick > picture.tick, let stream = file.stream(streamIndex) else { return false }
    let entry = avformat_index_get_entry_from_timestamp(stream, tick, AVSEEK_FLAG_BACKWARD)
    if let entry = entry?.pointee, indexIsComplete {
      // Entries count decoding time, which is a little earlier: a second keeps clear of that.
      return entry.timestamp > picture.tick + clock.ticks(inSeconds: 1)
    }
    return tick - picture.tick > clock.ticks(inSeconds: 10)
  }

  /// The tick from which pictures are missing that the index promises; nil where the file is whole.
  func missingTail(after last: Picture) -> Int64? {
    guard file.isCutShort(stream: streamIndex) else { return nil }
    return last.tick + max(1, plausibleDuration(last.frame.pointer.pointee.pkt_duration))
  }

  /// MP4 and Matroska list their key frames; others learn them while reading.
  var indexIsComplete: Bool { file.container == "mov" || file.container == "matroska" }
}

extension MediaFile {
  /// Whether the index names bytes of a stream that lie after the end of the file.
  func isCutShort(stream index: Int) -> Bool {
    guard let stream = stream(index) else { return false }
    for position in 0..<avformat_index_get_entries_count(stream) {
      guard let entry = avformat_index_get_entry(stream, position)?.pointee else { continue }
      let (end, overflows) = entry.pos.addingReportingOverflow(Int64(entry.size))
      if overflows || end > byteCount { return true }
    }
    return false
  }
}
