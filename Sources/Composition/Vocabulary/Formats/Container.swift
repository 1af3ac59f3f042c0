/// The containers of outputs, by file extension.
///
/// To add a container, add a case here and its declaration below.
package enum Container: String, Hashable, Sendable, Codable, CaseIterable {
  case mp4
  case mov
  case m4v
  case threeGP = "3gp"
  case mkv
  case webm
  case ts
  case mxf
  case y4m
  case m4a
  case mp3
  case opus
  case flac
  case ogg
  case wav
  case aiff
  case aif
  case caf
  case au
  case mka
  case gif
  case apng
  case webp
  case png
  case tif
  case tiff
  case jpg
  case jpeg
  case exr
  case srt
  case vtt
  case ffmeta
  case txt
}

/// The properties of a container.
package struct ContainerDeclaration: Sendable {
  /// FFmpeg's name of the muxer; nil if none is used.
  package let muxer: String?
  /// The video codecs that it supports; empty for an audio-only file.
  package var video: [VideoCodec] = []
  /// The video codec if neither the script nor its preset names one.
  package var usualVideo = VideoCodec.h264
  /// The audio codecs that it supports.
  package var sound: [SoundCodec] = []
  /// The audio codec if the script names none; nil for a file without sound.
  package var usualSound: SoundCodec?
  package let family: Family
  /// The tags that it supports.
  package let tags: TagPlaces
  package var holdsChapters = true
  /// The rates of its sound, in samples per second; nil for all that its codecs have.
  package var sampleRates: [Int]?
  /// The frame rates that it supports; nil for all.
  package var frameRates: [(frames: Int64, seconds: Int64)]?
  /// Whether it can contain a cover.
  package var holdsCover = false
  /// The key space of its own tags; nil if its list of tags is fixed.
  package var keySpace: KeySpace?
  /// Nil if it does not support subtitle streams.
  package var subtitles: SubtitleForm?
  /// How it names languages.
  package var languageNames = LanguageNames.terminological
  /// Whether it can contain a timecode track.
  package var holdsTimecode = false
  /// The content of a text file; nil for other files.
  package var text: TextContent?
  /// The video codecs whose alpha it cannot store.
  package var opaqueVideo: Set<VideoCodec> = []
  /// The codecs that may be copied into it, by FFmpeg's names.
  package let copied: Set<String>

  package enum Family: Hashable, Sendable {
    /// Several tracks, with an index and edit lists: a track can begin in the middle of a packet, or later than the
    /// file.
    case quickTime
    /// Several tracks that all begin with the file; times are in milliseconds.
    case matroska
    /// An MPEG transport stream: several tracks without index, names or edit lists; times are in 1/90000 s.
    case transportStream
    /// SMPTE's Material Exchange Format, operational pattern 1a: several tracks that begin and end together,
    /// without names or languages; one material number identifies their frames.
    case materialExchange
    /// One audio track.
    case plain
    /// Uncompressed pictures one after another, without index, sound and tags. Segments are lossless.
    case uncompressed
    /// One file of whole pictures that replace each other.
    case animation
    /// A file for each frame of the film, with its number in the name.
    case pictures
    /// A text file beside films, without picture and sound.
    case text
  }

  package enum TagPlaces: Hashable, Sendable {
    /// Only these, by FFmpeg's names.
    case list(Set<String>)
    /// These, and `location` if it is geographic.
    case listAndPlace(Set<String>)
    /// ID3: any name except those of its own frames.
    case id3
    /// Vorbis comments: any name. `comment` and `description` are the same tag.
    case vorbisComments
    /// Matroska's tags: names in any case, without language suffixes.
    case simpleTags
  }

  package enum LanguageNames: Hashable, Sendable {
    /// Those of ISO 639-2/T.
    case terminological
    /// Those of ISO 639-2/B.
    case bibliographic
    /// QuickTime's list; no other language can be written.
    case quickTime
  }

  /// The part of a film that a text file contains.
  package enum TextContent: Hashable, Sendable {
    case subtitles(SidecarFormat)
    /// The chapters in FFmpeg's metadata format.
    case chapterMetadata
    /// The chapters as lines of a description.
    case chapterList
  }

  /// How subtitle streams are stored.
  package enum SubtitleForm: Hashable, Sendable {
    /// 3GPP timed text.
    case timedText
    /// SubRip text.
    case subRip
  }
}

