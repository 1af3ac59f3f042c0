import CLinux
import Glibc

/// The number of this process; a parent tells it to its workers for `dieWithParent`.
package var ownProcessID: Int32 { getpid() }

/// Ties this process to the one that started it: when that one is gone, however it ended, we are killed.
///
/// To be called first thing by a worker, with the number its parent gave it; false means that the parent has
/// gone already and the worker must stop. The kernel means the parent's *thread*: children have to be started
/// by a thread that stays, the main one.
package func dieWithParent(_ parent: Int32) throws(SystemError) -> Bool {
  let result = editc_die_with_parent(SIGKILL)
  guard result >= 0 else { throw SystemError("tie this process to its parent", code: -result) }
  // A parent that ended before the call above has left us to another process, which need not be number 1.
  return getppid() == parent
}

/// Gives the kernel back what was freed. Without it, encoders that come and go leave holes that no later one fits into,
/// and a worker grows with the number of segments that it has made.
package func returnFreedMemory() {
  malloc_trim(0)
}
