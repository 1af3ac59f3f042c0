package import Basics
internal import CFFmpeg
package import Composition

/// A filter of FFmpeg that returns one picture for each picture.
///
/// For one thread. Filters have state, so pictures must come in order from the first one. A filter that
/// changes size or times is refused with the cause `limit`.
package final class PictureFilterGraph {
  private let graph: FilterGraph
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

  /// Options without a name follow the filter's own order. `rate` is the rate of the input.
  package init(
    filter name: String, options: [(name: String?, value: String)], size: PixelSize, layout: PixelLayout,
    color: ColorTags, rate: FrameRate
  ) throws(LibAVError) {
    FFmpegLog.capture()
    self.name = name
    form = Form(size: size, layout: layout)
    tags = color
    try EngineLibraries.loadFilters()
    graph = try FilterGraph(of: name)
    source = try graph.add("buffer")
    try graph.describe(source, size: size, layout: layout, rate: rate)
    try check(avfilter_init_dict(source, nil), "making a filter", name)
    sink = try graph.add("buffersink")
    try check(avfilter_init_dict(sink, nil), "making a filter", name)
    try graph.accept([layout.format.rawValue], as: "pix_fmts", at: sink, name)
    try graph.connect(source, to: sink, through: name, options: options)
  }

  /// Returns the filtered picture, with the size and layout of the input.
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
    let taken = av_buffersrc_add_frame_flags(source, input, Int32(AV_BUFFERSRC_FLAG_PUSH))
    guard taken >= 0 else {
      throw LibAVError(code: taken, operation: "filtering", subject: name, loggedSince: mark)
    }
    let output = VideoFrame(owning: try allocated(av_frame_alloc(), "filtering", name))
    let given = av_buffersink_get_frame_flags(sink, output.pointer, 0)
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
    let base = av_buffersink_get_time_base(sink)
    let time = av_rescale_q(output.pointer.pointee.pts, base, timeBase(ofSource: source))
    guard time == count else { throw refusal("it changes the times of pictures") }
    var spare: UnsafeMutablePointer<AVFrame>? = av_frame_alloc()
    defer { av_frame_free(&spare) }
    guard av_buffersink_get_frame_flags(sink, spare, 0) == editc_error_try_again else {
      throw refusal("it returns several pictures for one")
    }
  }

  private func refusal(_ reason: String) -> LibAVError {
    LibAVError(operation: "filtering", subject: name, cause: .limit, reason: reason)
  }
}

/// The time base of the source.
private func timeBase(ofSource source: UnsafeMutablePointer<AVFilterContext>) -> AVRational {
  source.pointee.outputs?[0]?.pointee.time_base ?? AVRational(num: 1, den: 1)
}
