internal import CFFmpeg
import Composition

extension PictureOrientation {
  /// The quarter turn and mirroring of a display matrix, which maps (x, y), with y down, to (a x + c y, b x +
  /// d y). Other angles become the nearest quarter turn.
  init(displayMatrix matrix: [Int32]) {
    guard matrix.count >= 9 else {
      self = .upright
      return
    }
    let (a, b) = (Double(matrix[0]), Double(matrix[1]))
    let (c, d) = (Double(matrix[3]), Double(matrix[4]))
    let isMirrored = a * d - b * c < 0
    // Mirroring first changes the sign of x, and so of a and b.
    let (cosine, sine) = isMirrored ? (d - a, -c - b) : (a + d, b - c)
    let turns: QuarterTurns =
      abs(cosine) >= abs(sine) ? (cosine >= 0 ? .none : .twice) : (sine > 0 ? .once : .thrice)
    self.init(isMirrored: isMirrored, clockwiseTurns: turns)
  }

  /// The display matrix for a stored picture, which moves the upright one back to the corner.
  func matrix(of size: PixelSize) -> [Int32] {
    let turns: [(a: Int32, b: Int32, c: Int32, d: Int32)] = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    ]
    var (a, b, c, d) = turns[clockwiseTurns.rawValue]
    if isMirrored { (a, b) = (-a, -b) }
    let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
    let x = -(min(0, a * width) + min(0, c * height))
    let y = -(min(0, b * width) + min(0, d * height))
    let one: Int32 = 1 << 16
    return [a * one, b * one, 0, c * one, d * one, 0, x &* one, y &* one, 1 << 30]
  }

  /// EXIF's eight orientations; nil for any other number.
  init?(exif: Int) {
    switch exif {
    case 1: self = .upright
    case 2: self.init(isMirrored: true, clockwiseTurns: .none)
    case 3: self.init(isMirrored: false, clockwiseTurns: .twice)
    case 4: self.init(isMirrored: true, clockwiseTurns: .twice)
    case 5: self.init(isMirrored: true, clockwiseTurns: .thrice)
    case 6: self.init(isMirrored: false, clockwiseTurns: .once)
    case 7: self.init(isMirrored: true, clockwiseTurns: .once)
    case 8: self.init(isMirrored: false, clockwiseTurns: .thrice)
    default: return nil
    }
  }

  /// What the container states, or else the picture itself.
  init(stream: UnsafeMutablePointer<AVStream>, firstFrame: VideoFrame) {
    if let matrix = displayMatrix(stream) ?? displayMatrix(firstFrame.pointer) {
      self.init(displayMatrix: matrix)
    } else {
      let tag = av_dict_get(firstFrame.pointer.pointee.metadata, "Orientation", nil, 0)
      let text = tag.map { String(cString: $0.pointee.value) } ?? ""
      let digits = text.filter(\.isNumber)
      self = Int(digits).flatMap(PictureOrientation.init(exif:)) ?? .upright
    }
  }
}

func displayMatrix(_ stream: UnsafeMutablePointer<AVStream>) -> [Int32]? {
  var size = 0
  let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
  return data.flatMap { numbers(UnsafeRawPointer($0), size) }
}

private func displayMatrix(_ frame: UnsafeMutablePointer<AVFrame>) -> [Int32]? {
  guard let side = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)?.pointee else { return nil }
  return side.data.flatMap { numbers(UnsafeRawPointer($0), Int(side.size)) }
}

private func numbers(_ data: UnsafeRawPointer, _ size: Int) -> [Int32]? {
  guard size >= 36 else { return nil }
  return (0..<9).map { data.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
}
