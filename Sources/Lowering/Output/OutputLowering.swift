package import Basics
package import Composition
package import Diagnostics
package import EditScript
import Vocabulary

/// The settings of an output with the presets and defaults of the language.
///
/// If the `rate` is not known, the distance of key frames keeps its default.
package func lower(_ output: Output, rate: FrameRate?, canvas: CanvasSettings = CanvasSettings()) -> (
  settings: OutputSettings?, diagnostics: [Diagnostic]
) {
  var diagnostics: [Diagnostic] = []
  guard let container = container(of: output.file, &diagnostics) else { return (nil, diagnostics) }
  let hasPicture = output.hasPicture
  let hasSound = output.audio.codec?.value != "none" && !container.declaration.sound.isEmpty
  diagnostics += copyConflicts(of: output)
  var settings = OutputSettings(
    file: output.file.value, container: container, isFastStart: output.isFastStart?.value ?? true,
    video: hasPicture ? videoEncoding(output, rate, canvas, &diagnostics) : nil,
    audio: hasSound ? audioEncoding(output, container, &diagnostics) : nil,
    copied: CopiedTracks(
      pictures: hasPicture && output.copiesPicture, sound: hasSound && output.copiesSound))
  settings.sizeLimit = output.video.maximumFileSize?.value
  checkStems(output, container, &diagnostics)
  if container.isPictures { settings.firstNumber = Int64(output.firstNumber?.value ?? 1) }
  // What is no film has no tags of colours: it is sRGB.
  if container.isPictures || container.isAnimation { settings.video?.color = .bt709 }
  if container.isAnimation { settings.plays = output.plays?.value ?? 0 }
  diagnostics += pictureConflicts(of: output, container)
  if container == .apng, let rate, max(rate.frames, rate.seconds) > UInt16.max {
    diagnostics.append(.animationHasNoRate(rate, at: (output.rate?.range ?? output.file.range)))
  }
  if settings.video == nil, settings.audio == nil {
    diagnostics.append(.outputIsEmpty(at: output.range))
  }
  return (settings, diagnostics)
}

private func container(of file: Located<String>, _ diagnostics: inout [Diagnostic]) -> Container? {
  guard let ending = fileEnding(of: file.value) else {
    diagnostics.append(.fileHasNoExtension(file))
    return nil
  }
  if let container = Container(ofFile: file.value) { return container }
  diagnostics.append(
    PlannedContainer(rawValue: ending) == nil
      ? .unknownContainer(ending, at: file.range) : .plannedContainer(ending, at: file.range))
  return nil
}

private func videoEncoding(
  _ output: Output, _ rate: FrameRate?, _ canvas: CanvasSettings, _ diagnostics: inout [Diagnostic]
) -> VideoEncoding {
  let preset = output.presetSettings
  var encoding = VideoEncoding(rateControl: .quality(preset.quality), speed: preset.speed)
  encoding.codec = output.pictureCodec
  if let quality = output.video.quality { encoding.rateControl = .quality(quality.value) }
  // Both at once were refused where they stand.
  if let bitRate = output.video.bitRate { encoding.rateControl = .bitRate(bitRate.value) }
  if let speed = output.video.speed { encoding.speed = speed.value }
  encoding.level = output.video.level?.value
  encoding.tune = output.video.tune?.value
  let options = EncoderOptionReading(
    output.video.options, for: encoding.codec, hasLevel: encoding.level != nil)
  encoding.options = options.values
  diagnostics += options.problems
  let form = PictureFormSettings(
    output.video, encoding.codec, canvas, presetProfile: output.video.codec == nil ? preset.profile : nil)
  form.write(to: &encoding)
  diagnostics += form.problems + unknownWords(output.video, encoding.codec)
  diagnostics += sizeProblems(output.video, encoding.codec)
  if let level = output.video.level, encoding.chosenLevel != nil, encoding.rateControl == .quality(0) {
    diagnostics.append(.levelOfLossless(at: level.range))
  }
  if let declaration = encoding.codec.declaration {
    // What the codec does not read must not be in the key of a segment.
    if declaration.qualities == nil { encoding.rateControl = .quality(0) }
    if declaration.speeds.isEmpty { encoding.speed = "" }
    // Pictures of red, green and blue are always those of sRGB.
    if declaration.isRGB { encoding.color = .bt709 }
    if declaration.isIntraOnly {
      encoding.keyFrameInterval = 1
      if let interval = output.video.keyFrameInterval {
        diagnostics.append(.everyPictureIsKey(encoding.codec, at: interval.range))
      }
      return encoding
    }
  }
  if let rate, let interval = output.video.keyFrameInterval {
    let frames = (try? interval.value.resolved(at: rate)).flatMap { rate.frame(at: $0)?.value }
    if let frames, (1...LanguageLimits.keyFrameDistance).contains(frames) {
      encoding.keyFrameInterval = Int(frames)
    } else {
      diagnostics.append(.keyFrameDistanceOutOfRange(at: interval.range))
    }
  }
  return encoding
}

