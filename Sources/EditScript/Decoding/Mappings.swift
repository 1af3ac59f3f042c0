import SourceText
import YAMLTree

// How each mapping of the schema becomes a value of the typed script. What is not asked for here is reported
// as not rendered yet.

extension CanvasKeys {
  static func decode(_ reader: MappingReader<CanvasKeys>) -> CanvasSettings? {
    var canvas = CanvasSettings()
    canvas.size = reader.size
    canvas.rate = reader.rate
    canvas.background = reader.background
    canvas.color = reader.color
    canvas.depth = reader.depth
    return canvas
  }
}

extension MixKeys {
  static func decode(_ reader: MappingReader<MixKeys>) -> MixSettings? {
    var mix = MixSettings()
    mix.rate = reader.rate
    mix.channels = reader.channels
    mix.splice = reader.splice
    mix.loudness = reader.loudness
    mix.peak = reader.peak
    return mix
  }
}

extension CheckKeys {
  static func decode(_ reader: MappingReader<CheckKeys>) -> Checks? {
    var checks = Checks()
    checks.orientation = reader.orientation
    checks.duration = reader.duration
    checks.size = reader.size
    checks.rate = reader.rate
    checks.loudness = reader.loudness
    checks.peak = reader.peak
    checks.black = reader.black
    checks.silence = reader.silence
    checks.fileSize = reader.fileSize
    checks.audioIsRequired = reader.audio?.map { $0 == .required }
    return checks
  }
}

extension MediaKeys {
  static func decode(_ reader: MappingReader<MediaKeys>) -> MediaEntry? {
    guard var file = reader.file else { return nil }
    let frames = reader.frames?.value
    if let pattern = frames?.pattern {
      let folder = file.value.hasSuffix("/") || file.value == "." ? file.value : file.value + "/"
      file = Located(file.value == "." ? pattern.value : folder + pattern.value, at: pattern.range)
    }
    var entry = MediaEntry(file: file, settings: settings(reader))
    entry.frames.rate = frames?.rate
    entry.frames.missing = reader.missing
    return entry
  }

  private static func settings(_ reader: MappingReader<MediaKeys>) -> MediaSettings {
    var settings = MediaSettings()
    settings.sha256 = reader.sha256
    if let streams = reader.streams { settings.streams = streams.value }
    settings.deinterlace = reader.deinterlace
    settings.orientation = reader.orientation
    settings.color = reader.color
    settings.alpha = reader.alpha
    return settings
  }
}

extension SequenceFrameKeys {
  static func decode(_ reader: MappingReader<SequenceFrameKeys>) -> SequenceFrames? {
    SequenceFrames(pattern: reader.pattern, rate: reader.rate)
  }
}

extension StreamKeys {
  static func decode(_ reader: MappingReader<StreamKeys>) -> MediaStreams? {
    var streams = MediaStreams()
    streams.video = reader.video
    streams.audio = reader.audio
    streams.language = reader.language
    return streams
  }
}

extension VariableKeys {
  static func decode(_ reader: MappingReader<VariableKeys>) -> VariableDeclaration? {
    guard let type = reader.type else { return nil }
    let name = Located(reader.subject.key, at: reader.subject.keyRange)
    var variable = VariableDeclaration(name: name, type: type)
    variable.defaultText = reader.standard
    variable.allowed = reader.allowed?.value ?? []
    variable.note = reader.note
    return variable
  }
}

extension OutputKeys {
  static func decode(_ reader: MappingReader<OutputKeys>) -> Output? {
    guard let file = reader.file else { return nil }
    var output = Output(range: reader.subject.node.range, file: file)
    output.name = reader.name
    if let name = output.name { reader.reading.register(name, in: .outputs) }
    output.preset = reader.preset
    output.size = reader.size
    output.rate = reader.rate
    output.part = reader.range
    if let video = reader.video { output.video = video.value }
    if let audio = reader.audio { output.audio = audio.value }
    output.mode = reader.mode
    output.isFastStart = reader.faststart
    if let metadata = reader.metadata { output.metadata = metadata.value }
    output.hasChapters = reader.chapters
    output.hasStems = reader.stems
    return output
  }
}

extension VideoKeys {
  static func decode(_ reader: MappingReader<VideoKeys>) -> VideoSettings? {
    var video = VideoSettings()
    video.codec = reader.codec
    video.quality = reader.quality
    video.bitRate = reader.bitRate
    video.maximumFileSize = reader.maximumFileSize
    video.speed = reader.speed
    video.keyFrameInterval = reader.keyframes
    video.profile = reader.profile
    video.depth = reader.depth
    video.pixelFormat = reader.pixelFormat
    video.color = reader.color
    return video
  }
}

extension AudioKeys {
  static func decode(_ reader: MappingReader<AudioKeys>) -> AudioSettings? {
    var audio = AudioSettings()
    audio.codec = reader.codec
    audio.bitRate = reader.bitRate
    audio.rate = reader.rate
    audio.channels = reader.channels
    return audio
  }
}
