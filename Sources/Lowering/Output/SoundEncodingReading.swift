import Basics
import Composition
import Diagnostics
import EditScript

func audioEncoding(
  _ output: Output, _ container: Container, _ channels: Int, _ diagnostics: inout [Diagnostic]
) -> AudioEncoding {
  let codec = SoundCodec(of: output) ?? container.declaration.usualSound ?? .aac
  if codec.isLossless, let written = output.audio.bitRate {
    diagnostics.append(.losslessSoundHasBitRate(codec, at: written.range))
  }
  let usual = output.presetSettings.audioBitRate(channels: output.audio.channels?.value.count ?? channels)
  let bitRate = output.audio.bitRate ?? output.preset.map { Located(usual, at: $0.range) }
  if let known = codec.declaration.bitRates, let bitRate, !known.contains(bitRate.value / 1000 * 1000) {
    diagnostics.append(.unknownBitRate(bitRate, of: codec, known: known))
  }
  return AudioEncoding(codec: codec, bitRate: bitRate?.value ?? usual)
}

/// The audio tracks that an output lists; nil if it lists none.
func trackSettings(
  _ output: Output, _ container: Container, _ channels: Int, _ diagnostics: inout [Diagnostic]
) -> [TrackSettings]? {
  guard let first = output.tracks.first else { return nil }
  guard container.holdsTracks else {
    diagnostics.append(.containerHasNoTracks(container, at: first.range))
    return nil
  }
  if let stems = output.hasStems, stems.value {
    diagnostics.append(.stemsBesideTracks(at: stems.range))
  }
  var names: [String: SourceRange] = [:]
  for name in output.tracks.compactMap(\.name) {
    if let earlier = names[name.value] {
      diagnostics.append(.trackNamedTwice(name, earlier))
    } else {
      names[name.value] = name.range
    }
  }
  let defaults = output.tracks.compactMap(\.isDefault).filter(\.value)
  if let second = defaults.dropFirst().first {
    diagnostics.append(.secondDefault(at: second.range, defaults[0].range))
  }
  let chosen =
    output.tracks.firstIndex { $0.isDefault?.value == true }
    ?? output.tracks.firstIndex { $0.isDefault == nil }
  if chosen == nil, let place = first.isDefault?.range { diagnostics.append(.noDefault(at: place)) }
  if !container.namesTracks, let chosen, chosen > 0,
    let place = output.tracks[chosen].isDefault?.range ?? first.isDefault?.range
  {
    diagnostics.append(.containerHasNoDefault(container, at: place))
  }
  return output.tracks.enumerated().map { index, track in
    // Findings about the first one were reported with the sound of the output.
    var others: [Diagnostic] = []
    let encoding = audioEncoding(output.playing(track), container, channels, &others)
    if index > 0 { diagnostics += others }
    return TrackSettings(
      name: track.name?.value, language: track.language?.value, isDefault: index == chosen ?? 0,
      audio: encoding)
  }
}

/// Stems require a container with several tracks.
func checkStems(_ output: Output, _ container: Container, _ diagnostics: inout [Diagnostic]) {
  guard let stems = output.hasStems, stems.value else { return }
  if !container.holdsTracks {
    diagnostics.append(.containerHasNoStems(container, at: stems.range))
  } else if output.audio.codec?.value == "none" {
    diagnostics.append(.stemsWithoutSound(at: stems.range))
  } else if !container.namesTracks {
    diagnostics.append(.stemsWithoutNames(container, at: stems.range))
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func losslessSoundHasBitRate(
    _ codec: SoundCodec, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noEffect,
      "\(codec.rawValue) is lossless, so its bit rate depends on the sound", at: place,
      hint: "remove `bitrate`")
  }

  fileprivate static func unknownBitRate(
    _ bitRate: Located<Int64>, of codec: SoundCodec, known: [Int64]
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "\(codec.rawValue) does not support a bit rate of \(bitRate.value.bitRateText)",
      at: bitRate.range, hint: "it supports \(known.map { "\($0 / 1000)k" }.joined(separator: ", "))")
  }

  fileprivate static func containerHasNoStems(
    _ container: Container, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".\(container.rawValue) files have one audio track, so they cannot contain stems",
      at: place,
      hint: "end the file with .m4a, .mp4, .mov or .mkv")
  }

  fileprivate static func containerHasNoTracks(_ container: Container, at place: SourceRange) -> Diagnostic {
    let others = Container.allCases.filter(\.holdsTracks).map { ".\($0.rawValue)" }
    return Diagnostic(
      .outputCannotHold,
      container.declaration.sound.isEmpty
        ? ".\(container.rawValue) files have no sound"
        : ".\(container.rawValue) files have one audio track",
      at: place,
      hint: "end the file with one of \(others.joined(separator: ", ")), or write an output for each track")
  }

  fileprivate static func stemsBesideTracks(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`stems` adds tracks, but `audio` lists all tracks of the file", at: place,
      hint: "remove `stems`, and list a track for each item: `{name: music, only: music}`")
  }

  fileprivate static func trackNamedTwice(_ name: Located<String>, _ earlier: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateName, "two audio tracks are named '\(name.value)'", at: name.range,
      notes: [Diagnostic.Note("the other one is here", at: earlier)], hint: "give each a unique name")
  }

  fileprivate static func secondDefault(at place: SourceRange, _ earlier: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "two audio tracks are the default", at: place,
      notes: [Diagnostic.Note("the other one is here", at: earlier)], hint: "remove one `default: true`")
  }

  fileprivate static func noDefault(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "no audio track is the default", at: place,
      hint: "write `default: true` in the track that players should select, or remove `default: false` here")
  }

  fileprivate static func stemsWithoutNames(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      "tracks of .\(container.rawValue) files have no names, so stems could not be distinguished", at: place,
      hint: "end the file with .m4a, .mp4, .mov or .mkv")
  }

  fileprivate static func containerHasNoDefault(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold,
      ".\(container.rawValue) files cannot mark a default audio track: players select the first",
      at: place, hint: "list that track first, or end the file with .mp4, .mov or .mkv")
  }

  fileprivate static func stemsWithoutSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(.outputCannotHold, "an output without sound has no stems", at: place, hint: "remove `stems`")
  }
}
