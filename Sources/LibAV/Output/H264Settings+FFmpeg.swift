internal import Basics
internal import CFFmpeg
internal import Composition

extension H264Settings {
  package var averageBitsPerSecond: Int64? {
    switch quality {
    case .constant, .lossless, .firstPass: nil
    case .averageBitsPerSecond(let rate), .cappedBitsPerSecond(let rate): rate
    }
  }

  /// x264 writes unregistered user data.
  package var identificationFilter: (name: String, options: [String: String])? {
    ("filter_units", ["remove_types": "6"])
  }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    guard let usualProfile else {
      throw refused("H.264 cannot hold pictures of the format \(layout.rawValue)")
    }
    try writePicture(to: prepared, keyFrameInterval: keyframeInterval, threads: threads)
    let smallestProfile = quality == .lossless ? .high444 : usualProfile
    guard quality != .lossless || profile ?? .high444 == .high444 else {
      throw refused("only the profile high444 holds pictures without loss")
    }
    try writeOptions(to: prepared, (profile ?? smallestProfile).rawValue)
  }

  /// Nil for a layout that H.264 does not support.
  private var usualProfile: Profile? {
    switch layout {
    case .yuv420p: .high
    case .yuv420p10: .high10
    case .yuv422p, .yuv422p10: .high422
    case .yuv444p, .yuv444p10: .high444
    default: nil
    }
  }

  private func writeOptions(
    to prepared: EncoderContext, _ profile: String
  ) throws(LibAVError) {
    let context = prepared.pointer
    var parameters = ["cpu-independent": "1"]
    if lookaheadThreads > 1 { parameters["lookahead-threads"] = "\(lookaheadThreads)" }
    // Otherwise the parameter set of each segment contains the quantizer that its statistics lead to.
    if statistics != nil { parameters["stitchable"] = "1" }
    parameters.merge(self.options) { _, written in written }
    if let references {
      parameters.merge(["ref": "\(references)", "bframes": "0", "b-pyramid": "none"]) { _, joined in joined }
    }
    parameters.merge(extraParameters) { _, extra in extra }
    var options = [
      ("preset", preset.rawValue), ("profile", profile), ("sc_threshold", "\(sceneCut)"),
      ("x264-params", parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")),
    ]
    if let tune { options.append(("tune", tune)) }
    if let level {
      options.append(("level", level.name))
      keep(level, context)
    } else if let statedLevel {
      options.append(("level", statedLevel))
    }
    switch quality {
    // A rate factor of 0 is not enough: with ten bits it is not the lowest one.
    case .lossless: options.append(("qp", "0"))
    case .constant(let factor):
      guard (1...51).contains(factor) else { throw refused("a rate factor is from 1 to 51, not \(factor)") }
      options.append(("crf", "\(factor)"))
    case .averageBitsPerSecond(let rate):
      guard rate > 0 else { throw refused("a bit rate is above zero, not \(rate)") }
      context.pointee.bit_rate = rate
      if let statistics {
        context.pointee.flags |= AV_CODEC_FLAG_PASS2
        options.append(("stats", statistics))
      }
    case .firstPass:
      guard let statistics else { throw refused("a first pass writes its statistics into a file") }
      context.pointee.flags |= AV_CODEC_FLAG_PASS1
      options += [("crf", "\(PassStatistics.quality)"), ("stats", statistics)]
    case .cappedBitsPerSecond(let rate):
      guard let buffer = Int32(exactly: rate), rate >= 1000 else {
        throw refused("a highest bit rate is from 1 kbit/s to 2 Gbit/s, not \(rate)")
      }
      context.pointee.bit_rate = rate
      context.pointee.rc_max_rate = min(rate, level?.bitRate ?? rate)
      context.pointee.rc_buffer_size = min(buffer, level.flatMap(buffer(of:)) ?? buffer)
      context.pointee.rc_initial_buffer_occupancy = context.pointee.rc_buffer_size / 2
      // Omits bits without a visible effect: a film that is easy to encode stays smaller than its limit.
      context.pointee.qmin = 14
    }
    try prepared.set(options, "preparing H.264")
  }

  /// Keeps the joined stream within the level: segments use half of the decoder's buffer, and start with half
  /// of that full.
  private func keep(_ level: VideoLevel, _ context: UnsafeMutablePointer<AVCodecContext>) {
    guard quality != .lossless, let buffer = buffer(of: level) else { return }
    context.pointee.rc_max_rate = level.bitRate
    context.pointee.rc_buffer_size = buffer
    context.pointee.rc_initial_buffer_occupancy = buffer / 2
  }

  private func buffer(of level: VideoLevel) -> Int32? { Int32(exactly: level.bufferBits / 2) }
}
