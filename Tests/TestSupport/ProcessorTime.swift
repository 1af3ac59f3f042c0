import Glibc

/// How long this thread computes in `body`: unlike the time on the wall, it does not grow when other tests and
/// other people want the same processor.
package func processorTime<Failure: Error>(of body: () throws(Failure) -> Void) throws(Failure) -> Duration {
  let start = nanosecondsOfThisThread()
  try body()
  return .nanoseconds(nanosecondsOfThisThread() - start)
}

private func nanosecondsOfThisThread() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
