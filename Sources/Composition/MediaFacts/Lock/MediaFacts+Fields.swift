import Basics

// Every fact by its name, in the order in which they are written. A lock loses any fact that is missing here,
// so tests compare these lists with the properties of the values.

extension MediaFacts {
  static let fields = FactFields(
    blank: MediaFacts(container: "", extent: .infinite),
    fields: [
      .required("bytes", \.byteCount, .integer),
      .required("container", \.container, .text),
      .required("lasts", \.extent, .extent),
      .required("origin", \.origin, .time),
      .unless(0, "chapters", \.chapterCount, .integer),
      .unless(false, "unfinished-recording", \.isUnfinishedRecording, .presence),
    ],
    lists: [
      .subjects("video", \.video, VideoTrackFacts.fields),
      .subjects("audio", \.audio, AudioTrackFacts.fields),
      .subjects("other", \.otherTracks, OtherTrackFacts.fields),
      .values("chapter", \.chapters, .chapter),
      .values("tag", \.tags, .tag),
      .values("remark", \.remarks, .text),
    ])
}

extension VideoTrackFacts {
  static let fields = FactFields(
    blank: VideoTrackFacts(streamIndex: 0, codec: "", storedSize: PixelSize(width: 0, height: 0)),
    fields: [
      .required("stream", \.streamIndex, .integer),
      .required("codec", \.codec, .text),
      .optional("profile", \.profile, .text),
      .required("size", \.storedSize, .size),
      .unless(.square, "pixel-aspect", \.pixelAspect, .aspect),
      .unless(.upright, "turned", \.orientation, .orientation),
      .optional("clean-aperture", \.cleanAperture, .aperture),
      .required("pixel-format", \.pixelFormat, .text),
      .required("depth", \.bitDepth, .integer),
      .unless(false, "alpha", \.hasAlpha, .presence),
      .optional("primaries", \.color.primaries, .text),
      .optional("transfer", \.color.transfer, .text),
      .optional("matrix", \.color.matrix, .text),
      .optional("full-range", \.color.isFullRange, .choice),
      .unless(.progressive, "fields", \.fieldOrder, .fieldOrder),
      .optional("rate", \.rate, .rate),
      .unless(false, "variable-rate", \.hasVariableRate, .presence),
      .unless(false, "decoding-times", \.hasDecodingTimes, .presence),
      .required("range", \.mediaRange, .range),
      .required("frames", \.frameCount, .integer),
      .unless(false, "cover", \.isAttachedPicture, .presence),
      .unless(false, "still", \.isStill, .presence),
      .optional("language", \.language, .text),
      .optional("timecode", \.timecode, .text),
    ])
}

extension AudioTrackFacts {
  static let fields = FactFields(
    blank: AudioTrackFacts(
      streamIndex: 0, codec: "", sampleRate: 0, channelCount: 0, channelLayout: "", mediaRange: .zero,
      sampleCount: 0),
    fields: [
      .required("stream", \.streamIndex, .integer),
      .required("codec", \.codec, .text),
      .optional("profile", \.profile, .text),
      .required("rate", \.sampleRate, .integer),
      .required("channels", \.channelCount, .integer),
      .required("layout", \.channelLayout, .text),
      .required("range", \.mediaRange, .range),
      .required("samples", \.sampleCount, .integer),
      .unless(false, "default", \.isDefault, .presence),
      .optional("language", \.language, .text),
      .unless([], "uses", \.uses, .uses),
    ])
}

extension OtherTrackFacts {
  static let fields = FactFields(
    blank: OtherTrackFacts(streamIndex: 0, kind: "", codec: ""),
    fields: [
      .required("stream", \.streamIndex, .integer),
      .required("kind", \.kind, .text),
      .required("codec", \.codec, .text),
      .optional("language", \.language, .text),
    ])
}
