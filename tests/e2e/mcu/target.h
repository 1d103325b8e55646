/* SPDX-License-Identifier: MIT */
/* What play.c needs from a target. */
#ifndef BIOSBELT_MCU_TARGET_H
#define BIOSBELT_MCU_TARGET_H

#include <stdint.h>

#ifndef TARGET_FIRST
#define TARGET_FIRST 0
#endif
#ifndef TARGET_RULES
#define TARGET_RULES 2 /* freestyle, exactly five; 5: also renju and both forms of caro */
#endif
#ifndef TARGET_LEVELS
#define TARGET_LEVELS 3
#endif
#ifndef TARGET_POSITIONS
#define TARGET_POSITIONS 200
#endif
#ifndef TARGET_STEP
#define TARGET_STEP 1 /* tests every so-many-th position */
#endif
#ifndef TARGET_GAMES
#define TARGET_GAMES 4
#endif
#ifndef TARGET_PLIES
#define TARGET_PLIES 96 /* of a game, at most */
#endif
#ifndef TARGET_SIDE
#define TARGET_SIDE 15
#endif

void target_start(void);
void target_begin(void); /* before a move is computed */
void target_end(void);
void target_report(uint8_t value);
void target_finish(void); /* may not return */

#endif
