/* SPDX-License-Identifier: MIT */
/* The commands of gobang; each returns its exit status. */
#ifndef BIOSBELT_GOBANG_CMD_H
#define BIOSBELT_GOBANG_CMD_H

#include "options.h"

int cmd_play(const struct options *o, struct engine *engine);
int cmd_engine(const struct options *o, struct engine *engine);
int cmd_match(const struct options *o);
int cmd_replay(const struct options *o);

#endif
