// Fontconfig as it is.
#ifndef EDITC_FONTCONFIG_SHIM_H
#define EDITC_FONTCONFIG_SHIM_H

#include <fontconfig/fontconfig.h>

#endif
