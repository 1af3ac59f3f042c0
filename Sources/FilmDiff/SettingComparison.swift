import Composition
import EditScript
import EditTime
import Lowering

/// What is different about the canvas and the mix.
///
/// Where both films are known, what counts is what they came to: an `auto` that found another size is a change.
func settingChanges(_ old: FilmVersion, _ new: FilmVersion) -> [SettingChange] {
  [
    setting("canvas", "size", old, new, "auto", \.canvas.size?.value.canonicalText) { "\($0.canvas.size)" },
    setting("canvas", "rate", old, new, "auto", \.canvas.rate?.value.canonicalText) {
      $0.canvas.rate.spelling
    },
    setting("canvas", "background", old, new, "#000000", \.canvas.background?.value.canonicalText) {
      $0.canvas.background.value.canonicalText
    },
    setting("canvas", "color", old, new, "bt709", \.canvas.color?.value.rawValue) {
      $0.canvas.color.rawValue
    },
    setting("canvas", "depth", old, new, "auto", \.canvas.depth?.value.rawValue) {
      "\($0.canvas.depth.rawValue)"
    },
    setting("mix", "rate", old, new, "48000", \.mix.rate?.value.canonicalText) { "\($0.mix.sampleRate)" },
    setting("mix", "channels", old, new, "stereo", \.mix.channels?.value.rawValue),
    setting("mix", "loudness", old, new, "as it is", \.mix.loudness?.value.canonicalText),
    setting("mix", "peak", old, new, "as it is", \.mix.peak?.value.canonicalText),
    setting("mix", "splice", old, new, "0s", \.mix.splice?.value.canonicalText),
  ].compactMap(\.self) + mediaSettingChanges(old.script, new.script)
}

/// What is said otherwise about the files that both scripts have a name for.
private func mediaSettingChanges(_ old: EditScript, _ new: EditScript) -> [SettingChange] {
  let before = Dictionary(
    old.media.map { ($0.name.value, $0.texts) }, uniquingKeysWith: { first, _ in first })
  return new.media.flatMap { declaration -> [SettingChange] in
    guard let texts = before[declaration.name.value] else { return [] }
    return zip(texts, declaration.texts).compactMap { was, now in
      guard was.text != now.text else { return nil }
      return SettingChange(
        section: "media",
        value: ValueChange(
          property: "\(declaration.name.value).\(now.key)", old: was.text, new: now.text,
          unwritten: now.key == "missing" ? "error" : "as the file says"))
    }
  }
}

extension MediaDeclaration {
  /// All that is said about the file, each key with its value.
  fileprivate var texts: [(key: String, text: String?)] {
    settings.texts + [
      ("frames.rate", frames.rate?.value.canonicalText), ("missing", frames.missing?.value.rawValue),
    ]
  }
}

private func setting(
  _ section: String, _ property: String, _ old: FilmVersion, _ new: FilmVersion, _ unwritten: String,
  _ written: (EditScript) -> String?, resolved: ((Composition) -> String)? = nil
) -> SettingChange? {
  var (before, after) = (written(old.script), written(new.script))
  if let resolved, let oldFilm = old.film.composition, let newFilm = new.film.composition {
    (before, after) = (resolved(oldFilm), resolved(newFilm))
  }
  guard before ?? unwritten != after ?? unwritten else { return nil }
  return SettingChange(
    section: section,
    value: ValueChange(property: property, old: before, new: after, unwritten: unwritten))
}

/// What is different about the statements a film must satisfy.
func checkChanges(_ old: Checks, _ new: Checks) -> [SettingChange] {
  let texts: [(String, (Checks) -> String?)] = [
    ("orientation", { $0.orientation?.value.rawValue }), ("duration", { $0.duration?.value.canonicalText }),
    ("size", { $0.size?.value.canonicalText }), ("rate", { $0.rate?.value.canonicalText }),
    ("loudness", { $0.loudness?.value.canonicalText }),
    ("peak", { $0.peak.map { "..\($0.value.canonicalText)" } }),
    ("black", { $0.black.map { "..\($0.value.canonicalText)" } }),
    ("file-size", { $0.fileSize.map { "..\($0.value.fileSizeText)" } }),
    ("silence", { $0.silence.map { "..\($0.value.canonicalText)" } }),
    ("audio", { $0.audioIsRequired.map { $0.value ? "required" : "optional" } }),
  ]
  return texts.compactMap { property, text in
    let (before, after) = (text(old), text(new))
    guard before != after else { return nil }
    return SettingChange(
      section: "checks",
      value: ValueChange(property: property, old: before, new: after, unwritten: "not checked"))
  }
}

extension Color {
  fileprivate var value: ColorValue { ColorValue(red: red, green: green, blue: blue, alpha: alpha) }
}
