/* Makes a folder look to processes as a folder of a file server does: NFS with its caches of names, attributes and listings.

   Preloaded before a command starts. The processes of one machine share what they remember, in a file that each of them maps
   before it shuts itself in; so several machines are several such files.

     LATE_FILES          the folder: an absolute path without links
     LATE_FILES_MACHINE  the file with what a machine remembers; it is made if it is not there
     LATE_FILES_MS       for how long it is remembered
     LATE_FILES_CTO      0 for a mount with `nocto`: an open asks the server for nothing that is remembered, and listings are old
     LATE_FILES_REPEATS  how many of 100 changes of names are sent twice, because the first answer was lost
     LATE_FILES_SEED     which ones
     LATE_FILES_CLOCK    by how many seconds the clock of the server is ahead

   Names that a machine changes itself are known to it at once. What the server does is done in one step: exclusive creation, rename
   and link. As on NFS, rename has no flags, a file that this machine removes while it is open stays, one that another
   machine removes is stale (ESTALE), and each machine has a kernel of its own. Locks are those of the server: seen by all.

   The file of a machine begins with how often it was late, for tests to see that it was. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAMES = 8192, FACTS = 8192, GONE = 8192, LISTINGS = 512, LISTING_BYTES = 1 << 15, DESCRIPTORS = 4096, KEPT = 64 };

struct name { uint64_t key, folder, file; int64_t until; };
struct facts { uint64_t file; int64_t until; struct stat facts; };
struct listing { uint64_t key; int64_t until; uint32_t length; char text[LISTING_BYTES]; };

/* A table forgets what its slot held before: a cache may forget at any time. */
struct machine {
    uint64_t unseen_names, old_facts, old_listings, repeats, stale, old_files;
    uint64_t is_ready, random;
    pthread_mutex_t lock;
    struct name names[NAMES];
    struct facts facts[FACTS];
    uint64_t gone[GONE];
    struct listing listings[LISTINGS];
};

static struct machine *machine;
static char root[PATH_MAX];
static size_t root_length;
static int64_t delay;
static long is_cto = 1, repeats, clock_shift;
static char kernel[64];
static unsigned char is_ours[DESCRIPTORS];

/* Of files that this process has opened, to open them again after another machine has removed them. */
static struct { uint64_t key; int64_t until; int file; } kept[KEPT];
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(result, name, ...) static result (*real_##name)(__VA_ARGS__)
REAL(int, open, const char *, int, ...);
REAL(int, close, int);
REAL(ssize_t, read, int, void *, size_t);
REAL(ssize_t, write, int, const void *, size_t);
REAL(int, stat, const char *, struct stat *);
REAL(int, lstat, const char *, struct stat *);
REAL(int, fstat, int, struct stat *);
REAL(int, access, const char *, int);
REAL(int, rename, const char *, const char *);
REAL(int, renameat2, int, const char *, int, const char *, unsigned);
REAL(int, link, const char *, const char *);
REAL(int, unlink, const char *);
REAL(int, mkdir, const char *, mode_t);
REAL(int, rmdir, const char *);
REAL(int, futimens, int, const struct timespec *);
REAL(DIR *, opendir, const char *);
REAL(struct dirent *, readdir, DIR *);
REAL(int, closedir, DIR *);

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t digest(const char *text, size_t length) {
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3;
    return sum ? sum : 1;
}

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text && *text ? atol(text) : otherwise;
}

