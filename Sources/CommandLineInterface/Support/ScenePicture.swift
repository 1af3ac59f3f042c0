import Composition
import Export
import LibAV
import MediaFacts
import Processes
import Scene
import TextDrawing

/// A file that a scene is written to.
struct SceneFile {
  enum Kind {
    case svg
    case png
  }

  let kind: Kind
  let target: OutputTarget

  static let extensions = ["svg", "png"]

  /// By the end of the file's name, in any case.
  init(path: String, replacesExisting: Bool) throws(CommandFailure) {
    switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
    case "svg": kind = .svg
    case "png": kind = .png
    default: throw CommandFailure(.usage, "\(path) does not end in .svg or .png")
    }
    target = OutputTarget(path: path, replacesExisting: replacesExisting)
  }

  /// Writes the scene whole or not at all.
  func write(_ scene: Scene, pictures: [Int: VideoFrame], fonts: SceneFonts) throws {
    let bytes =
      switch kind {
      case .svg: Array(scene.svg(images: try pictures.mapValues { try jpeg($0) }).utf8)
      case .png: try png(of: scene, pictures: pictures.mapValues { try drawn($0) }, fonts: fonts)
      }
    let file = try target.begin()
    try file.write(bytes)
    try target.commit(file)
  }

  private func jpeg(_ frame: VideoFrame) throws -> [UInt8] {
    try PictureWriter(.jpeg(quality: 78)).bytes(of: frame)
  }

  private func drawn(_ frame: VideoFrame) throws -> DrawnText {
    let target = PictureTarget(size: frame.size, layout: .rgba, color: .sRGB)
    let picture = try PictureConverter(to: target).convert(frame)
    var pixels: [UInt8] = []
    picture.withPlanes { planes in
      guard let plane = planes.first else { return }
      for y in 0..<frame.size.height { pixels += plane.row(y).prefix(4 * frame.size.width) }
    }
    // What is opaque on its canvas has no alpha to multiply in.
    for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
    return DrawnText(width: frame.size.width, height: frame.size.height, pixels: pixels)
  }

  private func png(of scene: Scene, pictures: [Int: DrawnText], fonts: SceneFonts) throws -> [UInt8] {
    let picture: DrawnText
    do throws(TextFailure) {
      picture = try ScenePainter(fonts: fonts, images: pictures).picture(of: scene)
    } catch {
      throw CommandFailure(
        .usage,
        error == .tooLarge
          ? "the picture would be too large for a PNG; name a file that ends in .svg"
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
    return try PictureWriter(.png).bytes(of: frame)
  }
}
