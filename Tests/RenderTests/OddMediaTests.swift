import TestSupport
import Testing

/// What other tools get wrong: media that do not begin at zero, at a key frame or upright.
///
/// Media time 0 is where the earliest stream starts. The comments say why a container starts its streams
/// apart; what the file says counts, not what was meant.
@Suite("Odd media are exact to the frame and to the millisecond")
struct OddMediaTests {
  @Test(
    "An odd file on canvases of its own rate and of film's",
    arguments: cases(OddMedium.all, quick: 3, sample: 8))
  func isExact(odd: OddMedium) throws {
    let medium = try odd.medium.get()
    for rate: Fraction in [30, Fraction(24000, 1001)] {
      var film = Film(
        rate: rate,
        takes: [
          .init(medium, "0", "1.2"), .init(medium, "4.321", "5.4"), .init(medium, "2.777", "3.9"),
          .init(medium, "6.9", "8.35"),
        ])
      film.canvasSize = "auto"
      try film.check(withinSamples: odd.tolerance)
    }
  }
}

struct OddMedium: Sendable, CustomTestStringConvertible {
  let name: String
  let tolerance: Int
  let medium: Lazily<CounterMedium>

  var testDescription: String { name }

  /// `make` gets the raw counter and the path of the file to make.
  init(
    _ name: String, withinSamples tolerance: Int = 2,
    _ make: @escaping @Sendable (RawCounter, String) throws -> CounterMedium
  ) {
    self.name = name
    self.tolerance = tolerance
    medium = Lazily { try make(Shelf.raw30.get(), Shelf.path(name)) }
  }

  private static let aac = ["-c:a", "aac"]
  private static let pcm = ["-c:a", "pcm_s16le"]

  static let all =
    [lateSound, latePicture, hiddenStart, fragmented, matroska, vp9, quickTime]
    + openGroups + otherCodecs + transportStreams + turned + [anamorphic] + avi

  private static let lateSound = OddMedium("late-sound.mp4") { raw, path in
    try raw.make(
      path, inputs: raw.pictureInput + ["-itsoffset", "0.5"] + raw.soundInput,
      h264() + aac + ["-movie_timescale", "48000"]
    ).shifted(chirps: Fraction(1, 2))
  }

  private static let latePicture = OddMedium("late-picture.mp4") { raw, path in
    try raw.make(
      path, inputs: ["-itsoffset", "0.5"] + raw.pictureInput + raw.soundInput,
      ["-fps_mode", "passthrough"] + h264() + aac
    ).shifted(pictures: Fraction(1, 2))
  }

  private static let hiddenStart = OddMedium("edit-list-hides-3.1s.mp4") { raw, path in
    let whole = path + ".whole.mp4"
    let medium = try raw.make(whole, h264(keyFrames: 250) + aac)
    try ffmpeg(["-ss", "3.1", "-i", whole, "-c", "copy", path])
    return CounterMedium(
      path: path, pictures: Array(medium.pictures.dropFirst(93)), chirps: medium.chirps
    ).shifted(pictures: Fraction(-31, 10), chirps: Fraction(-31, 10))
  }

  /// Without an edit list the two pictures that B pictures wait for delay everything by 2/30 s, except for
  /// the encoder's first 1024 samples of silence, which stay at 0.
  private static let fragmented = OddMedium("fragmented.mp4") { raw, path in
    try raw.make(path, h264() + aac + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
      .shifted(pictures: Fraction(1, 15), chirps: Fraction(1, 15))
  }

  /// Whole milliseconds; the sound begins with 1024 samples of the encoder's silence.
  private static let matroska = OddMedium("milliseconds.mkv", withinSamples: 48) { raw, path in
    let medium = try raw.make(path, h264() + aac)
    return CounterMedium(
      path: path,
      pictures: medium.pictures.map {
        .init(number: $0.number, time: Fraction(($0.time * 1000).rounded + 21, 1000))
      },
      chirps: medium.chirps.map { $0 + lead })
  }

  private static let lead = Fraction(1024, 48000)

  /// ffmpeg writes Opus 7 ms earlier than the picture.
  private static let vp9 = OddMedium("vp9-opus.webm", withinSamples: 48) { raw, path in
    let medium = try raw.make(
      path,
      ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "400k", "-g", "60"]
        + ["-pix_fmt", "yuv420p", "-c:a", "libopus"])
    return CounterMedium(
      path: path,
      pictures: medium.pictures.map {
        .init(number: $0.number, time: Fraction(($0.time * 1000).rounded + 7, 1000))
      },
      chirps: medium.chirps)
  }

