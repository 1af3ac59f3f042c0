// The C libraries that are loaded when one of their functions is first called. With their dependencies they are 140
// files and take three quarters of the start-up time; commands that only read scripts call none of them.
//
// stubs.S defines each function of functions.h as a jump to the library's function. The rest of the program calls it as
// its header declares it.
#ifndef EDITC_LIBRARIES_H
#define EDITC_LIBRARIES_H

// Loads every library that decodes, draws or encodes, for a process that cannot open files later. Returns NULL, or why
// one cannot be loaded, which is valid until the next call on this thread.
const char *editc_load_engine(void);

// The same for FFmpeg's filters only, which depend on 30 other libraries.
const char *editc_load_filters(void);

// The same for the library that draws SVG.
const char *editc_load_vectors(void);

// The same for the library that talks to servers, which no package of editc contains.
const char *editc_load_network(void);

// The same for the libraries that record screens, which no package of editc contains.
const char *editc_load_screens(void);

// The same for the library that records from the sound server.
const char *editc_load_sound_server(void);

// The same for the library of the kernel's sound devices.
const char *editc_load_alsa(void);

// A symbol of the program, of one of the libraries, or of their dependencies; NULL if there is none.
void *editc_symbol(const char *name);

// Calls `found` with the path of each library that this process has loaded.
void editc_each_loaded_file(void (*found)(const char *path, void *context), void *context);

#endif
