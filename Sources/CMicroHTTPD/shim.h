// Wrappers for the variadic functions of libmicrohttpd, which Swift cannot import; no logic.
#ifndef EDITC_MICROHTTPD_SHIM_H
#define EDITC_MICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// Keeps percent-encoding unchanged.
static inline size_t editc_http_keep_encoding(void *server, struct MHD_Connection *connection, char *text) {
  (void)server, (void)connection;
  return strlen(text);
}

// Starts a daemon without threads, without a listening socket, and without messages on standard error.
static inline struct MHD_Daemon *editc_http_start(
    void *server, MHD_AccessHandlerCallback access,
    void *(*begin)(void *server, const char *target, struct MHD_Connection *connection),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection,
    unsigned int connections, unsigned int idle_seconds, size_t memory) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_CONNECTION_LIMIT, connections, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)memory, NULL},
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
      {MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, NULL},
      {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)begin, server},
      {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)editc_http_keep_encoding, NULL},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, server},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)connection, server},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
                          access, server, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// A descriptor that is readable when the daemon has something to do.
static inline int editc_http_queue(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int editc_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// The size of the request line and the header in bytes.
static inline size_t editc_http_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

#endif
