import Export

/// One line of a terminal with the progress of a render.
struct ProgressBar {
  /// The width of the terminal in columns.
  let width: Int

  /// Clears the line and leaves the cursor at its start.
  var erased: String { "\r" + blank + "\r" }

  /// As wide as fits without a line break.
  func text(_ progress: RenderProgress) -> String {
    let done = min(max(progress.fraction, 0), 1)
    var facts = " \(Int(done * 100))%  \(progress.framesDone)/\(progress.framesTotal) frames"
    if let speed = progress.framesPerSecond { facts += "  \(Int(min(speed.rounded(), 1e9)))/s" }
    if let left = progress.secondsLeft { facts += "  \(clock(left)) left" }
    let length = min(30, width - facts.count - 3)
    let bar = length < 5 ? "" : drawn(done, length)
    return String((bar + facts + blank).prefix(max(0, width - 1)))
  }

  private func drawn(_ done: Double, _ length: Int) -> String {
    let filled = Int(done * Double(length))
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled) + "]"
  }

  private var blank: String { String(repeating: " ", count: max(0, width - 1)) }

  private func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 359_999))
    let fields = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (whole >= 3600 ? fields : Array(fields.dropFirst())).joined(separator: ":")
  }
}
