package import Basics
package import Composition
package import Diagnostics
package import EditScript

/// The settings of an output with the presets and defaults of the language.
///
/// If the `rate` is unknown, the key frame interval has its default. `size` and `channels` are the film's.
package func lower(
  _ output: Output, rate: FrameRate?, canvas: CanvasSettings = CanvasSettings(), size: PixelSize? = nil,
  channels: Int = 2
) -> (settings: OutputSettings?, diagnostics: [Diagnostic]) {
  var diagnostics: [Diagnostic] = []
  guard let container = container(of: output.file, &diagnostics) else { return (nil, diagnostics) }
  let hasPicture = output.hasPicture
  let hasSound = output.audio.codec?.value != "none" && !container.declaration.sound.isEmpty
  diagnostics += copyConflicts(of: output)
  var settings = OutputSettings(
    file: output.file.value, container: container, isFastStart: output.isFastStart?.value ?? true,
    video: hasPicture ? videoEncoding(output, rate, canvas, size, &diagnostics) : nil,
    audio: hasSound ? audioEncoding(output, container, channels, &diagnostics) : nil,
    copied: CopiedTracks(
      pictures: hasPicture && output.copiesPicture, sound: hasSound && output.copiesSound,
      otherTracks: hasSound && output.copiesSound && output.kept(.tracks) != nil))
  settings.sizeLimit = output.video.maximumFileSize?.value
  settings.smart = smartSettings(of: output, settings)
  checkStems(output, container, &diagnostics)
  settings.tracks = trackSettings(output, container, channels, &diagnostics)
  let fragments = FragmentReading(output, container, rate, settings.video)
  fragments.write(to: &settings)
  diagnostics += fragments.problems
  settings.timecode = startTimecode(of: output, container, rate, &diagnostics)
  settings.isStill = container.isPictures && output.still != nil
  if settings.isSeries { settings.firstNumber = Int64(output.firstNumber?.value ?? 1) }
  // Pictures and animations have no colour tags: they are sRGB.
  if container.isPictures || container.isAnimation { settings.video?.color = .bt709 }
  if container.isAnimation { settings.plays = output.plays?.value ?? 0 }
  diagnostics += pictureConflicts(of: output, container)
  if container == .apng, let rate, max(rate.frames, rate.seconds) > UInt16.max {
    diagnostics.append(.animationHasNoRate(rate, at: (output.rate?.range ?? output.file.range)))
  }
  if container == .gif, let rate, !rate.isHundredths {
    diagnostics.append(.gifHasNoRate(rate, at: (output.rate?.range ?? output.file.range)))
  }
  if container.isTransportStream {
    diagnostics += transportConflicts(of: output, rate, settings.video)
  }
  if container.isMaterialExchange {
    diagnostics += materialConflicts(of: output, container, rate, settings.video)
  }
  diagnostics += textConflicts(of: output, container)
  if settings.video == nil, settings.audio == nil, !container.isText {
    diagnostics.append(.outputIsEmpty(at: output.range))
  }
  return (settings, diagnostics)
}

/// The settings of a smart render; nil for other renders.
private func smartSettings(of output: Output, _ settings: OutputSettings) -> SmartSettings? {
  guard output.isSmart, !output.copiesPicture, var edges = settings.video else { return nil }
  // The few frames at each cut must look like their source, and cost little time.
  edges.rateControl = .quality(output.video.quality?.value ?? 16)
  if output.video.speed == nil { edges.speed = "veryfast" }
  return SmartSettings(
    edges: edges, codec: output.video.codec.flatMap { VideoCodec(rawValue: $0.value) },
    copiesSound: output.tracks.isEmpty && output.hasStems?.value != true && output.audio.isUnset,
    isOptional: output.mode?.value == "auto")
}

private func container(of file: Located<String>, _ diagnostics: inout [Diagnostic]) -> Container? {
  guard let ending = fileEnding(of: file.value) else {
    diagnostics.append(.fileHasNoExtension(file))
    return nil
  }
  if let container = Container(ofFile: file.value) { return container }
  if PlaylistKind(ofFile: file.value) != nil {
    diagnostics.append(.playlistIsNoFilm(file))
    return nil
  }
  diagnostics.append(.unknownContainer(ending, at: file.range))
  return nil
}

extension AudioSettings {
  /// Whether no key sets how the sound is encoded.
  fileprivate var isUnset: Bool { codec == nil && bitRate == nil && rate == nil && channels == nil }
}

extension Output {
  /// Whether it has a picture; true for an unknown container.
  var hasPicture: Bool {
    video.codec?.value != "none" && Container(ofFile: file.value)?.isSoundOnly != true
  }

  /// The codec of its picture.
  var pictureCodec: VideoCodec {
    video.codec.flatMap { VideoCodec(rawValue: $0.value) } ?? presetSettings.codec
      ?? Container(ofFile: file.value)?.declaration.usualVideo ?? .h264
  }

  /// The settings of its preset.
  var presetSettings: OutputPresetDeclaration {
    preset.flatMap { OutputPreset(rawValue: $0.value) }?.declaration ?? OutputPreset.none
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func outputIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "the output has neither picture nor sound", at: place,
      hint: "remove one of the two `codec: none`")
  }

  fileprivate static func fileHasNoExtension(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .unknownValue, "the extension of '\(file.value)' does not determine a file type",
      at: file.range, hint: "end it with one of \(knownExtensions)")
  }

  fileprivate static func playlistIsNoFilm(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .unknownValue, "'\(file.value)' is a playlist, which lists films but contains none", at: file.range,
      hint: "write `file: film.mp4` and `playlist: \(file.value)` in each output that it lists")
  }

  fileprivate static func unknownContainer(_ ending: String, at place: SourceRange) -> Diagnostic {
    let kinds = Container.allCases.map(\.rawValue)
    let near = Suggestion.best(for: ending, among: kinds)
    return Diagnostic(
      .unknownValue,
      "unknown file type '.\(ending)'" + (near.map { ", did you mean '.\($0)'?" } ?? ""), at: place,
      hint: "use one of \(knownExtensions)")
  }

  fileprivate static func gifHasNoRate(_ rate: FrameRate, at place: SourceRange) -> Diagnostic {
    let rates = rate.nearestOfHundredths.map { "`rate: \($0.spelling)`" }
    return Diagnostic(
      .codecLimit,
      rate.frames > 50 * rate.seconds
        ? ".gif files do not support \(rate.spelling) frames per second: browsers show frames shorter than 2/100 s for 10/100 s"
        : ".gif files do not support \(rate.spelling) frames per second: they store frame times in hundredths of a second",
      at: place, hint: "write \(rates.joined(separator: " or ")) in the output")
  }

  fileprivate static func animationHasNoRate(_ rate: FrameRate, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      ".apng files cannot store \(rate.spelling) frames per second: the two numbers of the rate have 16 bits",
      at: place,
      hint:
        "write `rate: \(min(1000, (rate.frames + rate.seconds / 2) / max(1, rate.seconds)))` in the output")
  }
}

private let knownExtensions = Container.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