/// What is written for another codec.
private func unknownWords(_ written: VideoSettings, _ codec: VideoCodec) -> [Diagnostic] {
  guard let declaration = codec.declaration else { return [] }
  return [
    written.speed.flatMap { codecLacks("speed", $0, codec, among: declaration.speeds) },
    written.profile.flatMap { codecLacks("profile", $0, codec, among: declaration.profiles.map(\.name)) },
    written.level.flatMap { codecLacks("level", $0, codec, among: declaration.levels.map(\.name)) },
    written.tune.flatMap { codecLacks("tune", $0, codec, among: declaration.tunes) },
  ].compactMap(\.self)
}

/// What is written about the size of the coded pictures, where the codec has no such choice.
private func sizeProblems(_ written: VideoSettings, _ codec: VideoCodec) -> [Diagnostic] {
  guard let declaration = codec.declaration else { return [] }
  var problems: [Diagnostic] = []
  if let qualities = declaration.qualities, let quality = written.quality, !qualities.contains(quality.value)
  {
    problems.append(
      Diagnostic(
        .codecLimit, "\(codec.rawValue) has no quality \(quality.value)", at: quality.range,
        hint: "it has \(qualities.lowerBound) to \(qualities.upperBound)"))
  }
  let bitRates = [("bitrate", written.bitRate?.range), ("max-file-size", written.maximumFileSize?.range)]
  let (missing, reason, hint): ([(name: String, range: SourceRange?)], String, String) =
    switch declaration.size {
    case .chosen: ([], "", "")
    case .average:
      (
        Array(bitRates.dropFirst()), "its encoder keeps an average bit rate, and no highest one",
        "write a `bitrate` instead"
      )
    case .qualityAlone: (bitRates, "its size follows from the quality", "write a `quality` instead")
    case .lossless:
      (
        [("quality", written.quality?.range)] + bitRates,
        "it loses nothing, so its size follows from the pictures",
        "leave it out"
      )
    case .quality:
      (bitRates, "with one, the encoder would make other bytes each time", "write a `quality` instead")
    case .profile:
      (
        [("quality", written.quality?.range)] + bitRates, "its profile decides how large the file is",
        "write one of \(declaration.profiles.map { "`profile: \($0.name)`" }.joined(separator: ", "))"
      )
    }
  for case (let name, let range?) in missing {
    problems.append(
      Diagnostic(.codecLimit, "\(codec.rawValue) has no `\(name)`: \(reason)", at: range, hint: hint))
  }
  return problems
}

private func codecLacks(
  _ key: String, _ word: Located<String>, _ codec: VideoCodec, among words: [String]
) -> Diagnostic? {
  guard !words.contains(word.value) else { return nil }
  let hint =
    words.isEmpty ? "leave it out" : "write one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
  return Diagnostic(
    .codecLimit, "\(codec.rawValue) has no \(key) `\(word.value)`", at: word.range, hint: hint)
}

private func audioEncoding(
  _ output: Output, _ container: Container, _ diagnostics: inout [Diagnostic]
) -> AudioEncoding {
  let codec = SoundCodec(of: output) ?? container.declaration.usualSound ?? .aac
  if codec.isLossless, let written = output.audio.bitRate {
    diagnostics.append(.losslessSoundHasBitRate(codec, at: written.range))
  }
  if let known = codec.declaration.bitRates, let written = output.audio.bitRate,
    !known.contains(written.value / 1000 * 1000)
  {
    diagnostics.append(.unknownBitRate(written, of: codec, known: known))
  }
  return AudioEncoding(
    codec: codec,
    bitRate: output.audio.bitRate?.value ?? output.presetSettings.audioBitRate)
}

/// What is written about an output of pictures by number that such files do not have, and the other way round.
private func pictureConflicts(of output: Output, _ container: Container) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if !container.isPictures, let number = output.firstNumber {
    conflicts.append(.fileHasNoNumber(number.range))
  }
  if !container.isAnimation, let plays = output.plays { conflicts.append(.fileHasNoLoop(plays.range)) }
  guard container.isPictures || container.isAnimation else { return conflicts }
  let audio: [(name: String, range: SourceRange?)] = [
    ("bitrate", output.audio.bitRate?.range), ("rate", output.audio.rate?.range),
    ("channels", output.audio.channels?.range),
  ]
  for case (let name, let range?) in audio {
    conflicts.append(.picturesHaveNoSound(name, at: range))
  }
  if let color = output.video.color, output.pictureCodec.declaration?.isRGB != true {
    conflicts.append(.picturesAreSRGB(at: color.range))
  }
  if let faststart = output.isFastStart { conflicts.append(.picturesHaveNoIndex(at: faststart.range)) }
  return conflicts
}

