import Basics
import Composition
import Drawing
import Export
import LibAV
import Processes

/// A file for a drawn scene.
struct SceneFile {
  enum Kind {
    case svg
    case pixels(PictureFile)
  }

  let kind: Kind
  let target: OutputTarget
  /// Pixels of the file per pixel of the scene, in both directions.
  let scale: Int
  /// Nil for any number of bytes.
  let mostBytes: Int?

  static let extensions = ["svg", "png", "jpg", "jpeg", "webp"]

  /// The extension of the file determines its kind, in any letter case.
  init(path: String, replacesExisting: Bool, scale: Int = 1, mostBytes: Int? = nil, root: RootFolder? = nil)
    throws
  {
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    if ending == "svg", mostBytes != nil {
      throw CommandFailure(
        .usage, "--max-bytes is for pictures of pixels; use a file that ends in .jpg or .webp")
    } else if ending == "svg" {
      kind = .svg
    } else if let picture = PictureFile(fileExtension: ending) {
      kind = .pixels(picture)
    } else {
      throw CommandFailure(
        .usage, "\(path) does not end in \(Self.extensions.map { "." + $0 }.sentenceList())")
    }
    target = OutputTarget(named: path, replacesExisting: replacesExisting, root: root)
    self.scale = scale
    self.mostBytes = mostBytes
  }

  /// Writes the scene atomically. A signal during the write takes effect afterwards.
  func write(_ scene: Scene, pictures: [Int: VideoFrame], fonts: SceneFonts) throws {
    let bytes = try bytes(of: scene, pictures: pictures, fonts: fonts)
    let signals = try TerminationSignals()
    try target.publish(bytes)
    if let signal = signals.received() { signal.raiseAgain() }
  }

  private func bytes(
    of scene: Scene, pictures: [Int: VideoFrame], fonts: SceneFonts
  ) throws -> [UInt8] {
    switch kind {
    case .svg:
      var images: [Int: [UInt8]] = [:]
      for (number, picture) in pictures { images[number] = try jpeg(picture) }
      return Array(scene.svg(images: images).utf8)
    case .pixels(let file):
      var images: [Int: DrawnText] = [:]
      for (number, picture) in pictures { images[number] = try drawn(picture) }
      return try pixels(of: scene, pictures: images, fonts: fonts, as: file)
    }
  }

  private func jpeg(_ frame: VideoFrame) throws -> [UInt8] {
    return try PictureWriter(.jpeg(quality: 78)).bytes(of: frame)
  }

  private func drawn(_ frame: VideoFrame) throws(LibAVError) -> DrawnText {
    let target = PictureTarget(size: frame.size, layout: .rgba, color: .sRGB)
    let picture = try PictureConverter(to: target).convert(frame)
    var pixels: [UInt8] = []
    picture.withPlanes { planes in
      guard let plane = planes.first else { return }
      for y in 0..<frame.size.height { pixels += plane.row(y).prefix(4 * frame.size.width) }
    }
    for index in stride(from: 3, to: pixels.count, by: 4) where pixels[index] != 255 {
      let alpha = Int(pixels[index])
      for place in (index - 3)..<index { pixels[place] = UInt8((Int(pixels[place]) * alpha + 127) / 255) }
    }
    return DrawnText(width: frame.size.width, height: frame.size.height, pixels: pixels)
  }

  func pixels(
    of scene: Scene, pictures: [Int: DrawnText], fonts: SceneFonts, as file: PictureFile
  ) throws -> [UInt8] {
    let picture: DrawnText
    do {
      picture = try ScenePainter(fonts: fonts, images: pictures, scale: Double(scale)).picture(of: scene)
    } catch {
      throw CommandFailure(
        .usage,
        error == .tooLarge
          ? "the drawing is too large for pixels; use a file that ends in .svg"
          : "the picture cannot be drawn: \(error)")
    }
    let size = PixelSize(width: picture.width, height: picture.height)
    let frame = try VideoFrame.allocate(size: size, layout: .rgb24, color: .sRGB) { planes in
      guard let plane = planes.first else { return }
      for y in 0..<size.height {
        let row = plane.row(y)
        for x in 0..<size.width {
          let source = (y * size.width + x) * 4
          for channel in 0..<3 { row[3 * x + channel] = picture.pixels[source + channel] }
        }
      }
    }
    return try PictureWriter(file).bytes(of: frame, atMost: mostBytes)
  }
}
