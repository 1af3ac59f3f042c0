// The library that draws SVG; no logic.
#ifndef EDITC_RSVG_SHIM_H
#define EDITC_RSVG_SHIM_H

#include <librsvg/rsvg.h>

#endif
