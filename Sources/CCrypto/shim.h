// OpenSSL's digests import as they are; this header only names them for the module map.
#include <openssl/evp.h>
