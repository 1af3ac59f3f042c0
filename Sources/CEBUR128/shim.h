// The header of libebur128, for the module map; no logic.
#ifndef EDITC_EBUR128_SHIM_H
#define EDITC_EBUR128_SHIM_H

#include <ebur128.h>

#endif
