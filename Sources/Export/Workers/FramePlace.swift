import Basics
package import Composition

extension Composition {
  /// Where a frame is, for messages: its number, its time, and the media that it shows.
  package func place(ofFrame frame: Int64) -> String {
    let time = (try? canvas.rate.start(ofFrame: frame).clockReading) ?? ""
    let files = layers.filter { $0.frames.contains(frame) }
      .flatMap { media(of: $0).map { media[$0].spelling } }
    let shown = files.isEmpty ? "" : ", which shows \(files.joined(separator: " and "))"
    return "at frame \(frame) (\(time))\(shown)"
  }
}
