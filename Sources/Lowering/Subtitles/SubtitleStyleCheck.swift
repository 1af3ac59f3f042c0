import Composition
import Diagnostics
import EditScript

/// Checks the style of a track for values that cannot be drawn or have no effect.
struct SubtitleStyleCheck {
  private let source: SubtitleSource
  private let ruler: Ruler

  init(_ source: SubtitleSource, on canvas: ResolvedCanvas) {
    self.source = source
    ruler = Ruler(canvas)
  }

  var findings: [Diagnostic] {
    let track = source.track
    var findings: [Diagnostic] = []
    if let format = track.format, track.mode?.value != .sidecar {
      findings.append(
        Diagnostic(
          .noEffect, "`format` has no effect: no subtitle file is written", at: format.range,
          hint: "write `mode: sidecar`, or remove `format`"))
    }
    if let title = track.title, track.mode?.value != .stream {
      findings.append(
        Diagnostic(
          .noEffect, "`title` has no effect: the subtitles are not a stream", at: title.range,
          hint: "write `mode: stream`, or remove `title`"))
    }
    guard let style = track.style else { return findings }
    if let mode = track.mode, mode.value != .burn {
      findings.append(
        Diagnostic(
          .noEffect, "`style` has no effect: players decide how these subtitles look", at: style.range,
          hint: "remove `style`, or `mode: \(mode.value.rawValue)`"))
      return findings
    }
    return findings + sizes(style.value) + fonts(style.value) + words(style.value)
  }

  private func sizes(_ style: SubtitleStyle) -> [Diagnostic] {
    // Without a picture nothing is drawn, which is reported elsewhere.
    guard ruler.height > 0 else { return [] }
    var findings: [Diagnostic] = []
    if let size = style.size, !(4...4 * ruler.height).contains(ruler.alongHeight(size.value)) {
      findings.append(
        Diagnostic(
          .sizeOutOfRange,
          "the size of subtitles must be from 4 pixels to four times the canvas's height",
          at: size.range, hint: "6% of the height is usual"))
    }
    let boxes = [style.box, style.highlight?.value.box].compactMap { $0?.value }
    let lengths =
      [("stroke", style.stroke.map { ($0.range, ruler.alongHeight($0.value.width)) })]
      + boxes.flatMap { box in
        [
          ("padding", box.padding.map { ($0.range, ruler.largest($0.value)) }),
          ("radius", box.radius.map { ($0.range, ruler.alongHeight($0.value)) }),
        ]
      }
    for case (let name, (let place, let length)?) in lengths where !(0...512).contains(length) {
      findings.append(
        Diagnostic(.sizeOutOfRange, "the \(name) of subtitles must be 0 to 512 pixels", at: place))
    }
    return findings
  }

  private func fonts(_ style: SubtitleStyle) -> [Diagnostic] {
    guard let font = style.font else { return [] }
    if font.value.looksLikeFontFile { return [] }
    let isName =
      !font.value.isEmpty
      && !font.value.unicodeScalars.contains { ",{}\\".unicodeScalars.contains($0) || $0.value < 32 }
    return isName && !font.value.hasPrefix("@")
      ? []
      : [
        Diagnostic(
          .missingFont, "'\(font.value)' is not the name of a single font family", at: font.range,
          hint: "write one name, such as `Inter`")
      ]
  }

  private func words(_ style: SubtitleStyle) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let timing = style.words?.value ?? .together
    if let most = style.mostWords, !source.cues.isEmpty, !source.cues.contains(where: { $0.cue.text.isTimed })
    {
      findings.append(
        Diagnostic(
          .noEffect, "`max-words` has no effect: '\(source.label)' contains no word timing", at: most.range,
          hint: Self.sourcesOfTiming))
    }
    if let words = style.words, timing != .together, !source.cues.isEmpty,
      !source.cues.contains(where: { $0.cue.text.isTimed })
    {
      findings.append(
        Diagnostic(
          .noEffect,
          "`words: \(timing.rawValue)` has no effect: '\(source.label)' contains no word timing",
          at: words.range, hint: Self.sourcesOfTiming))
    } else if let highlight = style.highlight {
      findings += self.highlight(highlight, timing)
    }
    return findings
  }

  private func highlight(_ highlight: Located<SubtitleHighlight>, _ timing: WordTiming) -> [Diagnostic] {
    let value = highlight.value
    if timing == .together || timing == .reveal && value.movement == nil {
      return [
        Diagnostic(
          .noEffect, "`highlight` has no effect: no words are highlighted", at: highlight.range,
          hint: "write `words: karaoke` or `words: fill`, or remove `highlight`")
      ]
    }
    var findings: [Diagnostic] = []
    if timing == .reveal {
      for (name, place) in [("color", value.color?.range), ("box", value.box?.range)] {
        guard let place else { continue }
        findings.append(
          Diagnostic(
            .noEffect, "`\(name)` has no effect: with `words: reveal`, no words are highlighted", at: place,
            hint: "write `words: karaoke` or `words: fill`, or remove `\(name)`"))
      }
    }
    guard let length = value.length else { return findings }
    if value.movement == nil {
      findings.append(
        Diagnostic(
          .noEffect, "`for` has no effect: no words move", at: length.range,
          hint: "write `animate: pop` or `animate: rise`, or remove `for`"))
    }
    return findings
  }

  private static let sourcesOfTiming =
    "word timing is in WebVTT as `<00:01.000>`, in ASS as `\\k`, and in JSON from tools such as Whisper with word"
    + " timestamps"
}

extension Ruler {
  /// The greater of the two lengths of a padding.
  fileprivate func largest(_ padding: PaddingValue) -> Double {
    max(alongHeight(padding.vertical), alongHeight(padding.horizontal))
  }
}
