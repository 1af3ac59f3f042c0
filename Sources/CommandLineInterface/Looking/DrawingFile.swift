import Composition
import Export
import LibAV
import MediaFacts
import Processes
import Scene
import TextDrawing

/// The file that a drawing is written to: SVG, or pixels.
struct DrawingFile {
  private let target: OutputTarget
  /// Nil for SVG.
  private let kind: PictureFile?
  private let scale: Int

  static let endings = [".svg", ".png", ".jpg", ".jpeg", ".webp"]

  init(path: String, replacesExisting: Bool, scale: Int) throws(CommandFailure) {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    kind = PictureFile(fileExtension: ending)
    guard kind != nil || ending == "svg" else {
      throw CommandFailure(.usage, "\(path) does not end in \(listed(Self.endings))")
    }
    target = OutputTarget(path: path, replacesExisting: replacesExisting)
    self.scale = scale
  }

  func check(sparing sources: [FileIdentity]) throws { try target.check(sparing: sources) }

  /// `images` are the pictures that the drawing shows, by its numbers of them.
  func write(_ scene: Scene, fonts: SceneFonts, images: [Int: DrawnText] = [:]) throws {
    let bytes = try kind.map { try pixels(scene, fonts, images, as: $0) } ?? vectors(scene, images)
    // From here on, an interrupt waits until the file is whole.
    let signals = try TerminationSignals()
    let file = try target.begin()
    try file.write(bytes)
    try target.commit(file)
    if let signal = signals.received() { signal.raiseAgain() }
  }

  private func pixels(
    _ scene: Scene, _ fonts: SceneFonts, _ images: [Int: DrawnText], as kind: PictureFile
  ) throws -> [UInt8] {
    let drawn: DrawnText
    do throws(TextFailure) {
      drawn = try ScenePainter(fonts: fonts, images: images, scale: Double(scale)).picture(of: scene)
    } catch {
      guard case .tooLarge = error else {
        throw CommandFailure(.unavailable, "the drawing cannot be made: \(error)")
      }
      throw CommandFailure(
        .usage,
        "a picture of \(Int(scene.width) * scale)x\(Int(scene.height) * scale) pixels is too large; make it smaller, "
          + "or write an .svg")
    }
    return try PictureWriter(kind).bytes(of: VideoFrame.opaque(drawn))
  }

  private func vectors(_ scene: Scene, _ images: [Int: DrawnText]) throws -> [UInt8] {
    var files: [Int: [UInt8]] = [:]
    for (id, image) in images {
      files[id] = try PictureWriter(.jpeg(quality: 88)).bytes(of: VideoFrame.opaque(image))
    }
    return Array(scene.svg(images: files).utf8)
  }
}

extension VideoFrame {
  /// A drawing that covers all of its picture.
  static func opaque(_ drawn: DrawnText) throws(LibAVError) -> VideoFrame {
    let size = PixelSize(width: drawn.width, height: drawn.height)
    return try VideoFrame.allocate(size: size, layout: .rgb24, color: .sRGB) { planes in
      guard let plane = planes.first else { return }
      drawn.pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<drawn.height {
          let row = plane.row(y)
          for x in 0..<drawn.width {
            let source = (y * drawn.width + x) * 4
            row[3 * x] = pixels[source]
            row[3 * x + 1] = pixels[source + 1]
            row[3 * x + 2] = pixels[source + 2]
          }
        }
      }
    }
  }
}
