#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/fs.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static int result_of(long result) { return result < 0 ? -errno : (int)result; }

int editc_landlock_version(void) {
  return result_of(
      syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION));
}

int editc_landlock_create(const struct editc_landlock_ruleset *rules) {
  return result_of(syscall(SYS_landlock_create_ruleset, rules, sizeof *rules, 0));
}

int editc_landlock_allow_path(int ruleset, int path, uint64_t rights) {
  struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = path};
  return result_of(syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0));
}

int editc_landlock_restrict(int ruleset) {
  return result_of(syscall(SYS_landlock_restrict_self, ruleset, 0));
}

int editc_seccomp_install(const struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)filter};
  return result_of(
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program));
}

int editc_no_new_privileges(void) { return result_of(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int editc_die_with_parent(int signal) { return result_of(prctl(PR_SET_PDEATHSIG, signal)); }

int editc_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {.flags = (uint64_t)flags,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  return result_of(syscall(SYS_openat2, folder, path, &how, sizeof how));
}

int editc_pidfd_open(pid_t process) { return result_of(syscall(SYS_pidfd_open, process, 0)); }

static pid_t fork_sibling(void) {
  // Like fork(2), the kernel writes the child's number where the C library keeps that of a thread. Two architectures
  // pass that place in different registers, of which each ignores the other.
  int *thread = NULL;
  if (prctl(PR_GET_TID_ADDRESS, &thread, 0, 0, 0) != 0) return -errno;
  unsigned long flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
  return result_of(syscall(SYS_clone, flags, NULL, NULL, thread, thread));
}

struct sibling {
  void (*run)(void *);
  void *context;
  pid_t process;
};

static void *fork_in_thread(void *place) {
  struct sibling *sibling = place;
  sibling->process = fork_sibling();
  if (sibling->process == 0) {
    sibling->run(sibling->context);
    abort();
  }
  return NULL;
}

pid_t editc_fork_sibling(void (*run)(void *), void *context) {
  struct sibling sibling = {.run = run, .context = context, .process = -EAGAIN};
  pthread_attr_t attributes;
  pthread_t thread;
  int failure = pthread_attr_init(&attributes);
  if (failure != 0) return -failure;
  // As much as the first thread of a program has.
  failure = pthread_attr_setstacksize(&attributes, 8 << 20);
  if (failure == 0) failure = pthread_create(&thread, &attributes, fork_in_thread, &sibling);
  pthread_attr_destroy(&attributes);
  if (failure != 0) return -failure;
  pthread_join(thread, NULL);
  return sibling.process;
}

int editc_rename_unless_there(const char *from, const char *to) {
  return result_of(renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE));
}

int editc_exchange_names(const char *one, const char *other) {
  return result_of(renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE));
}

int editc_start_flushing(int file) { return result_of(sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE)); }

int editc_reserve_space(int file, off_t start, off_t count) {
  return result_of(fallocate(file, FALLOC_FL_KEEP_SIZE, start, count));
}

int editc_sync_file_system(int file) { return result_of(syncfs(file)); }

int editc_memory_file(const char *name, size_t size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  if (size == 0) return file;
  if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return file;
  int code = errno;
  close(file);
  return -code;
}

int editc_is_sealed(int file) {
  int seals = fcntl(file, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK);
}

int editc_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int editc_pipe(int ends[2], int flags) { return result_of(pipe2(ends, flags)); }

int editc_is_main_thread(void) { return gettid() == getpid(); }

char *editc_command_line(void) { return program_invocation_name; }

enum { most_descriptors = 3 };

int editc_send_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int number) {
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(most_descriptors * sizeof(int))] = {0};
  size_t size = number * sizeof(int);
  if (number < 1 || number > most_descriptors) return -EINVAL;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = CMSG_SPACE(size)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(header), descriptors, size);
  return result_of(sendmsg(socket, &message, MSG_NOSIGNAL));
}

int editc_receive_descriptors(int socket, void *bytes, size_t count, int *descriptors, int number) {
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(most_descriptors * sizeof(int))];
  size_t size = number * sizeof(int);
  if (number < 1 || number > most_descriptors) return -EINVAL;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  int length = result_of(recvmsg(socket, &message, MSG_CMSG_CLOEXEC));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (length <= 0) return length;
  if (!header || header->cmsg_len != CMSG_LEN(size) || message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))
    return -EBADMSG;
  memcpy(descriptors, CMSG_DATA(header), size);
  return length;
}

int editc_clone_file(int to, int from) { return result_of(ioctl(to, FICLONE, from)); }

const int editc_open_path_only = O_PATH | O_CLOEXEC;

#if defined(__x86_64__)
const uint32_t editc_this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
const uint32_t editc_this_architecture = AUDIT_ARCH_AARCH64;
#else
#error "the system call filter knows x86_64 and aarch64"
#endif

const uint32_t editc_filter_allow = SECCOMP_RET_ALLOW;
const uint32_t editc_filter_refuse = SECCOMP_RET_ERRNO | EPERM;
const uint32_t editc_filter_missing = SECCOMP_RET_ERRNO | ENOSYS;
