// libxml2 imports as it is; this header only names the parts that are used for the module map.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
