/* SPDX-License-Identifier: MIT */
/* The network as part of the program's data; C11 cannot include a file as bytes. */
#include "net/lazy.h"

__asm__(".section .rodata\n"
	".balign 16\n"
	"biosbelt_2048_net:\n"
	".incbin \"" BIOSBELT_2048_NET "\"\n"
	"biosbelt_2048_net_end:\n"
	".globl biosbelt_2048_net\n"
	".globl biosbelt_2048_net_end\n"
	".text\n");

extern const uint8_t biosbelt_2048_net[], biosbelt_2048_net_end[];

struct span net_builtin(void)
{
	/* two labels around the same bytes; subtracted as integers, because to C they are different
	 * objects */
	return span_of(biosbelt_2048_net,
		(size_t)((uintptr_t)biosbelt_2048_net_end - (uintptr_t)biosbelt_2048_net));
}