__attribute__((constructor)) static void start(void) {
    /* Libraries that start before this one can have called already. */
#define FIND(name) if (!real_##name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name)
    FIND(open); FIND(close); FIND(read); FIND(write); FIND(stat); FIND(lstat); FIND(fstat); FIND(access); FIND(rename);
    FIND(renameat2);
    FIND(link); FIND(unlink); FIND(mkdir); FIND(rmdir); FIND(futimens); FIND(opendir); FIND(readdir); FIND(closedir);
    if (root_length) return;
    const char *folder = getenv("LATE_FILES"), *path = getenv("LATE_FILES_MACHINE");
    if (!folder || !path || *folder != '/' || strlen(folder) >= sizeof root) return;
    delay = number("LATE_FILES_MS", 1000) * 1000000;
    is_cto = number("LATE_FILES_CTO", 1);
    repeats = number("LATE_FILES_REPEATS", 0);
    clock_shift = number("LATE_FILES_CLOCK", 0);
    uint64_t own = digest(path, strlen(path));
    snprintf(kernel, sizeof kernel, "%012llx\n", (unsigned long long)own & 0xffffffffffff);
    int file = real_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    flock(file, LOCK_EX);
    if (ftruncate(file, sizeof *machine) != 0) { real_close(file); return; }
    void *memory = mmap(NULL, sizeof *machine, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) {
        machine = memory;
        if (!machine->is_ready) {
            pthread_mutexattr_t attributes;
            pthread_mutexattr_init(&attributes);
            pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
            pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
            pthread_mutex_init(&machine->lock, &attributes);
            machine->random = own ^ (uint64_t)number("LATE_FILES_SEED", 0) * 0x9e3779b97f4a7c15;
            machine->is_ready = 1;
        }
        strcpy(root, folder);
        root_length = strlen(root);
    }
    /* What is mapped keeps the lock of its file. */
    flock(file, LOCK_UN);
    real_close(file);
}

#define STARTED(name) do { if (!real_##name) start(); } while (0)

/* A process that was killed in the middle leaves at most an entry that is forgotten, or kept too long. */
static void lock_machine(void) {
    if (pthread_mutex_lock(&machine->lock) == EOWNERDEAD) pthread_mutex_consistent(&machine->lock);
}

static void unlock_machine(void) { pthread_mutex_unlock(&machine->lock); }

static void count(uint64_t *counter) { __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED); }

