import TestSupport
import Testing

@testable import Processes

/// What is noticed of workers, in a time that is a value.
@Suite("A supervisor")
struct SupervisorTests {
  private typealias Workers = Supervisor<Int>
  private let patience = Patience(round: .seconds(30), life: 4, progress: 20, leastWork: .milliseconds(100))

  /// What happens to one worker until it hangs, ends, or nothing more can happen; each report is a step forward.
  private func watch(
    _ patience: Patience?, link: WorkerLink = .process(ChildCommand("worker")),
    _ program: @escaping VirtualLoop.Program
  ) throws -> (events: [Workers.Event], time: Duration) {
    let loop = VirtualLoop(program: program)
    let start = loop.now
    let workers = Workers(on: loop) { Int($0) }
    let worker = try workers.start(link, patience: patience)
    var events: [Workers.Event] = []
    while let event = try loop.next() {
      for event in workers.take(event) ?? [] {
        events.append(event)
        switch event {
        case .report: workers.progress(worker)
        case .hanging: return (events, loop.time(since: start))
        case .noReport, .lineTooLong, .ended: break
        }
      }
    }
    return (events, loop.time(since: start))
  }

  @Test("reads what workers say, and tells what is no report and how each one ended")
  func reports() throws {
    let (events, _) = try watch(patience) { child in
      child.say("1")
      child.say("one")
      child.end(.exited(3), after: .seconds(1), errorText: "why")
    }
    #expect(events.count == 3)
    guard case .report(1, _)? = events.first, case .noReport("one", _) = events[1],
      case .ended(_, .exited(3), "why") = events[2]
    else {
      Issue.record("\(events)")
      return
    }
  }

  @Test(
    "notices one that neither says nor computes anything after four rounds, one that only computes after twenty"
  )
  func hanging() throws {
    let idle = try watch(patience) { $0.say("1", after: .seconds(45)) }
    // The round in which it spoke does not count.
    #expect(idle.time == .seconds(150))
    guard case .hanging(_, let silence)? = idle.events.last else {
      Issue.record("\(idle.events)")
      return
    }
    #expect(silence == Silence(lack: .life, sinceLife: .seconds(120), sinceProgress: .seconds(120)))

    let busy = try watch(patience) { $0.isComputing = true }
    #expect(busy.time == .seconds(600))
    guard case .hanging(_, let silence)? = busy.events.last else {
      Issue.record("\(busy.events)")
      return
    }
    #expect(silence == Silence(lack: .progress, sinceLife: .zero, sinceProgress: .seconds(600)))
  }

  @Test("leaves one alone that goes on reporting, however slow it is, and one of which nothing is expected")
  func patient() throws {
    let slow = try watch(patience) { child in
      for step in 1...40 { child.say("\(step)", after: .seconds(80 * step)) }
      child.end(.exited(0), after: .seconds(3250))
    }
    #expect(slow.events.count == 41 && slow.time == .seconds(3250))
    let free = try watch(nil) { $0.end(.exited(0), after: .seconds(86400)) }
    #expect(free.events.count == 1)
  }

  @Test("asks words of one that a command started: being alive is not getting further")
  func commands() throws {
    let patience = Patience(round: .seconds(1), life: 12, progress: 60)
    let silent = try watch(patience, link: .command("ssh host worker")) { $0.isComputing = true }
    #expect(silent.time == .seconds(12))
    let idle = try watch(patience, link: .command("ssh host worker")) { child in
      for step in 1...100 { child.say("alive", after: .seconds(5 * step)) }
    }
    #expect(idle.time == .seconds(60))
  }

  @Test("bounds the processor time of a step")
  func work() throws {
    let patience = Patience(
      round: .milliseconds(100), life: 1200, progress: .max, leastWork: .milliseconds(1),
      mostWork: .seconds(8))
    let (events, time) = try watch(patience) { child in
      child.isComputing = true
      child.say("1", after: .seconds(5))
    }
    #expect(time > .seconds(12.9) && time < .seconds(13.2))
    guard case .hanging(_, let silence)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(silence.lack == .end)
  }

  @Test("hears nothing of those that were let go, and keeps no timer for them")
  func letGo() throws {
    for isDropped in [true, false] {
      let loop = VirtualLoop { child in
        for step in 1...100 { child.say("\(step)", after: .seconds(step)) }
      }
      let workers = Workers(on: loop) { Int($0) }
      let worker = try workers.start(.process(ChildCommand("worker")), patience: patience)
      if isDropped { workers.drop(worker) } else { workers.release(worker) }
      #expect(workers.isEmpty)
      while let event = try loop.next() { #expect(workers.take(event) == nil) }
      #expect(loop.children.first?.signals == (isDropped ? [.kill] : []))
      #expect(loop.children.first?.isInputClosed == !isDropped)
    }
  }
}
