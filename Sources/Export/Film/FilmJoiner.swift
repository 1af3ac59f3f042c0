import Basics
import Composition
import ContentDigest
import LibAV
import Processes
import RenderPlan

/// What is known from the entries of a film.
struct JoinedPieces {
  /// The measurement of its default mix.
  let sound: SoundMeasurement?
  /// The measurements of the audio tracks that the script lists; nil if it lists none.
  var tracks: [SoundMeasurement?]?
  let concealed: [Concealment]
  /// For a film that is copied in part: some of its frames as decoded from the source files.
  var samples: [ComparedPicture] = []
  /// The first frame that comes too late for decoders of the output's level.
  var lateFrame: Int64?
}

/// Joins the entries of a plan into one file: segment after segment, each shifted to its start, and each
/// sound whole. Returns what is known from the entries. Calls `onStep` for each packet.
func joinFilm(
  of plan: RenderPlan, from entries: PlanEntries, cover: AttachedPicture? = nil, intoFileAt path: String,
  onStep: () -> Void = {}
) throws(ExportError) -> JoinedPieces {
  do {
    if plan.settings.container.isPictures {
      return try writePictures(of: plan, from: entries, at: path, onStep: onStep)
    }
    if plan.settings.container.isAnimation || plan.settings.container.isUncompressed {
      return try writeAnimation(of: plan, from: entries, intoFileAt: path, onStep: onStep)
    }
    let pictures = try plan.segments.isEmpty ? nil : PictureChain(plan, entries)
    let sounds = try plan.soundTracks.map { soundTrack throws(ExportError) in
      try entries.reader(for: soundTrack.key)
    }
    var sources: [PacketSource] = []
    if let pictures {
      sources.append(try PacketSource(stream: plan.titled(pictures.stream), next: pictures.next))
    }
    let firstSound = sources.count
    for (index, sound) in sounds.enumerated() {
      sources.append(try PacketSource(stream: plan.labelled(sound.stream, ofTrack: index), next: sound.next))
    }
    for (copied, other) in plan.otherVideos {
      let video = try entries.reader(for: other.track.key)
      sources.append(try PacketSource(stream: plan.labelled(video.stream, of: copied), next: video.next))
    }

    let subtitles = try timedText(of: plan)
    let writer = try FileWriter(
      path: path, container: plan.settings.container,
      streams: sources.map(\.stream) + subtitles.map(\.stream), tags: plan.writtenTags,
      keyTags: plan.settings.labels.keyTags, cover: cover,
      chapters: plan.chapters.map { ChapterMark(name: $0.name, start: $0.start, end: $0.end) },
      indexPlace: plan.indexPlace, fragments: plan.fragmentLength,
      materialNumber: plan.settings.container.isMaterialExchange ? try plan.materialNumber() : [])
    // All at once, so that no packet waits for the next line, which may be an hour away.
    for (index, track) in subtitles.enumerated() {
      for packet in track.packets { try writer.write(packet, stream: sources.count + index) }
      try writer.end(stream: sources.count + index)
    }
    var buffer = pictures == nil ? nil : DecoderBuffer(for: plan)
    while let earliest = sources.indices.filter({ sources[$0].packet != nil }).min(by: {
      sources[$0].decodeSeconds < sources[$1].decodeSeconds
    }), let packet = sources[earliest].packet {
      try writer.write(packet, stream: earliest)
      if earliest < firstSound { buffer?.take(packet) }
      try sources[earliest].advance()
      onStep()
    }
    for (index, sound) in sounds.enumerated() {
      guard let configuration = sound.ending.configuration else { continue }
      try writer.replaceConfiguration(of: firstSound + index, with: configuration)
    }
    try writer.finish()
    return JoinedPieces(
      sound: sounds.dropFirst(plan.settings.tracks?.firstIndex(where: \.isDefault) ?? 0).first?.ending.sound,
      tracks: plan.composition.mixes == nil ? nil : sounds.map(\.ending.sound),
      concealed: (pictures?.concealed ?? []) + sounds.flatMap { $0.ending.concealed ?? [] },
      samples: pictures?.samples ?? [], lateFrame: buffer?.lateFrame)
  } catch {
    let failure = ExportError(any: error)
    // An entry's digest is at its end: packets of a damaged one may be refused before it is read.
    if failure.kind == .engine, let key = entries.damaged {
      throw StoreEntryReader.damaged(entries.store.path(of: key))
    }
    throw failure
  }
}

