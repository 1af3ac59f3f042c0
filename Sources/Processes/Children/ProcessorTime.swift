import Glibc

/// How long a process has kept processors busy; nil when there is none of this number.
package func processorTime(ofProcess number: Int32) -> Duration? {
  var clock = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