static int is_chosen(long percent) {
    uint64_t state = __atomic_add_fetch(&machine->random, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
    return (long)((state ^ (state >> 31)) % 100) < percent;
}

/* MARK: Names */

struct path { char text[PATH_MAX]; size_t length, above; uint64_t key, folder; };

/* Whether a path is at or below the folder; fills in where. */
static int locate(const char *path, struct path *place) {
    if (!root_length || !path) return 0;
    if (*path == '/') {
        if (strlen(path) >= sizeof place->text) return 0;
        strcpy(place->text, path);
    } else {
        if (!getcwd(place->text, sizeof place->text)) return 0;
        size_t length = strlen(place->text);
        if (length + 1 + strlen(path) >= sizeof place->text) return 0;
        place->text[length] = '/';
        strcpy(place->text + length + 1, path);
    }
    if (strncmp(place->text, root, root_length) != 0) return 0;
    if (place->text[root_length] != '/' && place->text[root_length]) return 0;
    place->length = strlen(place->text);
    while (place->length > root_length && place->text[place->length - 1] == '/') place->text[--place->length] = 0;
    place->above = place->length;
    while (place->above > 0 && place->text[place->above] != '/') place->above--;
    place->key = digest(place->text, place->length);
    place->folder = digest(place->text, place->above);
    return 1;
}

/* What is remembered of a name: 0 for nothing, -1 for one that is not there, otherwise 1 and its file. */
static int recall(uint64_t key, uint64_t *file) {
    struct name *name = &machine->names[key % NAMES];
    lock_machine();
    int known = name->key == key && name->until > now();
    uint64_t found = name->file;
    unlock_machine();
    if (file) *file = found;
    return !known ? 0 : found ? 1 : -1;
}

static void remember(uint64_t key, uint64_t folder, uint64_t file) {
    struct name *name = &machine->names[key % NAMES];
    lock_machine();
    *name = (struct name){key, folder, file, now() + delay};
    unlock_machine();
}

static void forget(uint64_t key) {
    struct name *name = &machine->names[key % NAMES];
    lock_machine();
    if (name->key == key) name->until = 0;
    unlock_machine();
}

static void forget_listing(uint64_t folder) {
    struct listing *listing = &machine->listings[folder % LISTINGS];
    lock_machine();
    if (listing->key == folder) listing->until = 0;
    unlock_machine();
}

/* Whether one of the folders above a path is remembered as not there; with `itself`, also the path. */
static int is_unknown(const struct path *place, int itself) {
    for (size_t end = root_length + 1; end <= place->length; end++) {
        if (end < place->length && place->text[end] != '/') continue;
        if (end == place->length && !itself) break;
        if (recall(digest(place->text, end), NULL) < 0) {
            count(&machine->unseen_names);
            errno = ENOENT;
            return 1;
        }
    }
    return 0;
}

/* The server has said that something is not there: the first name of the path that is missing. */
static void remember_missing(const struct path *place) {
    char text[PATH_MAX];
    struct stat facts;
    for (size_t end = root_length + 1; end <= place->length; end++) {
        if (end < place->length && place->text[end] != '/') continue;
        memcpy(text, place->text, end);
        text[end] = 0;
        if (real_lstat(text, &facts) == 0) continue;
        size_t above = end;
        while (above > 0 && text[above] != '/') above--;
        if (errno == ENOENT) remember(digest(text, end), digest(text, above), 0);
        break;
    }
    errno = ENOENT;
}

static void change_name(const struct path *place, uint64_t file) {
    remember(place->key, place->folder, file);
    forget_listing(place->folder);
}

/* MARK: Attributes */

static void shift(struct stat *facts) {
    facts->st_mtim.tv_sec += clock_shift;
    facts->st_ctim.tv_sec += clock_shift;
    facts->st_atim.tv_sec += clock_shift;
}

/* Which file it is: the number alone is soon given to another one. */
static uint64_t identify(int folder, const char *path) {
    struct statx facts;
    int code = errno;
    if (statx(folder, path, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &facts) != 0) facts.stx_ino = 0;
    errno = code;
    uint64_t words[] = {facts.stx_ino, (uint64_t)facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec};
    return facts.stx_ino ? digest((const char *)words, sizeof words) : 1;
}

static void remember_facts(uint64_t file, const struct stat *facts) {
    struct facts *slot = &machine->facts[file % FACTS];
    lock_machine();
    slot->file = file;
    slot->facts = *facts;
    slot->until = now() + delay;
    unlock_machine();
}

static int recall_facts(uint64_t file, struct stat *facts) {
    struct facts *slot = &machine->facts[file % FACTS];
    lock_machine();
    int known = slot->until > now() && slot->file == file;
    if (known) *facts = slot->facts;
    unlock_machine();
    return known;
}

static void forget_facts(uint64_t file) {
    struct facts *slot = &machine->facts[file % FACTS];
    lock_machine();
    if (slot->file == file) slot->until = 0;
    unlock_machine();
}

/* This machine keeps what it removes itself under a hidden name while it is open. */
static void remember_gone(uint64_t inode) { machine->gone[inode % GONE] = inode; }

static int look(const char *path, struct stat *facts, int (*real)(const char *, struct stat *)) {
    struct path place;
    if (!locate(path, &place) || place.length == root_length) return real(path, facts);
    if (is_unknown(&place, 1)) return -1;
    uint64_t file = 0;
    if (recall(place.key, &file) > 0 && recall_facts(file, facts)) {
        count(&machine->old_facts);
        shift(facts);
        return 0;
    }
    if (real(path, facts) != 0) {
        if (errno == ENOENT) remember_missing(&place);
        return -1;
    }
    file = identify(AT_FDCWD, path);
    remember(place.key, place.folder, file);
    remember_facts(file, facts);
    shift(facts);
    return 0;
}

int stat(const char *path, struct stat *facts) {
    STARTED(stat);
    return look(path, facts, real_stat);
}

int lstat(const char *path, struct stat *facts) {
    STARTED(lstat);
    return look(path, facts, real_lstat);
}

static int is_own(int file) { return root_length && file >= 0 && file < DESCRIPTORS && is_ours[file]; }

/* Whether another machine has removed an open file. */
static int is_stale(const struct stat *facts) {
    if (facts->st_nlink > 0 || machine->gone[facts->st_ino % GONE] == facts->st_ino) return 0;
    count(&machine->stale);
    errno = ESTALE;
    return 1;
}

int fstat(int file, struct stat *facts) {
    STARTED(fstat);
    int result = real_fstat(file, facts);
    if (result != 0 || !is_own(file)) return result;
    struct stat old;
    uint64_t identity = identify(file, "");
    if (S_ISREG(facts->st_mode) && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY && recall_facts(identity, &old)) {
        count(&machine->old_facts);
        *facts = old;
    } else {
        if (S_ISREG(facts->st_mode) && is_stale(facts)) return -1;
        if (facts->st_nlink == 0) facts->st_nlink = 1;
        remember_facts(identity, facts);
    }
    shift(facts);
    return 0;
}

int access(const char *path, int mode) {
    STARTED(access);
    struct path place;
    if (locate(path, &place)) {
        if (is_unknown(&place, 1)) return -1;
        if (mode == F_OK && recall(place.key, NULL) > 0) return 0;
    }
    int result = real_access(path, mode);
    if (result != 0 && errno == ENOENT && locate(path, &place)) remember_missing(&place);
    return result;
}

int futimens(int file, const struct timespec times[2]) {
    STARTED(futimens);
    struct timespec own[2];
    if (is_own(file) && times) {
        for (int i = 0; i < 2; i++) {
            own[i] = times[i];
            if (own[i].tv_nsec != UTIME_NOW && own[i].tv_nsec != UTIME_OMIT) own[i].tv_sec -= clock_shift;
        }
        times = own;
    }
    int result = real_futimens(file, times);
    if (result == 0 && is_own(file)) forget_facts(identify(file, ""));
    return result;
}

/* MARK: Files */

/* A file of this process's own that says which kernel this machine has. */
static int open_kernel(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    ssize_t written = real_write(ends[1], kernel, strlen(kernel));
    real_close(ends[1]);
    if (written > 0) return ends[0];
    real_close(ends[0]);
    return -1;
}

/* A second open file: one that shared its state would keep the locks of the first one. */
static void keep(uint64_t key, const char *path) {
    int file = real_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0) return;
    pthread_mutex_lock(&kept_lock);
    if (kept[key % KEPT].key) real_close(kept[key % KEPT].file);
    kept[key % KEPT].key = key;
    kept[key % KEPT].until = now() + delay;
    kept[key % KEPT].file = file;
    pthread_mutex_unlock(&kept_lock);
}