/// Writes each packet as a separate file, with its number in the name; a single picture into the file itself,
/// which is synced when it gets its name.
private func writePictures(
  of plan: RenderPlan, from entries: PlanEntries, at path: String, onStep: () -> Void
) throws(ExportError) -> JoinedPieces {
  let pictures = try PictureChain(plan, entries)
  var paths = try plan.picturePaths(at: path).makeIterator()
  while let packet = try pictures.next(), let picture = paths.next() {
    do throws(FileError) {
      if plan.settings.isStill {
        try writeCarelessly(packet.bytes, to: picture, followingLinks: true)
      } else {
        try createFile(picture, packet.bytes)
      }
    } catch { throw ExportError(error) }
    onStep()
  }
  return JoinedPieces(sound: nil, concealed: pictures.concealed)
}

/// Writes the packets as frames of an animation, or as uncompressed pictures.
private func writeAnimation(
  of plan: RenderPlan, from entries: PlanEntries, intoFileAt path: String, onStep: () -> Void
) throws(ExportError) -> JoinedPieces {
  let pictures = try PictureChain(plan, entries)
  do {
    let writer = try plan.animationWriter(path, pictures.stream)
    while let packet = try pictures.next() {
      try writer.write(packet.bytes)
      onStep()
    }
    try writer.finish()
  } catch { throw ExportError(any: error) }
  return JoinedPieces(sound: nil, concealed: pictures.concealed)
}

extension RenderPlan {
  fileprivate func animationWriter(
    _ path: String, _ stream: EncodedStream
  ) throws(LibAVError) -> any AnimationWriter {
    if settings.container.isUncompressed, let encoding = settings.video {
      return try UncompressedWriter(
        path: path, stream: stream, encoding, size: encoding.size ?? composition.canvas.size,
        rate: composition.canvas.rate, frameCount: frameCount)
    }
    let plays = settings.plays ?? 0
    switch settings.container {
    case .gif:
      return try AnimatedGIFWriter(
        path: path, size: composition.canvas.size, frameCount: frameCount, plays: plays)
    case .webp:
      return try AnimatedWebPWriter(
        path: path, size: composition.canvas.size, rate: composition.canvas.rate, frameCount: frameCount,
        hasAlpha: settings.video?.hasAlpha == true, plays: plays)
    default:
      return try AnimatedPNGWriter(
        path: path, rate: composition.canvas.rate, frameCount: frameCount, plays: plays)
    }
  }

  /// The files of the pictures in frame order: in a folder, or a single one.
  func picturePaths(at path: String) throws(ExportError) -> [String] {
    settings.isStill ? [path] : try pictureNames.map { path + "/" + $0 }
  }

  /// The numbered names of the pictures, in frame order.
  var pictureNames: [String] {
    get throws(ExportError) {
      guard let first = settings.firstNumber, let pattern = ImagePattern(lastComponent(of: settings.file))
      else {
        throw ExportError(.engine, "the plan has no pattern for the names of its pictures")
      }
      return (0..<frameCount).map { pattern.path(of: first + $0) }
    }
  }
}

/// The film's subtitle streams, cut to the part that the plan renders.
private func timedText(of plan: RenderPlan) throws(TimeOverflow) -> [TimedText] {
  let rate = plan.composition.canvas.rate
  let start = try rate.start(ofFrame: plan.frames.lowerBound)
  let end = try rate.start(ofFrame: plan.frames.upperBound)
  guard let form = plan.settings.subtitleForm else { return [] }
  return try plan.heldSubtitles.enumerated().map { index, stream throws(TimeOverflow) in
    try TimedText(stream, form, isDefault: index == 0, from: start, to: end)
  }
}

