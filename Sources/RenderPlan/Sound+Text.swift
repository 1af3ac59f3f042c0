import Composition
import Vocabulary

// What is heard, as listings and dumps say it.

extension MixFormat {
  /// `48000 Hz, 2 channels, -16 LUFS, at most -1 dBTP`
  var text: String {
    "\(sampleRate) Hz, \(channelCount) channels" + (loudness.map { ", \($0) LUFS" } ?? "")
      + (peak.map { ", at most \($0) dBTP" } ?? "")
  }
}

extension SoundContent {
  var text: String {
    switch self {
    case .media(let media, let stream, let clock): "media \(media) stream \(stream) \(clock.text)"
    case .film(let index, let clock): "film \(index) \(clock.text)"
    case .tone(let tone): "\(tone.waveform.rawValue) \(tone.frequency) Hz"
    }
  }
}

extension Sound {
  /// What happens to it besides its gain: ` in equal-power 1s out linear 1s pan -1.0`, or nothing.
  var changesText: String {
    fadesIn.map { " in \($0.text)" }.joined() + fadesOut.map { " out \($0.text)" }.joined()
      + (pan.constantValue == 0 ? "" : " pan \(pan.text)") + filters.map { " \($0.text)" }.joined()
      + (duck.map { " \($0.text)" } ?? "")
  }
}

extension SoundFade {
  fileprivate var text: String { "\(shape.rawValue) \(length)" }
}

extension SoundDuck {
  fileprivate var text: String {
    "under \(under.map { "\($0)" }.joined(separator: ",")) to \(level) attack \(attack) release \(release)"
  }
}

extension SoundFilter {
  /// The name and the parameters.
  var text: String {
    switch self {
    case .highpass(let frequency): "highpass(\(frequency.text))"
    case .lowpass(let frequency): "lowpass(\(frequency.text))"
    case .equalize(let frequency, let gain, let width):
      "eq(\(frequency.text), \(gain.text), \(width?.text ?? "octave"))"
    case .compress(let compressor): "compress(\(compressor.text))"
    case .limit(let level): "limit(\(level.text))"
    case .denoise(let strength): "denoise(\(strength.text))"
    case .reverb(let strength): "reverb(\(strength.text))"
    }
  }
}

extension SoundCompressor {
  fileprivate var text: String {
    "\(threshold.text), \(ratio.text), \(attack), \(release), \(makeup.text)"
  }
}
