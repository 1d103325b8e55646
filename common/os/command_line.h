/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_COMMAND_LINE_H
#define BIOSBELT_COMMAND_LINE_H

#include <stdbool.h>

/*
 * A copy of a Windows command line in which "my dumps\" is one word, as its writer meant. A
 * backslash before a quote that a blank or the end follows is doubled if the text before it names
 * an existing folder, or the line would otherwise end inside quotes. exists: true when a path
 * (UTF-8) exists. NULL: out of memory.
 */
char *command_line_repair(const char *line, bool (*exists)(const char *path));

#endif
