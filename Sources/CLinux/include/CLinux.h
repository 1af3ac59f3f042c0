// Linux functions and constants that Swift cannot import, a few lines each; no logic.
#ifndef EDITC_LINUX_SHIM_H
#define EDITC_LINUX_SHIM_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>

// syscall(2) is variadic, and this C library has no wrappers for Landlock. Returns a negative errno on failure.
struct editc_landlock_ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};
int editc_landlock_version(void);
int editc_landlock_create(const struct editc_landlock_ruleset *rules);
// The kernel's structure is packed, which Swift does not support.
int editc_landlock_allow_path(int ruleset, int path, uint64_t rights);
int editc_landlock_restrict(int ruleset);

// syscall(2) and prctl(2) are variadic. Returns a negative errno on failure.
int editc_seccomp_install(const struct sock_filter *filter, size_t count);
int editc_no_new_privileges(void);
int editc_die_with_parent(int signal);
int editc_pidfd_open(pid_t process);
// Forks a sibling, a child of this process's parent, and returns its process ID. The sibling calls `run`, which must end
// the process.
//
// A new thread forks. Swift's runtime remembers the number of each thread, with which it locks what is made at its first
// use; the thread of the sibling would have that of the forking thread, and two threads that meet at such a lock would
// wait forever. A new thread has none yet.
pid_t editc_fork_sibling(void (*run)(void *), void *context);
// Opens a file below a folder. Fails with ELOOP for a symbolic link in the path, with EXDEV for `..` out of the folder.
int editc_open_beneath(int folder, const char *path, int flags);

// Declared only for C sources that define _GNU_SOURCE.
int editc_rename_unless_there(const char *from, const char *to);
int editc_exchange_names(const char *one, const char *other);
int editc_start_flushing(int file);
int editc_reserve_space(int file, off_t start, off_t count);
int editc_sync_file_system(int file);
// Anonymous memory as a file that other processes can open: of a fixed size, or growing for 0; whether its size is fixed.
int editc_memory_file(const char *name, size_t size);
int editc_is_sealed(int file);
int editc_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
int editc_pipe(int ends[2], int flags);
int editc_is_main_thread(void);
// The start of the command line that lists of processes show.
char *editc_command_line(void);
extern const int editc_open_path_only;

// Numbers in memory that another process changes at the same time.
static inline uint64_t editc_shared_load(const uint64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void editc_shared_store(uint64_t *number, uint64_t value) {
  __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

// The macros of control messages are not imported. A message carries exactly this many descriptors, at most three, which
// are closed when a program is started; returns its length or a negative errno.
int editc_send_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int number);
int editc_receive_descriptors(int socket, void *bytes, size_t count, int *descriptors, int number);
// Lets a file share the blocks of another one, where the file system can: ioctl(2) is variadic.
int editc_clone_file(int to, int from);

// Swift does not import macros with casts and arithmetic as constants.
extern const uint32_t editc_this_architecture;
extern const uint32_t editc_filter_allow;
extern const uint32_t editc_filter_refuse;
extern const uint32_t editc_filter_missing;

#endif