  private static let quickTime = OddMedium("pcm.mov", withinSamples: 1) { raw, path in
    try raw.make(path, h264() + pcm)
  }

  private static let openGroups = ["mp4", "ts"].map { ending in
    OddMedium("open-groups.\(ending)") { raw, path in
      let medium = try raw.make(path, h264(keyFrames: 100, "open-gop=1:bframes=3:min-keyint=100") + aac)
      return ending == "mp4" ? medium : medium.shifted(pictures: lead, chirps: lead)
    }
  }

  /// HEVC's and MPEG-2's own kinds of open groups, and VP9's pictures that are never shown.
  private static let otherCodecs = [
    OddMedium("hevc-open-groups.mp4") { raw, path in
      let parameters = "keyint=50:min-keyint=50:open-gop=1:bframes=4:scenecut=0:log-level=none"
      return try raw.make(
        path,
        ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "18", "-pix_fmt", "yuv420p", "-x265-params"]
          + [parameters] + aac)
    },
    OddMedium("mpeg2.ts") { raw, path in
      try raw.make(path, mpeg2).shifted(pictures: mp2Lead, chirps: mp2Lead)
    },
    OddMedium("mpeg2.mpg") { raw, path in
      try raw.make(path, mpeg2).shifted(pictures: mp2Lead, chirps: mp2Lead)
    },
    OddMedium("hidden-pictures.mkv", withinSamples: 48) { raw, path in
      let medium = try raw.make(
        path,
        ["-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "5", "-b:v", "300k", "-g", "90"]
          + ["-auto-alt-ref", "1", "-lag-in-frames", "16", "-pix_fmt", "yuv420p", "-c:a", "flac"])
      return CounterMedium(
        path: path,
        pictures: medium.pictures.map {
          .init(number: $0.number, time: Fraction(($0.time * 1000).rounded, 1000))
        }, chirps: medium.chirps)
    },
    OddMedium("milliseconds.flv", withinSamples: 48) { raw, path in
      let medium = try raw.make(path, h264() + aac)
      return CounterMedium(
        path: path,
        pictures: medium.pictures.map {
          .init(number: $0.number, time: Fraction(($0.time * 1000).rounded + 21, 1000))
        }, chirps: medium.chirps.map { $0 + lead })
    },
    OddMedium("refreshed-bit-by-bit.mp4") { raw, path in
      try raw.make(
        path,
        ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-x264-params"]
          + ["intra-refresh=1:keyint=40:bframes=0:threads=1"] + aac)
    },
  ]

  private static let mpeg2 = [
    "-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-g", "15", "-pix_fmt", "yuv420p", "-c:a", "mp2",
  ]

  /// The encoder's silence of 481 samples comes before the picture.
  private static let mp2Lead = Fraction(481, 48000)

  /// The encoder's silence of 1024 samples comes before the picture.
  private static let transportStreams = [("5000s", "5000"), ("wraps-around", "95440")].map { name, start in
    OddMedium("starts-at-\(name).ts") { raw, path in
      try raw.make(path, h264() + aac + ["-output_ts_offset", start]).shifted(pictures: lead, chirps: lead)
    }
  }

  /// Stored turned, with the matrix that turns it back: ffmpeg counts the angle counter-clockwise.
  private static let turned = [
    ("90", "transpose=clock"), ("180", "hflip,vflip"), ("270", "transpose=cclock"),
  ].map {
    angle, filter in
    OddMedium("turned-\(angle).mp4") { raw, path in
      let stored = path + ".stored.mp4"
      let medium = try raw.make(stored, ["-vf", filter] + h264() + aac)
      try ffmpeg(["-i", stored, "-c", "copy", "-metadata:s:v:0", "rotate=\(angle)", path])
      return CounterMedium(path: path, pictures: medium.pictures, chirps: medium.chirps)
    }
  }

  private static let anamorphic = OddMedium("pixels-twice-as-wide.mp4") { raw, path in
    var medium = try raw.make(path, ["-vf", "setsar=2/1"] + h264() + aac)
    medium.width *= 2
    return medium
  }

  /// AVI's sound has no times: it begins with the first packet, with what MP3 needs to get going (1105 samples).
  private static let avi = [
    OddMedium("mpeg4-mp3.avi") { raw, path in
      try raw.make(path, mpeg4 + ["-bf", "2", "-c:a", "libmp3lame"]).shifted(chirps: Fraction(1105, 48000))
    },
    OddMedium("mpeg4-pcm.avi", withinSamples: 1) { raw, path in try raw.make(path, mpeg4 + pcm) },
  ]

  private static let mpeg4 = ["-c:v", "mpeg4", "-q:v", "2", "-g", "24", "-pix_fmt", "yuv420p"]
}
