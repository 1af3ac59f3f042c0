// The client library of PulseAudio, whose protocol PipeWire serves, too; no logic.
#ifndef EDITC_PULSE_SHIM_H
#define EDITC_PULSE_SHIM_H

#include <pulse/context.h>
#include <pulse/error.h>
#include <pulse/introspect.h>
#include <pulse/mainloop.h>
#include <pulse/stream.h>
#include <pulse/timeval.h>

#endif
