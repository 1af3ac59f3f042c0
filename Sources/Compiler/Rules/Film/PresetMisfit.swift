import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let presetMisfit = DiagnosticID(
    "preset-misfit", .warning, "Preset requirements are not met",
    explanation: """
      The preset of an output is for a destination that accepts only certain kinds of files, codecs, \
      lengths, rates, shapes and sizes. The destination rejects this film, cuts it off or shows it with \
      bars. `docs/presets.md` lists the numbers with their sources. Sizes are checked where the bit rate \
      is known.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30}
        timeline:
          - {color: navy, for: 20m}
        outputs:
          - {file: reel.mp4, preset: instagram-1080x1920}
        """,
        gives: [
          "the film is 1920x1080, and Instagram shows 1080x1920 (9:16) without bars or cropping",
          "the film lasts 20m, and Instagram accepts 3s to 15m",
          "the film may take 1206 MB, and Instagram accepts 300 MB",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30}
        timeline:
          - {color: navy, for: 20m}
        outputs:
          - {file: reel.mp4, preset: instagram-1080x1920, size: 1080x1920, range: first 60s}
        """),
    ])
}

extension Rule {
  static let presetMisfit = Rule.film(.presetMisfit, reach: .film) { film in
    guard let output = film.film.output, let preset = output.preset, let settings = film.settings,
      let destination = OutputPreset(rawValue: preset.value)?.declaration.destination
    else { return [] }
    let question = Fit(
      destination: destination, preset: preset.range, output: output, settings: settings, film: film)
    return [
      question.container, question.codec, question.length, question.rate, question.shape, question.sides,
      question.bitRate, question.byteCount, question.channels, question.sampleRate, question.sound,
    ].compactMap(\.self)
  }
}

/// Compares a film with the limits of a destination, one by one.
private struct Fit {
  let destination: Destination
  let preset: SourceRange
  let output: Output
  let settings: OutputSettings
  let film: CheckedFilm

  private var name: String { destination.name }

  /// The canvas of a film with pictures; nil for an audio-only film, or if the size is unknown.
  private var canvas: ResolvedCanvas? {
    settings.video == nil ? nil : film.film.canvas.flatMap { $0.hasPicture ? $0 : nil }
  }

  var container: Diagnostic? {
    guard !destination.containers.isEmpty, !destination.containers.contains(settings.container) else {
      return nil
    }
    let endings = destination.containers.map { ".\($0.rawValue)" }
    return misfit(
      "\(name) accepts \(endings.sentenceList(" and ")) files, and this is a .\(settings.container.rawValue) file",
      at: output.file.range, hint: "end the file with \(endings[0])")
  }

  var codec: Diagnostic? {
    guard let codec = settings.video?.codec, !settings.copied.pictures, !destination.codecs.isEmpty,
      !destination.codecs.contains(codec)
    else { return nil }
    return misfit(
      "\(name) accepts \(destination.codecs.map(\.rawValue).sentenceList(" and ")), and the film is \(codec.rawValue)",
      at: output.video.codec?.range ?? output.file.range,
      hint: "write `video: {codec: \(destination.codecs[0].rawValue)}`")
  }

  /// The duration of the file in milliseconds, rounded down; nil if unknown.
  private var milliseconds: Int64? {
    guard let composition = film.film.composition else { return nil }
    let frames = film.part.map { Int64($0.count) } ?? composition.frameCount
    return (try? composition.canvas.rate.start(ofFrame: frames)).map { length in
      let product = Int128(length.value) * 1000 / Int128(length.timescale)
      return Int64(clamping: product)
    }
  }

  var length: Diagnostic? {
    guard let lengths = destination.lengths, let milliseconds, !lengths.contains(milliseconds) else {
      return nil
    }
    let most = words(lengths.upperBound)
    let taken = lengths.lowerBound > 1 ? "\(words(lengths.lowerBound)) to \(most)" : "at most \(most)"
    return misfit(
      "the film lasts \(words(milliseconds)), and \(name) accepts \(taken)\(destination.lengthRemark)",
      at: output.part?.range ?? preset,
      hint: milliseconds > lengths.upperBound
        ? "render a part of it, such as `range: first \(most)`, or several outputs with a `range` each"
        : "make it longer")
  }

  var rate: Diagnostic? {
    guard let rates = destination.rates, let rate = canvas?.rate,
      rate.frames < rates.lowerBound * rate.seconds || rate.frames > rates.upperBound * rate.seconds
    else { return nil }
    let isFast = rate.frames > rates.upperBound * rate.seconds
    let taken =
      rates.lowerBound > 1 ? "\(rates.lowerBound) to \(rates.upperBound)" : "at most \(rates.upperBound)"
    return misfit(
      "the film has \(rate.spellingForPeople) frames per second, and \(name) accepts \(taken)",
      at: output.rate?.range ?? preset, hint: "write `rate: \(isFast ? rates.upperBound : 25)` in the output")
  }

  var shape: Diagnostic? {
    guard let size = canvas?.size else { return nil }
    if let most = destination.longestShape,
      max(size.width, size.height) > most * min(size.width, size.height)
    {
      return misfit(
        "the film is \(size), and \(name) accepts aspect ratios from 1:\(most) to \(most):1", at: place,
        hint: "write a less elongated `size` in the output")
    }
    guard let shape = destination.shape else { return nil }
    // Even sides may deviate from the exact shape by a pixel.
    let deviation = size.width * shape.height - size.height * shape.width
    guard abs(deviation) > shape.height else { return nil }
    let divisor = greatestDivisor(shape.width, shape.height)
    return misfit(
      "the film is \(size), and \(name) shows \(shape) (\(shape.width / divisor):\(shape.height / divisor))"
        + " without bars or cropping",
      at: place, hint: "write `size: \(shape)` in the output")
  }

  var sides: Diagnostic? {
    guard let size = canvas?.size else { return nil }
    if let sides = destination.sides, !sides.contains(size.width) || !sides.contains(size.height) {
      return misfit(
        "the film is \(size), and \(name) accepts sides of \(sides.lowerBound) to \(sides.upperBound) pixels",
        at: place, hint: "write another `size` in the output")
    }
    guard let most = destination.greatestWidth, size.width > most else { return nil }
    return misfit(
      "the film is \(size.width) pixels wide, and \(name) accepts at most \(most)", at: place,
      hint: "write a smaller `size` in the output")
  }

  var bitRate: Diagnostic? {
    guard let most = destination.mostBitsPerSecond, let written = output.video.bitRate, written.value > most,
      settings.video != nil
    else { return nil }
    return misfit(
      "\(name) accepts at most \(most.bitRateText)", at: written.range,
      hint: "write `bitrate: \(most.bitRateText)` or less, or remove it")
  }

  var byteCount: Diagnostic? {
    guard let most = destination.mostBytes, let milliseconds, !settings.copied.pictures else { return nil }
    if let limit = settings.sizeLimit {
      guard limit > most, let written = output.video.maximumFileSize else { return nil }
      return misfit(
        "\(name) accepts files of at most \(most.fileSizeText)", at: written.range,
        hint: "write `max-file-size: \(most.fileSizeText)`")
    }
    guard case .bitRate(let bits) = settings.video?.rateControl else { return nil }
    let sound = film.film.composition?.sounds.isEmpty == false ? settings.audio?.bitRate ?? 0 : 0
    let bytes = Double(bits + sound) * Double(milliseconds) / 8000 * 1.005
    guard bytes > Double(most) else { return nil }
    return misfit(
      "the film may take \(rounded(bytes / 1_000_000)) MB, and \(name) accepts \(most / 1_000_000) MB",
      at: output.video.bitRate?.range ?? preset,
      hint: "write `video: {max-file-size: \(most.fileSizeText)}` instead of the bit rate")
  }

  var channels: Diagnostic? {
    guard let most = destination.mostChannels, settings.audio != nil, !settings.copied.sound,
      let composition = film.film.composition, !composition.sounds.isEmpty,
      composition.mix.channelCount > most
    else { return nil }
    return misfit(
      "\(name) accepts mono and stereo, and the mix has \(composition.mix.channelCount) channels",
      at: output.audio.channels?.range ?? film.film.script.mix.channels?.range ?? preset,
      hint: "write `audio: {channels: stereo}` in the output")
  }

  var sampleRate: Diagnostic? {
    guard let rates = destination.sampleRates, settings.audio != nil, !settings.copied.sound,
      let composition = film.film.composition, !composition.sounds.isEmpty,
      !rates.contains(composition.mix.sampleRate)
    else { return nil }
    return misfit(
      "\(name) does not accept sound with \(composition.mix.sampleRate) samples per second",
      at: output.audio.rate?.range ?? film.film.script.mix.rate?.range ?? preset,
      hint: "write `audio: {rate: 48000}` in the output")
  }

  /// A preset for audio does not suit a film without sound.
  var sound: Diagnostic? {
    guard OutputPreset(rawValue: output.preset?.value ?? "")?.declaration.loudness != nil,
      let composition = film.film.composition, composition.sounds.isEmpty || settings.audio == nil,
      settings.video != nil || !composition.sounds.isEmpty
    else { return nil }
    return misfit(
      "the preset sets the loudness of the sound, but the output has no sound",
      at: output.audio.codec?.range ?? preset, hint: "add sound, or choose another preset")
  }

  private var place: SourceRange {
    output.size?.range ?? film.film.script.canvas.size?.range ?? preset
  }

  private func misfit(_ message: String, at place: SourceRange, hint: String) -> Diagnostic {
    Diagnostic(.presetMisfit, message, at: place, hint: hint)
  }

  /// `500ms`, `90s`, `15m`, as scripts write them.
  private func words(_ milliseconds: Int64) -> String {
    if milliseconds > 0, milliseconds.isMultiple(of: 60_000) { return "\(milliseconds / 60_000)m" }
    let seconds = "\(milliseconds / 1000)"
    let rest = milliseconds % 1000
    guard rest > 0 else { return seconds + "s" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }

  private func greatestDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? max(1, first) : greatestDivisor(second, first % second)
  }
}
