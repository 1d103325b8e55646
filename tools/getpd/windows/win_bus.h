/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_WIN_BUS_H
#define BIOSBELT_GETPD_WIN_BUS_H

#define BUS_FILE   15 /* BusTypeFileBackedVirtual */
#define BUS_SPACES 16 /* BusTypeSpaces */

/* STORAGE_BUS_TYPE as a word; NULL: unknown. */
const char *win_bus_name(unsigned bus);

#endif
