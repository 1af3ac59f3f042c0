// Wrappers for the variadic functions of libcurl, which Swift cannot import; no logic.
#ifndef EDITC_CURL_SHIM_H
#define EDITC_CURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode editc_curl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode editc_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(curl, option, value);
}

// Copies the text.
static inline CURLcode editc_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

// Keeps the pointer.
static inline CURLcode editc_curl_set_pointer(CURL *curl, CURLoption option, const void *value) {
  return curl_easy_setopt(curl, option, value);
}

// For CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION, whose types are the same.
static inline CURLcode editc_curl_set_transfer(CURL *curl, CURLoption option, curl_write_callback function) {
  return curl_easy_setopt(curl, option, function);
}

static inline CURLcode editc_curl_set_progress(CURL *curl, curl_xferinfo_callback function) {
  return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode editc_curl_set_open_socket(CURL *curl, curl_opensocket_callback function) {
  return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}

// Swift does not import macros with shifts as constants.
enum { editc_curl_path_as_is = CURLU_PATH_AS_IS, editc_curl_any_scheme = CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME };

#endif
