/// Programs with lines between them, and time: what supervision stands on.
///
/// `EventLoop` is this machine. Tests have one in which programs and time are values, so that no test waits, and none depends on
/// how busy a machine is.
package protocol ProcessLoop: AnyObject {
  /// The limits are the longest line of this child in bytes, and how much it may leave unread.
  func start(
    _ command: ChildCommand, lineLimit: Int?, unsentLimit: Int
  ) throws(SystemError) -> EventLoop.ChildID
  /// The longest line of a child, in bytes, where none is given for the child.
  var lineLimit: Int { get }
  var runningChildren: [EventLoop.ChildID] { get }
  @discardableResult
  func send(_ line: String, to child: EventLoop.ChildID) -> Bool
  func closeInput(of child: EventLoop.ChildID)
  func kill(_ child: EventLoop.ChildID, with signal: Signal)
  func processID(of child: EventLoop.ChildID) -> Int32?
  /// How long a child has kept processors busy.
  func processorTime(of child: EventLoop.ChildID) -> Duration

  var now: SuspendingClock.Instant { get }
  func startTimer(after duration: Duration) -> EventLoop.TimerID
  func cancelTimer(_ timer: EventLoop.TimerID)

  /// The next event, or nil when nothing is left that could happen.
  func next() throws(SystemError) -> EventLoop.Event?
}

extension ProcessLoop {
  package func start(_ command: ChildCommand) throws(SystemError) -> EventLoop.ChildID {
    try start(command, lineLimit: nil, unsentLimit: EventLoop.usualUnsentLimit)
  }

  package func kill(_ child: EventLoop.ChildID) { kill(child, with: .kill) }

  /// Kills all children and waits for their ends.
  package func endChildren() {
    for id in runningChildren { kill(id) }
    while !runningChildren.isEmpty, (try? next()) != nil {}
  }
}

extension EventLoop: ProcessLoop {
  /// How much a child may leave unread.
  package static let usualUnsentLimit = 4 << 20

  package var now: SuspendingClock.Instant { .now }

  package func processorTime(of child: ChildID) -> Duration {
    processID(of: child).flatMap(Processes.processorTime) ?? .zero
  }
}
