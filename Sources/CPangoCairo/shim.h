// Pango, Cairo and Fontconfig, and wrappers for their macros with casts, which Swift cannot import.
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <fribidi.h>
#include <hb-ot.h>
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

/// Whether a font has an OpenType feature of four letters. Kerning can be in a table of its own.
static inline int editc_has_feature(PangoFont *font, const char *name) {
  hb_tag_t wanted = hb_tag_from_string(name, 4);
  if (wanted == HB_TAG('k', 'e', 'r', 'n')) return 1;
  hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
  const hb_tag_t tables[] = {HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S')};
  for (int table = 0; table < 2; table++) {
    hb_tag_t tags[32];
    unsigned int count, start = 0;
    do {
      count = 32;
      hb_ot_layout_table_get_feature_tags(face, tables[table], start, &count, tags);
      for (unsigned int index = 0; index < count; index++)
        if (tags[index] == wanted) return 1;
      start += count;
    } while (count == 32);
  }
  return 0;
}

/// Whether a line may begin with a character.
static inline int editc_breaks_before(const PangoLogAttr *attributes, int index) {
  return attributes[index].is_line_break;
}

/// Whether a character joins the next one in cursive scripts such as Arabic.
static inline int editc_joins_next(uint32_t character) {
  FriBidiJoiningType type = fribidi_get_joining_type(character);
  return type == FRIBIDI_JOINING_TYPE_D || type == FRIBIDI_JOINING_TYPE_C || type == FRIBIDI_JOINING_TYPE_L;
}

/// Whether a character joins the previous one.
static inline int editc_joins_previous(uint32_t character) {
  FriBidiJoiningType type = fribidi_get_joining_type(character);
  return type == FRIBIDI_JOINING_TYPE_D || type == FRIBIDI_JOINING_TYPE_C || type == FRIBIDI_JOINING_TYPE_R;
}

/// Whether a character is a mark that does not influence which characters join.
static inline int editc_is_transparent(uint32_t character) {
  return fribidi_get_joining_type(character) == FRIBIDI_JOINING_TYPE_T;
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

/// Makes a map the one of all drawing on this thread that names none.
static inline void editc_set_default_font_map(PangoFontMap *map) {
  pango_cairo_font_map_set_default(PANGO_CAIRO_FONT_MAP(map));
}
