// libxml2 needs no wrappers; this header only includes the parts that are used, for the module map.
#include <libxml/xmlversion.h>
// Debian's encoding.h includes ICU's types, which Foundation brings in another version: a module that sees both does
// not compile. They end the handler of an encoding, which is used nowhere.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
