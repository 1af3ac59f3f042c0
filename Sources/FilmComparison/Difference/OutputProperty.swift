import Composition
import EditScript
import RenderPlan

/// One key of an output, and whether two outputs are the same by it.
struct OutputProperty: Sendable {
  let written: WrittenProperty<Output>
  let hasSameEffect: @Sendable (RenderPlan, RenderPlan) -> Bool

  var name: String { written.name }
  /// As written, in canonical spelling; nil if nothing is written.
  var text: @Sendable (Output) -> String? { written.text }
  var unwritten: String { written.unwritten }

  /// Every output key that affects the file, those of `video`, `audio` and `metadata` with their prefix.
  static let all: [OutputProperty] = LanguageSchema.outputProperties.filter { $0.name != "name" }
    // A key without a known effect changes the file whenever its spelling differs.
    .map { OutputProperty(written: $0, hasSameEffect: effects[$0.name] ?? { _, _ in false }) }

  /// By key: whether two files are the same by it.
  static let effects: [String: @Sendable (RenderPlan, RenderPlan) -> Bool] = [
    "file": { plainPath($0.settings.file) == plainPath($1.settings.file) },
    "preset": {
      $0.composition.canvas.size == $1.composition.canvas.size && $0.settings.video == $1.settings.video
        && $0.settings.audio == $1.settings.audio && $0.settings.copied == $1.settings.copied
    },
    "size": { $0.composition.canvas.size == $1.composition.canvas.size },
    "rate": { $0.composition.canvas.rate == $1.composition.canvas.rate },
    "range": { $0.frames == $1.frames },
    "overrides": { $0.composition == $1.composition },
    "video.codec": {
      $0.settings.video?.codec == $1.settings.video?.codec
        && $0.settings.copied.pictures == $1.settings.copied.pictures
    },
    "video.quality": hasSameRateControl,
    "video.bitrate": hasSameRateControl,
    "video.passes": hasSameRateControl,
    "video.max-file-size": { hasSameRateControl($0, $1) && $0.settings.sizeLimit == $1.settings.sizeLimit },
    "video.speed": { $0.settings.video?.speed == $1.settings.video?.speed },
    "video.keyframes": { $0.settings.video?.keyFrameInterval == $1.settings.video?.keyFrameInterval },
    "video.level": { $0.settings.video?.level == $1.settings.video?.level },
    "video.tune": { $0.settings.video?.tune == $1.settings.video?.tune },
    "video.options.x264": hasSameOptions, "video.options.x265": hasSameOptions,
    "video.profile": { $0.settings.video?.profile == $1.settings.video?.profile },
    "video.depth": { $0.settings.video?.depth == $1.settings.video?.depth },
    "video.pixel-format": {
      $0.settings.video?.sampling == $1.settings.video?.sampling
        && $0.settings.video?.depth == $1.settings.video?.depth
    },
    "video.color": { $0.settings.video?.color == $1.settings.video?.color },
    "audio.codec": {
      $0.settings.audio?.codec == $1.settings.audio?.codec
        && $0.settings.copied.sound == $1.settings.copied.sound
    },
    "audio.bitrate": { $0.settings.audio?.bitRate == $1.settings.audio?.bitRate },
    "audio.rate": { $0.composition.mix.sampleRate == $1.composition.mix.sampleRate },
    "audio.channels": { $0.composition.mix.channelCount == $1.composition.mix.channelCount },
    "chapters": { $0.chapters == $1.chapters },
    "keep": {
      $0.chapters == $1.chapters && $0.composition.subtitles == $1.composition.subtitles
        && $0.firstTimecode == $1.firstTimecode
        && $0.otherTracks.map(\.track.key) == $1.otherTracks.map(\.track.key)
    },
    "audio": {
      $0.settings.tracks == $1.settings.tracks && $0.soundTracks.map(\.key) == $1.soundTracks.map(\.key)
    },
    "stems": { $0.otherTracks.map(\.name) == $1.otherTracks.map(\.name) },
    "subtitles": { $0.composition.sidecars == $1.composition.sidecars },
    "timecode": { $0.firstTimecode == $1.firstTimecode },
    "still": { $0.settings.isStill == $1.settings.isStill && $0.frames == $1.frames },
    "loop": { $0.settings.plays == $1.settings.plays },
    "first-number": { $0.settings.firstNumber == $1.settings.firstNumber },
    "mode": {
      $0.settings.copied == $1.settings.copied && $0.isJoinedOfCopies == $1.isJoinedOfCopies
    },
    "faststart": { $0.settings.isFastStart == $1.settings.isFastStart },
    "fragment": { $0.settings.fragmentFrames == $1.settings.fragmentFrames },
    "playlist": { _, _ in true },
    "metadata.keep": hasSameTags,
    "metadata.title": hasSameTags,
    "metadata.artist": hasSameTags,
    "metadata.album": hasSameTags,
    "metadata.genre": hasSameTags,
    "metadata.date": hasSameTags,
    "metadata.copyright": hasSameTags,
    "metadata.description": hasSameTags,
    "metadata.comment": hasSameTags,
    "metadata.album-artist": hasSameTags,
    "metadata.composer": hasSameTags,
    "metadata.grouping": hasSameTags,
    "metadata.keywords": hasSameTags,
    "metadata.lyrics": hasSameTags,
    "metadata.show": hasSameTags,
    "metadata.make": hasSameTags,
    "metadata.model": hasSameTags,
    "metadata.location": hasSameTags,
    "metadata.cover": {
      $0.composition.coverFile?.spelling == $1.composition.coverFile?.spelling
        && $0.coverPicture?.key == $1.coverPicture?.key
    },
    "metadata.quicktime": hasSameTags,
    "metadata.id3": hasSameTags,
    "metadata.vorbis": hasSameTags,
    "metadata.matroska": hasSameTags,
    "video.mastering.peak": hasSameMastering, "video.mastering.black": hasSameMastering,
    "video.mastering.primaries": hasSameMastering, "video.mastering.max-cll": hasSameMastering,
    "video.mastering.max-fall": hasSameMastering,
    "video.title": { $0.settings.labels.videoTitle == $1.settings.labels.videoTitle },
    "audio.title": { $0.settings.labels.audioTitle == $1.settings.labels.audioTitle },
    "metadata.language": { $0.settings.labels.language == $1.settings.labels.language },
  ]
}

@Sendable private func hasSameOptions(_ a: RenderPlan, _ b: RenderPlan) -> Bool {
  a.settings.video?.options == b.settings.video?.options
}

@Sendable private func hasSameMastering(_ a: RenderPlan, _ b: RenderPlan) -> Bool {
  a.settings.video?.mastering == b.settings.video?.mastering
}

@Sendable private func hasSameTags(_ a: RenderPlan, _ b: RenderPlan) -> Bool {
  a.settings.labels.tags == b.settings.labels.tags && a.settings.labels.keyTags == b.settings.labels.keyTags
}

/// Quality and bit rate are alternatives for the same setting.
@Sendable private func hasSameRateControl(_ a: RenderPlan, _ b: RenderPlan) -> Bool {
  a.settings.video?.rateControl == b.settings.video?.rateControl
}
