import Basics
import Composition

extension Composition {
  /// Why the pictures of a layer do not have the form of the film, each as the rest of a sentence, with
  /// advice.
  func formObstacles(
    _ layer: Layer, _ media: Int, _ track: VideoTrackFacts, _ container: Container
  ) -> [(reason: String, hint: String?)] {
    var obstacles: [(reason: String, hint: String?)] = []
    let file = quotedMedia(media)
    if track.displaySize != canvas.size {
      obstacles.append(
        (
          "is \(track.displaySize) in \(file), but the film is \(canvas.size)",
          "remove `size` from canvas and output, or encode"
        ))
    } else if layer.contentBox != PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
      || layer.visibleBox != layer.contentBox
    {
      obstacles.append(("does not fill the canvas unscaled", nil))
    }
    if !track.hasVariableRate, let rate = track.rate, rate != canvas.rate {
      obstacles.append(
        (
          "has \(rate.spellingForPeople) frames per second in \(file), the film \(canvas.rate.spellingForPeople)",
          "remove `rate` from canvas and output, or encode"
        ))
    }
    if !container.declaration.copied.contains(track.codec) {
      obstacles.append(
        ("is encoded as \(track.codec), which cannot be copied into a .\(container.rawValue) file", nil))
    }
    return obstacles
  }

  /// Why the packets of a file differ from what the film shows of it.
  func readingObstacles(_ coded: CodedPictures, _ media: Int, _ track: VideoTrackFacts) -> [String] {
    var obstacles: [String] = []
    if coded.track != track || self.media[media].reading != MediaReading() {
      obstacles.append("has settings under `media` that differ from \(quotedMedia(media))")
    }
    if let obstacle = coded.obstacle {
      obstacles.append("cannot be copied: \(quotedMedia(media)) \(obstacle)")
    }
    return obstacles
  }
}

extension CodedPictures {
  /// What differs for a decoder or a player, or nil.
  func difference(from other: CodedPictures) -> String? {
    let (ours, theirs) = (track, other.track)
    let values: [(String, String, String)] = [
      ("its codec", ours.codec, theirs.codec),
      ("its profile", ours.profile ?? "none", theirs.profile ?? "none"),
      ("its stored size", "\(ours.storedSize)", "\(theirs.storedSize)"),
      ("its pixel format", ours.pixelFormat, theirs.pixelFormat),
      ("its pixel aspect", "\(ours.pixelAspect)", "\(theirs.pixelAspect)"),
      ("its rotation", "\(ours.orientation)", "\(theirs.orientation)"),
      ("its fields", ours.fieldOrder.rawValue, theirs.fieldOrder.rawValue),
    ]
    if let (name, mine, its) = values.first(where: { $0.1 != $0.2 }) {
      return "\(name) is \(its), not \(mine)"
    }
    if ours.color != theirs.color { return "its colour tags differ" }
    return configuration == other.configuration ? nil : "its encoder settings differ"
  }
}

extension [Int64] {
  /// Whether a number is among these ascending ones, or else its neighbours on both sides.
  func around(_ number: Int64) -> (isThere: Bool, before: Int64?, after: Int64?) {
    let next = partitioningIndex { $0 >= number }
    if next < count, self[next] == number { return (true, nil, nil) }
    return (false, next > 0 ? self[next - 1] : nil, next < count ? self[next] : nil)
  }
}
