import Basics
import Composition

// Sound in listings and dumps.

extension MixFormat {
  /// `48000 Hz, 2 channels, -16 LUFS, at most -1 dBTP`
  var text: String {
    "\(sampleRate) Hz, \(counted(channelCount, "channel"))" + (loudness.map { ", \($0) LUFS" } ?? "")
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
  /// The changes other than its gain: ` in equal-power 1s out linear 1s pan -1.0`, or nothing.
  var changesText: String {
    fadesIn.map { " in \($0.text)" }.joined() + fadesOut.map { " out \($0.text)" }.joined()
      + (pan.constantValue == 0 ? "" : " pan \(pan.text)") + filters.map { " \($0.text)" }.joined()
      + (channels.map { " channels \($0.gains)" } ?? "") + (loudness.map { " loudness \($0)" } ?? "")
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

extension SoundStep {
  fileprivate var text: String {
    switch self {
    case .own(let filter): filter.text
    case .ffmpeg(let filter): "ffmpeg(\(filter))"
    }
  }
}

extension SoundFilter {
  /// `eq(1000.0, 0.5, an octave)`: the name and the numbers.
  var text: String {
    let numbers = name.declaration.parameters.map { parameter in
      if let curve = self[parameter.name] { return curve.text }
      if case .nothing(let words) = parameter.usual { return words }
      return "none"
    }
    return "\(name.rawValue)(\(numbers.joined(separator: ", ")))"
  }
}
