#define _GNU_SOURCE
#include "CLibraries.h"

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <link.h>
#include <openssl/opensslv.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sysexits.h>

#define TEXT_OF(number) #number
#define SONAME(name, major) "lib" name ".so." TEXT_OF(major)

#define LIBRARIES(LIBRARY)                                         \
  LIBRARY(crypto, SONAME("crypto", OPENSSL_SHLIB_VERSION))         \
  LIBRARY(avcodec, SONAME("avcodec", LIBAVCODEC_VERSION_MAJOR))    \
  LIBRARY(avformat, SONAME("avformat", LIBAVFORMAT_VERSION_MAJOR)) \
  LIBRARY(avutil, SONAME("avutil", LIBAVUTIL_VERSION_MAJOR))       \
  LIBRARY(swscale, SONAME("swscale", LIBSWSCALE_VERSION_MAJOR))    \
  LIBRARY(swresample, SONAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR)) \
  LIBRARY(freetype, "libfreetype.so.6")                            \
  LIBRARY(fribidi, "libfribidi.so.0")                              \
  LIBRARY(harfbuzz, "libharfbuzz.so.0")                            \
  LIBRARY(fontconfig, "libfontconfig.so.1")                        \
  LIBRARY(ass, "libass.so.9")                                      \
  LIBRARY(glib, "libglib-2.0.so.0")                                \
  LIBRARY(gobject, "libgobject-2.0.so.0")                          \
  LIBRARY(cairo, "libcairo.so.2")                                  \
  LIBRARY(pango, "libpango-1.0.so.0")                              \
  LIBRARY(pangoft2, "libpangoft2-1.0.so.0")                        \
  LIBRARY(pangocairo, "libpangocairo-1.0.so.0")                    \
  LIBRARY(rsvg, "librsvg-2.so.2")                                  \
  LIBRARY(ebur128, "libebur128.so.1")                              \
  LIBRARY(xml2, "libxml2.so.2")                                    \
  LIBRARY(microhttpd, "libmicrohttpd.so.12")                       \
  LIBRARY(curl, "libcurl.so.4")                                    \
  LIBRARY(xcb, "libxcb.so.1")                                      \
  LIBRARY(xcbshm, "libxcb-shm.so.0")                               \
  LIBRARY(pulse, "libpulse.so.0")                                  \
  LIBRARY(asound, "libasound.so.2")                                \
  LIBRARY(avfilter, SONAME("avfilter", LIBAVFILTER_VERSION_MAJOR))

struct library {
  const char *file;
  _Atomic(void *) handle;
};

// The layout in stubs.S.
struct function {
  _Atomic(void *) address;
  const char *name;
  struct library *library;
};

#define HIDDEN __attribute__((visibility("hidden")))
#define DEFINE(name, file) HIDDEN struct library editc_library_##name = {file, NULL};
LIBRARIES(DEFINE)

#define ADDRESS(name, file) &editc_library_##name,
static struct library *const libraries[] = {LIBRARIES(ADDRESS)};
static const size_t library_count = sizeof libraries / sizeof *libraries;

// Several threads may load a library at the same time: the C library counts references, and all get the same handle.
static void *loaded(struct library *library) {
  void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
  if (handle) return handle;
  handle = dlopen(library->file, RTLD_LAZY);
  if (handle) atomic_store_explicit(&library->handle, handle, memory_order_release);
  return handle;
}

static const char *reason(void) {
  const char *words = dlerror();
  return words ? words : "the loader gives no reason";
}

const char *editc_load_engine(void) {
  for (size_t index = 0; index < library_count; index++) {
    struct library *library = libraries[index];
    if (library == &editc_library_xml2 || library == &editc_library_microhttpd ||
        library == &editc_library_avfilter || library == &editc_library_curl || library == &editc_library_xcb ||
        library == &editc_library_xcbshm || library == &editc_library_pulse || library == &editc_library_asound ||
        library == &editc_library_rsvg)
      continue;
    if (!loaded(library)) return reason();
  }
  return NULL;
}

const char *editc_load_filters(void) { return loaded(&editc_library_avfilter) ? NULL : reason(); }

const char *editc_load_vectors(void) { return loaded(&editc_library_rsvg) ? NULL : reason(); }

const char *editc_load_network(void) {
  // Its own dependencies determine which libcrypto is loaded.
  return loaded(&editc_library_curl) && loaded(&editc_library_crypto) ? NULL : reason();
}

const char *editc_load_screens(void) {
  return loaded(&editc_library_xcb) && loaded(&editc_library_xcbshm) ? NULL : reason();
}

const char *editc_load_sound_server(void) { return loaded(&editc_library_pulse) ? NULL : reason(); }

const char *editc_load_alsa(void) { return loaded(&editc_library_asound) ? NULL : reason(); }

void *editc_symbol(const char *name) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  for (size_t index = 0; !symbol && index < library_count; index++) {
    void *handle = loaded(libraries[index]);
    if (handle) symbol = dlsym(handle, name);
  }
  return symbol;
}

struct listing {
  void (*found)(const char *path, void *context);
  void *context;
};

static int list(struct dl_phdr_info *file, size_t size, void *context) {
  struct listing *listing = context;
  (void)size;
  // The program itself has no name, and the kernel's vDSO no file.
  if (file->dlpi_name[0] == '/') listing->found(file->dlpi_name, listing->context);
  return 0;
}

void editc_each_loaded_file(void (*found)(const char *path, void *context), void *context) {
  struct listing listing = {found, context};
  dl_iterate_phdr(list, &listing);
}

static int is_limited(int resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// Called by stubs.S before the first call of a function. If a library is missing, there is no value to return that the
// caller would understand.
HIDDEN void *editc_bind(struct function *function) {
  void *handle = loaded(function->library);
  void *address = handle ? dlsym(handle, function->name) : NULL;
  if (!address) {
    fprintf(stderr, "editc: a library of this machine cannot be used: %s%s%s\n", reason(),
            is_limited(RLIMIT_AS) ? " (ulimit -v)" : "", is_limited(RLIMIT_DATA) ? " (ulimit -d)" : "");
    _Exit(EX_UNAVAILABLE);
  }
  atomic_store_explicit(&function->address, address, memory_order_release);
  return address;
}
