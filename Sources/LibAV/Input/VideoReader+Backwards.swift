package import Basics
internal import CFFmpeg

/// A run of pictures that were decoded forwards to be shown backwards.
struct BackwardRun {
  /// In ascending order of time.
  let pictures: [PictureSource.Picture]
  /// The picture after them; nil at the end of the stream.
  let next: PictureSource.Picture?

  /// The most memory that the pictures of a run take: a second and a half of 1080p at 50 frames per second.
  static let byteLimit = 256 << 20

  /// The index of the last picture that is not after a tick; nil if the run does not cover the tick.
  func place(of tick: Int64) -> Int? {
    if let next, tick >= next.tick { return nil }
    return pictures.lastIndex { $0.tick <= tick }
  }
}

extension VideoReader {
  /// Like `frame(at:)`, but for times that mostly fall: just before a moment in reverse is the picture that
  /// starts then.
  ///
  /// A group of pictures can only be decoded forwards, so its pictures are cached until they have been shown.
  /// Only the last part of a group that is too long is cached; the group is decoded again for the part
  /// before.
  package func frame(goingBackTo mediaTime: RationalTime) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(notAfter: mediaTime)
      if let run = backwardRun, let place = run.place(of: tick) { return try frame(place, of: run, at: tick) }
      let run = try readRun(upTo: tick)
      return try frame(run.pictures.count - 1, of: run, at: tick)
    } catch { throw libAVError(error, mediaTime) }
  }

  /// Releases the cached pictures of a reader that is not in use.
  package func rest() {
    backwardRun = nil
    if !options.keepsAtRest { kept = KeptPictures(byteLimit: options.keptBytes) }
    pair = nil
  }

  private func frame(
    _ place: Int, of run: BackwardRun, at tick: Int64
  ) throws(LibAVError) -> VideoFrame {
    let shown = run.pictures[place]
    let next = place + 1 < run.pictures.count ? run.pictures[place + 1] : run.next
    // Reading forwards shows whether the damage is real, and throws if so.
    if damage(of: shown, before: next, at: tick) != nil { return try frame(notAfter: tick) }
    guard let order = fieldRule.order(of: shown.frame) else { return shown.frame }
    // Its fields are interpolated with the previous picture, which a run lacks for its first one.
    guard place > 0 || shown.tick == firstTick else { return try frame(notAfter: tick) }
    return try half(
      of: shown, at: tick, order, after: place > 0 ? run.pictures[place - 1] : nil, before: next)
  }

  /// Decodes from a key frame to the wanted picture, and caches as many of the last ones as memory allows.
  private func readRun(upTo tick: Int64) throws(LibAVError) -> BackwardRun {
    // Releases the pictures of the previous run before others are decoded.
    backwardRun = nil
    // All of them will be shown, the earlier ones later.
    source.leaveOutUnneeded(before: nil)
    try begin(before: tick)
    guard let first = current else { throw noPicture() }
    var kept = [first]
    let most = max(2, BackwardRun.byteLimit / max(1, first.frame.byteCount))
    while let next = try source.next() {
      guard next.tick <= tick else {
        upcoming = next
        break
      }
      kept.append(next)
      if kept.count > most { kept.removeFirst(kept.count - most) }
    }
    isAtEnd = upcoming == nil
    current = kept.last
    previous = kept.dropLast().last
    lastWhole = kept.last { $0.damage == nil }
    let run = BackwardRun(pictures: kept, next: upcoming)
    backwardRun = run
    return run
  }
}

extension VideoFrame {
  /// The memory of its pixels, without the padding of rows.
  var byteCount: Int {
    Int(max(1, av_image_get_buffer_size(format, pointer.pointee.width, pointer.pointee.height, 1)))
  }
}
