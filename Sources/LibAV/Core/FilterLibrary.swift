internal import CFFmpeg
internal import Glibc

/// The functions of libavfilter, which is loaded when a filter or its version is first used.
///
/// It depends on thirty other libraries, for speech, linear algebra and so on. If it were linked, they would take a
/// third of the start-up time.
///
/// `@unchecked Sendable`: functions of C, which do not change.
struct FilterLibrary: @unchecked Sendable {
  let version: @convention(c) () -> UInt32
  let iterate: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> UnsafePointer<AVFilter>?
  let filter: @convention(c) (_ name: UnsafePointer<CChar>?) -> UnsafePointer<AVFilter>?
  let padCount: @convention(c) (UnsafePointer<AVFilter>?, _ isOutput: Int32) -> UInt32
  let padType: @convention(c) (OpaquePointer?, _ index: Int32) -> AVMediaType
  let allocateGraph: @convention(c) () -> UnsafeMutablePointer<AVFilterGraph>?
  let freeGraph: @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<AVFilterGraph>?>?) -> Void
  let addFilter:
    @convention(c) (
      UnsafeMutablePointer<AVFilterGraph>?, UnsafePointer<AVFilter>?, _ name: UnsafePointer<CChar>?
    ) -> UnsafeMutablePointer<AVFilterContext>?
  let initialize:
    @convention(c) (UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  let link:
    @convention(c) (
      UnsafeMutablePointer<AVFilterContext>?, UInt32, UnsafeMutablePointer<AVFilterContext>?, UInt32
    ) -> Int32
  let configure: @convention(c) (UnsafeMutablePointer<AVFilterGraph>?, UnsafeMutableRawPointer?) -> Int32
  let allocateSourceParameters: @convention(c) () -> UnsafeMutablePointer<AVBufferSrcParameters>?
  let setSourceParameters:
    @convention(c) (
      UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVBufferSrcParameters>?
    ) -> Int32
  let send:
    @convention(c) (
      UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFrame>?, _ flags: Int32
    ) -> Int32
  let receive:
    @convention(c) (
      UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFrame>?, _ flags: Int32
    ) -> Int32
  let timeBaseOfSink: @convention(c) (UnsafePointer<AVFilterContext>?) -> AVRational

  /// A process that is to be shut in asks for it before.
  static let loaded = Result { () throws(LibAVError) in try FilterLibrary() }

  private init() throws(LibAVError) {
    let name = "libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR)"
    guard let library = dlopen(name, RTLD_LAZY) else { throw Self.refused(name) }
    func function<Function>(_ symbol: String) throws(LibAVError) -> Function {
      guard let address = dlsym(library, symbol) else { throw Self.refused(name) }
      // A function of C is an address, and has the type that its header says.
      return unsafeBitCast(address, to: Function.self)
    }
    version = try function("avfilter_version")
    iterate = try function("av_filter_iterate")
    filter = try function("avfilter_get_by_name")
    padCount = try function("avfilter_filter_pad_count")
    padType = try function("avfilter_pad_get_type")
    allocateGraph = try function("avfilter_graph_alloc")
    freeGraph = try function("avfilter_graph_free")
    addFilter = try function("avfilter_graph_alloc_filter")
    initialize = try function("avfilter_init_dict")
    link = try function("avfilter_link")
    configure = try function("avfilter_graph_config")
    allocateSourceParameters = try function("av_buffersrc_parameters_alloc")
    setSourceParameters = try function("av_buffersrc_parameters_set")
    send = try function("av_buffersrc_add_frame_flags")
    receive = try function("av_buffersink_get_frame_flags")
    timeBaseOfSink = try function("av_buffersink_get_time_base")
  }

  private static func refused(_ name: String) -> LibAVError {
    LibAVError(
      operation: "loading the filters", subject: name, cause: .notAvailable,
      reason: dlerror().map { String(cString: $0) } ?? "it is not there")
  }
}

extension LibAV {
  /// Loads FFmpeg's filters, for a process that cannot do so later.
  package static func loadFilters() throws(LibAVError) { _ = try FilterLibrary.loaded.get() }
}
