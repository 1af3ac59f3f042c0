import CodedStreams
import Foundation
import TestSupport
import Testing

/// The decoder of Firefox and WebRTC, which minds more than FFmpeg does.
///
/// OpenH264 2.3.1 makes mistakes in files that x264 wrote in one go, too: it decodes B pictures with small partitions
/// wrongly; with some numbers of references it overwrites the last picture before an IDR picture; and with two or more
/// B pictures in a row it loses the order where one IDR picture follows another.
/// The sources and pieces here are such as it decodes rightly alone.
@Suite(.enabled(if: openH264IsPresent, "libopenh264-dev is not installed"))
struct OpenH264Tests {
  static let rows: [(String, [String])] = [
    ("baseline", JoiningTests.h264[0].1),
    (
      "main",
      with(
        "-profile:v main -refs 4 -bf 1 -g 20 -x264-params b-pyramid=none",
        ["", ":cabac=0:slices=4", ":weightp=2:repeat-headers=1:aud=1"])
    ),
    (
      "high",
      with(
        "-refs 4 -bf 3 -g 20 -x264-params b-pyramid=normal",
        [
          "", ":cabac=0:slices=4:sps-id=3", ":weightp=0:sps-id=1:cqm=jvt",
          ":nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900",
        ])
    ),
    (
      "high, 5 references",
      with("-refs 5 -bf 2 -g 15 -x264-params b-pyramid=none", ["", ":slices=2:level=51", ":sps-id=2:qp=20"])
    ),
  ]

  private static func with(_ common: String, _ own: [String]) -> [String] {
    own.map { "-c:v libx264 \(common):partitions=none\($0)" }
  }

  @Test("shows every frame of a joined stream", arguments: rows)
  func decodes(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let judge = folder.path("judge")
    let built = try run([
      "g++", "-O1", packageRoot + "/Tests/CodedStreamsTests/Judges/openh264.cpp", "-lopenh264", "-o", judge,
    ])
    #expect(built.exitCode == 0, "\(built.errorText)")
    let clips = try options.enumerated().map { try Clip(try encode($0.offset, $0.element, in: folder)) }
    for index in clips.indices {
      let whole = try Film([clips[index]], pieces: [(0, clips[index].packets.indices)], renames: false)
      let (frames, errors) = try decode(whole, with: judge, in: folder)
      #expect(errors == "0 failures\n")
      #expect(frames.count == clips[index].frames.count)
      let equal = zip(frames, clips[index].frames).filter { $0 == $1 }.count
      #expect(equal == frames.count)
    }
    let film = try Film(clips, pieces: pieces(clips, single: name == "baseline" || name == "main"))
    let (frames, errors) = try decode(film, with: judge, in: folder)
    let wrong = zip(frames, film.expected).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    #expect(errors == "0 failures\n")
    #expect(frames.count == film.expected.count)
    #expect(wrong.isEmpty, "of \(film.expected.count)")
  }

  private func decode(_ film: Film, with judge: String, in folder: TemporaryFolder) throws -> (
    [String], String
  ) {
    var bytes: [UInt8] = []
    let sets = try StreamUnits(record: film.record, codec: film.codec).sets
    for (index, packet) in film.packets.enumerated() {
      let unit = (index == 0 ? sets.flatMap { [0, 0, 0, 1] + $0 } : []) + StreamUnits.annexB(packet.data)
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) } + unit
    }
    try Data(bytes).write(to: URL(filePath: folder.path("film")))
    let result = try run([judge, folder.path("film")])
    try Data(result.output).write(to: URL(filePath: folder.path("film.yuv")))
    let size = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "320x180", "-i", folder.path("film.yuv")]
    let digests = try run(["ffmpeg", "-v", "warning"] + size + ["-f", "framemd5", "-"])
    let frames = digests.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      String($0.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
    }
    return (frames, result.errorText)
  }
}
