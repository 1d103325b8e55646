/* SPDX-License-Identifier: MIT */
/* The kernel's messages about devices. Pure. */
#ifndef BIOSBELT_SPC_UEVENT_H
#define BIOSBELT_SPC_UEVENT_H

#include "biosbelt/span.h"
#include "ports.h"

/* True when the message is about a port; out says then what it tells. */
bool uevent_read(struct span message, struct port_news *out);

#endif