extension RenderPlan {
  /// MXF's number of the material: the same for the same pictures, sounds and timecode.
  fileprivate func materialNumber() throws(DigestFailure) -> [UInt8] {
    let content = (keys.map(\.hex) + [firstTimecode?.description ?? ""]).joined(separator: "\n")
    let digits = Array(try ContentDigest.of(Array(content.utf8)).hex.utf8.prefix(30))
    return stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }

  /// The language that the script states for a mix; nil if it states none.
  func writtenLanguage(ofTrack index: Int) -> String? {
    guard let tracks = settings.tracks, tracks.indices.contains(index) else {
      return index == 0 ? settings.labels.language : nil
    }
    return tracks[index].language ?? settings.labels.language
  }

  /// The subtitle streams that the film's container supports.
  var heldSubtitles: [SubtitleStream] { settings.subtitleForm == nil ? [] : composition.subtitles }

  /// The video stream with its title, mastering data and timecode.
  fileprivate func titled(_ stream: EncodedStream) -> EncodedStream {
    guard case .video(var video) = stream.content else { return stream }
    var titled = stream
    video.title = settings.labels.videoTitle
    video.mastering = settings.video?.mastering
    video.timecode = firstTimecode?.description
    if let copied = segments.first?.copied {
      let tracks = composition.media[copied.media].facts.video
      let track = tracks.first { $0.streamIndex == copied.stream }
      if settings.container.isQuickTime { video.orientation = track?.orientation }
      if let aspect = track?.pixelAspect, smart == nil { video.pixelAspect = aspect }
    }
    if settings.container.isMaterialExchange, let encoding = settings.video {
      video.describeLayout(of: encoding)
    }
    titled.content = .video(video)
    return titled
  }

  /// An audio stream with its language and, if there are several, its name.
  fileprivate func labelled(_ stream: EncodedStream, ofTrack index: Int) -> EncodedStream {
    guard case .audio(var audio) = stream.content else { return stream }
    var labelled = stream
    if let tracks = settings.tracks, tracks.indices.contains(index) {
      audio.language = language(ofTrack: index)
      audio.title = tracks[index].name
      audio.isDefault = tracks[index].isDefault
    } else {
      let isCopied = soundTracks[index].copied != nil
      let written = index == 0 ? settings.labels.audioTitle : nil
      audio.language = index == 0 ? language(ofTrack: 0) : otherTracks[index - 1].language
      audio.title = written ?? (isCopied ? audio.title : nil)
      if !otherTracks.isEmpty {
        audio.isDefault = index == 0
        if !isCopied { audio.title = index == 0 ? written ?? "mix" : otherTracks[index - 1].name }
      }
    }
    labelled.content = .audio(audio)
    return labelled
  }

  /// A copied video stream besides the film's own, with its language and the corrections of the script.
  fileprivate func labelled(_ stream: EncodedStream, of copied: CopiedPictures) -> EncodedStream {
    let tracks = composition.media[copied.media].facts.video
    guard case .video(var video) = stream.content,
      let track = tracks.first(where: { $0.streamIndex == copied.stream })
    else { return stream }
    var labelled = stream
    if settings.container.isQuickTime { video.orientation = track.orientation }
    video.pixelAspect = track.pixelAspect
    (video.language, video.isDefault) = (track.language, false)
    labelled.content = .video(video)
    return labelled
  }

  /// The stated language of a mix, or that of all of its sounds.
  private func language(ofTrack index: Int) -> String? {
    if let written = writtenLanguage(ofTrack: index) { return written }
    let spoken = Set(composition.mix(ofTrack: index).sounds.map(\.language))
    return spoken.count == 1 ? spoken.first ?? nil : nil
  }
}

/// A stream of packets whose next one can be inspected.
private struct PacketSource {
  let stream: EncodedStream
  private(set) var packet: EncodedPacket?
  private let next: () throws(ExportError) -> EncodedPacket?

  init(
    stream: EncodedStream, next: @escaping () throws(ExportError) -> EncodedPacket?
  ) throws(ExportError) {
    self.stream = stream
    self.next = next
    packet = try next()
  }

  var decodeSeconds: Double { Double(packet?.decode ?? 0) * stream.tick.inSeconds }

  mutating func advance() throws(ExportError) {
    packet = try next()
  }
}