static int open_kept(uint64_t key, int flags) {
    char path[64];
    int file = -1;
    pthread_mutex_lock(&kept_lock);
    if (kept[key % KEPT].key == key && kept[key % KEPT].until > now()) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", kept[key % KEPT].file);
        file = real_open(path, flags & ~O_NOFOLLOW);
    }
    pthread_mutex_unlock(&kept_lock);
    return file;
}

int open(const char *path, int flags, ...) {
    STARTED(open);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (root_length && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) return open_kernel();
    struct path place;
    if (!locate(path, &place)) return real_open(path, flags, mode);
    /* Who creates asks the server whether the name is there. */
    if (is_unknown(&place, !(flags & O_CREAT))) return -1;
    uint64_t known = 0;
    int is_known = recall(place.key, &known) > 0;
    struct stat facts;
    if (is_known && !is_cto && !(flags & (O_CREAT | O_DIRECTORY)) && (flags & O_ACCMODE) == O_RDONLY
        && identify(AT_FDCWD, path) != known) {
        int old = open_kept(place.key, flags);
        if (old >= 0) {
            count(&machine->old_files);
            /* Its pages are remembered, so that reading it works. */
            return old;
        }
        forget(place.key);
        if (is_chosen(50)) {
            count(&machine->stale);
            errno = ESTALE;
            return -1;
        }
    }
    int file = real_open(path, flags, mode);
    if (file < 0) {
        if (errno == ENOENT && !(flags & O_CREAT)) remember_missing(&place);
        else if (errno == EEXIST) forget(place.key), errno = EEXIST;
        return -1;
    }
    if (file < DESCRIPTORS) is_ours[file] = 1;
    known = identify(file, "");
    remember(place.key, place.folder, known);
    if (flags & O_CREAT) forget_listing(place.folder);
    if (is_cto) forget_facts(known);
    else if (!(flags & O_CREAT) && real_fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)) keep(place.key, path);
    return file;
}

