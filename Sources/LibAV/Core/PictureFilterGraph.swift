package import Basics
internal import CFFmpeg
package import Composition

/// One filter of FFmpeg at work: a picture goes in, and the same moment's picture comes out.
///
/// For one thread. Filters remember what they saw, so pictures must come in order from the first one. A filter that
/// does not keep size and time is refused with the cause `limit`.
package final class PictureFilterGraph {
  private let library: FilterLibrary
  private let memory: GraphMemory
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let name: String
  private let form: Form
  private let tags: ColorTags
  private var count: Int64 = 0

  private struct Form: Hashable {
    let size: PixelSize
    let layout: PixelLayout
  }

  /// Options without a name follow in the filter's own order. `rate` is that of the pictures that come.
  package init(
    filter name: String, options: [(name: String?, value: String)], size: PixelSize, layout: PixelLayout,
    color: ColorTags, rate: FrameRate
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.name = name
    form = Form(size: size, layout: layout)
    tags = color
    library = try FilterLibrary.loaded.get()
    memory = try GraphMemory(of: name, library)
    let graph = memory.pointer
    source = try library.add("buffer", to: graph)
    try library.describe(source, size: size, layout: layout, rate: rate)
    try check(library.initialize(source, nil), "making a filter", name)
    sink = try library.add("buffersink", to: graph)
    try check(library.initialize(sink, nil), "making a filter", name)
    try library.accept([layout.format.rawValue], as: "pix_fmts", at: sink, name)
    try library.connect(source, to: sink, through: name, options: options, in: graph)
  }

  /// The next picture, of the size and layout that was promised.
  package func next(_ picture: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard picture.size == form.size, picture.layout == form.layout else {
      throw refusal("it received a picture with another size or format")
    }
    let mark = FFmpegLog.mark()
    let input = try allocated(av_frame_clone(picture.pointer), "filtering", name)
    var owned: UnsafeMutablePointer<AVFrame>? = input
    defer { av_frame_free(&owned) }
    input.pointee.pts = count
    input.pointee.format = picture.layout?.format.rawValue ?? input.pointee.format
    let taken = library.send(source, input, Int32(AV_BUFFERSRC_FLAG_PUSH))
    guard taken >= 0 else {
      throw LibAVError(code: taken, operation: "filtering", subject: name, loggedSince: mark)
    }
    let output = VideoFrame(owning: try allocated(av_frame_alloc(), "filtering", name))
    let given = library.receive(sink, output.pointer, 0)
    guard given != editc_error_try_again else { throw refusal("it returned no picture for one") }
    guard given >= 0 else {
      throw LibAVError(code: given, operation: "filtering", subject: name, loggedSince: mark)
    }
    try checkOutput(output)
    count += 1
    return try output.tagged(tags)
  }

  private func checkOutput(_ output: VideoFrame) throws(LibAVError) {
    guard output.size == form.size else {
      throw refusal("it returns pictures of \(output.size) for pictures of \(form.size)")
    }
    let base = library.timeBaseOfSink(sink)
    let time = av_rescale_q(output.pointer.pointee.pts, base, timeBase(ofSource: source))
    guard time == count else { throw refusal("it changes the times of pictures") }
    var spare: UnsafeMutablePointer<AVFrame>? = av_frame_alloc()
    defer { av_frame_free(&spare) }
    guard library.receive(sink, spare, 0) == editc_error_try_again else {
      throw refusal("it returns several pictures for one")
    }
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "filtering", subject: name, cause: .limit, reason: reason)
  }
}

/// The time base that the source was told.
private func timeBase(ofSource source: UnsafeMutablePointer<AVFilterContext>) -> AVRational {
  source.pointee.outputs?[0]?.pointee.time_base ?? AVRational(num: 1, den: 1)
}

/// Frees a graph with all filters in it, whether it came to work or not.
final class GraphMemory {
  let pointer: UnsafeMutablePointer<AVFilterGraph>
  private let library: FilterLibrary

  init(of name: String, _ library: FilterLibrary) throws(LibAVError) {
    self.library = library
    pointer = try allocated(library.allocateGraph(), "making a filter", name)
    // One thread: its pictures do not depend on how many there are.
    pointer.pointee.nb_threads = 1
    pointer.pointee.thread_type = 0
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFilterGraph>? = pointer
    library.freeGraph(&pointer)
  }
}

// MARK: - Making

extension FilterLibrary {
  func add(
    _ filter: String, to graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    guard let found = self.filter(filter) else {
      throw LibAVError(
        operation: "making a filter", subject: filter, cause: .notAvailable,
        reason: "FFmpeg has no filter of this name")
    }
    return try allocated(addFilter(graph, found, nil), "making a filter", filter)
  }

  fileprivate func describe(
    _ context: UnsafeMutablePointer<AVFilterContext>, size: PixelSize, layout: PixelLayout, rate: FrameRate
  ) throws(LibAVError) {
    let (width, height) = try wholeSize(size, "making a filter")
    guard let parameters = allocateSourceParameters() else {
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
    try check(setSourceParameters(context, parameters), "making a filter", "buffer")
  }

  /// Limits what a sink takes to some formats, so that a filter cannot hand over others.
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

  /// Makes the one filter of a graph, and configures the graph.
  func connect(
    _ source: UnsafeMutablePointer<AVFilterContext>, to sink: UnsafeMutablePointer<AVFilterContext>,
    through name: String, options: [(name: String?, value: String)],
    in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(LibAVError) {
    let middle = try add(name, to: graph)
    try initialize(middle, name: name, options: options)
    let mark = FFmpegLog.mark()
    var result = link(source, 0, middle, 0)
    if result >= 0 { result = link(middle, 0, sink, 0) }
    if result >= 0 { result = configure(graph, nil) }
    guard result >= 0 else {
      throw LibAVError(code: result, operation: "making a filter", subject: name, loggedSince: mark)
    }
  }

  func initialize(
    _ context: UnsafeMutablePointer<AVFilterContext>, name: String, options: [(name: String?, value: String)]
  ) throws(LibAVError) {
    let named = try PictureFilterFacts.named(options, of: name)
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in named { av_dict_set(&dictionary, key, value, AV_DICT_MULTIKEY) }
    let mark = FFmpegLog.mark()
    let result = initialize(context, &dictionary)
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
