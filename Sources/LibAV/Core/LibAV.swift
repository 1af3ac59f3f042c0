internal import CFFmpeg

/// What holds for FFmpeg as a whole in this process.
package enum LibAV {
  /// Whether the linked FFmpeg was built with an encoder of this name.
  package static func hasEncoder(named name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

  /// Restricts FFmpeg's arithmetic to the instructions that every x86-64 CPU has, so that sound mixed in
  /// floating point has the same bytes on every machine. Elsewhere it does nothing.
  ///
  /// To be called before anything is decoded or mixed: it holds for the whole process.
  package static func useBaselineInstructions() {
    #if arch(x86_64)
      let baseline =
        AV_CPU_FLAG_CMOV | AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | AV_CPU_FLAG_SSE2
      av_force_cpu_flags(baseline)
    #endif
  }
}
