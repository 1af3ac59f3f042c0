// libass, and the libraries whose versions determine the shapes that it draws; no logic.
#ifndef EDITC_LIBASS_SHIM_H
#define EDITC_LIBASS_SHIM_H

#include <ass/ass.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <fribidi.h>
#include <hb.h>

#endif
