/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_PTY_NAME_H
#define BIOSBELT_PTY_NAME_H

#include <stdbool.h>

/*
 * True when a pipe of Windows is an end of a terminal of msys or Cygwin. name: as FileNameInfo
 * gives it (UTF-8), \msys-HEX-ptyN-from-master or -to-master. Cygwin has "cygwin" for msys; later
 * releases have another word (-nat, -cyg) after it. Source: Cygwin, winsup/cygwin/fhandler/pty.cc.
 */
bool pty_name_is(const char *name);

#endif
