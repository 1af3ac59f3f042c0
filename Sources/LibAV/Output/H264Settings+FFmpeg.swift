internal import Basics
internal import CFFmpeg
internal import MediaFacts

extension H264Settings {
  package var averageBitsPerSecond: Int64? {
    switch quality {
    case .constant, .lossless: nil
    case .averageBitsPerSecond(let rate), .cappedBitsPerSecond(let rate): rate
    }
  }

  /// x264 writes unregistered user data.
  package var identificationFilter: (name: String, options: [String: String])? {
    ("filter_units", ["remove_types": "6"])
  }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    let context = prepared.pointer
    guard let usualProfile else {
      throw refused("H.264 cannot hold pictures of the format \(layout.rawValue)")
    }
    guard layout.isWhole(size) else {
      throw refused("H.264 with 4:2:0 chroma needs an even width and an even height")
    }
    let codes = try ColorCodes(color)
    guard let frames = Int32(exactly: rate.frames), let seconds = Int32(exactly: rate.seconds) else {
      throw refused("H.264 cannot say a rate of \(rate.spelling)")
    }
    guard keyframeInterval > 0, threads > 0, let interval = Int32(exactly: keyframeInterval),
      let threads = Int32(exactly: threads)
    else { throw refused("the interval of key frames and the number of threads are above zero") }

    (context.pointee.width, context.pointee.height) = try wholeSize(size, "preparing H.264")
    context.pointee.pix_fmt = layout.format
    context.pointee.time_base = AVRational(num: seconds, den: frames)
    context.pointee.framerate = AVRational(num: frames, den: seconds)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.color_primaries = codes.primaries
    context.pointee.color_trc = codes.transfer
    context.pointee.colorspace = codes.matrix
    context.pointee.color_range = codes.range
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    context.pointee.gop_size = interval
    context.pointee.thread_count = threads
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
    let smallestProfile = quality == .lossless ? .high444 : usualProfile
    guard quality != .lossless || profile ?? .high444 == .high444 else {
      throw refused("only the profile high444 holds pictures without loss")
    }
    try writeOptions(to: context, (profile ?? smallestProfile).rawValue)
  }

  /// Nil for a layout that H.264 does not have.
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
    to context: UnsafeMutablePointer<AVCodecContext>, _ profile: String
  ) throws(LibAVError) {
    var parameters = ["cpu-independent": "1"]
    parameters.merge(extraParameters) { _, extra in extra }
    var options = [
      ("preset", preset.rawValue), ("profile", profile), ("sc_threshold", "\(sceneCut)"),
      ("x264-params", parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")),
    ]
    switch quality {
    // A rate factor of 0 would not do: with ten bits it is not the lowest one.
    case .lossless: options.append(("qp", "0"))
    case .constant(let factor):
      guard (1...51).contains(factor) else { throw refused("a rate factor is from 1 to 51, not \(factor)") }
      options.append(("crf", "\(factor)"))
    case .averageBitsPerSecond(let rate):
      guard rate > 0 else { throw refused("a bit rate is above zero, not \(rate)") }
      context.pointee.bit_rate = rate
    case .cappedBitsPerSecond(let rate):
      guard let buffer = Int32(exactly: rate), rate >= 1000 else {
        throw refused("a highest bit rate is from 1 kbit/s to 2 Gbit/s, not \(rate)")
      }
      context.pointee.bit_rate = rate
      context.pointee.rc_max_rate = rate
      context.pointee.rc_buffer_size = buffer
      context.pointee.rc_initial_buffer_occupancy = buffer / 2
      // Bits without a visible effect are left out: a film that is easy to encode stays smaller than it may be.
      context.pointee.qmin = 14
    }
    for (name, value) in options {
      try check(
        av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN), "preparing H.264", "\(name) = \(value)")
    }
  }
}

extension PixelLayout {
  /// Whether every chroma sample is for pixels inside the picture.
  fileprivate func isWhole(_ size: PixelSize) -> Bool {
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return false }
    return size.width.isMultiple(of: 1 << Int(description.log2_chroma_w))
      && size.height.isMultiple(of: 1 << Int(description.log2_chroma_h))
  }
}