/// Stems need a container for several tracks.
private func checkStems(_ output: Output, _ container: Container, _ diagnostics: inout [Diagnostic]) {
  guard let stems = output.hasStems, stems.value else { return }
  if !container.holdsTracks {
    diagnostics.append(.containerHasNoStems(container, at: stems.range))
  } else if output.audio.codec?.value == "none" {
    diagnostics.append(.stemsWithoutSound(at: stems.range))
  }
}

extension Output {
  /// Whether a picture is asked for; true for a kind of file that is not known.
  var hasPicture: Bool {
    video.codec?.value != "none" && Container(ofFile: file.value)?.isSoundOnly != true
  }

  /// What its picture is encoded with.
  var pictureCodec: VideoCodec {
    video.codec.flatMap { VideoCodec(rawValue: $0.value) } ?? presetSettings.codec
      ?? Container(ofFile: file.value)?.declaration.usualVideo ?? .h264
  }

  /// What its preset sets.
  fileprivate var presetSettings: OutputPresetDeclaration {
    preset.flatMap { OutputPreset(rawValue: $0.value) }?.declaration ?? OutputPreset.none
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func outputIsEmpty(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "the output has neither picture nor sound", at: place,
      hint: "leave out one of the two `codec: none`")
  }

  fileprivate static func fileHasNoExtension(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .unknownValue, "'\(file.value)' has no extension that says what kind of file to make",
      at: file.range, hint: "end it with one of \(knownExtensions)")
  }

  fileprivate static func plannedContainer(_ ending: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notSupportedYet, "files of the kind '.\(ending)' cannot be made yet", at: place,
      hint: "use one of \(knownExtensions)")
  }

  fileprivate static func unknownContainer(_ ending: String, at place: SourceRange) -> Diagnostic {
    let kinds = Container.allCases.map(\.rawValue) + PlannedContainer.allCases.map(\.rawValue)
    let near = Suggestion.best(for: ending, among: kinds)
    return Diagnostic(
      .unknownValue,
      "unknown kind of file '.\(ending)'" + (near.map { ", did you mean '.\($0)'?" } ?? ""), at: place,
      hint: "use one of \(knownExtensions)")
  }

  fileprivate static func fileHasNoNumber(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the output is one file, which has no number", at: place,
      hint: "remove `first-number`, or end the file with a picture's name such as %05d.png")
  }

  fileprivate static func fileHasNoLoop(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "only animations say how often they play", at: place,
      hint: "remove `loop`, or end the file with .apng")
  }

  fileprivate static func animationHasNoRate(_ rate: FrameRate, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit, "an .apng file cannot say a rate of \(rate.spelling): its two numbers have 16 bits",
      at: place,
      hint:
        "write `rate: \(min(1000, (rate.frames + rate.seconds / 2) / max(1, rate.seconds)))` in the output")
  }

  fileprivate static func picturesHaveNoSound(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "pictures have no sound, so `\(key)` of it has no effect", at: place,
      hint: "remove `\(key)`, and write the sound with an output of its own, such as `file: film.wav`")
  }

  fileprivate static func picturesAreSRGB(at place: SourceRange) -> Diagnostic {
    Diagnostic(.codecLimit, "pictures by number are always sRGB", at: place, hint: "remove `color`")
  }

  fileprivate static func picturesHaveNoIndex(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "pictures have no index, so `faststart` has no effect", at: place, hint: "remove `faststart`"
    )
  }

  fileprivate static func levelOfLossless(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "pictures without loss (`quality: 0`) take as many bits as they need, and keep to no level",
      at: place, hint: "remove `level`, or write a `quality` from 1 on")
  }

  fileprivate static func everyPictureIsKey(_ codec: VideoCodec, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "every picture of \(codec.rawValue) is a key frame", at: place, hint: "remove `keyframes`")
  }

  fileprivate static func keyFrameDistanceOutOfRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit,
      "the distance between key frames must be 1 to \(LanguageLimits.keyFrameDistance) frames",
      at: place, hint: "write `keyframes: 2s`")
  }

  fileprivate static func losslessSoundHasBitRate(
    _ codec: SoundCodec, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noEffect,
      "\(codec.rawValue) is lossless, so its bit rate follows from the sound", at: place,
      hint: "remove `bitrate`")
  }

  fileprivate static func unknownBitRate(
    _ bitRate: Located<Int64>, of codec: SoundCodec, known: [Int64]
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "\(codec.rawValue) has no bit rate of \(bitRate.value.bitRateText)",
      at: bitRate.range, hint: "it has \(known.map { "\($0 / 1000)k" }.joined(separator: ", "))")
  }

  fileprivate static func containerHasNoStems(
    _ container: Container, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "a .\(container.rawValue) file holds one track of sound, and no stems", at: place,
      hint: "end the file with .m4a, .mp4, .mov or .mkv")
  }

  fileprivate static func stemsWithoutSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(.outputCannotHold, "an output without sound has no stems", at: place, hint: "remove `stems`")
  }
}

private let knownExtensions = Container.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
