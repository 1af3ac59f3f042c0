import Basics
package import Composition

extension Composition {
  /// The place of a frame, for messages: its number, its time, and the media and subtitles that it shows.
  package func place(ofFrame frame: Int64) -> String {
    let time = (try? canvas.rate.start(ofFrame: frame).clockReading) ?? ""
    let files = layers.filter { $0.frames.contains(frame) }
      .flatMap { media(of: $0).map { media[$0].spelling } }
    let things = files + layers.flatMap { $0.subtitles(at: frame) }
    let shown = things.isEmpty ? "" : ", which shows \(things.joined(separator: " and "))"
    return "at frame \(frame) (\(time))\(shown)"
  }
}

extension Layer {
  /// The subtitles that it draws on a frame, by the start of their texts.
  fileprivate func subtitles(at frame: Int64) -> [String] {
    guard case .subtitles(let picture) = picture else { return [] }
    return picture.events.filter { $0.frames.contains(frame) }.prefix(3).map { event in
      "the subtitle `\(event.event.text.prefix(60))`"
    }
  }
}
