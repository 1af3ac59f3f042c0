// The library of the kernel's sound devices; no logic.
#ifndef EDITC_ALSA_SHIM_H
#define EDITC_ALSA_SHIM_H

#include <alsa/asoundlib.h>

#endif
