// What Swift cannot import from libebur128's header; no logic.
#ifndef EDITC_EBUR128_SHIM_H
#define EDITC_EBUR128_SHIM_H

#include <ebur128.h>

#endif
