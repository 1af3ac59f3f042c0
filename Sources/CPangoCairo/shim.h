// Pango, Cairo and Fontconfig, and wrappers for their macros with casts, which Swift cannot import.
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <fribidi.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

static inline void editc_font_map_set_config(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

/// The pattern of a font from Fontconfig; NULL for any other font.
static inline FcPattern *editc_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}

static inline const char *editc_error_message(const GError *error) { return error ? error->message : NULL; }

static const PangoGlyph editc_empty_glyph = PANGO_GLYPH_EMPTY;
static const PangoGlyph editc_unknown_flag = PANGO_GLYPH_UNKNOWN_FLAG;

/// 1 for a character that is read from left to right, -1 from right to left, 0 for one without a direction.
static inline int editc_direction(uint32_t character) {
  FriBidiCharType type = fribidi_get_bidi_type(character);
  return FRIBIDI_IS_STRONG(type) ? (FRIBIDI_IS_RTL(type) ? -1 : 1) : 0;
}

/// The font size of an attribute in pixels, with points as in CSS; 0 for any other attribute.
static inline double editc_attribute_size(const PangoAttribute *attribute) {
  switch (attribute->klass->type) {
  case PANGO_ATTR_SIZE: return ((const PangoAttrSize *)attribute)->size / (double)PANGO_SCALE * 96 / 72;
  case PANGO_ATTR_ABSOLUTE_SIZE: return ((const PangoAttrSize *)attribute)->size / (double)PANGO_SCALE;
  case PANGO_ATTR_FONT_DESC:
    return pango_font_description_get_size(((const PangoAttrFontDesc *)attribute)->desc) / (double)PANGO_SCALE * 96 / 72;
  default: return 0;
  }
}

/// The factor by which an attribute scales the font; 1 for any other attribute.
static inline double editc_attribute_scale(const PangoAttribute *attribute) {
  return attribute->klass->type == PANGO_ATTR_SCALE ? ((const PangoAttrFloat *)attribute)->value : 1;
}

/// Whether an attribute is a text colour, which is stored in `color`.
static inline int editc_attribute_color(const PangoAttribute *attribute, PangoColor *color) {
  if (attribute->klass->type != PANGO_ATTR_FOREGROUND) return 0;
  *color = ((const PangoAttrColor *)attribute)->color;
  return 1;
}

/// The text opacity of an attribute, from 0 to 65535; -1 for any other attribute.
static inline int editc_attribute_alpha(const PangoAttribute *attribute) {
  return attribute->klass->type == PANGO_ATTR_FOREGROUND_ALPHA ? ((const PangoAttrInt *)attribute)->value : -1;
}
