import Basics
package import Composition

extension Composition {
  /// The film as text, one fact a line, as `editc dump --stage composition` prints it.
  package var text: String {
    var lines = [
      canvas.hasPicture
        ? "canvas \(canvas.size) at \(canvas.rate.spelling), background \(canvas.background.text)\(canvas.colorText)"
        : "no picture",
      "mix \(mix.text)",
      "duration \(duration.spelling), \(frameCount) \(canvas.hasPicture ? "frames" : "samples")",
    ]
    for (index, reference) in media.enumerated() {
      lines.append("media \(index): \(reference.spelling)\(reference.reading.text)")
    }
    for layer in layers {
      lines.append("layer \(layer.label)")
      lines.append(
        "  timeline \(layer.timelineRange.spelling),"
          + " frames \(layer.frames.lowerBound)..<\(layer.frames.upperBound)")
      lines.append("  picture \(layer.picture.text)")
      lines.append("  content \(layer.contentBox), visible \(layer.visibleBox)")
      lines.append("  opacity \(layer.opacity.text)")
      if case .subtitles(let picture) = layer.picture { lines += picture.lines }
      if let key = layer.chromaKey { lines.append("  chroma-key \(key.text)") }
      for filter in layer.filters { lines.append("  filter \(filter.listed(luts))") }
      lines += layer.lookLines.map { "  " + $0 }
    }
    for transition in transitions {
      let kind = transition.kind.text(color: \.text) { "media \($0.media) stream \($0.stream)" }
      lines.append("transition \(kind)")
      lines.append(
        "  timeline \(transition.timelineRange.spelling),"
          + " frames \(transition.frames.lowerBound)..<\(transition.frames.upperBound),"
          + " \(transition.easing.text)")
      let labels = [transition.outgoing, transition.incoming].map {
        $0.map { layers[$0].label } ?? "background"
      }
      lines.append("  from \(labels[0]) to \(labels[1])")
    }
    for sound in sounds {
      lines.append("sound \(sound.label)")
      lines.append("  timeline \(sound.timelineRange.spelling)")
      lines.append("  \(sound.content.text)\(sound.pitchText)")
      lines.append("  gain \(sound.gain.text)\(sound.changesText)")
    }
    for stem in stems {
      lines.append("stem \(stem.name)")
      lines.append("  sounds \(stem.sounds.map { "\($0)" }.joined(separator: ", "))")
    }
    for (index, film) in (mixes ?? []).enumerated() {
      lines.append("track \(index + 1) of sound, \(film.mix.text)")
      lines += film.sounds.map { "  hears \($0.label)" }
    }
    for stream in subtitles { lines += stream.lines }
    for sidecar in sidecars {
      lines.append("file beside the film \(sidecar.path(besideFilm: "film"))")
      lines += sidecar.subtitles.lines
    }
    for chapter in chapters {
      lines.append("chapter \(JSONValue.string(chapter.name).compactText) at \(chapter.start.spelling)")
    }
    for (index, nested) in films.enumerated() {
      lines.append("film \(index): \(nested.name)" + (nested.hasAlpha ? " with alpha" : ""))
      lines += film(index).text.split(separator: "\n").map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PictureFilter {
  /// As listings show it: tables by their names.
  fileprivate func listed(_ tables: [LUT]) -> String {
    guard case .look(let index) = self, tables.indices.contains(index) else { return text(tables) }
    return "lut \(tables[index].spelling)"
  }
}

extension Picture {
  fileprivate var text: String {
    switch self {
    case .moving(let media, let stream, let clock): "media \(media) stream \(stream) \(clock.text)"
    case .frozen(let media, let stream, let moment):
      "media \(media) stream \(stream) frozen at \(moment.spelling)"
    case .film(let film, let clock): "film \(film) \(clock.text)"
    case .frozenFilm(let film, let moment): "film \(film) frozen at \(moment.spelling)"
    case .still(let media, let stream): "still media \(media) stream \(stream)"
    case .subtitles(let picture):
      picture.events.count == 1 ? "1 subtitle" : "\(picture.events.count) subtitles"
    case .color, .gradient, .bars, .noise, .shape, .text, .credits: drawnText
    }
  }
}

extension Canvas {
  /// `, hlg, 10 bits`, or nothing for the defaults.
  var colorText: String {
    (color == .bt709 ? "" : ", \(color.rawValue)") + (depth == .eight ? "" : ", \(depth.rawValue) bits")
  }
}

extension MediaReading {
  /// ` colour bt2020/bt2020-10/bt2020nc, fields none, premultiplied`, or nothing if the script overrides
  /// nothing.
  var text: String {
    let names = [color.primaries, color.transfer, color.matrix]
    return (raw.map { " raw \($0)" } ?? "")
      + (color == ColorTags() ? "" : " colour " + names.map { $0 ?? "-" }.joined(separator: "/"))
      + (deinterlacing == .marked ? "" : " fields \(deinterlacing.rawValue)")
      + (isPremultiplied ? " premultiplied" : "") + (damage == .error ? "" : " damage \(damage.rawValue)")
  }
}
