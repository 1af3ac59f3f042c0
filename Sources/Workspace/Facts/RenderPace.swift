import Basics
package import Composition
import ContentDigest
import Glibc
import Processes
package import RenderPlan

/// The encoding speed of recent renders on this machine, one line each, beside the store.
///
/// It is expendable: unreadable lines count as missing, and write errors are ignored. The file is named by
/// the CPU, because machines can share a cache.
package struct RenderPace: Sendable {
  private let path: String

  private static let mostRenders = 64
  /// Shorter renders mostly start processes.
  private static let leastSeconds = 0.5

  package init(folder: String) {
    path = "\(folder)/\(Self.processors)"
  }

  /// The cost of a render.
  package struct Render: Hashable, Sendable {
    package var codec: String
    package var speed: String
    package var size: PixelSize
    /// Of all encoded frames.
    package var pixels: Double
    /// CPU time of all cores together.
    package var seconds: Double

    fileprivate var frames: Double { pixels / (Double(size.width) * Double(size.height)) }

    /// Nil if the plan encodes nothing, or also copies pictures, because the time would not be that of
    /// encoding.
    package init?(_ plan: RenderPlan, seconds: Double) {
      guard plan.segments.allSatisfy({ $0.copied == nil || $0.isInStore }), let work = EncodingWork(plan)
      else { return nil }
      (codec, speed, size, pixels) = (work.codec, work.speed, work.size, work.pixels)
      self.seconds = seconds
    }

    fileprivate init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 6, let width = Int(words[2]), let height = Int(words[3]),
        let pixels = Int64(words[4]), let milliseconds = Int64(words[5]), width > 0, height > 0, pixels > 0,
        milliseconds > 0
      else { return nil }
      (codec, speed) = (String(words[0]), words[1] == "-" ? "" : String(words[1]))
      size = PixelSize(width: width, height: height)
      self.pixels = Double(pixels)
      seconds = Double(milliseconds) / 1000
    }

    fileprivate var line: String {
      let milliseconds = Int64(min(seconds * 1000, 1e15).rounded())
      return "\(codec) \(speed.isEmpty ? "-" : speed) \(size.width) \(size.height)"
        + " \(Int64(min(pixels, 1e18))) \(milliseconds)\n"
    }
  }

  /// Records the cost of a render.
  package func keep(_ render: Render) {
    guard render.seconds >= Self.leastSeconds else { return }
    let kept = (renders + [render]).suffix(Self.mostRenders)
    try? makeFolder(folder(of: path))
    try? AtomicFile.publish(Array(kept.map(\.line).joined().utf8), at: path)
  }

  private var renders: [Render] {
    guard let bytes = try? readFile(path, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Render.init)
  }

  /// The estimated time of a plan, based on renders with its codec and speed; nil if there were none, or
  /// nothing must be encoded.
  ///
  /// Renders of the same size have priority.
  package func estimate(_ plan: RenderPlan) -> TimeEstimate? {
    guard let work = EncodingWork(plan) else { return nil }
    let alike = renders.filter { $0.codec == work.codec && $0.speed == work.speed }
    let same = alike.filter { $0.size == work.size }
    let chosen = same.isEmpty ? alike : same
    // At another size, the time per frame lies between an unchanged one and one in proportion to the pixels.
    let times = chosen.flatMap { render in
      [work.pixels / render.pixels, work.frames / render.frames].map { $0 * render.seconds }
    }
    guard let shortest = times.min(), let longest = times.max() else { return nil }
    let spread = 1.5
    return TimeEstimate(
      low: shortest / spread, high: longest * spread, renders: chosen.count,
      processors: max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), work.segments)))
  }

  /// A short name for the CPU of this machine.
  private static var processors: String {
    let facts =
      (try? readFile("/proc/cpuinfo", limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let models = facts.split(separator: "\n").filter {
      $0.hasPrefix("model name") || $0.hasPrefix("CPU part")
    }
    let text = "\(models.count) \(models.first ?? "unknown")"
    return ((try? ContentDigest.of(text: text))?.hex).map { String($0.prefix(16)) } ?? "unknown"
  }
}

/// The estimated CPU time of a render.
package struct TimeEstimate: Hashable, Sendable {
  /// Seconds of all cores together.
  package let low: Double
  package let high: Double
  /// The number of renders that the estimate is based on.
  package let renders: Int
  /// The number of cores that can share the work.
  package let processors: Int
}

/// What a plan must encode; nil if it encodes no pictures.
private struct EncodingWork {
  let codec: String
  let speed: String
  let size: PixelSize
  let frames: Double
  let segments: Int

  var pixels: Double { frames * Double(size.width) * Double(size.height) }

  init?(_ plan: RenderPlan) {
    guard let encoding = plan.settings.video, !plan.settings.copied.pictures else { return nil }
    let open = plan.segments.filter { !$0.isInStore && $0.copied == nil }
    guard !open.isEmpty else { return nil }
    // A film that begins with its first pass is encoded twice.
    codec = encoding.codec.rawValue + (plan.pass.map { "-pass\($0)" } ?? "")
    speed = encoding.speed
    size = plan.composition.canvas.size
    segments = open.count
    frames = open.reduce(0.0) { $0 + Double($1.frames.count) }
  }
}

/// The CPU time, in seconds, of this process's children that have ended.
package func childrenProcessorSeconds() -> Double {
  var usage = rusage()
  guard getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
}
