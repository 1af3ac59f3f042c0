// libxml2 needs no wrappers; this header only includes the parts that are used, for the module map.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
