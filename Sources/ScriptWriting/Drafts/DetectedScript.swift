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
    package let name: String
    package let time: RationalTime

    package init(name: String, time: RationalTime) {
      (self.name, self.time) = (name, time)
    }
  }

  private let name: String
  private let content: String
  private let clips: [Clip]
  package let markers: [Marker]
  private let canvas: DraftCanvas
  private let isHeardOnly: Bool
  private let takes: DraftTakes

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
    let media = clips.map(\.media)
    canvas = DraftCanvas(for: media)
    isHeardOnly = media.allSatisfy { $0.kind == .sound }
    takes = DraftTakes(on: isHeardOnly ? nil : canvas, edges: edges)
  }

  /// The takes of each medium that has parts, by its path.
  package var takesByPath: [String: [TimeRange]] {
    let parts = clips.map { clip in
      (clip.media.path, clip.parts.map { takes.takes(of: $0, in: clip.media) } ?? [])
    }
    return Dictionary(parts, uniquingKeysWith: +)
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
      for marker in markers { text.line("  \(marker.name): \(takes.written(marker.time))") }
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
    guard let parts = clip.parts else {
      return text.line("  - " + takes.item(name, take: nil, of: clip.media))
    }
    for take in takes.takes(of: parts, in: clip.media) {
      text.line("  - " + takes.item(name, take: take, of: clip.media))
    }
  }
}
