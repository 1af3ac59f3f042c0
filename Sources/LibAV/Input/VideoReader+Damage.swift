import Basics
internal import CFFmpeg

/// The replacement of damaged pictures, cached as long as it is the same.
final class StandIn {
  fileprivate var made: (for: ObjectIdentifier, frame: VideoFrame)?
  /// The first whole picture of the file, once it was searched for.
  fileprivate var firstWhole: PictureSource.Picture?
}

extension VideoReader {
  /// Returns the picture that replaces damage at a tick.
  func replacement(of damage: PictureSource.Damage, at tick: Int64) throws(LibAVError) -> VideoFrame {
    guard let damaged = current else { throw noPicture() }
    note(damage, at: tick)
    guard options.onCorruption == .hold else {
      return try standIn(for: damaged.frame) { frame throws(LibAVError) in try frame.blackTwin() }
    }
    let whole = try wholePicture(before: tick)
    guard let order = fieldRule.order(of: whole.frame) else { return whole.frame }
    // Without its neighbours, one of which is damaged.
    return try standIn(for: whole.frame) { frame throws(LibAVError) in
      try deinterlacer.picture(
        of: .first, in: frame, order, previous: nil, next: nil, presentationTime: frame.presentationTime)
    }
  }

  private func standIn(
    for frame: VideoFrame, _ make: (VideoFrame) throws(LibAVError) -> VideoFrame
  ) throws(LibAVError) -> VideoFrame {
    if let made = standIn.made, made.for == ObjectIdentifier(frame) { return made.frame }
    let made = try make(frame)
    standIn.made = (ObjectIdentifier(frame), made)
    return made
  }

  /// Returns the last undamaged picture before a tick, or the first one of all if there is none before.
  private func wholePicture(before tick: Int64) throws(LibAVError) -> PictureSource.Picture {
    if let lastWhole { return lastWhole }
    if let firstWhole = standIn.firstWhole, firstWhole.tick > tick { return firstWhole }
    if !source.isFromStart {
      start(with: try restarted())
      try readOn(to: tick)
      if let lastWhole { return lastWhole }
    }
    try readOn(to: Int64.max) { _ in lastWhole != nil }
    guard let lastWhole else {
      throw LibAVError(
        operation: "decoding", subject: source.path, cause: .badData,
        reason: "no picture of the file is whole, so none can be held")
    }
    standIn.firstWhole = lastWhole
    return lastWhole
  }

  private func note(_ damage: PictureSource.Damage, at tick: Int64) {
    // Damage without a known time counts from where it is found.
    let first = damage.tick == Int64.min ? tick : min(tick, damage.tick)
    guard let start = try? source.clock.mediaTime(first), let end = try? source.clock.mediaTime(tick),
      let range = TimeRange(start: start, end: end)
    else { return }
    ConcealmentLog.note(
      Concealment(
        path: source.path, kind: options.onCorruption == .black ? .black : .held, range: range,
        reason: damage.reason))
  }
}

extension VideoFrame {
  /// A black picture of the same size, format and colours.
  fileprivate func blackTwin() throws(LibAVError) -> VideoFrame {
    let twin = try VideoFrame.blank(size: size, format: format, presentationTime: presentationTime)
    let target = twin.pointer
    try check(av_frame_copy_props(target, pointer), "making a black picture", formatName)
    var planes: [UnsafeMutablePointer<UInt8>?] = [
      target.pointee.data.0, target.pointee.data.1, target.pointee.data.2, target.pointee.data.3,
    ]
    let strides = [
      target.pointee.linesize.0, target.pointee.linesize.1, target.pointee.linesize.2,
      target.pointee.linesize.3,
    ].map(Int.init)
    try check(
      av_image_fill_black(
        &planes, strides, format, target.pointee.color_range, target.pointee.width, target.pointee.height),
      "making a black picture", formatName)
    if format == AV_PIX_FMT_PAL8, let palette = target.pointee.data.1 {
      // All entries, whichever number was filled in.
      palette.withMemoryRebound(to: UInt32.self, capacity: 256) {
        $0.update(repeating: 0xFF00_0000, count: 256)
      }
    }
    return twin
  }
}
