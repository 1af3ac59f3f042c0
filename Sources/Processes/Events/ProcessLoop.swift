/// The processes, lines and timers that supervision is based on.
///
/// `EventLoop` is the real one. Tests have one in which processes and time are values, so no test waits, or
/// depends on how busy the machine is.
package protocol ProcessLoop: AnyObject {
  /// The limits are the child's longest line in bytes, and how many bytes it may leave unread.
  func start(
    _ command: ChildCommand, lineLimit: Int?, unsentLimit: Int
  ) throws(SystemError) -> EventLoop.ChildID
  /// The default length limit of a child's lines, in bytes.
  var lineLimit: Int { get }
  var runningChildren: [EventLoop.ChildID] { get }
  @discardableResult
  func send(_ line: String, to child: EventLoop.ChildID) -> Bool
  func closeInput(of child: EventLoop.ChildID)
  func kill(_ child: EventLoop.ChildID, with signal: Signal)
  func processID(of child: EventLoop.ChildID) -> Int32?
  /// The CPU time of a child.
  func processorTime(of child: EventLoop.ChildID) -> Duration

  var now: SuspendingClock.Instant { get }
  func startTimer(after duration: Duration) -> EventLoop.TimerID
  func cancelTimer(_ timer: EventLoop.TimerID)

  /// Returns the next event, or nil if none can occur any more.
  func next() throws(SystemError) -> EventLoop.Event?
}

extension ProcessLoop {
  package func start(_ command: ChildCommand) throws(SystemError) -> EventLoop.ChildID {
    try start(command, lineLimit: nil, unsentLimit: EventLoop.usualUnsentLimit)
  }

  package func kill(_ child: EventLoop.ChildID) { kill(child, with: .kill) }

  /// Kills all children and waits until they have ended.
  package func endChildren() {
    for id in runningChildren { kill(id) }
    while !runningChildren.isEmpty, (try? next()) != nil {}
  }
}

extension EventLoop: ProcessLoop {
  /// How many bytes a child may leave unread.
  package static let usualUnsentLimit = 4 << 20

  package var now: SuspendingClock.Instant { .now }

  package func processorTime(of child: ChildID) -> Duration {
    processID(of: child).flatMap(Processes.processorTime) ?? .zero
  }
}
