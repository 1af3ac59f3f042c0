// libyaml imports as it is; this header only names it for the module map.
#include <yaml.h>
