extension MediaFile {
  /// Refuses a reference movie of QuickTime, whose pictures or samples are in other files.
  ///
  /// FFmpeg skips such tracks, or reads other bytes of the movie itself in their place.
  func refuseReferences() throws(LibAVError) {
    guard container == "mov" else { return }
    var boxes = BoxReader(self)
    for movie in boxes.children(of: 0..<byteCount) where movie.type == "moov" {
      let parts = boxes.children(of: movie.content)
      if parts.contains(where: { $0.type == "rmra" }) { throw reference }
      for track in parts where track.type == "trak" {
        guard let media = boxes.descendant(of: track.content, ["mdia"]), isPictureOrSound(media, &boxes),
          let table = boxes.descendant(of: media, ["minf", "dinf", "dref"]),
          // The version, the flags and the number of entries precede the entries.
          boxes.children(of: table.dropping(8)).contains(where: isElsewhere)
        else { continue }
        throw reference
      }
    }
  }

  private func isPictureOrSound(_ media: Range<Int64>, _ boxes: inout BoxReader) -> Bool {
    guard let handler = boxes.descendant(of: media, ["hdlr"]),
      let kind = bytes(at: handler.lowerBound + 8, count: 4)
    else { return false }
    return ["vide", "soun"].contains(String(decoding: kind, as: UTF8.self))
  }

  /// Whether an entry of a table of data references names another file: its flags do not state that the media are
  /// in the same file, and a name follows them.
  private func isElsewhere(_ entry: BoxReader.Box) -> Bool {
    guard ["url ", "urn ", "alis"].contains(entry.type), entry.content.count > 5,
      let flags = bytes(at: entry.content.lowerBound, count: 4)
    else { return false }
    return flags[3] & 1 == 0
  }

  private var reference: LibAVError {
    LibAVError(
      operation: "probing", subject: path, cause: .badData,
      reason: "it is a reference movie: its media are in other files; export it as a self-contained movie")
  }
}
