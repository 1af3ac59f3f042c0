import Basics
package import Composition

/// The settings of a file, by the names of the stored properties of `OutputSettings`.
package enum FileProperty: String, CaseIterable, FilmProperty {
  case file, container, isFastStart, video, audio, tracks, labels, sizeLimit, copied, smart, firstNumber
  case isStill, coverFrame, fragmentFrames, timecode, plays

  package var affects: LossEffect {
    switch self {
    case .video, .plays: .picture
    case .audio, .tracks: .sound
    case .file, .container, .isFastStart, .labels, .sizeLimit, .copied, .smart, .firstNumber, .isStill,
      .coverFrame, .fragmentFrames, .timecode:
      .neither
    }
  }
}

extension FFmpegOutput {
  /// The file of an output; adds to `losses` what a command line cannot express.
  init(_ settings: OutputSettings, _ losses: inout ExportLossList) {
    self.init(
      file: settings.file, hasPicture: settings.video != nil, hasSound: settings.audio != nil,
      pictureArguments: [], soundArguments: [])
    let place = "output \(settings.file)"
    for property in FileProperty.allCases {
      switch property {
      case .file, .container: break
      case .isFastStart:
        if settings.isFastStart, [.mp4, .mov].contains(settings.container) {
          fileArguments += ["-movflags", "+faststart"]
        }
      case .video: if let video = settings.video { add(video, place, &losses) }
      case .audio: if let audio = settings.audio { add(audio) }
      case .tracks:
        if let tracks = settings.tracks, tracks.count > 1 {
          losses.drop(place, property, "the file has one audio track, not \(tracks.count)")
        }
      case .labels:
        for tag in settings.labels.tags {
          // Control characters would not survive the shell or be readable.
          guard !(tag.name + tag.value).unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            losses.drop(place, property, "the tag `\(tag.name)` has more than one line")
            continue
          }
          fileArguments += ["-metadata", "\(tag.name)=\(tag.value)"]
        }
        if let language = settings.labels.language {
          soundArguments += ["-metadata:s:a:0", "language=\(language)"]
        }
        if !settings.labels.keyTags.isEmpty || settings.labels.videoTitle != nil
          || settings.labels.audioTitle != nil
        {
          losses.drop(place, property, "track names and container tags are not exported")
        }
      case .sizeLimit:
        if settings.sizeLimit != nil { losses.drop(place, property, "the size limit is not exported") }
      case .copied:
        if settings.copied != CopiedTracks() {
          losses.drop(place, property, "everything is encoded, nothing is copied")
        }
      case .smart:
        if settings.smart != nil { losses.drop(place, property, "everything is encoded, nothing is copied") }
      case .firstNumber:
        if let number = settings.firstNumber { fileArguments += ["-start_number", "\(number)"] }
      case .isStill: if settings.isStill { fileArguments += ["-frames:v", "1", "-update", "1"] }
      case .coverFrame:
        if settings.coverFrame != nil { losses.drop(place, property, "the cover is not exported") }
      case .fragmentFrames:
        if settings.fragmentFrames != nil {
          losses.drop(place, property, "the file is in one piece, not in fragments")
        }
      case .timecode:
        if settings.timecode != nil { losses.drop(place, property, "the file has no timecode") }
      case .plays:
        if let plays = settings.plays, plays != 0 {
          losses.drop(place, property, "it plays forever, not \(plays) times")
        }
      }
    }
  }

  private mutating func add(_ video: VideoEncoding, _ place: String, _ losses: inout ExportLossList) {
    size = video.size.map { Size(width: $0.width, height: $0.height) }
    let chroma =
      switch video.sampling {
      case .quarter: "yuv420p"
      case .half: "yuv422p"
      case .full: "yuv444p"
      }
    pixelFormat = chroma + (video.depth == .ten ? "10le" : "")
    guard let declaration = video.codec.declaration else { return }
    if declaration.isRGB { pixelFormat = "rgb24" }
    if declaration.isRGB, video.depth == .ten { pixelFormat = "rgb48be" }
    pictureArguments = ["-c:v", declaration.encoder]
    if let tags = video.codec.name(of: video.color) {
      pictureArguments += ["-colorspace", tags, "-color_primaries", tags, "-color_trc", tags]
    } else if !declaration.isRGB {
      losses.approximate(
        place, FileProperty.video, "the file is not tagged with the colour space `\(video.color.rawValue)`")
    }
    if video.hasAlpha == true { losses.drop(place, FileProperty.video, "the pictures are not transparent") }
    if video.mastering != nil {
      losses.drop(place, FileProperty.video, "the mastering display is not exported")
    }
    switch video.codec {
    case .h264, .hevc: addX26(video, declaration, place, &losses)
    case .prores, .dnxhr:
      let name = video.chosenProfile?.name ?? ""
      pictureArguments += ["-profile:v", video.codec == .dnxhr ? "dnxhr_\(name)" : name]
    case .ffv1, .png, .tiff: break
    case .av1, .vp9, .mjpeg, .gif, .exr, .webp:
      if case .bitRate(let bits) = video.rateControl {
        pictureArguments += ["-b:v", "\(bits)"]
      } else {
        losses.approximate(
          place, FileProperty.video, "the quality is the default of FFmpeg's `\(declaration.encoder)`")
      }
    }
  }

  /// x264 and x265 have the same options.
  private mutating func addX26(
    _ video: VideoEncoding, _ declaration: VideoCodecDeclaration, _ place: String,
    _ losses: inout ExportLossList
  ) {
    pictureArguments += ["-preset", video.speed]
    switch video.rateControl {
    case .quality(0):
      pictureArguments += video.codec == .h264 ? ["-qp", "0"] : ["-x265-params", "lossless=1"]
    case .quality(let quality):
      pictureArguments += ["-crf", "\(quality)"]
      if video.codec == .hevc {
        losses.approximate(
          place, FileProperty.video, "the quality \(quality) is on x265's scale, not x264's")
      }
    case .bitRate(let bits): pictureArguments += ["-b:v", "\(bits)"]
    case .cappedBitRate(let bits):
      pictureArguments += ["-b:v", "\(bits)", "-maxrate", "\(bits)", "-bufsize", "\(bits)"]
    case .twoPasses(let bits):
      pictureArguments += ["-b:v", "\(bits)"]
      losses.approximate(place, FileProperty.video, "it is encoded in one pass instead of two")
    case .firstPass: break
    }
    pictureArguments += ["-g", "\(video.keyFrameInterval)"]
    if let profile = video.profile { pictureArguments += ["-profile:v", profile] }
    if let level = video.level, video.codec == .h264 { pictureArguments += ["-level", level] }
    if let tune = video.tune { pictureArguments += ["-tune", tune] }
    if let options = video.options, !options.isEmpty {
      let list = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
      pictureArguments += [video.codec == .h264 ? "-x264-params" : "-x265-params", list]
    }
  }

  private mutating func add(_ audio: AudioEncoding) {
    soundArguments = ["-c:a", audio.codec.declaration.encoder]
    if !audio.codec.isLossless { soundArguments += ["-b:a", "\(audio.bitRate)"] }
  }
}

extension VideoCodec {
  /// FFmpeg's name for colours that a single name describes completely; nil for others.
  fileprivate func name(of color: CanvasColor) -> String? {
    declaration?.isRGB != true && color == .bt709 ? "bt709" : nil
  }
}

extension ExportedTimeline {
  /// The film as an approximate FFmpeg command line; without settings, with H.264 and AAC.
  package func ffmpegScript(_ settings: OutputSettings?) throws(InterchangeProblem) -> WrittenTimeline {
    var list = ExportLossList()
    let output = settings.map { FFmpegOutput($0, &list) } ?? FFmpegOutput()
    let known = (losses + list.all).map(\.writingLoss)
    let written = try timeline.ffmpegScript(output, known: known)
    return WrittenTimeline(text: written.text, losses: known + written.losses)
  }
}
