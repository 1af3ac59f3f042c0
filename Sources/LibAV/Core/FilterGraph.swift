internal import Basics
internal import CFFmpeg
internal import Composition

/// A graph of FFmpeg's filters: a source, one filter and a sink.
final class FilterGraph {
  private let pointer: UnsafeMutablePointer<AVFilterGraph>

  init(of name: String) throws(LibAVError) {
    pointer = try allocated(avfilter_graph_alloc(), "making a filter", name)
    // One thread, so that pictures do not depend on the number of threads.
    pointer.pointee.nb_threads = 1
    pointer.pointee.thread_type = 0
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFilterGraph>? = pointer
    avfilter_graph_free(&pointer)
  }

  func add(_ filter: String) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    guard let found = avfilter_get_by_name(filter) else {
      throw LibAVError(
        operation: "making a filter", subject: filter, cause: .notAvailable,
        reason: "FFmpeg has no filter of this name")
    }
    return try allocated(avfilter_graph_alloc_filter(pointer, found, nil), "making a filter", filter)
  }

  func describe(
    _ context: UnsafeMutablePointer<AVFilterContext>, size: PixelSize, layout: PixelLayout, rate: FrameRate
  ) throws(LibAVError) {
    let (width, height) = try wholeSize(size, "making a filter")
    guard let parameters = av_buffersrc_parameters_alloc() else {
      throw LibAVError(
        operation: "making a filter", subject: "buffer", cause: .outOfMemory, reason: "out of memory")
    }
    defer { av_free(parameters) }
    parameters.pointee.format = layout.format.rawValue
    parameters.pointee.width = width
    parameters.pointee.height = height
    parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    parameters.pointee.time_base = AVRational(
      num: Int32(clamping: rate.seconds), den: Int32(clamping: rate.frames))
    parameters.pointee.frame_rate = AVRational(
      num: Int32(clamping: rate.frames), den: Int32(clamping: rate.seconds))
    try check(av_buffersrc_parameters_set(context, parameters), "making a filter", "buffer")
  }

  /// Restricts the formats that a sink accepts, so that a filter cannot return others.
  func accept(
    _ formats: [Int32], as option: String, at sink: UnsafeMutablePointer<AVFilterContext>, _ name: String
  ) throws(LibAVError) {
    let chosen = formats.withUnsafeBytes { bytes in
      av_opt_set_bin(
        sink, option, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count),
        AV_OPT_SEARCH_CHILDREN)
    }
    try check(chosen, "making a filter", name)
  }

  /// Creates the filter of the graph, and configures the graph.
  func connect(
    _ source: UnsafeMutablePointer<AVFilterContext>, to sink: UnsafeMutablePointer<AVFilterContext>,
    through name: String, options: [(name: String?, value: String)]
  ) throws(LibAVError) {
    let middle = try add(name)
    try initialize(middle, name: name, options: options)
    let mark = FFmpegLog.mark()
    var result = avfilter_link(source, 0, middle, 0)
    if result >= 0 { result = avfilter_link(middle, 0, sink, 0) }
    if result >= 0 { result = avfilter_graph_config(pointer, nil) }
    guard result >= 0 else {
      throw LibAVError(code: result, operation: "making a filter", subject: name, loggedSince: mark)
    }
  }

  private func initialize(
    _ context: UnsafeMutablePointer<AVFilterContext>, name: String, options: [(name: String?, value: String)]
  ) throws(LibAVError) {
    let named = try PictureFilterFacts.named(options, of: name)
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in named { av_dict_set(&dictionary, key, value, AV_DICT_MULTIKEY) }
    let mark = FFmpegLog.mark()
    let result = avfilter_init_dict(context, &dictionary)
    guard result >= 0 else {
      throw LibAVError(code: result, operation: "making a filter", subject: name, loggedSince: mark)
    }
    if let unused = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw LibAVError(
        operation: "making a filter", subject: name, cause: .notAvailable,
        reason: "it has no option `\(String(cString: unused.pointee.key))`")
    }
  }
}
