import JSONText
import PictureEffects

extension EditScript {
  /// The script as text, a fact a line with its path, values in their canonical spelling: for `editc dump
  /// --stage script` and for tests that read differences.
  package var dump: String {
    var dump = ScriptDump()
    dump.text("title", title)
    dump.text("note", note)
    for variable in variables { dump.variable(variable) }
    for file in media { dump.media(file) }
    dump.canvas(canvas)
    dump.value("mix rate", mix.rate)
    dump.line("mix channels", mix.channels?.value.rawValue)
    dump.value("mix loudness", mix.loudness)
    dump.value("mix peak", mix.peak)
    dump.value("mix splice", mix.splice)
    dump.items("timeline", timeline)
    dump.items("overlays", overlays)
    dump.items("audio", audio)
    for (number, track) in subtitles.enumerated() { dump.subtitles("subtitles \(number + 1)", track) }
    for marker in markers { dump.marker(marker) }
    for sequence in sequences {
      let path = "sequence \(onOneLine(sequence.name.value))"
      dump.items(path, sequence.lists.timeline)
      dump.items(path + " overlays", sequence.lists.overlays)
      dump.items(path + " audio", sequence.lists.audio)
    }
    dump.checks(checks)
    dump.metadata("metadata", metadata)
    for (number, output) in outputs.enumerated() { dump.output("output \(number + 1)", output) }
    return dump.text
  }
}

private struct ScriptDump {
  private(set) var text = ""

  mutating func line(_ parts: String...) { text += parts.joined(separator: " ") + "\n" }

  mutating func line(_ path: String, _ value: String?) {
    if let value { text += path + " " + value + "\n" }
  }

  mutating func text(_ path: String, _ value: Located<String>?) {
    line(path, value.map { onOneLine($0.value) })
  }

  mutating func value<Value: CanonicalValue>(_ path: String, _ value: Located<Value>?) {
    line(path, value?.value.canonicalText)
  }

  mutating func animated<Value: CanonicalValue>(_ path: String, _ value: Located<Animated<Value>>?) {
    switch value?.value {
    case nil: break
    case .constant(let constant): line(path, constant.canonicalText)
    case .ramps(let ramps):
      for ramp in ramps { line(path, ramp.value.canonicalText) }
    case .keyFrames(let frames):
      for frame in frames.map(\.value) {
        let held = KeyFrameValue(value: frame.value, easing: frame.easing)
        line(path, "at \(frame.time.value.canonicalText): \(held.canonicalText)")
      }
    }
  }
}

extension ScriptDump {
  mutating func variable(_ variable: VariableDeclaration) {
    let path = "variable \(onOneLine(variable.name.value))"
    line(path, variable.type.value.rawValue)
    text(path + " default", variable.defaultText)
    for allowed in variable.allowed { text(path + " allowed", allowed) }
  }

  mutating func media(_ declaration: MediaDeclaration) {
    let path = "media \(onOneLine(declaration.name.value))"
    line(path, onOneLine(declaration.file.value))
    for (key, text) in declaration.settings.texts {
      line(path + " " + key, key == "streams.language" ? text.map(onOneLine) : text)
    }
    value(path + " rate", declaration.frames.rate)
    line(path + " missing", declaration.frames.missing?.value.rawValue)
  }

  mutating func canvas(_ canvas: CanvasSettings) {
    value("canvas size", canvas.size)
    value("canvas rate", canvas.rate)
    value("canvas background", canvas.background)
    line("canvas color", canvas.color?.value.rawValue)
    line("canvas depth", canvas.depth?.value.rawValue)
  }

  mutating func checks(_ checks: Checks) {
    line("check orientation", checks.orientation?.value.rawValue)
    value("check duration", checks.duration)
    value("check size", checks.size)
    value("check rate", checks.rate)
    value("check loudness", checks.loudness)
    line("check peak", checks.peak.map { "..\($0.value.canonicalText)" })
    line("check black", checks.black.map { "..\($0.value.canonicalText)" })
    line("check silence", checks.silence.map { "..\($0.value.canonicalText)" })
    line("check file-size", checks.fileSize.map { "..\($0.value.fileSizeText)" })
    line("check audio", checks.audioIsRequired.map { $0.value ? "required" : "optional" })
  }

  mutating func items(_ list: String, _ items: [Item]) {
    for (number, item) in items.enumerated() { self.item("\(list) \(number + 1)", item) }
  }

  private mutating func item(_ path: String, _ item: Item) {
    line(path, item.kind.dumped)
    text(path + " name", item.name)
    text(path + " note", item.note)
    if !item.isEnabled { line(path, "enabled false") }
    value(path + " for", item.duration)
    value(path + " at", item.at)
    value(path + " take", item.take)
    animated(path + " speed", item.speed)
    line(path + " pitch", item.pitch?.value.rawValue)
    value(path + " freeze", item.freeze)
    value(path + " loop", item.loop)
    line(path + " fit", item.fit?.value.rawValue)
    animated(path + " place", item.place)
    animated(path + " width", item.width)
    animated(path + " height", item.height)
    animated(path + " opacity", item.opacity)
    line(path + " chroma-key", item.chromaKey?.value.canonicalText)
    animated(path + " scale", item.scale)
    animated(path + " rotate", item.rotation)
    line(path + " flip", item.flip?.value.rawValue)
    animated(path + " crop", item.crop)
    value(path + " motion", item.motion)
    line(path + " blend", item.blend?.value.rawValue)
    line(path + " mask", item.mask?.value.canonicalText)
    if let style = item.style { words(path, style) }
    value(path + " fill", item.fill)
    value(path + " stroke", item.stroke)
    value(path + " radius", item.radius)
    animated(path + " volume", item.volume)
    animated(path + " pan", item.pan)
    value(path + " duck", item.duck)
    value(path + " fade", item.fade)
    value(path + " audio", item.sound)
    for (number, filter) in (item.filters?.value ?? []).enumerated() {
      line(path + " filter \(number + 1)", onOneLine(filter.value))
    }
  }

