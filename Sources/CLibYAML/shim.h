// libyaml needs no wrappers; this header only includes it for the module map.
#include <yaml.h>
