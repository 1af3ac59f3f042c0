import Glibc
package import Processes

/// Records until an end is reached, or until an order or a signal asks for it, which is a good end.
///
/// `takeOrders` returns the orders since its last call.
/// If the file cannot grow any more or a source fails, it is whole to there, and the report has the reason.
package func record(
  _ target: OutputTarget, _ settings: RecordingSettings, sources: [any RecordingSource], in loop: EventLoop,
  takeOrders: () -> [RecordingOrder], onEvent: (RecordingEvent) -> Void
) throws(ExportError) -> RecordingReport {
  let recorder = try Recorder(target, settings, sources: sources.map(\.form))
  var report: RecordingReport
  do throws(ExportError) {
    let (end, failure) = try follow(
      sources, with: recorder, by: settings.schedule, in: loop, takeOrders, onEvent)
    report = try recorder.finish(end, failure: failure)
  } catch {
    guard !recorder.isFinished else { throw error }
    report = try recorder.abandon(error)
  }
  report.pictures.missed = missedPictures(of: sources)
  return report
}

private func missedPictures(of sources: [any RecordingSource]) -> Int64 {
  sources.reduce(0) { sum, source in
    if case .pictures = source.form { sum + source.missed } else { sum }
  }
}

/// In nanoseconds.
private let tenth: Int64 = 100_000_000

/// Passes on what the sources capture, until the recording ends. Returns the failure of a source, too, if that ended it.
private func follow(
  _ sources: [any RecordingSource], with recorder: Recorder, by schedule: RecordingSchedule,
  in loop: EventLoop, _ takeOrders: () -> [RecordingOrder],
  _ onEvent: (RecordingEvent) -> Void
) throws(ExportError) -> (RecordingEnd, ExportError?) {
  var failure: ExportError?
  var (isInterrupted, isStopped) = (false, false)
  let opened = monotonicNanoseconds()
  var watch = SilenceWatch(sourceCount: sources.count, at: opened)
  var reported = opened
  var missed: Int64 = 0
  var slowLooks: Set<Int> = []
  while true {
    let clocks = ClockReadings.now
    let now = clocks.monotonic
    if !recorder.hasStarted {
      recorder.earliestStart = schedule.start(opened: opened, clocks)
      recorder.latestEnd = schedule.end(clocks)
    }
    for order in takeOrders() {
      if order == .stop { isStopped = true } else { carryOut(order, at: now, recorder, onEvent) }
    }
    for (number, source) in sources.enumerated() {
      var items: [Captured] = []
      do throws(ExportError) { items = try source.take(until: now) } catch { failure = failure ?? error }
      for item in items { try recorder.add(item, from: number) }
      if watch.isNewlySilent(number, gave: !items.isEmpty, at: now) { onEvent(.silent(source: source.name)) }
    }
    try recorder.catchUp(to: now)
    let missedNow = missedPictures(of: sources)
    if missedNow > missed, let look = recorder.bakedLook, slowLooks.insert(look).inserted {
      onEvent(.slowLook(look))
    }
    missed = missedNow
    if let end = recorder.endReason(at: now) { return (end, nil) }
    // After a last round: what was captured before the end is in the film, however late the recorder is.
    if let failure { return (.failure, failure) }
    if isInterrupted { return (.signal, nil) }
    if isStopped { return (.stop, nil) }
    if now - reported >= tenth {
      reported = now
      let wait = recorder.hasStarted ? 0 : (recorder.earliestStart ?? now) - now
      onEvent(wait > 0 ? .waiting(wait) : .progress(recorder.takeProgress()))
    }
    let timer = loop.startTimer(after: .milliseconds(10))
    do throws(SystemError) {
      while failure == nil, !isInterrupted, let event = try loop.next(), event != .timer(timer) {
        if case .interrupted = event { isInterrupted = true }
        if let report = report(in: event), let source = sources.first(where: { $0.child == event.child }) {
          failure = report.error(of: source.name)
        }
      }
    } catch { throw ExportError(error) }
  }
}

private func carryOut(
  _ order: RecordingOrder, at now: Int64, _ recorder: Recorder, _ onEvent: (RecordingEvent) -> Void
) {
  let paused = recorder.isPaused
  switch order {
  case .pause: recorder.pause(at: now)
  case .resume: recorder.resume(at: now)
  case .togglePause: if paused { recorder.resume(at: now) } else { recorder.pause(at: now) }
  // A picture that cannot be shown is no reason to end a recording.
  case .show(let bounds): onEvent(.shown(try? recorder.view(within: bounds)))
  case .still: if let still = recorder.still { onEvent(.still(still.picture, frame: still.frame)) }
  case .look(let number):
    onEvent(recorder.choose(look: number, at: now) ? .look(number) : .missingLook(number))
  case .stop: break
  }
  if recorder.isPaused != paused { onEvent(.paused(recorder.isPaused)) }
}

/// Why a device gives nothing more; nil for other events.
private func report(in event: EventLoop.Event) -> SourceReport? {
  switch event {
  case .line(_, let line): SourceReport(line)
  case .ended(_, _, let words): .failed(.inputOutput, "its process has ended: \(words)")
  default: nil
  }
}

/// The clock that is never set: the time of everything that is captured.
package func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
