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
  /// Returns a picture that starts within the tolerance of a moment, whichever is found fastest.
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
        // If the index was wrong, only the exact way is left.
        if let current, (first...last).contains(current.tick) { return try shown(at: current.tick) }
      }
      try goToRun(before: tick)
      try readOn(to: tick) { $0 >= first }
      guard let current else { throw noPicture() }
      return try shown(at: min(current.tick, tick))
    } catch { throw libAVError(error, mediaTime) }
  }

  /// Starts at the key frame that the container seeks to, wherever that is.
  private func begin(atKeyBefore tick: Int64) throws(LibAVError) {
    guard try source.seek(to: tick) else { return try begin(before: tick) }
    start(with: try source.next())
  }

  /// Splits rising moments into runs that can be decoded separately, wherever the next moment needs a jump to
  /// a later key frame.
  package func runs(of moments: [RationalTime]) throws(LibAVError) -> [Range<Int>] {
    guard source.canSeek, let first = moments.first else { return moments.isEmpty ? [] : [moments.indices] }
    var starts = [0]
    do {
      var before = try source.clock.lastTick(notAfter: first)
      // Some containers read their index only when it is needed.
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
  /// The tick from which a seek back leads to a key frame within bounds, as far as the container's index
  /// knows: to the one before a tick, or else to one behind it. Indices contain decoding times, so their own
  /// entries are not usable as targets.
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
