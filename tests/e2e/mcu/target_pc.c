/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "target.h"

void target_start(void)
{
}

void target_begin(void)
{
}

void target_end(void)
{
}

void target_report(uint8_t value)
{
	printf("%u\n", value);
}

void target_finish(void)
{
}
