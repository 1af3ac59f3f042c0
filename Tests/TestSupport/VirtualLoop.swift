package import Processes

/// A loop in which programs and time are values: no test waits, and none depends on how busy a machine is.
///
///     let loop = VirtualLoop { child in
///       child.say("ready")
///       child.onLine = { order in child.say("done with \(order)", after: .seconds(3)) }
///     }
package final class VirtualLoop: ProcessLoop {
  /// What a program does when it has been started.
  package typealias Program = (Child) -> Void

  package let lineLimit = 65536
  package private(set) var now = SuspendingClock.now
  package private(set) var children: [Child] = []
  package var program: Program
  private var timers: [EventLoop.TimerID: SuspendingClock.Instant] = [:]
  /// What will happen, in the order in which it does.
  private var coming: [(time: SuspendingClock.Instant, event: EventLoop.Event)] = []
  private var nextTimer = 0

  package init(program: @escaping Program) { self.program = program }

  /// How much time has passed in the loop.
  package func time(since start: SuspendingClock.Instant) -> Duration { now - start }
  package func time(until end: SuspendingClock.Instant) -> Duration { end - now }

  fileprivate func schedule(_ event: EventLoop.Event, after delay: Duration) {
    let time = now + delay
    coming.insert((time, event), at: coming.firstIndex { $0.time > time } ?? coming.endIndex)
  }

  fileprivate func silence(_ child: Child) { coming.removeAll { $0.event.child == child.id } }

  private subscript(id: EventLoop.ChildID) -> Child? { children.first { $0.id == id && !$0.hasEnded } }

  // MARK: A loop

  package func start(
    _ command: ChildCommand, lineLimit: Int?, unsentLimit: Int
  ) throws(SystemError) -> EventLoop.ChildID {
    let child = Child(EventLoop.ChildID(number: children.count), command, self)
    children.append(child)
    program(child)
    return child.id
  }

  package var runningChildren: [EventLoop.ChildID] { children.filter { !$0.hasEnded }.map(\.id) }

  package func send(_ line: String, to child: EventLoop.ChildID) -> Bool {
    guard let child = self[child], !child.isInputClosed else { return false }
    child.lines.append(line)
    child.onLine(line)
    return true
  }

  package func closeInput(of child: EventLoop.ChildID) {
    guard let child = self[child], !child.isInputClosed else { return }
    child.isInputClosed = true
    child.onInputClosed()
  }

  package func kill(_ child: EventLoop.ChildID, with signal: Signal) {
    self[child]?.signals.append(signal)
    if signal == .kill { self[child]?.end(.ended(by: .kill)) }
  }

  package func processID(of child: EventLoop.ChildID) -> Int32? { nil }

  package func processorTime(of child: EventLoop.ChildID) -> Duration { self[child]?.processorTime ?? .zero }

  package func startTimer(after duration: Duration) -> EventLoop.TimerID {
    defer { nextTimer += 1 }
    let timer = EventLoop.TimerID(number: nextTimer)
    timers[timer] = now + duration
    return timer
  }

  package func cancelTimer(_ timer: EventLoop.TimerID) { timers[timer] = nil }

  package func next() throws(SystemError) -> EventLoop.Event? {
    let timer = timers.min { ($0.value, $0.key.number) < ($1.value, $1.key.number) }
    if let timer, coming.first.map({ timer.value < $0.time }) ?? true {
      timers[timer.key] = nil
      now = max(now, timer.value)
      return .timer(timer.key)
    }
    guard !coming.isEmpty else { return nil }
    let (time, event) = coming.removeFirst()
    now = max(now, time)
    if case .ended(let id, _, _) = event { self[id]?.hasEnded = true }
    return event
  }
}

extension VirtualLoop {
  /// A program of the loop.
  package final class Child {
    package let id: EventLoop.ChildID
    package let command: ChildCommand
    /// What it was told, and how it was signalled.
    package fileprivate(set) var lines: [String] = []
    package fileprivate(set) var signals: [Signal] = []
    package fileprivate(set) var isInputClosed = false
    fileprivate(set) var hasEnded = false
    /// What it does with a line, and when no more will come: usually it ends.
    package var onLine: (String) -> Void = { _ in }
    package var onInputClosed: () -> Void = {}
    /// Of processor time, a second of computing in each second; none unless it is set.
    package var isComputing = false
    private unowned let loop: VirtualLoop
    private let start: SuspendingClock.Instant

    fileprivate init(_ id: EventLoop.ChildID, _ command: ChildCommand, _ loop: VirtualLoop) {
      self.id = id
      self.command = command
      self.loop = loop
      start = loop.now
      onInputClosed = { [unowned self] in end(.exited(0)) }
    }

    package func say(_ line: String, after delay: Duration = .zero) {
      loop.schedule(.line(from: id, line), after: delay)
    }

    /// Says nothing from then on. What it was to say later is left unsaid.
    package func end(_ status: ProcessStatus, after delay: Duration = .zero, errorText: String = "") {
      if delay == .zero { loop.silence(self) }
      loop.schedule(.ended(id, status, errorText: errorText), after: delay)
    }

    fileprivate var processorTime: Duration { isComputing ? loop.now - start : .zero }
  }
}
