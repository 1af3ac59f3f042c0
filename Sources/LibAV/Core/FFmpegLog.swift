internal import CFFmpeg
import Glibc
import Synchronization

/// FFmpeg's log, kept in memory instead of printed: its last lines explain bare error codes.
///
/// A line belongs to the decoder that wrote it, on any thread, or else to the thread that wrote it.
enum FFmpegLog {
  /// Redirects FFmpeg's log here, once per process; called before any file or codec is opened.
  static func capture() {
    _ = captureOnce
  }

  /// The current position in the log, for later queries.
  static func mark() -> Int {
    lines.withLock { $0.count }
  }

  /// The last message of the calling thread since `mark`.
  static func lastLine(since mark: Int) -> String? {
    let thread = pthread_self()
    return lines.withLock { lines in
      lines.kept.last { $0.number >= mark && $0.thread == thread }?.text
    }
  }

  /// The first relevant message of the calling thread since `mark`; nil if there was none.
  ///
  /// Damage is often only logged: FFmpeg conceals what it cannot decode and returns no error. The first line
  /// names the cause, later ones its effects.
  static func firstLine(since mark: Int, from speaker: Speaker? = nil) -> String? {
    let thread = pthread_self()
    return lines.withLock { lines in
      guard lines.count > mark else { return nil }
      return lines.kept.first {
        $0.number >= mark && $0.thread == thread && (speaker == nil || $0.speaker == speaker)
          && !$0.isHarmless
      }?.text
    }
  }

  /// The first message of a decoder since `mark`, on any of its threads, and the mark for the next query.
  ///
  /// Messages of parsers and filters on the calling thread since `callMark` count as the decoder's, too.
  static func firstLine(
    ofDecoder owner: UInt, since mark: Int, orOnThisThreadSince callMark: Int
  ) -> (text: String?, next: Int) {
    let thread = pthread_self()
    return lines.withLock { lines in
      guard lines.count > mark else { return (nil, mark) }
      let line = lines.kept.first {
        ($0.owner == owner && $0.number >= mark
          || $0.owner == 0 && $0.thread == thread && $0.number >= callMark) && !$0.isHarmless
      }
      return (line?.text, lines.count)
    }
  }

  /// A number that no other decoder of this process has; not 0.
  static func newOwner() -> UInt { UInt(owners.add(1, ordering: .relaxed).newValue) }

  private static let owners = Atomic<Int>(0)

  /// Whether the calling thread has logged a message that contains `text` since `mark`.
  static func contains(_ text: String, since mark: Int) -> Bool {
    line(containing: text, since: mark) != nil
  }

  static func line(containing text: String, since mark: Int) -> String? {
    let thread = pthread_self()
    return lines.withLock { lines in
      lines.kept.last { $0.number >= mark && $0.thread == thread && $0.text.contains(text) }?.text
    }
  }

  /// The part of FFmpeg that logged a line.
  enum Speaker {
    case demuxer
    case other
  }

  private struct Line {
    let number: Int
    let thread: pthread_t
    let speaker: Speaker
    /// The number of the decoder that wrote it; 0 for others.
    let owner: UInt
    let text: String

    /// Whether it is about metadata that pictures and samples do not depend on.
    var isHarmless: Bool { harmlessWords.contains { text.contains($0) } }
  }

  /// Messages about JPEG's application segments (EXIF, thumbnails) and FLV's metadata.
  private static let harmlessWords = ["unable to decode APP fields", "Missing AMF_END_OF_OBJECT"]

  private struct Lines {
    var kept: [Line] = []
    var count = 0

    mutating func append(_ text: String, _ speaker: Speaker, _ owner: UInt) {
      if kept.count >= 256 { kept.removeFirst(128) }
      kept.append(
        Line(number: count, thread: pthread_self(), speaker: speaker, owner: owner, text: text))
      count += 1
    }
  }

  private static let lines = Mutex(Lines())

  private static let captureOnce: Void = av_log_set_callback { context, level, format, arguments in
    guard level <= AV_LOG_ERROR, let format, let arguments else { return }
    // The prefix would contain the decoder's address, which differs from run to run.
    var wantsPrefix: Int32 = 0
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer -> String in
      guard let start = buffer.baseAddress else { return "" }
      buffer.initialize(repeating: 0)
      av_log_format_line2(context, level, format, arguments, start, Int32(buffer.count), &wantsPrefix)
      return String(cString: start)
    }
    let line = text.split(separator: "\n").joined(separator: " ")
    let speaker: Speaker = editc_log_category(context) == AV_CLASS_CATEGORY_DEMUXER ? .demuxer : .other
    let owner = UInt(bitPattern: editc_log_owner(context))
    if !line.isEmpty { lines.withLock { $0.append(line, speaker, owner) } }
  }
}

extension LibAVError {
  /// The error for a negative result, with the last message that FFmpeg logged since `mark`, if any.
  init(code: Int32, operation: String, subject: String, loggedSince mark: Int) {
    let bare = LibAVError(code: code, operation: operation, subject: subject)
    let logged = FFmpegLog.lastLine(since: mark)
    // Encoders that refuse something log why. One that cannot start a thread logs nothing.
    if code == editc_error_external, logged == nil {
      self.init(
        operation: operation, subject: subject, cause: .outOfMemory,
        reason: "it failed without a reason, as it does without threads or memory")
      return
    }
    self.init(
      operation: operation, subject: subject, cause: bare.cause,
      reason: logged.map { "\(bare.reason) (\($0))" } ?? bare.reason)
  }
}
