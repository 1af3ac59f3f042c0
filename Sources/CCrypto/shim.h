// OpenSSL's digests need no wrappers; this header only includes them for the module map.
#include <openssl/evp.h>
