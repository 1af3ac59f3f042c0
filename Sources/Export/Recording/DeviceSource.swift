import Basics
import Composition
import LibAV
package import Processes

/// A device that a separate process reads. Its pictures or samples arrive in memory that both processes share.
package final class DeviceSource: RecordingSource {
  package let name: String
  package let form: CapturedForm
  package let child: EventLoop.ChildID?
  private let ring: SharedRing

  /// Of an output, in nanoseconds: wireless ones have some hundred milliseconds, a virtual one two seconds.
  private static let mostLatency: Int64 = 10_000_000_000

  /// Starts `editc` with these words and waits until its device is open.
  package init(_ name: String, _ words: [String], in loop: EventLoop) throws(ExportError) {
    self.name = name
    let child: EventLoop.ChildID
    let report: SourceReport
    do throws(SystemError) {
      child = try loop.start(ChildCommand(ChildProcess.ownExecutable, words))
      report = try firstReport(of: child, in: loop)
    } catch { throw ExportError(error) }
    let number: Int32
    switch report {
    case .pictures(let size, let rate, let ring): (form, number) = (.pictures(size: size, rate: rate), ring)
    case .sound(let channelCount, let ring):
      (form, number) = (
        .sound(sampleRate: RecordingSettings.soundRate, channels: channelCount), ring
      )
    case .failed: throw report.error(of: name)
    }
    do throws(SystemError) {
      ring = try SharedRing(ofProcess: loop.processID(of: child) ?? 0, descriptor: number)
    } catch { throw ExportError(error) }
    self.child = child
  }

  package func take(until now: Int64) throws(ExportError) -> [Captured] {
    var items: [Captured] = []
    while let item = try ring.read({ time, bytes throws(ExportError) -> Captured in
      // The other process may be broken. A time may be behind `now`: the device continues meanwhile.
      let latest = monotonicNanoseconds()
      switch form {
      case .pictures(let size, _): return .picture(try picture(bytes, size), at: max(0, min(time, latest)))
      case .sound(_, let channels):
        // What an output plays is recorded before it is heard.
        return .sound(try block(bytes, channels, at: max(0, min(time, latest + Self.mostLatency))))
      }
    }) { items.append(item) }
    return items
  }

  package var missed: Int64 { ring.missed }

  private func block(
    _ bytes: UnsafeRawBufferPointer, _ channels: Int, at time: Int64
  ) throws(ExportError) -> SoundBlock {
    let (first, samples) = SoundSlot.read(bytes)
    // A device that counts a million samples per second needs centuries for more.
    guard (0..<1 << 53).contains(first) else {
      throw ExportError(.engine, "\(name): a false count of samples")
    }
    let count = samples.count / channels
    return SoundBlock(
      samples: (0..<channels).map { channel in (0..<count).map { samples[$0 * channels + channel] } },
      first: first, time: time)
  }

  private func picture(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize
  ) throws(ExportError) -> VideoFrame {
    let row = size.width * 4
    guard bytes.count >= row * size.height else {
      throw ExportError(.engine, "\(name): a picture is too short")
    }
    do throws(LibAVError) {
      return try VideoFrame.allocate(size: size, layout: .rgba) { planes in
        for y in 0..<size.height {
          planes[0].row(y).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[y * row..<(y + 1) * row]))
        }
      }
    } catch { throw ExportError(error) }
  }
}

/// Waits for the first line of a source process.
private func firstReport(
  of child: EventLoop.ChildID, in loop: EventLoop
) throws(SystemError) -> SourceReport {
  // A display on another machine can take long to refuse.
  let timer = loop.startTimer(after: .seconds(10))
  defer { loop.cancelTimer(timer) }
  while let event = try loop.next() {
    switch event {
    case .line(child, let line):
      return SourceReport(line) ?? .failed(.engine, "its process said \(line.prefix(80))")
    case .ended(child, _, let words): return .failed(.engine, "its process has ended: \(words)")
    case .timer(timer): return .failed(.unavailable, "it could not be opened for 10 s")
    case .interrupted: return .failed(.temporary, "nothing was recorded: it was interrupted")
    default: continue
    }
  }
  return .failed(.engine, "its process has ended")
}

extension SourceReport {
  /// The error that it reports, or that it ended with another report than expected.
  func error(of source: String) -> ExportError {
    guard case .failed(let kind, let message) = self else {
      return ExportError(.engine, "\(source): unexpected: \(text)")
    }
    return ExportError(kind, "\(source): \(message)")
  }
}
