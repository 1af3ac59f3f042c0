import CLinux
import Glibc

/// The ID of this process, which a parent passes to its workers for `dieWithParent`.
package var ownProcessID: Int32 { getpid() }

/// Ties this process to its parent: when the parent ends, for whatever reason, this process is killed.
///
/// A worker must call this first, with the ID that it got from its parent; false means that the parent has
/// already ended and the worker must stop. The kernel ties it to the parent's *thread*, so children must be
/// started by a thread that does not end: the main one.
package func dieWithParent(_ parent: Int32) throws(SystemError) -> Bool {
  let result = editc_die_with_parent(SIGKILL)
  guard result >= 0 else { throw SystemError("tie this process to its parent", code: -result) }
  // If the parent ended before the call above, another process has adopted us, not necessarily process 1.
  return getppid() == parent
}

/// Returns freed memory to the kernel. Without this, consecutive encoders fragment the heap, and a worker
/// grows with the number of segments that it has rendered.
package func returnFreedMemory() {
  malloc_trim(0)
}
