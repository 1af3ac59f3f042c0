internal import Basics
internal import CFFmpeg
package import Composition

/// The properties of a filter in the installed libavfilter.
package struct PictureFilterFacts: Sendable {
  package let name: String
  /// In the filter's own order, without aliases.
  package let options: [String]
  /// Aliases of options.
  package let otherNames: [String]
  /// Whether it has one input and one output, both of pictures or both of sound.
  package let isOneToOne: Bool

  /// Nil if FFmpeg has no filter of this name.
  package init?(named name: String) {
    guard (try? EngineLibraries.loadFilters()) != nil, let filter = avfilter_get_by_name(name) else {
      return nil
    }
    self.name = name
    let (own, others) = Self.options(of: filter)
    options = own
    otherNames = others
    isOneToOne = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains { type in
      isOne(
        type, filter.pointee.inputs, avfilter_filter_pad_count(filter, 0), filter,
        AVFILTER_FLAG_DYNAMIC_INPUTS)
        && isOne(
          type, filter.pointee.outputs, avfilter_filter_pad_count(filter, 1), filter,
          AVFILTER_FLAG_DYNAMIC_OUTPUTS)
    }
  }

  /// The names of all filters of the installed FFmpeg.
  package static var allNames: [String] {
    guard (try? EngineLibraries.loadFilters()) != nil else { return [] }
    var names: [String] = []
    var cursor: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&cursor) { names.append(String(cString: filter.pointee.name)) }
    return names
  }

  /// Names the positional options as FFmpeg does: no positional option may follow a named one.
  package static func named(
    _ options: [(name: String?, value: String)], of filter: String
  ) throws(LibAVError) -> [(name: String, value: String)] {
    guard let facts = PictureFilterFacts(named: filter) else {
      throw LibAVError(
        operation: "making a filter", subject: filter, cause: .notAvailable,
        reason: "FFmpeg has no filter of this name")
    }
    var named: [(String, String)] = []
    for (index, option) in options.enumerated() {
      if let name = option.name {
        named.append((name, option.value))
      } else if index < facts.options.count, named.count == index,
        !options[..<index].contains(where: { $0.name != nil })
      {
        named.append((facts.options[index], option.value))
      } else {
        throw LibAVError(
          operation: "making a filter", subject: filter, cause: .notAvailable,
          reason: "it has too many options: `\(option.value)`")
      }
    }
    return named
  }

  private static func options(of filter: UnsafePointer<AVFilter>) -> (own: [String], others: [String]) {
    guard filter.pointee.priv_class != nil else { return ([], []) }
    var own: [String] = []
    var others: [String] = []
    var lastOffset: Int32 = -1
    var option: UnsafePointer<AVOption>?
    withUnsafePointer(to: filter.pointee.priv_class) { object in
      while let next = av_opt_next(object, option) {
        option = next
        guard next.pointee.type != AV_OPT_TYPE_CONST, let spelling = next.pointee.name else { continue }
        let name = String(cString: spelling)
        // Options that share their memory are aliases.
        if next.pointee.offset == lastOffset { others.append(name) } else { own.append(name) }
        lastOffset = next.pointee.offset
      }
    }
    return (own, others)
  }
}

private func isOne(
  _ type: AVMediaType, _ pads: OpaquePointer?, _ count: UInt32, _ filter: UnsafePointer<AVFilter>,
  _ dynamic: Int32
) -> Bool {
  guard filter.pointee.flags & dynamic == 0, count == 1, let pads else { return false }
  return avfilter_pad_get_type(pads, 0) == type
}

/// The result of trying a filter on a few grey pictures, or on a second of noise.
package enum PictureFilterTrial: Hashable, Sendable, Codable {
  case works
  /// FFmpeg rejects its options; in FFmpeg's words.
  case refused(String)
  /// It does not return one picture of the same size and time for each, or changes the form of sound; in our
  /// words.
  case changesForm(String)

  /// Tries a filter on small pictures and, if that fails, on pictures of `size`, which are slower.
  package init(filter name: String, options: [(name: String?, value: String)], size: PixelSize?) {
    self = Self.outcome(name, options, PixelSize(width: 320, height: 180))
    if self != .works, let size { self = Self.outcome(name, options, size) }
  }

  /// Tries an audio filter.
  package init(
    filter name: String, options: [(name: String?, value: String)], sampleRate: Int, channelCount: Int
  ) {
    do throws(LibAVError) {
      let graph = try SoundFilterGraph(
        filter: name, options: options, sampleRate: sampleRate, channelCount: channelCount)
      var state: UInt32 = 1
      for _ in 0..<max(1, sampleRate / 1024) {
        let noise = (0..<1024).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return Float(state >> 8) / 33_554_432 - 0.25
        }
        _ = try graph.next(Array(repeating: noise, count: channelCount))
      }
      _ = try graph.last()
      self = .works
    } catch {
      self = error.cause == .limit ? .changesForm(error.reason) : .refused(error.reason)
    }
  }

  private static func outcome(
    _ name: String, _ options: [(name: String?, value: String)], _ size: PixelSize
  ) -> PictureFilterTrial {
    do throws(LibAVError) {
      guard let rate = FrameRate(25) else { return .works }
      let graph = try PictureFilterGraph(
        filter: name, options: options, size: size, layout: .yuv420p, color: .bt709, rate: rate)
      let picture = try VideoFrame.allocate(size: size, layout: .yuv420p, color: .bt709) { planes in
        for plane in planes { plane.fill(128) }
      }
      for _ in 0..<3 { _ = try graph.next(picture) }
      return .works
    } catch {
      return error.cause == .limit ? .changesForm(error.reason) : .refused(error.reason)
    }
  }
}
