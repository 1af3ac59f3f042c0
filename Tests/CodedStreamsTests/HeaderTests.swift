import Foundation
import TestSupport
import Testing

@testable import CodedStreams

/// What is read of parameter sets and records, against FFmpeg's `trace_headers`.
struct HeaderTests {
  static let clips: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: RealMedia.folder ?? ""))?.sorted()
    .filter { name in
      [".mp4", ".mov"].contains { name.hasSuffix($0) } && hasRecord(RealMedia.path(name))
    } ?? []

  private static func hasRecord(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return data.range(of: Data("avcC".utf8)) != nil || data.range(of: Data("hvcC".utf8)) != nil
  }

  @Test("real clips", .enabled(if: RealMedia.isPresent, "no real clips"), arguments: cases(clips, quick: 10))
  func readsRealClips(name: String) throws { try check(RealMedia.path(name)) }

  @Test("encoded clips", arguments: cases(JoiningTests.h264 + JoiningTests.hevc, quick: 3))
  func readsEncoded(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    for (index, option) in options.enumerated() {
      try check(try encode(index, option, frames: 2, in: folder))
    }
  }

  private func check(_ path: String) throws {
    if path.hasSuffix("mb_annex-b.mp4") {
      #expect(throws: CodedStreamError("has an avcC record that ends early")) {
        try Clip(path, decodesFrames: false).source()
      }
      return
    }
    let clip = try Clip(path, decodesFrames: false)
    let source = try CodedSource(StreamHeader(clip.record, codec: clip.codec))
    let trace = try run(
      [
        "ffmpeg", "-v", "trace", "-i", path, "-map", "0:v:0", "-c", "copy", "-bsf:v", "trace_headers",
        "-frames:v", "1",
      ]
        + ["-f", "null", "-"])
    // Of the record only: the bit stream filter looks at it first.
    let part = trace.errorText.components(separatedBy: "[trace_headers").dropFirst().map { String($0) }
    var fields: [String: Int] = [:]
    for line in part {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
      guard let equals = words.firstIndex(of: "="), equals >= 2, equals + 1 < words.count,
        let value = Int(words[equals + 1])
      else { continue }
      let field = words[equals - 2]
      if fields[field] == nil { fields[field] = value }
    }
    // One clip of the folder is too broken for FFmpeg to open.
    if path.hasSuffix("malformed_free_box.mp4"), fields.isEmpty { return }
    let format = source.family.format
    switch source.sets {
    case .h264(let sets):
      let set = try #require(sets.sequences.values.first)
      #expect(set.profile.number == fields["profile_idc"])
      #expect(set.identifier == fields["seq_parameter_set_id"])
      #expect(set.frameNumberBits - 4 == fields["log2_max_frame_num_minus4"])
      #expect(format.width == 16 * ((fields["pic_width_in_mbs_minus1"] ?? -9) + 1))
      let rows = 16 * ((fields["pic_height_in_map_units_minus1"] ?? -9) + 1)
      #expect(format.height == (set.hasOnlyFrames ? rows : rows * 2))
      #expect(set.hasOnlyFrames == (fields["frame_mbs_only_flag"] == 1))
      #expect(set.infersDirect8x8 == (fields["direct_8x8_inference_flag"] == 1))
      #expect(format.chroma == fields["chroma_format_idc"] ?? 1)
      #expect(format.lumaDepth == 8 + (fields["bit_depth_luma_minus8"] ?? 0))
      #expect(
        format.crop.bottom / (format.chroma == 1 ? 2 : 1) / (set.hasOnlyFrames ? 1 : 2)
          == fields["frame_crop_bottom_offset"] ?? 0)
      let references = try #require(fields["max_num_ref_frames"])
      if let reorder = fields["max_num_reorder_frames"], let frames = fields["max_dec_frame_buffering"] {
        #expect(format.buffering == .stated(references: references, reorder: reorder, frames: frames))
      } else {
        #expect(format.buffering == .byLevel(references: references))
      }
      let picture = try #require(sets.pictures.values.first)
      #expect(picture.hasFieldOrder == (fields["bottom_field_pic_order_in_frame_present_flag"] == 1))
      #expect(picture.hasRedundantPictures == (fields["redundant_pic_cnt_present_flag"] == 1))
    case .hevc(let sets):
      let set = try #require(sets.sequences.values.first)
      #expect(set.profile.number == fields["general_profile_idc"])
      #expect(set.profile.level.number == fields["general_level_idc"])
      #expect(set.profile.level.isHighTier == (fields["general_tier_flag"] == 1))
      #expect(format.width == fields["pic_width_in_luma_samples"])
      #expect(format.height == fields["pic_height_in_luma_samples"])
      #expect(format.chroma == fields["chroma_format_idc"])
      #expect(format.lumaDepth == 8 + (fields["bit_depth_luma_minus8"] ?? -9))
      #expect(format.crop.bottom / (format.chroma == 1 ? 2 : 1) == fields["conf_win_bottom_offset"] ?? 0)
      let highest = set.subLayers - 1
      let pictures = 1 + (fields["sps_max_dec_pic_buffering_minus1[\(highest)]"] ?? -9)
      let reorder = fields["sps_max_num_reorder_pics[\(highest)]"] ?? -9
      let latency = fields["sps_max_latency_increase_plus1[\(highest)]"] ?? -9
      #expect(
        format.buffering
          == .highest(
            pictures: pictures, reorder: reorder, latency: latency == 0 ? nil : reorder + latency - 1))
    }
    #expect(format.color.primaries == fields["colour_primaries"] ?? 2)
    #expect(format.color.transfer == fields["transfer_characteristics"] ?? 2)
    #expect(format.color.matrix == (fields["matrix_coefficients"] ?? fields["matrix_coeffs"] ?? 2))
    #expect(format.color.isFullRange == (fields["video_full_range_flag"] == 1))
    #expect(format.color.topChromaLocation == fields["chroma_sample_loc_type_top_field"] ?? 0)
  }

  /// The fields of a record that FFmpeg wrote, from sets that we wrote.
  @Test(
    "the record of one source is FFmpeg's but for the names", arguments: JoiningTests.h264 + JoiningTests.hevc
  )
  func writesRecord(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let clip = try Clip(try encode(0, options[0], frames: 2, in: folder), decodesFrames: false)
    let record = try JoinedStream([try clip.source()]).record
    switch clip.codec {
    case .h264:
      #expect(record.prefix(6) == clip.record.prefix(6))
      if clip.record[1] >= 100 { #expect(record.suffix(4) == clip.record.suffix(4)) }
    case .hevc:
      // Two of FFmpeg 5.1's fields are the number of sub-layers and nesting, as ours, and the rest of the byte.
      #expect(record.prefix(13) == clip.record.prefix(13))
      #expect(record[13..<22] == clip.record[13..<22])
    }
    let again = try CodedSource(StreamHeader(record, codec: clip.codec))
    #expect(again.family == (try clip.source()).family)
    #expect(again.level == (try clip.source()).level)
  }
}
