internal import CFFmpeg

/// A bitstream filter of FFmpeg that returns one packet for each packet.
final class BitstreamFilter {
  private let context: UnsafeMutablePointer<AVBSFContext>
  private let name: String

  convenience init(
    _ name: String, options: [String: String], for encoder: UnsafeMutablePointer<AVCodecContext>
  ) throws(LibAVError) {
    try self.init(name, options) { parameters throws(LibAVError) in
      try check(
        avcodec_parameters_from_context(parameters, encoder), "preparing the bitstream filter", name)
      return encoder.pointee.time_base
    }
  }

  /// For packets of a stream that is read.
  convenience init(_ name: String, of stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    try self.init(name, [:]) { parameters throws(LibAVError) in
      try check(
        avcodec_parameters_copy(parameters, stream.pointee.codecpar), "preparing the bitstream filter", name)
      return stream.pointee.time_base
    }
  }

  /// `describe` sets the parameters of what is filtered, and returns its time base.
  private init(
    _ name: String, _ options: [String: String],
    _ describe: (UnsafeMutablePointer<AVCodecParameters>?) throws(LibAVError) -> AVRational
  ) throws(LibAVError) {
    guard let filter = av_bsf_get_by_name(name) else {
      throw LibAVError(
        operation: "looking for the bitstream filter", subject: name, cause: .notAvailable,
        reason: "this build of FFmpeg does not have it")
    }
    var allocation: UnsafeMutablePointer<AVBSFContext>?
    try check(av_bsf_alloc(filter, &allocation), "preparing the bitstream filter", name)
    self.name = name
    context = try allocated(allocation, "preparing the bitstream filter", name)
    for (option, value) in options {
      try check(
        av_opt_set(context, option, value, AV_OPT_SEARCH_CHILDREN), "preparing the bitstream filter", name)
    }
    context.pointee.time_base_in = try describe(context.pointee.par_in)
    try check(av_bsf_init(context), "preparing the bitstream filter", name)
  }

  deinit {
    var context: UnsafeMutablePointer<AVBSFContext>? = context
    av_bsf_free(&context)
  }

  func apply(to packet: Packet) throws(LibAVError) {
    try check(av_bsf_send_packet(context, packet.pointer), "filtering a packet", name)
    try check(av_bsf_receive_packet(context, packet.pointer), "filtering a packet", name)
  }
}
