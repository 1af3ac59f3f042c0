import Basics
import Composition
import Diagnostics
import EditScript

/// Reports encoding keys of an output that copies.
func copyConflicts(of output: Output) -> [Diagnostic] {
  var conflicts: [Diagnostic] = []
  if output.copiesPicture { conflicts += uselessKeys(output.video) }
  if output.copiesSound { conflicts += uselessKeys(output.audio) }
  if output.isSmart { conflicts += smartConflicts(of: output) }
  if output.copiesSound, let stems = output.hasStems, stems.value {
    conflicts.append(.stemsOfCopiedSound(at: stems.range))
  }
  if output.copiesSound, let track = output.tracks.first {
    conflicts.append(.tracksOfCopiedSound(at: track.range))
  }
  if let kept = output.kept(.tracks) {
    if !output.copiesSound {
      conflicts.append(.tracksOfMixedSound(at: kept.range))
    } else if let container = Container(ofFile: output.file.value), !container.holdsTracks {
      conflicts.append(.containerHasOneTrack(container, at: kept.range))
    }
  }
  guard let mode = output.mode else { return conflicts }
  let codecs = [output.video.codec, output.audio.codec].compactMap(\.self)
  for codec in codecs {
    let contradicts =
      mode.value == "passthrough" ? !["copy", "none"].contains(codec.value) : codec.value == "copy"
    guard contradicts else { continue }
    conflicts.append(.modeContradictsCodec(mode.value, codec))
  }
  return conflicts
}

private func uselessKeys(_ video: VideoSettings) -> [Diagnostic] {
  useless(encodingKeys(of: video).filter { $0.name != "codec" }, of: "picture")
}

private func uselessKeys(_ audio: AudioSettings) -> [Diagnostic] {
  useless(encodingKeys(of: audio).filter { $0.name != "codec" }, of: "sound")
}

/// The keys that set how a picture is encoded.
func encodingKeys(of video: VideoSettings) -> [(name: String, place: SourceRange?)] {
  [
    ("codec", video.codec?.range),
    ("quality", video.quality?.range), ("bitrate", video.bitRate?.range),
    ("max-file-size", video.maximumFileSize?.range), ("speed", video.speed?.range),
    ("keyframes", video.keyFrameInterval?.range), ("profile", video.profile?.range),
    ("level", video.level?.range), ("tune", video.tune?.range),
    ("options", video.options.x264?.range ?? video.options.x265?.range),
    ("depth", video.depth?.range), ("pixel-format", video.pixelFormat?.range),
    ("color", video.color?.range), ("mastering", video.mastering.peak?.range),
  ]
}

/// The keys that set how sound is encoded.
func encodingKeys(of audio: AudioSettings) -> [(name: String, place: SourceRange?)] {
  [
    ("codec", audio.codec?.range), ("bitrate", audio.bitRate?.range), ("rate", audio.rate?.range),
    ("channels", audio.channels?.range),
  ]
}

/// Reports keys that do not fit a smart render.
private func smartConflicts(of output: Output) -> [Diagnostic] {
  let video = output.video
  let fixed: [(name: String, place: SourceRange?)] = [
    ("profile", video.profile?.range), ("level", video.level?.range), ("depth", video.depth?.range),
    ("pixel-format", video.pixelFormat?.range), ("color", video.color?.range),
    ("mastering", video.mastering.peak?.range),
  ]
  let sizes: [(name: String, place: SourceRange?)] = [
    ("bitrate", video.bitRate?.range), ("max-file-size", video.maximumFileSize?.range),
    ("passes", video.passes?.range),
  ]
  var conflicts =
    fixed.compactMap { name, place in place.map { Diagnostic.copiesDecide(name, at: $0) } }
    + sizes.compactMap { name, place in place.map { Diagnostic.copiesKeepTheirSize(name, at: $0) } }
  if let mode = output.mode, mode.value == "smart", let container = Container(ofFile: output.file.value),
    output.hasPicture, !VideoCodec.allCases.contains(where: container.copies)
  {
    conflicts.append(.containerTakesNoCopies(container, at: mode.range))
  }
  if let place = output.fragment?.range ?? output.playlist?.range {
    conflicts.append(.copiesKeepTheirKeyFrames(at: place))
  }
  return conflicts
}

extension Container {
  /// Whether it supports copied pictures of a codec.
  fileprivate func copies(_ codec: VideoCodec) -> Bool {
    codec.declaration.map { declaration.copied.contains($0.streamName) } ?? false
  }
}

private func useless(_ keys: [(name: String, place: SourceRange?)], of what: String) -> [Diagnostic] {
  keys.compactMap { name, place in
    place.map { .copiedTrackKeepsItsForm(name, of: what, at: $0) }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func stemsOfCopiedSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack, "stems are mixed and encoded, but this output copies its sound", at: place,
      hint: "remove `stems`, or write `audio: {codec: aac}`")
  }

  fileprivate static func tracksOfCopiedSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack, "listed tracks are mixed and encoded, but this output copies its sound",
      at: place, hint: "copy only the picture: write `video: {codec: copy}` without `mode: passthrough`")
  }

  fileprivate static func tracksOfMixedSound(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "other audio tracks are kept only beside sound that is copied", at: place,
      hint: "copy the sound with `audio: {codec: copy}`, or list the tracks of the mix under `audio`")
  }

  fileprivate static func containerHasOneTrack(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, "a .\(container.rawValue) file has one audio track", at: place,
      hint: "remove `tracks`, or write an .mp4, .mov or .mkv file")
  }

  fileprivate static func modeContradictsCodec(_ mode: String, _ codec: Located<String>) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack, "`mode: \(mode)` contradicts `codec: \(codec.value)`", at: codec.range,
      hint: "remove `mode`: `codec: copy` copies only the picture or only the sound")
  }

  fileprivate static func copiesDecide(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack,
      "encoded pictures must match the copied ones, so `\(key)` has no effect",
      at: place, hint: "remove `\(key)`, or `mode`")
  }

  fileprivate static func copiesKeepTheirSize(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack, "copied pictures keep their size, so `\(key)` cannot be met",
      at: place,
      hint: "remove `\(key)`, or `mode`")
  }

  fileprivate static func copiesKeepTheirKeyFrames(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack,
      "copied pictures keep their key frames, so fragments cannot have equal length", at: place,
      hint: "remove `mode` to encode the whole film")
  }

  fileprivate static func containerTakesNoCopies(_ container: Container, at place: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .settingsOfCopiedTrack, "pictures cannot be copied into a .\(container.rawValue) file", at: place,
      hint: "write an .mp4 or .mov file, or remove `mode`")
  }

  fileprivate static func copiedTrackKeepsItsForm(
    _ key: String, of track: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .settingsOfCopiedTrack, "a copied \(track) is unchanged, so `\(key)` has no effect",
      at: place,
      hint: "remove `\(key)`, or encode the \(track)")
  }
}
