import Basics
import Composition
import Diagnostics
import EditScript

func videoEncoding(
  _ output: Output, _ rate: FrameRate?, _ canvas: CanvasSettings, _ size: PixelSize?,
  _ diagnostics: inout [Diagnostic]
) -> VideoEncoding {
  let preset = output.presetSettings
  var encoding = VideoEncoding(rateControl: .quality(preset.quality), speed: preset.speed)
  encoding.codec = output.pictureCodec
  let color = output.video.color?.value ?? canvas.color?.value ?? .bt709
  if encoding.codec.declaration?.hasBitRate == true,
    let bits = preset.bitRate(size, rate, isHighDynamicRange: color.isHighDynamicRange)
  {
    encoding.rateControl = .bitRate(bits)
  }
  if let quality = output.video.quality { encoding.rateControl = .quality(quality.value) }
  // Reading the script refused both together.
  if let bitRate = output.video.bitRate { encoding.rateControl = .bitRate(bitRate.value) }
  diagnostics += passProblems(output.video, encoding.codec)
  if output.video.passes?.value == 2, let bitRate = output.video.bitRate {
    encoding.rateControl = .twoPasses(bitRate.value)
  }
  if let speed = output.video.speed { encoding.speed = speed.value }
  encoding.level = output.video.level?.value
  encoding.tune = output.video.tune?.value
  let options = EncoderOptionReading(
    output.video.options, for: encoding.codec, hasLevel: encoding.level != nil,
    hasFragments: output.fragment != nil || output.playlist != nil)
  encoding.options = options.values
  diagnostics += options.problems
  let form = PictureFormSettings(
    output.video, encoding.codec, canvas,
    arePicturesByNumber: Container(ofFile: output.file.value)?.isPictures == true,
    presetProfile: output.video.codec == nil ? preset.profile : nil)
  form.write(to: &encoding)
  diagnostics += form.problems + unknownWords(output.video, encoding.codec)
  diagnostics += sizeProblems(output.video, encoding.codec)
  let mastering = MasteringReading(output, encoding)
  encoding.mastering = mastering.display
  diagnostics += mastering.problems
  if let level = output.video.level, encoding.chosenLevel != nil, encoding.rateControl == .quality(0) {
    diagnostics.append(.levelOfLossless(at: level.range))
  }
  if let declaration = encoding.codec.declaration {
    // Keys of segments must not contain settings that the codec ignores.
    if declaration.qualities == nil { encoding.rateControl = .quality(0) }
    if declaration.speeds.isEmpty { encoding.speed = "" }
    // RGB pictures are always in sRGB.
    if declaration.isRGB { encoding.color = .bt709 }
    if declaration.isIntraOnly {
      encoding.keyFrameInterval = 1
      if let interval = output.video.keyFrameInterval {
        diagnostics.append(.everyPictureIsKey(encoding.codec, at: interval.range))
      }
      return encoding
    }
  }
  if let rate, let seconds = preset.keyFrameSeconds, let frames = rate.frame(at: seconds)?.value {
    encoding.keyFrameInterval = Int(max(1, min(frames, Int64(LanguageLimits.keyFrameDistance))))
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

extension VideoCodecDeclaration {
  /// Whether its pictures can have a bit rate instead of a quality.
  fileprivate var hasBitRate: Bool {
    switch size {
    case .chosen, .average: true
    case .quality, .qualityAlone, .lossless, .palette, .profile: false
    }
  }
}

/// Reports values for another codec.
private func unknownWords(_ written: VideoSettings, _ codec: VideoCodec) -> [Diagnostic] {
  guard let declaration = codec.declaration else { return [] }
  return [
    written.speed.flatMap { codecLacks("speed", $0, codec, among: declaration.speeds) },
    written.profile.flatMap { codecLacks("profile", $0, codec, among: declaration.profiles.map(\.name)) },
    written.level.flatMap { codecLacks("level", $0, codec, among: declaration.levels.map(\.name)) },
    written.tune.flatMap { codecLacks("tune", $0, codec, among: declaration.tunes) },
  ].compactMap(\.self)
}

/// Reports settings of the size of coded pictures that the codec does not support.
private func sizeProblems(_ written: VideoSettings, _ codec: VideoCodec) -> [Diagnostic] {
  guard let declaration = codec.declaration else { return [] }
  var problems: [Diagnostic] = []
  if let qualities = declaration.qualities, let quality = written.quality,
    !declaration.holds(quality: quality.value)
  {
    problems.append(
      Diagnostic(
        .codecLimit, "\(codec.rawValue) does not support quality \(quality.value)", at: quality.range,
        hint: "it supports \(qualities.lowerBound) to \(qualities.upperBound)"
          + (declaration.isLosslessAtZero ? ", and 0 for lossless" : "")))
  }
  let bitRates = [("bitrate", written.bitRate?.range), ("max-file-size", written.maximumFileSize?.range)]
  let (missing, reason, hint): ([(name: String, range: SourceRange?)], String, String) =
    switch declaration.size {
    case .chosen: ([], "", "")
    case .average:
      (
        Array(bitRates.dropFirst()), "its encoder controls the average bit rate, not the maximum",
        "write a `bitrate` instead"
      )
    case .qualityAlone: (bitRates, "its size depends on the quality", "write a `quality` instead")
    case .lossless:
      (
        [("quality", written.quality?.range)] + bitRates,
        "it is lossless, so its size depends on the pictures",
        "remove it"
      )
    case .quality:
      (bitRates, "the encoder would then produce different bytes each time", "write a `quality` instead")
    case .palette:
      (
        [("quality", written.quality?.range)] + bitRates,
        "its size depends on the pictures and their colours",
        "use a smaller picture or a lower frame rate"
      )
    case .profile:
      (
        [("quality", written.quality?.range)] + bitRates, "its profile determines the file size",
        "write one of \(declaration.profiles.map { "`profile: \($0.name)`" }.joined(separator: ", "))"
      )
    }
  for case (let name, let range?) in missing {
    problems.append(
      Diagnostic(
        .codecLimit, "\(codec.rawValue) does not support `\(name)`: \(reason)", at: range, hint: hint))
  }
  return problems
}

/// Reports missing requirements of two passes.
private func passProblems(_ written: VideoSettings, _ codec: VideoCodec) -> [Diagnostic] {
  guard let passes = written.passes, passes.value == 2, let declaration = codec.declaration else { return [] }
  guard declaration.hasTwoPasses else {
    return [.onePass(codec, hasQuality: declaration.qualities != nil, at: passes.range)]
  }
  return written.bitRate == nil
    ? [.passesWithoutBitRate(hasLimit: written.maximumFileSize != nil, at: passes.range)] : []
}

private func codecLacks(
  _ key: String, _ word: Located<String>, _ codec: VideoCodec, among words: [String]
) -> Diagnostic? {
  guard !words.contains(word.value) else { return nil }
  let hint =
    words.isEmpty ? "remove it" : "write one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
  return Diagnostic(
    .codecLimit, "\(codec.rawValue) does not support the \(key) `\(word.value)`", at: word.range, hint: hint)
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func levelOfLossless(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "lossless pictures (`quality: 0`) take as many bits as they need and exceed any level",
      at: place, hint: "remove `level`, or write a `quality` of 1 or more")
  }

  fileprivate static func onePass(
    _ codec: VideoCodec, hasQuality: Bool, at place: SourceRange
  ) -> Diagnostic {
    let others = VideoCodec.rendered.filter { $0.declaration?.hasTwoPasses == true }
    return Diagnostic(
      .codecLimit, "\(codec.rawValue) supports only one pass", at: place,
      hint: "remove `passes`\(hasQuality ? " and write a `quality`" : ""), or write "
        + others.map { "`codec: \($0.rawValue)`" }.joined(separator: " or "))
  }

  fileprivate static func passesWithoutBitRate(hasLimit: Bool, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect,
      "`passes` has no effect without a `bitrate`: the first pass measures where bits are needed",
      at: place,
      hint: hasLimit
        ? "write a `bitrate` instead of `max-file-size`, which limits every part of the film, or remove `passes`"
        : "remove `passes`, because a quality is constant anyway, or write a `bitrate`")
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
}
