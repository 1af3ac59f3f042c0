import Composition
import EditScript
import RenderPlan

/// A key of outputs: how it is spelled, and whether two outputs are made the same by it.
struct OutputProperty: Sendable {
  let name: String
  let text: @Sendable (Output) -> String?
  /// What holds where nothing is written.
  let unwritten: String
  let hasSameEffect: @Sendable (RenderPlan, RenderPlan) -> Bool

  static let all: [OutputProperty] = [
    OutputProperty(
      name: "file", text: { $0.file.value }, unwritten: "",
      hasSameEffect: {
        plainPath($0.settings.file) == plainPath($1.settings.file)
      }),
    OutputProperty(
      name: "preset", text: { $0.preset?.value }, unwritten: "none",
      hasSameEffect: {
        $0.composition.canvas.size == $1.composition.canvas.size && $0.settings.video == $1.settings.video
          && $0.settings.audio == $1.settings.audio && $0.settings.copied == $1.settings.copied
      }),
    OutputProperty(
      name: "size", text: { $0.size?.value.canonicalText }, unwritten: "the canvas's",
      hasSameEffect: {
        $0.composition.canvas.size == $1.composition.canvas.size
      }),
    OutputProperty(
      name: "rate", text: { $0.rate?.value.canonicalText }, unwritten: "the canvas's",
      hasSameEffect: {
        $0.composition.canvas.rate == $1.composition.canvas.rate
      }),
    OutputProperty(
      name: "range", text: { $0.part?.value.canonicalText }, unwritten: "all",
      hasSameEffect: {
        $0.frames == $1.frames
      }),
    OutputProperty(
      name: "video.codec", text: { $0.video.codec?.value }, unwritten: "h264",
      hasSameEffect: {
        ($0.settings.video == nil) == ($1.settings.video == nil)
          && $0.settings.copied.pictures == $1.settings.copied.pictures
      }),
    OutputProperty(
      name: "video.quality", text: { $0.video.quality?.value.canonicalText }, unwritten: "the preset's",
      hasSameEffect: hasSameRateControl),
    OutputProperty(
      name: "video.bitrate", text: { $0.video.bitRate?.value.bitRateText }, unwritten: "not written",
      hasSameEffect: hasSameRateControl),
    OutputProperty(
      name: "video.max-file-size", text: { $0.video.maximumFileSize?.value.fileSizeText },
      unwritten: "any size",
      hasSameEffect: {
        hasSameRateControl($0, $1) && $0.settings.sizeLimit == $1.settings.sizeLimit
      }),
    OutputProperty(
      name: "video.speed", text: { $0.video.speed?.value }, unwritten: "the preset's",
      hasSameEffect: {
        $0.settings.video?.speed == $1.settings.video?.speed
      }),
    OutputProperty(
      name: "video.keyframes", text: { $0.video.keyFrameInterval?.value.canonicalText }, unwritten: "250f",
      hasSameEffect: {
        $0.settings.video?.keyFrameInterval == $1.settings.video?.keyFrameInterval
      }),
    OutputProperty(
      name: "video.profile", text: { $0.video.profile?.value }, unwritten: "the smallest",
      hasSameEffect: {
        $0.settings.video?.profile == $1.settings.video?.profile
      }),
    OutputProperty(
      name: "video.depth", text: { $0.video.depth?.value.rawValue }, unwritten: "auto",
      hasSameEffect: {
        $0.settings.video?.depth == $1.settings.video?.depth
      }),
    OutputProperty(
      name: "video.pixel-format", text: { $0.video.pixelFormat?.value }, unwritten: "yuv420p",
      hasSameEffect: {
        $0.settings.video?.sampling == $1.settings.video?.sampling
          && $0.settings.video?.depth == $1.settings.video?.depth
      }),
    OutputProperty(
      name: "video.color", text: { $0.video.color?.value.rawValue }, unwritten: "the canvas's",
      hasSameEffect: {
        $0.settings.video?.color == $1.settings.video?.color
      }),
    OutputProperty(
      name: "audio.codec", text: { $0.audio.codec?.value }, unwritten: "the file's usual one",
      hasSameEffect: {
        $0.settings.audio?.codec == $1.settings.audio?.codec
          && $0.settings.copied.sound == $1.settings.copied.sound
      }),
    OutputProperty(
      name: "audio.bitrate", text: { $0.audio.bitRate?.value.bitRateText }, unwritten: "the preset's",
      hasSameEffect: {
        $0.settings.audio?.bitRate == $1.settings.audio?.bitRate
      }),
    OutputProperty(
      name: "audio.rate", text: { $0.audio.rate?.value.canonicalText }, unwritten: "the mix's",
      hasSameEffect: {
        $0.composition.mix.sampleRate == $1.composition.mix.sampleRate
      }),
    OutputProperty(
      name: "audio.channels", text: { $0.audio.channels?.value.rawValue }, unwritten: "the mix's",
      hasSameEffect: {
        $0.composition.mix.channelCount == $1.composition.mix.channelCount
      }),
    OutputProperty(
      name: "metadata", text: { $0.metadata.texts.isEmpty ? nil : $0.metadata.oneText },
      unwritten: "the script's",
      hasSameEffect: {
        $0.settings.labels.tags == $1.settings.labels.tags
          && $0.settings.labels.language == $1.settings.labels.language
      }),
    OutputProperty(
      name: "chapters", text: { $0.hasChapters?.value.canonicalText },
      unwritten: "where the file can hold them",
      hasSameEffect: {
        $0.chapters == $1.chapters
      }),
    OutputProperty(
      name: "stems", text: { $0.hasStems?.value.canonicalText }, unwritten: "false",
      hasSameEffect: {
        $0.stems.map(\.name) == $1.stems.map(\.name)
      }),
    OutputProperty(
      name: "mode", text: { $0.mode?.value }, unwritten: "render",
      hasSameEffect: {
        $0.settings.copied == $1.settings.copied
      }),
    OutputProperty(
      name: "faststart", text: { $0.isFastStart?.value.canonicalText }, unwritten: "true",
      hasSameEffect: {
        $0.settings.isFastStart == $1.settings.isFastStart
      }),
  ]
}

/// Quality and bit rate are two ways to say one thing.
private func hasSameRateControl(_ a: RenderPlan, _ b: RenderPlan) -> Bool {
  a.settings.video?.rateControl == b.settings.video?.rateControl
}
