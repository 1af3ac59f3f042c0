import Basics
internal import CFFmpeg
package import Composition

extension RawForm {
  /// FFmpeg's reader of such files.
  var demuxer: String {
    switch self {
    case .pictures: "rawvideo"
    case .samples(let samples): samples.format.rawValue
    }
  }

  /// What it must be told.
  var demuxerOptions: [(name: String, value: String)] {
    switch self {
    case .pictures(let pictures):
      [("pixel_format", pictures.format), ("video_size", "\(pictures.size)")]
        + (pictures.rate.map { [("framerate", "\($0.frames)/\($0.seconds)")] } ?? [])
    case .samples(let samples):
      [("sample_rate", "\(samples.rate)"), ("ch_layout", samples.layout)]
    }
  }
}

/// A file that its script declares to have no header.
package enum RawFile {
  /// Its size and, as its container, the format whose header it begins with.
  package static func facts(ofFileAt path: String) throws(LibAVError) -> MediaFacts {
    let input = try FileInput(path: path)
    var facts = MediaFacts.raw(byteCount: input.byteCount)
    let opening = input.bytes(at: 0, count: Int(min(input.byteCount, 16))) ?? []
    if let failure = input.failure { throw failure }
    if let header = headers.first(where: { $0.isAtStart(of: opening) }) { facts.container = header.container }
    return facts
  }

  /// The fixed bytes with which files of a container begin. Those of fewer than four bytes are left out, because
  /// pictures and samples can begin with any.
  private struct Header {
    let container: String
    let parts: [(offset: Int, text: [UInt8])]

    init(_ container: String, _ parts: (offset: Int, text: String)...) {
      self.container = container
      self.parts = parts.map { ($0.offset, Array($0.text.utf8)) }
    }

    init(_ container: String, bytes: [UInt8]) {
      (self.container, parts) = (container, [(0, bytes)])
    }

    func isAtStart(of opening: [UInt8]) -> Bool {
      parts.allSatisfy { opening.dropFirst($0.offset).starts(with: $0.text) }
    }
  }

  private static let headers = [
    Header("yuv4mpegpipe", (0, "YUV4MPEG2 ")), Header("mov", (4, "ftyp")),
    Header("matroska", bytes: [0x1A, 0x45, 0xDF, 0xA3]), Header("avi", (0, "RIFF"), (8, "AVI ")),
    Header("wav", (0, "RIFF"), (8, "WAVE")), Header("aiff", (0, "FORM"), (8, "AIFF")),
    Header("aiff", (0, "FORM"), (8, "AIFC")), Header("caf", (0, "caff")), Header("flac", (0, "fLaC")),
    Header("ogg", (0, "OggS")), Header("ivf", (0, "DKIF")), Header("gif", (0, "GIF8")),
    Header("nut", (0, "nut/multimedia")),
    Header("png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
  ]
}
