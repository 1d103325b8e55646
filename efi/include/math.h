/* SPDX-License-Identifier: MIT */
/* What the game's sources use of the C library; a square root is an instruction on both processors.
 */
#ifndef BIOSBELT_EFI_MATH_H
#define BIOSBELT_EFI_MATH_H

static inline double sqrt(double x)
{
	return __builtin_sqrt(x);
}

/* Of numbers that an integer holds. */
static inline double floor(double x)
{
	long long whole = (long long)x;

	return (double)(whole - (x < (double)whole));
}

#endif
