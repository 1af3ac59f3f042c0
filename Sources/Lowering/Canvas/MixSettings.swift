import Basics
import Composition
import Diagnostics
import EditScript

extension LoweringContext {
  /// The format of the mix for this output.
  var mixFormat: MixFormat {
    MixFormat(
      sampleRate: mixRate?.value ?? 48000, channelCount: mixChannels?.value.count ?? 2,
      loudness: script.mix.loudness?.value.lufs ?? presetMix?.loudness,
      peak: script.mix.peak?.value.decibels ?? presetMix?.peak)
  }

  /// The preset of the output, for settings of the mix; nil if the script sets its loudness.
  private var presetMix: OutputPresetDeclaration? {
    script.mix.loudness == nil ? output?.presetSettings : nil
  }

  /// The number of channels of a track of the output.
  func channelCount(of track: OutputTrack) -> Int {
    (track.channels ?? script.mix.channels)?.value.count ?? 2
  }

  private var mixRate: Located<Int>? { output?.audio.rate ?? script.mix.rate }
  private var mixChannels: Located<ChannelLayoutName>? { output?.audio.channels ?? script.mix.channels }

  /// The format of the mix, after checking that the output's codec supports it.
  mutating func resolvedMix() -> MixFormat {
    let mix = mixFormat
    guard let output else { return mix }
    if let codec = SoundCodec(of: output) {
      check(
        mix, for: codec, rate: mixRate?.range ?? output.file.range,
        channels: mixChannels?.range ?? output.file.range)
    }
    for track in output.tracks.dropFirst() {
      guard let codec = SoundCodec(of: output.playing(track)) else { continue }
      var mix = mix
      mix.channelCount = channelCount(of: track)
      let place = track.codec?.range ?? track.range
      check(mix, for: codec, rate: mixRate?.range ?? place, channels: track.channels?.range ?? place)
    }
    if let container = Container(ofFile: output.file.value), !container.declaration.sound.isEmpty,
      output.audio.codec?.value != "none", let known = container.declaration.sampleRates,
      !known.contains(mix.sampleRate)
    {
      report(
        .containerHasNoSampleRate(
          container, mix.sampleRate, known: known, at: mixRate?.range ?? output.file.range))
    }
    return mix
  }

  /// Checks that a codec supports a mix; `rate` and `channels` are where the script sets these.
  private mutating func check(
    _ mix: MixFormat, for codec: SoundCodec, rate: SourceRange, channels: SourceRange
  ) {
    if let known = codec.declaration.sampleRates, !known.contains(mix.sampleRate) {
      report(.codecHasNoSampleRate(codec, mix.sampleRate, known: known, at: rate))
    }
    if mix.channelCount > codec.declaration.mostChannels {
      report(.codecHasFewerChannels(codec, mix.channelCount, at: channels))
    }
  }
}

extension SoundCodec {
  /// The codec of an output's sound; nil if it has no sound, or if its container is unknown.
  init?(of output: Output) {
    guard let container = Container(ofFile: output.file.value) else { return nil }
    if let written = output.audio.codec?.value {
      self.init(rawValue: written)
    } else {
      guard let usual = container.declaration.usualSound else { return nil }
      self = usual
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func codecHasNoSampleRate(
    _ codec: SoundCodec, _ rate: Int, known: [Int], at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "\(codec.rawValue) does not support \(rate) samples per second", at: place,
      hint: "it supports \(known.map { "\($0)" }.joined(separator: ", "))")
  }

  fileprivate static func containerHasNoSampleRate(
    _ container: Container, _ rate: Int, known: [Int], at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, ".\(container.rawValue) files do not support \(rate) samples per second", at: place,
      hint: "it supports \(known.map { "\($0)" }.joined(separator: ", "))")
  }

  fileprivate static func codecHasFewerChannels(
    _ codec: SoundCodec, _ count: Int, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "\(codec.rawValue) supports \(codec.declaration.mostChannels) channels, but the mix has \(count)",
      at: place,
      hint: "write `audio: {channels: stereo}` in the output, or choose another codec")
  }
}
