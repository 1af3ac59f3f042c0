internal import CFFmpeg

/// A bitstream filter of FFmpeg that returns one packet for each packet.
final class BitstreamFilter {
  private let context: UnsafeMutablePointer<AVBSFContext>
  private let name: String

  init(
    _ name: String, options: [String: String], for encoder: UnsafeMutablePointer<AVCodecContext>
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
    try check(
      avcodec_parameters_from_context(context.pointee.par_in, encoder), "preparing the bitstream filter",
      name)
    context.pointee.time_base_in = encoder.pointee.time_base
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
