import CLinux
import Glibc

/// A seccomp filter that rejects, with EPERM, system calls that a renderer does not need but an attacker
/// would use.
///
/// A deny list rather than an allow list: a codec library that starts to use another harmless call must not
/// fail in the middle of a film. Landlock restricts which files can be opened; this filter blocks the ways
/// around it.
struct SystemCallFilter {
  /// Whether modes and owners of open files may be set.
  var setsRights = false
  /// Whether sockets may be opened and connected.
  var connects = false
  /// Whether sockets may have addresses of their own.
  var receives = false

  /// Installs the filter on all threads; false if the kernel does not support that.
  func install() -> Bool {
    let filter = program
    return editc_seccomp_install(filter, filter.count) == 0
  }

  var refused: [Int32] {
    let calls = [
      Self.listening, receives ? [] : [SYS_bind], connects ? [] : Self.connecting, Self.programs,
      Self.otherProcesses, Self.filesPastLandlock,
      Self.filesPastLandlockByNumber,
      Self.sharedObjects, Self.machine, Self.onlyHere, setsRights ? [] : Self.rightsOfOpenFiles,
    ]
    return calls.flatMap(\.self)
  }

  private static let rightsOfOpenFiles: [Int32] = [SYS_fchmod, SYS_fchown]

  /// Sockets of all families.
  private static let connecting: [Int32] = [SYS_socket, SYS_socketpair, SYS_connect]
  /// Waiting for others, and io_uring, which could issue all of these calls unseen.
  private static let listening: [Int32] = [
    SYS_listen, SYS_accept, SYS_accept4,
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
  ]
  private static let programs: [Int32] = [SYS_execve, SYS_execveat]
  private static let otherProcesses: [Int32] = [
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_process_madvise,
    SYS_kcmp, SYS_unshare, SYS_setns,
  ]
  /// Landlock does not cover changes of modes, owners, times and attributes, or access by handles instead of
  /// names.
  private static let filesPastLandlock: [Int32] = [
    SYS_fchmodat, SYS_fchownat, SYS_utimensat, SYS_truncate,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr,
  ]
  /// The same, from kernels newer than the headers of the build; new calls have the same number on all
  /// architectures.
  private static let filesPastLandlockByNumber: [Int32] = [
    452,  // fchmodat2
    463,  // setxattrat
    466,  // removexattrat
    467,  // open_tree_attr
    469,  // file_setattr
  ]
  /// Objects with names of their own, outside all folders.
  private static let sharedObjects: [Int32] = [
    SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open, SYS_add_key, SYS_request_key, SYS_keyctl,
  ]
  private static let machine: [Int32] = [
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname,
    SYS_setdomainname, SYS_setrlimit,
  ]
  #if arch(x86_64)
    private static let onlyHere: [Int32] = [
      SYS_fork, SYS_vfork, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
      SYS_ioperm, SYS_iopl, SYS_modify_ldt,
    ]
  #else
    private static let onlyHere: [Int32] = []
  #endif
}

// MARK: - The program

extension SystemCallFilter {
  /// The offsets in `struct seccomp_data`; arguments have 64 bits, the low half first.
  private enum Offset {
    static let number = 0
    static let architecture = 4
    static func argument(_ index: Int) -> Int { 16 + 8 * index }
  }

  var program: [sock_filter] {
    // A call with another architecture's number would not be the call that we compare with.
    var program = [
      Self.load(Offset.architecture), Self.jump(ifEqual: editc_this_architecture, then: 1, else: 0),
      Self.give(editc_filter_refuse), Self.load(Offset.number),
    ]
    program += Self.foreignNumbers + Self.newProcesses + Self.raisedLimits
    for number in refused {
      program += [Self.jump(ifEqual: UInt32(number), else: 1), Self.give(editc_filter_refuse)]
    }
    return program + [Self.give(editc_filter_allow)]
  }

  /// x86-64 has the same calls again, under numbers with this bit set.
  private static var foreignNumbers: [sock_filter] {
    #if arch(x86_64)
      [jump(ifAnyBit: 0x4000_0000, else: 1), give(editc_filter_refuse)]
    #else
      []
    #endif
  }

  /// `CLONE_THREAD`.
  private static let threadFlag: UInt32 = 0x10000

  /// Allows threads but not processes, which would outlive the worker. `clone3` hides its flags behind a
  /// pointer, so it is reported as missing, and the C library then uses `clone`.
  private static var newProcesses: [sock_filter] {
    [
      jump(ifEqual: UInt32(SYS_clone3), else: 1), give(editc_filter_missing),
      jump(ifEqual: UInt32(SYS_clone), else: 4),
      load(Offset.argument(0)), jump(ifAnyBit: threadFlag, else: 1),
      give(editc_filter_allow), give(editc_filter_refuse),
    ]
  }

  /// Limits may be queried (then the address of new ones is 0), but not set.
  private static var raisedLimits: [sock_filter] {
    [
      jump(ifEqual: UInt32(SYS_prlimit64), else: 6),
      load(Offset.argument(2)), jump(ifEqual: 0, else: 3),
      load(Offset.argument(2) + 4), jump(ifEqual: 0, else: 1),
      give(editc_filter_allow), give(editc_filter_refuse),
    ]
  }

  private static func load(_ offset: Int) -> sock_filter {
    sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: UInt32(offset))
  }

  /// Skips `then` instructions if equal, else `otherwise`.
  private static func jump(ifEqual value: UInt32, then: UInt8 = 0, else otherwise: UInt8) -> sock_filter {
    sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: then, jf: otherwise, k: value)
  }

  private static func jump(ifAnyBit mask: UInt32, else otherwise: UInt8) -> sock_filter {
    sock_filter(code: UInt16(BPF_JMP | BPF_JSET | BPF_K), jt: 0, jf: otherwise, k: mask)
  }

  private static func give(_ result: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: result)
  }
}
