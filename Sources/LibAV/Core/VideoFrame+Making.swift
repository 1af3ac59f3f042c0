internal import Basics
internal import CFFmpeg
package import Composition

extension VideoFrame {
  /// Creates a picture. `writing` must write every row of every plane: the memory still contains older
  /// pictures.
  package static func allocate(
    size: PixelSize, layout: PixelLayout, color: ColorTags = ColorTags(), pool: FramePool? = nil,
    writing: ([MutablePlane]) -> Void
  ) throws(LibAVError) -> VideoFrame {
    let codes = try ColorCodes(color)
    let frame = try blank(size: size, format: layout.format, pool: pool)
    codes.write(to: frame.pointer)
    writing(frame.mutablePlanes)
    return frame
  }

  /// Returns a copy in memory of its own, changed by `writing`.
  package func copy(
    pool: FramePool? = nil, changing writing: ([MutablePlane]) -> Void
  ) throws(LibAVError) -> VideoFrame {
    let copy = try VideoFrame.blank(
      size: size, format: format, pool: pool, presentationTime: presentationTime)
    try check(
      av_frame_copy_props(copy.pointer, pointer), "copying a picture", formatName)
    try check(av_frame_copy(copy.pointer, pointer), "copying a picture", formatName)
    writing(copy.mutablePlanes)
    return copy
  }

  /// The same pixels under other colour tags; nothing is converted or copied.
  package func tagged(_ color: ColorTags) throws(LibAVError) -> VideoFrame {
    let codes = try ColorCodes(color)
    let twin = VideoFrame(
      owning: try allocated(av_frame_clone(pointer), "tagging a picture", formatName),
      presentationTime: presentationTime)
    twin.pointer.pointee.format = plainTwin(of: format).rawValue
    codes.write(to: twin.pointer)
    return twin
  }

  /// Nil for a decoded format that editc does not produce.
  package var layout: PixelLayout? { PixelLayout(format) }

  /// FFmpeg's name of the pixel format as decoded: `yuvj420p`, `pal8`.
  package var formatName: String { av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown" }

  package var color: ColorTags { ColorCodes(pointer.pointee).tags }

  var format: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }

  /// A frame whose memory contains no picture yet.
  static func blank(
    size: PixelSize, format: AVPixelFormat, pool: FramePool? = nil, presentationTime: RationalTime? = nil
  ) throws(LibAVError) -> VideoFrame {
    let memory = try PictureMemory(size: size, format: format)
    let frame = VideoFrame(
      owning: try allocated(av_frame_alloc(), "allocating a picture", "\(size)"),
      presentationTime: presentationTime)
    let buffer = try allocated(
      pool?.buffer(byteCount: memory.byteCount) ?? av_buffer_allocz(memory.byteCount),
      "allocating a picture", "\(size)")
    frame.pointer.pointee.buf.0 = buffer
    frame.pointer.pointee.width = memory.width
    frame.pointer.pointee.height = memory.height
    frame.pointer.pointee.format = format.rawValue
    memory.place(frame.pointer, at: buffer.pointee.data)
    return frame
  }
}

/// Rows and planes start at multiples of 64 bytes, the alignment of the widest vector instructions.
private struct PictureMemory {
  let width: Int32
  let height: Int32
  let byteCount: Int
  private var strides: [Int32] = [0, 0, 0, 0]
  private var offsets: [Int] = []

  private static let alignment = 64

  init(size: PixelSize, format: AVPixelFormat) throws(LibAVError) {
    let what = "allocating a picture"
    (width, height) = try wholeSize(size, what)

    try check(av_image_fill_linesizes(&strides, format, width), what, "\(size)")
    strides = strides.map { ($0 + 63) & ~63 }
    var sizes = [0, 0, 0, 0]
    try check(
      av_image_fill_plane_sizes(&sizes, format, height, strides.map { Int($0) }), what, "\(size)")
    var end = 0
    for size in sizes where size > 0 {
      offsets.append(end)
      end += (size + 2 * Self.alignment - 1) & ~(Self.alignment - 1)
    }
    byteCount = end + Self.alignment
  }

  func place(_ frame: UnsafeMutablePointer<AVFrame>, at start: UnsafeMutablePointer<UInt8>) {
    let misalignment = Int(bitPattern: start) & (Self.alignment - 1)
    let base = start + (misalignment == 0 ? 0 : Self.alignment - misalignment)
    let planes = offsets.map { base + $0 }
    frame.pointee.data.0 = planes.first
    frame.pointee.data.1 = planes.count > 1 ? planes[1] : nil
    frame.pointee.data.2 = planes.count > 2 ? planes[2] : nil
    frame.pointee.data.3 = planes.count > 3 ? planes[3] : nil
    frame.pointee.linesize.0 = strides[0]
    frame.pointee.linesize.1 = strides[1]
    frame.pointee.linesize.2 = strides[2]
    frame.pointee.linesize.3 = strides[3]
    frame.pointee.extended_data = UnsafeMutableRawPointer(frame).assumingMemoryBound(
      to: UnsafeMutablePointer<UInt8>?.self)
  }
}

/// A picture size in FFmpeg's integers; throws if no picture can have it.
func wholeSize(
  _ size: PixelSize, _ operation: String
) throws(LibAVError) -> (width: Int32, height: Int32) {
  guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
    width > 0, height > 0, av_image_check_size(UInt32(width), UInt32(height), 0, nil) >= 0
  else {
    throw LibAVError(
      operation: operation, subject: "\(size)", cause: .limit, reason: "a picture cannot have this size")
  }
  return (width, height)
}
