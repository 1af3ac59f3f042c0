import Composition
import Diagnostics
import EditScript
import EditTime
import MediaFacts
import SourceText

extension LoweringContext {
  /// The form of the mix for this output.
  var mixFormat: MixFormat {
    MixFormat(
      sampleRate: mixRate?.value ?? 48000, channelCount: mixChannels?.value.count ?? 2,
      loudness: script.mix.loudness?.value.lufs, peak: script.mix.peak?.value.decibels)
  }

  private var mixRate: Located<Int>? { output?.audio.rate ?? script.mix.rate }
  private var mixChannels: Located<ChannelLayoutName>? { output?.audio.channels ?? script.mix.channels }

  /// That form, after finding out whether the output's codec can hold it.
  mutating func resolvedMix() -> MixFormat {
    let mix = mixFormat
    if let output, let codec = SoundCodec(of: output) { check(mix, for: codec, mixRate, mixChannels) }
    return mix
  }

  /// Whether the codec of the output can hold the mix.
  private mutating func check(
    _ mix: MixFormat, for codec: SoundCodec, _ rate: Located<Int>?, _ channels: Located<ChannelLayoutName>?
  ) {
    if let known = codec.sampleRates, !known.contains(mix.sampleRate), let output {
      report(
        Diagnostic(
          .valueOutOfRange, "\(codec.rawValue) cannot hold \(mix.sampleRate) samples a second",
          at: rate?.range ?? output.file.range,
          hint: "it can hold \(known.map { "\($0)" }.joined(separator: ", "))"))
    }
    if mix.channelCount > codec.mostChannels, let output {
      report(
        Diagnostic(
          .valueOutOfRange,
          "\(codec.rawValue) holds \(codec.mostChannels) channels, and the mix has \(mix.channelCount)",
          at: channels?.range ?? output.file.range,
          hint: "write `audio: {channels: stereo}` in the output, or choose another codec"))
    }
  }
}

extension SoundCodec {
  /// What an output's sound is encoded with; nil if it has none, or its kind of file is not known.
  init?(of output: Output) {
    guard let container = Container(ofFile: output.file.value) else { return nil }
    if let written = output.audio.codec?.value {
      self.init(rawValue: written)
    } else {
      self = container.usualSoundCodec
    }
  }

  /// The sample rates that it knows; nil where any will do.
  fileprivate var sampleRates: [Int]? {
    switch self {
    case .aac:
      [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .opus: [8000, 12000, 16000, 24000, 48000]
    case .flac, .pcm, .alac: nil
    }
  }

  fileprivate var mostChannels: Int { self == .mp3 ? 2 : 6 }
}

extension Container {
  /// By the ending of a file's name, in any case; nil for unknown endings.
  init?(ofFile file: String) {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    self.init(rawValue: file[file.index(after: dot)...].lowercased())
  }
}

extension ChannelLayoutName {
  fileprivate var count: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .surround: 6
    }
  }
}
