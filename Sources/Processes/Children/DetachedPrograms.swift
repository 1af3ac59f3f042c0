import CLinux
import Glibc

/// Programs that are started for the user and not waited for, such as a browser or an editor: they may outlive
/// this process, and have none of its streams.
package final class DetachedPrograms {
  private var running: [pid_t] = []

  package init() {}

  /// Starts a program, which is searched in `PATH`, with its arguments.
  package func start(_ words: [String]) throws(SystemError) {
    collect()
    guard let program = words.first else { return }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    editc_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var changed = SignalSet.all.value
    var noSignal = SignalSet().value
    posix_spawnattr_setsigdefault(&attributes, &changed)
    posix_spawnattr_setsigmask(&attributes, &noSignal)
    // Ctrl-C ends the preview, not the editor.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETPGROUP)))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
    guard failure == 0 else { throw SystemError("start \(program)", code: failure) }
    running.append(child)
  }

  /// Lets the kernel forget those that have ended.
  package func collect() {
    running.removeAll { waitpid($0, nil, WNOHANG) != 0 }
  }
}
