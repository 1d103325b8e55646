/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/ports. Pure. */
#ifndef BIOSBELT_PORTS_PORT_PRIVATE_H
#define BIOSBELT_PORTS_PORT_PRIVATE_H

#include "biosbelt/ports.h"

/* Compares without regard to case; control characters, which text files do not keep, equal '?'. */
bool port_same_text(const char *a, const char *b);
/* Sets PORT_CHANNEL from the position of the port in its adapter. */
bool port_set_channel(struct port *port, unsigned index);

#endif
