// The X protocol's client library, with pictures in shared memory; no logic.
#ifndef EDITC_XCB_SHIM_H
#define EDITC_XCB_SHIM_H

#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#endif
