import Basics
import Compiler
import Composition
import Diagnostics
import Interchange
import Testing

/// The film of a script whose media are as a listing says.
func compiledFilm(_ script: String, media listing: String = "") throws -> Composition {
  let parsed = ParsedScript(SourceText(name: "film.edit", script))
  let compiled = compile(parsed, media: try MediaListing(listing).table(for: parsed.script))
  #expect(compiled.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(script)")
  return try #require(compiled.films.first?.composition)
}

/// The timeline of a script, its files named as the script names them.
func exported(
  _ script: String, media listing: String, _ options: ExportOptions = ExportOptions()
) throws -> ExportedTimeline {
  try ExportedTimeline(compiledFilm(script, media: listing), options)
}

/// The items of a track in words: `sea.mp4 0s..2s from 5s`, `gap 1s`, `dissolve 0s+1s`.
func words(_ track: InterchangeTrack, in timeline: InterchangeTimeline) throws -> [String] {
  try track.placed().map { placed in
    switch placed.item {
    case .gap(let gap): return "gap \(gap.duration)"
    case .transition(let transition):
      let kind = if case .named(let words) = transition.kind { words } else { "dissolve" }
      return "\(kind) \(transition.before)+\(transition.after)"
    case .clip(let clip):
      let end = try placed.start + (clip.duration ?? .zero)
      var text = "\(name(clip.source, timeline)) \(placed.start)..\(end) from \(clip.start)"
      switch clip.speed {
      case .frozen: text += " frozen"
      case .factor(let factor):
        if factor != RationalTime(seconds: 1) { text += " x\(factor.value)/\(factor.timescale)" }
      }
      if clip.playsSound { text += " heard" }
      if case .factor(let volume)? = clip.volume { text += " volume \(volume)" }
      if let opacity = clip.opacity { text += " opacity \(opacity)" }
      if let fade = clip.fadeIn { text += " in \(fade)" }
      if let fade = clip.fadeOut { text += " out \(fade)" }
      if let fit = clip.fit { text += " \(fit)" }
      if let layout = clip.layout { text += " at \(layout.x),\(layout.y)" }
      return text
    }
  }
}

private func name(_ source: InterchangeClip.Source, _ timeline: InterchangeTimeline) -> String {
  switch source {
  case .media(let number): timeline.media[number].name
  case .sequence(let number): "sequence \(timeline.sequences[number].name ?? "")"
  case .title(let title): "title `\(title.text)`"
  case .color(let color): color
  case .gradient(let colors): "gradient \(colors)"
  case .bars: "bars"
  }
}

/// The losses in short: the item and the property, with `-` for what is dropped and `~` for what is approximated.
func words(_ losses: [ExportLoss]) -> [String] {
  losses.map { loss in
    let sign =
      switch loss.fate {
      case .mapped: "="
      case .approximated: "~"
      case .dropped: "-"
      }
    return "\(sign) \(loss.item): \(loss.property)"
  }
}

extension Layer {
  /// The corners of the whole picture and of what is seen of it, as they lie on the canvas at a moment of the item.
  func corners(at time: RationalTime) -> [Double] {
    var pose = PicturePose(content: ExactBox(contentBox), visible: ExactBox(visibleBox))
    if let moved = movement?.layout.pose(at: time) { pose = moved }
    let pivot = (x: pose.visible.x + pose.pivot.x, y: pose.visible.y + pose.pivot.y)
    let (cos, sin) = (cosine(ofTurns: pose.degrees / 360), sine(ofTurns: pose.degrees / 360))
    var numbers: [Double] = []
    for box in [pose.content, pose.visible] {
      let corners = [(box.x, box.y), (box.x + box.width, box.y), (box.x, box.y + box.height)]
      for (x, y) in corners {
        let (right, down) = (x - pivot.x, y - pivot.y)
        numbers += [pivot.x + cos * right - sin * down, pivot.y + sin * right + cos * down]
      }
    }
    return numbers
  }
}
