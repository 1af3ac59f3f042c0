package import Basics

/// A script of what was found in media: their parts as takes, or whole media with markers.
package struct DetectedScript {
  /// Parts of a file in their order, or nil for all of it.
  package struct Clip {
    let media: DraftMedia
    let parts: [TimeRange]?

    package init(_ media: DraftMedia, parts: [TimeRange]?) {
      (self.media, self.parts) = (media, parts)
    }

    package var isEmpty: Bool { parts?.isEmpty == true }
  }

  package struct Marker {
    let name: String
    let time: RationalTime

    package init(name: String, time: RationalTime) {
      (self.name, self.time) = (name, time)
    }
  }

  private let name: String
  private let content: String
  private let clips: [Clip]
  private let markers: [Marker]
  private let edges: DraftEdges
  private let canvas: DraftCanvas
  private let isHeardOnly: Bool

  /// - Parameters:
  ///   - name: The file name of the script.
  ///   - content: What the takes or markers are, as the end of a sentence.
  package init(
    named name: String, _ content: String, clips: [Clip], markers: [Marker] = [], edges: DraftEdges = .around
  ) {
    self.name = name
    self.content = content
    self.clips = clips
    self.markers = markers
    self.edges = edges
    let media = clips.map(\.media)
    canvas = DraftCanvas(for: media)
    isHeardOnly = media.allSatisfy { $0.kind == .sound }
  }

  package var text: String {
    var text = DraftText()
    text.line("edit: 1")
    text.line("# Written by `editc detect`: \(content).")
    text.blank()
    text.line("media:")
    var names = MediaNames()
    let named = clips.map { clip in
      (name: names.name(for: clip.media.path, kind: clip.media.kind ?? .clip), clip: clip)
    }
    for (name, clip) in named {
      text.line("  \(writtenScalar(name)): \(writtenScalar(clip.media.path))", clip.media.summary)
    }
    text.blank()
    if !isHeardOnly { text.line("canvas: {size: \(canvas.size), rate: \(canvas.rateText)}") }
    if !markers.isEmpty {
      text.line("markers:")
      for marker in markers { text.line("  \(marker.name): \(written(marker.time))") }
    }
    text.line("timeline:")
    for (name, clip) in named { addItems(name, clip, &text) }
    text.line("outputs:")
    let output = freeOutput(
      for: self.name, ending: isHeardOnly ? "m4a" : "mp4", sparing: clips.map(\.media.path))
    text.line("  - {file: \(writtenScalar(output))}")
    return text.text
  }

  private func addItems(_ name: String, _ clip: Clip, _ text: inout DraftText) {
    let isAcross = clip.media.displaySize.map(canvas.isAcross) ?? false
    let fit = isAcross ? ", fit: contain" : ""
    guard let parts = clip.parts else { return text.line("  - {clip: \(writtenScalar(name))\(fit)}") }
    for take in takes(parts, of: clip.media) {
      text.line("  - {clip: \(writtenScalar(name)), take: \(take)\(fit)}")
    }
  }

  private func takes(_ parts: [TimeRange], of media: DraftMedia) -> [String] {
    guard !isHeardOnly else {
      return parts.map { "\(milliseconds($0.start).spelling)..\(milliseconds($0.end).spelling)" }
    }
    let frames = edges.frames(of: parts, in: media.length, at: canvas.rate)
    return frames.map { "\(canvas.written(frame: $0.lowerBound))..\(canvas.written(frame: $0.upperBound))" }
  }

  /// Whole milliseconds, rounded down.
  private func milliseconds(_ time: RationalTime) -> RationalTime {
    let count = floorDivision(Int128(time.value) * 1000, by: Int128(time.timescale))
    return Int64(exactly: count).flatMap { RationalTime($0, 1000) } ?? time
  }

  private func written(_ time: RationalTime) -> String {
    isHeardOnly ? time.spelling : canvas.written(time)
  }
}
