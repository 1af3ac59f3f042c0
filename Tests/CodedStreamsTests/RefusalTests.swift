import Foundation
import TestSupport
import Testing

@testable import CodedStreams

/// What is refused, repaired and left out, with the words of the refusals.
struct RefusalTests {
  private static let common = "-c:v libx264 -refs 3 -bf 2 -g 10 -x264-params b-pyramid=none"

  private func source(_ options: String, size: String = "320x180") throws -> CodedSource {
    let folder = try TemporaryFolder()
    return try Clip(try encode(0, options, frames: 2, size: size, in: folder), decodesFrames: false).source()
  }

  @Test(
    "the first field that differs",
    arguments: [
      (
        common.replacingOccurrences(of: "-refs 3", with: "-refs 4"), "320x180",
        "has 4 reference frames, not 3"
      ),
      (common.replacingOccurrences(of: "-bf 2", with: "-bf 0"), "320x180", "reorders pictures by 0, not 1"),
      (common + " -profile:v main", "320x180", "has the profile Main, not High"),
      (common, "320x184", "has pictures of 320x184, not 320x180"),
      ("-pix_fmt yuv422p -profile:v high422 " + common, "320x180", "has the profile High 4:2:2, not High"),
      (common + " -color_primaries bt709", "320x180", "has the color primaries 1, not 2"),
      (common + " -color_range pc", "320x180", "has full range, not limited range"),
      (common + ":sar=4/3", "320x180", "has the pixel aspect 4:3, not 1:1"),
      (common + ":tff=1", "320x180", "may have fields, not only frames"),
      ("-c:v libx265 -preset ultrafast -x265-params log-level=none", "320x180", "is HEVC, not H.264"),
    ])
  func difference(options: String, size: String, words: String) throws {
    let house = try source(Self.common)
    let other = try source(options, size: size)
    #expect(other.family.difference(from: house.family) == words)
    #expect(throws: JoinError(source: 1, reason: CodedStreamError(words))) {
      try JoinedStream([house, other])
    }
  }

  @Test("the level is the greatest, everywhere")
  func level() throws {
    let sources = [
      try source(Self.common), try source(Self.common + ":level=51"), try source(Self.common + ":level=40"),
    ]
    let joined = try JoinedStream(sources)
    #expect(joined.record[3] == 51)
    #expect(
      try StreamUnits(record: joined.record, codec: .h264).sets.filter { $0[0] & 31 == 7 }.map { $0[3] } == [
        51, 51, 51,
      ])
  }

  @Test("sources with the same sets share names")
  func sharing() throws {
    let one = try source(Self.common)
    let other = try source(Self.common + ":cabac=0")
    let joined = try JoinedStream([one, other, one])
    #expect(joined.renamings[0].names == joined.renamings[2].names)
    #expect(joined.renamings.map { $0.names.pictures[0] } == [15, 16, 15])
    #expect(joined.record[5] & 31 == 2)
  }

  @Test("units that are left out, kept and refused")
  func units() throws {
    let folder = try TemporaryFolder()
    let clip = try Clip(
      try encode(
        0, Self.common + ":aud=1:repeat-headers=1:nal-hrd=vbr:vbv-maxrate=500:vbv-bufsize=500", frames: 12,
        in: folder),
      decodesFrames: false)
    let renaming = try JoinedStream([try clip.source()]).renamings[0]
    let units = StreamUnits.split(clip.packets[0].data)
    #expect(units.map { $0[0] & 31 }.contains(7))
    let renamed = StreamUnits.split(try renaming.renamed(clip.packets[0].data))
    // A delimiter, x264's own words and the slice; no sets. Buffering periods and pictures times are SEI.
    #expect(Set(renamed.map { $0[0] & 31 }).subtracting([9, 6, 5]) == [])
    let types = renamed.filter { $0[0] & 31 == 6 }.map { $0[1] }
    #expect(!types.contains(0))
    #expect(units.filter { $0[0] & 31 == 6 }.map { $0[1] }.contains(0))

    func packet(_ units: [[UInt8]]) -> [UInt8] {
      units.flatMap { unit in (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) } + unit }
    }
    #expect(try renaming.renamed(packet([[10], [11]])) == [])
    #expect(try renaming.facts(of: packet([[10]])).endsSequence)
    for kind: UInt8 in [2, 3, 4, 13, 14, 15, 19, 20] {
      #expect(throws: CodedStreamError.hasUnit(H264Unit.obstacle(Int(kind)) ?? "")) {
        try renaming.renamed(packet([[kind, 0x80]]))
      }
    }
    var changed = try #require(units.first { $0[0] & 31 == 8 })
    changed[changed.count - 1] ^= 4
    #expect(throws: CodedStreamError.changesSet("PPS 0")) { try renaming.renamed(packet([changed])) }
    #expect(throws: CodedStreamError.lengthsDisagree) { try renaming.renamed([0, 0, 0, 9, 1]) }
    // Slice with PPS 1: first_mb 0, type 7, id 1.
    #expect(throws: CodedStreamError.isMissing("PPS 1", namedBy: "a slice")) {
      try renaming.renamed(packet([[0x41, 0b1000_1000, 0b0100_0000]]))
    }
  }

  @Test("lengths of one and two bytes", arguments: [1, 2])
  func lengths(bytes: Int) throws {
    let source = try source(Self.common)
    var record = try JoinedStream([source]).record
    record[4] = 0xFC | UInt8(bytes - 1)
    let renaming = try JoinedStream([try CodedSource(StreamHeader(record, codec: .h264))]).renamings[0]
    let delimiter: [UInt8] = Array(repeating: 0, count: bytes - 1) + [2, 9, 0x10]
    #expect(try renaming.renamed(delimiter) == [0, 0, 0, 2, 9, 0x10])
    record[4] = 0xFE
    #expect(throws: CodedStreamError.lengthBytes(3)) { try StreamHeader(record, codec: .h264) }
  }

  @Test("another idr_pic_id where it must differ", arguments: [0, 1, 2])
  func refresh(avoiding: Int) throws {
    let folder = try TemporaryFolder()
    let clip = try Clip(try encode(0, Self.common, frames: 12, in: folder), decodesFrames: false)
    let joined = try JoinedStream([try clip.source()])
    let renaming = joined.renamings[0]
    let again = try JoinedStream([try CodedSource(StreamHeader(joined.record, codec: .h264))]).renamings[0]
    let packet = clip.packets[0].data
    let id = try #require(try renaming.facts(of: packet).idrPictureID)
    let avoided = avoiding == 0 ? Set<Int>() : avoiding == 1 ? [id] : Set(0...14)
    let other = try again.facts(of: try renaming.renamedStart(packet, avoiding: avoided)).idrPictureID
    #expect(other == (avoiding == 0 ? id : 15))
    #expect(throws: CodedStreamError.noIDRPictureIDLeft) {
      try renaming.renamedStart(packet, avoiding: Set(0...65535))
    }
  }
}