int close(int file) {
    STARTED(close);
    if (is_own(file)) {
        if ((fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY) forget_facts(identify(file, ""));
        is_ours[file] = 0;
    }
    return real_close(file);
}

/* What a machine writes itself it knows the size of. */
ssize_t write(int file, const void *bytes, size_t length) {
    STARTED(write);
    ssize_t result = real_write(file, bytes, length);
    int code = errno;
    if (result > 0 && is_own(file)) forget_facts(identify(file, ""));
    errno = code;
    return result;
}

ssize_t read(int file, void *bytes, size_t length) {
    STARTED(read);
    struct stat facts;
    if (is_own(file) && real_fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && is_stale(&facts)) return -1;
    return real_read(file, bytes, length);
}

/* MARK: Changes of names */

/* Whether the answer to a change that was made is lost, so that it is asked for again. */
static int is_repeated(int code) {
    if (!repeats || !is_chosen(repeats)) return 0;
    count(&machine->repeats);
    errno = code;
    return 1;
}

int rename(const char *from, const char *to) {
    STARTED(rename);
    struct path source, target;
    if (!locate(from, &source) || !locate(to, &target)) return real_rename(from, to);
    if (is_unknown(&source, 1) || is_unknown(&target, 0)) return -1;
    struct stat old;
    if (real_lstat(to, &old) == 0) remember_gone(old.st_ino);
    if (real_rename(from, to) != 0) return -1;
    uint64_t file = identify(AT_FDCWD, to);
    change_name(&source, 0);
    forget_listing(target.folder);
    /* Who is told that it did not work goes on with what it knew of the target. */
    if (is_repeated(ENOENT)) return -1;
    change_name(&target, file);
    forget_facts(file);
    return 0;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    STARTED(renameat2);
    struct path place;
    if (!locate(from, &place) && !locate(to, &place)) return real_renameat2(from_folder, from, to_folder, to, flags);
    if (!flags) return rename(from, to);
    errno = EINVAL;
    return -1;
}

int link(const char *from, const char *to) {
    STARTED(link);
    struct path source, target;
    if (!locate(from, &source) || !locate(to, &target)) return real_link(from, to);
    if (is_unknown(&source, 1) || is_unknown(&target, 0)) return -1;
    int result = real_link(from, to), code = errno;
    forget(target.key);
    forget_listing(target.folder);
    forget_facts(identify(AT_FDCWD, from));
    errno = code;
    return result == 0 && is_repeated(EEXIST) ? -1 : result;
}

int unlink(const char *path) {
    STARTED(unlink);
    struct path place;
    if (!locate(path, &place)) return real_unlink(path);
    if (is_unknown(&place, 1)) return -1;
    struct stat facts;
    uint64_t file = identify(AT_FDCWD, path);
    if (real_lstat(path, &facts) == 0 && facts.st_nlink == 1) remember_gone(facts.st_ino);
    int result = real_unlink(path);
    if (result != 0 && errno != ENOENT) return result;
    forget_facts(file);
    change_name(&place, 0);
    if (result != 0) errno = ENOENT;
    return result == 0 && is_repeated(ENOENT) ? -1 : result;
}

int mkdir(const char *path, mode_t mode) {
    STARTED(mkdir);
    struct path place;
    if (!locate(path, &place)) return real_mkdir(path, mode);
    if (is_unknown(&place, 0)) return -1;
    int result = real_mkdir(path, mode), code = errno;
    forget(place.key);
    forget_listing(place.folder);
    errno = code;
    return result == 0 && is_repeated(EEXIST) ? -1 : result;
}

int rmdir(const char *path) {
    STARTED(rmdir);
    struct path place;
    int result = real_rmdir(path), code = errno;
    if (locate(path, &place)) change_name(&place, 0), forget_listing(place.key);
    errno = code;
    return result;
}

/* MARK: Listings */

/* What stands for a DIR of the folder; told by its mark from one of libc. */
struct late_folder { char mark[8]; char *text; size_t position, length; struct dirent entry; };
static const char mark[8] = "late dir";

static int is_late(DIR *stream) { return root_length && stream && memcmp(stream, mark, sizeof mark) == 0; }

/* The folder as the server has it: a byte for the kind, the name, a zero. */
static char *list(const char *path, size_t *length) {
    DIR *stream = real_opendir(path);
    if (!stream) return NULL;
    char *text = malloc(1);
    *length = 0;
    struct dirent *entry;
    while (text && (entry = real_readdir(stream))) {
        size_t size = strlen(entry->d_name) + 2;
        char *longer = realloc(text, *length + size);
        if (!longer) break;
        text = longer;
        text[*length] = (char)entry->d_type;
        memcpy(text + *length + 1, entry->d_name, size - 1);
        *length += size;
    }
    real_closedir(stream);
    return text;
}

/* A listing brings what is new with it: names in the folder that were asked for in vain. */
static void forget_missing(uint64_t folder) {
    lock_machine();
    for (int i = 0; i < NAMES; i++)
        if (machine->names[i].folder == folder && !machine->names[i].file) machine->names[i].until = 0;
    unlock_machine();
}

DIR *opendir(const char *path) {
    STARTED(opendir);
    struct path place;
    if (!locate(path, &place)) return real_opendir(path);
    if (is_unknown(&place, 1)) return NULL;
    struct listing *known = &machine->listings[place.key % LISTINGS];
    char *text = NULL;
    size_t length = 0;
    lock_machine();
    if (!is_cto && known->key == place.key && known->until > now() && (text = malloc(known->length + 1))) {
        length = known->length;
        memcpy(text, known->text, length);
    }
    unlock_machine();
    if (text) {
        count(&machine->old_listings);
    } else {
        text = list(path, &length);
        if (!text) {
            if (errno == ENOENT) remember_missing(&place);
            return NULL;
        }
        lock_machine();
        if (length <= LISTING_BYTES) {
            known->key = place.key;
            known->until = now() + delay;
            known->length = (uint32_t)length;
            memcpy(known->text, text, length);
        }
        unlock_machine();
        forget_missing(place.key);
    }
    struct late_folder *folder = calloc(1, sizeof *folder);
    if (!folder) { free(text); return NULL; }
    memcpy(folder->mark, mark, sizeof mark);
    folder->text = text;
    folder->length = length;
    return (DIR *)folder;
}

struct dirent *readdir(DIR *stream) {
    STARTED(readdir);
    if (!is_late(stream)) return real_readdir(stream);
    struct late_folder *folder = (struct late_folder *)stream;
    if (folder->position >= folder->length) return NULL;
    folder->entry.d_type = (unsigned char)folder->text[folder->position];
    folder->entry.d_ino = 1;
    folder->entry.d_reclen = sizeof folder->entry;
    strcpy(folder->entry.d_name, folder->text + folder->position + 1);
    folder->position += strlen(folder->entry.d_name) + 2;
    return &folder->entry;
}

int closedir(DIR *stream) {
    STARTED(closedir);
    if (!is_late(stream)) return real_closedir(stream);
    free(((struct late_folder *)stream)->text);
    free(stream);
    return 0;
}

/* The same on machines of 64 bits, under the names that other programs call. */
__asm__(".globl open64\n.set open64, open\n.globl stat64\n.set stat64, stat\n.globl lstat64\n.set lstat64, lstat\n"
        ".globl fstat64\n.set fstat64, fstat\n.globl readdir64\n.set readdir64, readdir\n");
