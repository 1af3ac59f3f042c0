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
  private let content: Content
  /// How many pictures the device had dropped before the latest one.
  private var dropped: Int64 = 0

  private enum Content {
    case pictures(PicturesInRing)
    case sound(channelCount: Int)
  }

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
    case .pictures(let pictures):
      content = .pictures(pictures)
      (form, number) = (.pictures(size: pictures.size, rate: pictures.rate), pictures.ring)
    case .sound(let channelCount, let ring):
      content = .sound(channelCount: channelCount)
      (form, number) = (
        .sound(sampleRate: RecordingSettings.soundRate, channels: channelCount), ring
      )
    case .failed, .stream, .streamCounts, .began, .lastPacket, .ended: throw report.error(of: name)
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
      switch content {
      case .pictures(let form): return try picture(bytes, form, at: max(0, min(time, latest)))
      case .sound(let channels):
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
    _ bytes: UnsafeRawBufferPointer, _ form: PicturesInRing, at time: Int64
  ) throws(ExportError) -> Captured {
    let found: (dropped: Int64, frame: VideoFrame)?
    do throws(LibAVError) { found = try PictureSlot.read(bytes, form) } catch { throw ExportError(error) }
    guard let found, (dropped..<1 << 53).contains(found.dropped) else {
      throw ExportError(.engine, "\(name): a picture is too short, or has a false count")
    }
    defer { dropped = found.dropped }
    return .picture(found.frame, at: time, dropped: found.dropped - dropped)
  }
}

/// Waits for the first line of a source process, for so many seconds.
func firstReport(
  of child: EventLoop.ChildID, in loop: EventLoop, patience: Int64 = 10
) throws(SystemError) -> SourceReport {
  // A display on another machine can take long to refuse.
  let timer = loop.startTimer(after: .seconds(patience))
  defer { loop.cancelTimer(timer) }
  while let event = try loop.next() {
    switch event {
    case .line(child, let line):
      return SourceReport(line) ?? .failed(.engine, "its process said \(line.prefix(80))")
    case .ended(child, _, let words): return .failed(.engine, "its process has ended: \(words)")
    case .timer(timer): return .failed(.unavailable, "it could not be opened for \(patience) s")
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
