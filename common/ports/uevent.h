/* SPDX-License-Identifier: MIT */
/* The kernel's messages about devices. Pure. */
#ifndef BIOSBELT_PORTS_UEVENT_H
#define BIOSBELT_PORTS_UEVENT_H

#include "biosbelt/ports.h"
#include "biosbelt/span.h"

/* True when the message is about a port; *out is set then. */
bool uevent_read(struct span message, struct port_news *out);

/* Fields of a file "uevent" of a USB interface in /sys; "" when absent. */
struct usb_ids {
	char vid[5]; /* four hex digits, lower case */
	char pid[5];
	char interface[3]; /* two hex digits, lower case */
	char driver[64];
};
void uevent_usb(const char *text, struct usb_ids *out);

#endif
