/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_PTY_NAME_H
#define BIOSBELT_PTY_NAME_H

#include <stdbool.h>

/*
 * True when a pipe of Windows is an end of a terminal of msys or Cygwin. name: as FileNameInfo
 * gives it (UTF-8), \msys-HEX-ptyN-from-master or -to-master; with "cygwin" for msys, and another
 * word after it (-nat, -cyg) in later releases. Source: Cygwin, winsup/cygwin/fhandler/pty.cc.
 */
bool pty_name_is(const char *name);

#endif
