/* SPDX-License-Identifier: MIT */
/* Marks and values go to general purpose registers, which the simulator's host watches. */
#include <avr/io.h>

#include "target.h"

void target_start(void)
{
}

void target_begin(void)
{
	GPIOR0 = 1;
}

void target_end(void)
{
	GPIOR0 = 2;
}

void target_report(uint8_t value)
{
	GPIOR1 = value;
}

void target_finish(void)
{
	GPIOR0 = 3;
	for (;;)
		;
}