  mutating func subtitles(_ path: String, _ track: SubtitleTrack) {
    switch track.content {
    case .file(let file): line(path, "file", onOneLine(file.value))
    case .cues(let cues):
      for (number, cue) in cues.enumerated() {
        line(path, "cue \(number + 1) \(cue.at.value.canonicalText) \(onOneLine(cue.text.value))")
      }
    }
    text(path + " of", track.medium)
    line(path + " language", track.language?.value)
    line(path + " mode", track.mode?.value.rawValue)
  }

  mutating func marker(_ marker: MarkerDeclaration) {
    let path = "marker \(onOneLine(marker.name.value))"
    value(path, marker.at)
    value(path + " chapter", marker.isChapter)
    text(path + " note", marker.note)
  }

  mutating func metadata(_ path: String, _ metadata: MetadataSettings) {
    line(path + " keep", metadata.keep?.value.rawValue)
    for tag in metadata.tags { line(path + " " + tag.name.rawValue, onOneLine(tag.text.value)) }
    line(path + " language", metadata.language?.value)
  }

  private mutating func words(_ path: String, _ style: WordsStyle) {
    text(path + " font", style.font)
    animated(path + " size", style.size)
    line(path + " weight", style.weight?.value.rawValue)
    value(path + " color", style.color)
    line(path + " align", style.alignment?.value.rawValue)
    line(path + " line-height", style.lineHeight?.value.canonicalText)
    value(path + " stroke", style.stroke)
    line(path + " shadow", style.shadow?.value.canonicalText)
    line(path + " box", style.box?.value.canonicalText)
    line(path + " animate", style.animation?.value.rawValue)
    line(path + " markup", style.isMarkup.map { $0.value ? "true" : "false" })
  }

  mutating func output(_ path: String, _ output: Output) {
    text(path + " file", output.file)
    text(path + " name", output.name)
    line(path + " preset", output.preset?.value)
    value(path + " size", output.size)
    value(path + " rate", output.rate)
    value(path + " range", output.part)
    line(path + " video codec", output.video.codec?.value)
    value(path + " video quality", output.video.quality)
    line(path + " video bitrate", output.video.bitRate?.value.bitRateText)
    line(path + " video max-file-size", output.video.maximumFileSize?.value.fileSizeText)
    line(path + " video speed", output.video.speed?.value)
    value(path + " video keyframes", output.video.keyFrameInterval)
    line(path + " video profile", output.video.profile?.value)
    line(path + " video depth", output.video.depth?.value.rawValue)
    line(path + " video pixel-format", output.video.pixelFormat?.value)
    line(path + " video color", output.video.color?.value.rawValue)
    line(path + " audio codec", output.audio.codec?.value)
    line(path + " audio bitrate", output.audio.bitRate?.value.bitRateText)
    value(path + " audio rate", output.audio.rate)
    line(path + " audio channels", output.audio.channels?.value.rawValue)
    line(path + " mode", output.mode?.value)
    value(path + " faststart", output.isFastStart)
    metadata(path + " metadata", output.metadata)
    value(path + " chapters", output.hasChapters)
    value(path + " stems", output.hasStems)
  }
}

extension ItemKind {
  fileprivate var dumped: String {
    switch self {
    case .clip(let name): "clip \(onOneLine(name.value))"
    case .image(let name): "image \(onOneLine(name.value))"
    case .color(let color): "color \(color.value.canonicalText)"
    case .gradient(let gradient): "gradient \(gradient.value.canonicalText)"
    case .bars(let bars): "bars \(bars.value.rawValue)"
    case .shape(let shape): "shape \(shape.value.rawValue)"
    case .text(let words): "text \(onOneLine(words.value))"
    case .counter(let counter): "counter \(counter.value.rawValue)"
    case .gap(let duration): "gap \(duration.value.canonicalText)"
    case .sequence(let name): "sequence \(onOneLine(name.value))"
    case .edit(let path): "edit \(onOneLine(path.value))"
    case .transition(let transition): "transition \(transition.canonicalText)"
    case .tone(let tone):
      "tone \(tone.waveform.rawValue)" + (tone.frequency.map { " \($0.value.canonicalText)" } ?? "")
    case .silence(let length): length.map { "silence \($0.value.canonicalText)" } ?? "silence"
    case .unsupported(let keyword): "unsupported \(keyword)"
    }
  }
}

/// Paths and what goes to FFmpeg are an author's text.
private func onOneLine(_ filter: Filter) -> String {
  switch filter.value {
  case .effect(let name, let amount): name.rawValue + (amount.map { " " + $0.canonicalText } ?? "")
  case .look(let path): "lut " + onOneLine(path.value)
  case .sound(let settings): filter.name + (settings.canonicalText.map { " " + $0 } ?? "")
  case .ffmpeg(let text): "ffmpeg " + onOneLine(text.canonicalText)
  }
}

/// An author's text on one line, as a JSON string.
private func onOneLine(_ text: String) -> String { JSONValue.string(text).compactText }
