/* SPDX-License-Identifier: MIT */
/* What the files of common/ports share. Pure. */
#ifndef BIOSBELT_PORTS_PORT_PRIVATE_H
#define BIOSBELT_PORTS_PORT_PRIVATE_H

#include "biosbelt/ports.h"

/* Equal but for case; control characters, which no text file keeps, count as '?'. */
bool port_same_text(const char *a, const char *b);
/* PORT_CHANNEL from the position of the port in its adapter. */
bool port_set_channel(struct port *port, unsigned index);

#endif