extension Container {
  package var declaration: ContainerDeclaration {
    switch self {
    case .mp4:
      ContainerDeclaration(
        muxer: "mp4", video: [.h264, .hevc, .av1, .vp9], sound: [.aac, .opus, .mp3, .flac, .alac],
        usualSound: .aac,
        family: .quickTime, tags: .listAndPlace(tagsOfMP4), holdsCover: true, subtitles: .timedText,
        holdsTimecode: true,
        // VP9's alpha is data beside its packets, which only Matroska supports.
        opaqueVideo: [.vp9],
        copied: ["h264", "hevc", "av1", "vp9", "mpeg4", "aac", "alac", "ac3", "eac3", "flac", "mp3"])
    case .mov:
      ContainerDeclaration(
        muxer: "mov", video: [.h264, .hevc, .prores, .dnxhr, .mjpeg],
        sound: [.aac, .mp3, .alac] + SoundCodec.littleEndianPCM + SoundCodec.bigEndianPCM,
        usualSound: .aac,
        family: .quickTime,
        tags: .list([
          "title", "artist", "album", "date", "comment", "genre", "copyright", "make", "model", "location",
        ]), keySpace: .quicktime, subtitles: .timedText, languageNames: .quickTime, holdsTimecode: true,
        copied: uncompressedSound.union([
          "h264", "hevc", "prores", "mjpeg", "mpeg4", "dnxhd", "aac", "alac", "ac3", "mp3",
        ]))
    // `ipod` is FFmpeg's name for Apple's dialect. It rejects HEVC.
    case .m4v:
      ContainerDeclaration(
        muxer: "ipod", video: [.h264], sound: [.aac, .alac], usualSound: .aac, family: .quickTime,
        tags: .listAndPlace(tagsOfMP4), holdsCover: true, subtitles: .timedText,
        copied: ["h264", "mpeg4", "aac", "alac"])
    // FFmpeg writes 3GPP's own tags, except for locations, in boxes that it does not read.
    case .threeGP:
      ContainerDeclaration(
        muxer: "3gp", video: [.h264], sound: [.aac], usualSound: .aac, family: .quickTime,
        tags: .listAndPlace([]), holdsChapters: false, copied: ["h264", "mpeg4", "aac"])
    // No AAC and no MP3: FFmpeg does not write how many samples players must drop at the start.
    case .mkv:
      ContainerDeclaration(
        muxer: "matroska", video: [.h264, .hevc, .av1, .vp9, .prores, .ffv1, .mjpeg],
        sound: soundOfMatroska, usualSound: .opus, family: .matroska, tags: .simpleTags,
        holdsCover: true, keySpace: .matroska, subtitles: .subRip, languageNames: .bibliographic,
        copied: soundCopiedIntoMatroska.union(["h264", "hevc", "av1", "vp9", "prores", "ffv1", "mjpeg"]))
    case .webm:
      ContainerDeclaration(
        muxer: "webm", video: [.vp9, .av1], usualVideo: .vp9, sound: [.opus], usualSound: .opus,
        family: .matroska, tags: .simpleTags, keySpace: .matroska,
        // WebM permits only WebVTT, in a variant that players do not read, so there are no subtitles.
        languageNames: .bibliographic, copied: ["av1", "vp9", "opus"])
    // No others: MPEG names no PCM, FLAC or ALAC, and readers of Opus in it differ about its first samples.
    case .ts:
      ContainerDeclaration(
        muxer: "mpegts", video: [.h264, .hevc], sound: [.aac, .mp3], usualSound: .aac,
        family: .transportStream, tags: .list([]), holdsChapters: false, copied: [])
    // FFmpeg's muxer supports only 48 kHz and these frame rates.
    case .mxf:
      ContainerDeclaration(
        muxer: "mxf", video: [.dnxhr], usualVideo: .dnxhr, sound: [.pcm, .pcm16], usualSound: .pcm,
        family: .materialExchange, tags: .list([]), holdsChapters: false, sampleRates: [48000],
        frameRates: [
          (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1),
        ], holdsTimecode: true, copied: [])
    // FFmpeg's muxer takes pictures, not packets.
    case .y4m:
      ContainerDeclaration(
        muxer: nil, video: [.ffv1], usualVideo: .ffv1, family: .uncompressed, tags: .list([]),
        holdsChapters: false, opaqueVideo: [.ffv1], copied: [])
    case .m4a:
      ContainerDeclaration(
        muxer: "ipod", sound: [.aac, .alac], usualSound: .aac, family: .quickTime,
        tags: .listAndPlace(tagsOfMP4), holdsCover: true, subtitles: .timedText,
        copied: ["aac", "alac"])
    case .mp3:
      ContainerDeclaration(
        muxer: "mp3", sound: [.mp3], usualSound: .mp3, family: .plain, tags: .id3, holdsCover: true,
        keySpace: .id3,
        copied: [])
    case .opus:
      ContainerDeclaration(
        muxer: "opus", sound: [.opus], usualSound: .opus, family: .plain, tags: .vorbisComments,
        holdsCover: true, keySpace: .vorbis,
        copied: [])
    case .flac:
      ContainerDeclaration(
        muxer: "flac", sound: [.flac], usualSound: .flac, family: .plain, tags: .vorbisComments,
        holdsCover: true, keySpace: .vorbis,
        copied: [])
    case .ogg:
      ContainerDeclaration(
        muxer: "ogg", sound: [.opus, .flac], usualSound: .opus, family: .plain, tags: .vorbisComments,
        holdsCover: true, keySpace: .vorbis,
        copied: [])
    // No AAC and no MP3: FFmpeg writes such a file without the configuration or the padding that readers need.
    case .wav:
      ContainerDeclaration(
        muxer: "wav", sound: SoundCodec.littleEndianPCM + [.flac], usualSound: .pcm, family: .plain,
        tags: .list(["title", "artist", "album", "date", "comment", "genre", "copyright"]),
        holdsChapters: false,
        copied: ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le"])
    // AIFF-C if the samples are floating-point numbers.
    case .aiff, .aif:
      ContainerDeclaration(
        muxer: "aiff", sound: SoundCodec.bigEndianPCM, usualSound: .pcmBigEndian, family: .plain, tags: .id3,
        holdsChapters: false, keySpace: .id3,
        copied: ["pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be"])
    // Other codecs need a table of packets that also states the first and last sample; FFmpeg does not write those.
    // The tags are those that Apple's specification names.
    case .caf:
      ContainerDeclaration(
        muxer: "caf", sound: SoundCodec.littleEndianPCM + SoundCodec.bigEndianPCM, usualSound: .pcm,
        family: .plain, tags: .list(["title", "artist", "album", "composer", "genre", "copyright"]),
        holdsChapters: false, copied: uncompressedSound)
    case .au:
      ContainerDeclaration(
        muxer: "au", sound: SoundCodec.bigEndianPCM, usualSound: .pcmBigEndian, family: .plain,
        tags: .list(["title", "artist", "album", "genre"]), holdsChapters: false,
        copied: ["pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be"])
    case .mka:
      ContainerDeclaration(
        muxer: "matroska", sound: soundOfMatroska, usualSound: .opus, family: .matroska, tags: .simpleTags,
        holdsCover: true, keySpace: .matroska, languageNames: .bibliographic, copied: soundCopiedIntoMatroska)
    case .gif:
      ContainerDeclaration(
        muxer: nil, video: [.gif], usualVideo: .gif, family: .animation, tags: .list([]),
        holdsChapters: false,
        copied: [])
    case .apng:
      ContainerDeclaration(
        muxer: nil, video: [.png], usualVideo: .png, family: .animation, tags: .list([]),
        holdsChapters: false,
        copied: [])
    case .webp:
      ContainerDeclaration(
        muxer: nil, video: [.webp], usualVideo: .webp, family: .animation, tags: .list([]),
        holdsChapters: false,
        copied: [])
    case .png: .pictures(of: .png)
    case .tif, .tiff: .pictures(of: .tiff)
    case .jpg, .jpeg: .pictures(of: .mjpeg)
    case .exr: .pictures(of: .exr)
    case .srt: .text(.subtitles(.subRip))
    case .vtt: .text(.subtitles(.webVTT))
    case .ffmeta: .text(.chapterMetadata, holdsChapters: true)
    case .txt: .text(.chapterList, holdsChapters: true)
    }
  }

  /// Finds the container by a file's extension, in any case; nil if it is unknown or is the whole name.
  package init?(ofFile file: String) {
    guard let ending = fileEnding(of: file) else { return nil }
    self.init(rawValue: ending)
  }

  /// Whether it supports no video.
  package var isSoundOnly: Bool { declaration.video.isEmpty }
  package var isQuickTime: Bool { declaration.family == .quickTime }
  package var isMatroska: Bool { declaration.family == .matroska }
  package var isTransportStream: Bool { declaration.family == .transportStream }
  package var isMaterialExchange: Bool { declaration.family == .materialExchange }
  /// Whether it supports several audio tracks.
  package var holdsTracks: Bool {
    ![.plain, .uncompressed, .animation, .pictures, .text].contains(declaration.family)
  }
  /// Whether it stores the names of tracks, and which of them play by default.
  package var namesTracks: Bool { holdsTracks && !isTransportStream && !isMaterialExchange }
  /// Whether it stores the language of its sound.
  package var holdsLanguage: Bool { !isMaterialExchange }
  /// The resolution of its timestamps in ticks per second; nil if frames have exact times.
  package var ticksPerSecond: Int64? {
    switch declaration.family {
    case .matroska: 1000
    case .transportStream: 90_000
    case .quickTime, .materialExchange, .plain, .uncompressed, .animation, .pictures, .text: nil
    }
  }
  /// The time in the file at which the film begins, in whole seconds. A transport stream has no negative
  /// times, which packets decoded before the film's start would need.
  package var firstSecond: Int64 { isTransportStream ? 10 : 0 }
  /// Whether it contains pictures that play in a loop.
  package var isAnimation: Bool { declaration.family == .animation }
  /// Whether it contains uncompressed pictures.
  package var isUncompressed: Bool { declaration.family == .uncompressed }
  /// Whether it is a text without picture and sound.
  package var isText: Bool { declaration.family == .text }
  /// Whether each frame of the film becomes a file.
  package var isPictures: Bool { declaration.family == .pictures }
}

extension ContainerDeclaration {
  fileprivate static func pictures(of codec: VideoCodec) -> ContainerDeclaration {
    ContainerDeclaration(
      muxer: nil, video: [codec], usualVideo: codec, family: .pictures, tags: .list([]), holdsChapters: false,
      copied: [])
  }
}

extension ContainerDeclaration {
  fileprivate static func text(_ content: TextContent, holdsChapters: Bool = false) -> ContainerDeclaration {
    ContainerDeclaration(
      muxer: nil, family: .text, tags: .list([]), holdsChapters: holdsChapters, text: content, copied: [])
  }
}

private let soundOfMatroska: [SoundCodec] = [.opus, .flac, .alac] + SoundCodec.littleEndianPCM

private let soundCopiedIntoMatroska: Set = [
  "opus", "flac", "aac", "ac3", "eac3", "mp3", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le",
]

/// FFmpeg's names of samples that are stored as they are.
private let uncompressedSound: Set = [
  "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be",
]

private let tagsOfMP4: Set = [
  "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright",
  "grouping", "lyrics", "description", "synopsis", "show", "keywords",
]

/// The extension of a file name in lower case; nil if it has none or is the whole name.
package func fileEnding(of file: String) -> String? {
  let name = file.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
  return name[name.index(after: dot)...].lowercased()
}
