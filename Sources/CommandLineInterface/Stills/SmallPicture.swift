import Composition
import LibAV

let maxBytesArgument = Argument<Int?>.option(
  "max-bytes", .integer("N", 1000...1_000_000_000),
  "Lowers the quality of JPEG and WebP as far as 30, then the size, until a picture has at most N bytes.",
  group: "Output")

extension PictureWriter {
  /// The bytes of a picture, with less quality or smaller if they would be more than the limit.
  func bytes(of frame: VideoFrame, atMost limit: Int?) throws -> [UInt8] {
    guard let limit else { return try bytes(of: frame) }
    var frame = frame
    while true {
      for kind in kind.withLessQuality {
        let bytes = try PictureWriter(kind).bytes(of: frame)
        if bytes.count <= limit { return bytes }
      }
      let size = PixelSize(width: frame.size.width * 3 / 4, height: frame.size.height * 3 / 4)
      guard size.width >= 16, size.height >= 16 else {
        throw CommandFailure(.usage, "--max-bytes: no picture fits into \(limit) bytes")
      }
      let hasAlpha = frame.layout?.hasAlpha == true
      frame = try PictureConverter(to: target(size: size, hasAlpha: hasAlpha)).convert(frame)
    }
  }
}

extension PictureFile {
  /// The same kind with its quality and lower ones.
  fileprivate var withLessQuality: [PictureFile] {
    let steps = [80, 70, 60, 50, 40, 30]
    return switch self {
    case .png: [self]
    case .jpeg(let quality): [self] + steps.filter { $0 < quality }.map { .jpeg(quality: $0) }
    case .webp(let quality): [self] + steps.filter { $0 < quality }.map { .webp(quality: $0) }
    }
  }
}
