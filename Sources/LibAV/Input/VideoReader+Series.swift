package import Basics
internal import CFFmpeg

/// How far from a moment a picture may start.
package struct PictureTolerance: Hashable, Sendable {
  package let before: RationalTime
  package let after: RationalTime

  package init(before: RationalTime, after: RationalTime) {
    (self.before, self.after) = (before, after)
  }
}

/// Pictures at many times.
extension VideoReader {
  /// A picture near a moment: any that starts so close to it, the one that is found fastest.
  package func frame(
    near mediaTime: RationalTime, tolerance: PictureTolerance
  ) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(notAfter: mediaTime)
      let first = try source.clock.lastTick(notAfter: mediaTime - tolerance.before)
      let last = try source.clock.lastTick(notAfter: mediaTime + tolerance.after)
      backwardRun = nil
      source.leaveOutUnneeded(before: nil)
      if let current, (first...last).contains(current.tick) { return try shown(at: current.tick) }
      if let way = source.wayToKey(near: tick, first: first, last: last) {
        try begin(atKeyBefore: way)
        // Where the index was wrong, the exact way is the only one.
        if let current, (first...last).contains(current.tick) { return try shown(at: current.tick) }
      }
      try goToRun(before: tick)
      try readOn(to: tick) { $0 >= first }
      guard let current else { throw noPicture() }
      return try shown(at: min(current.tick, tick))
    } catch { throw libAVError(error, mediaTime) }
  }

  /// Starts at the key frame to which the container leads, wherever that is.
  private func begin(atKeyBefore tick: Int64) throws(LibAVError) {
    guard try source.seek(to: tick) else { return try begin(before: tick) }
    start(with: try source.next())
  }

  /// Where going on to the next of rising moments is a jump to a later key frame: runs that can be decoded apart.
  package func runs(of moments: [RationalTime]) throws(LibAVError) -> [Range<Int>] {
    guard source.canSeek, let first = moments.first else { return moments.isEmpty ? [] : [moments.indices] }
    var starts = [0]
    do {
      var before = try source.clock.lastTick(notAfter: first)
      // Some containers only read their index when it is needed.
      _ = try source.seek(to: before)
      for (index, moment) in moments.enumerated().dropFirst() {
        let tick = try source.clock.lastTick(notAfter: moment)
        if source.hasKeyFrame(from: before, to: tick) { starts.append(index) }
        before = tick
      }
    } catch { throw libAVError(error, moments.last ?? .zero) }
    return zip(starts, starts.dropFirst() + [moments.count]).map { $0..<$1 }
  }
}

extension PictureSource {
  /// From where a seek back leads to a key frame within bounds, as far as the container's index knows: to the one before
  /// a tick, else to one behind it. Indices count the time of decoding, so their own entries are no place to seek to.
  fileprivate func wayToKey(near tick: Int64, first: Int64, last: Int64) -> Int64? {
    guard canSeek, let stream = file.stream(streamIndex) else { return nil }
    let before = avformat_index_get_entry_from_timestamp(stream, tick, AVSEEK_FLAG_BACKWARD)
    if let entry = before?.pointee, entry.timestamp >= first { return tick }
    let after = avformat_index_get_entry_from_timestamp(stream, tick, 0)
    if let entry = after?.pointee, entry.timestamp <= last { return last }
    return nil
  }

  /// Whether a seek to a key frame between two ticks saves work.
  fileprivate func hasKeyFrame(from before: Int64, to tick: Int64) -> Bool {
    let second = clock.ticks(inSeconds: 1)
    guard tick - before > second, let stream = file.stream(streamIndex) else { return false }
    if indexIsComplete {
      let entry = avformat_index_get_entry_from_timestamp(stream, tick, AVSEEK_FLAG_BACKWARD)
      return entry.map { $0.pointee.timestamp > before + second } ?? false
    }
    return tick - before > 10 * second
  }
}
