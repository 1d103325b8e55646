/* SPDX-License-Identifier: MIT */
/*
 * A Cortex-M0 or M3 without a library: vector table, start-up and semihosting (Arm's "Semihosting
 * for AArch32 and AArch64", operations SYS_WRITE0 and SYS_EXIT), which QEMU serves.
 */
#include "target.h"

#define SYS_WRITE0       0x04u
#define SYS_EXIT         0x18u
#define EXIT_APPLICATION 0x20026u /* ADP_Stopped_ApplicationExit */
#define FILL             0xA5u

extern uint8_t bss_begin[], bss_end[], stack_low[], stack_top[];
extern int main(void);
void *memset(void *to, int value, unsigned len);
void *memcpy(void *to, const void *from, unsigned len);
void reset(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[2] = {
	stack_top, (const void *)reset};

void *memset(void *to, int value, unsigned len)
{
	volatile uint8_t *p = to;

	while (len-- != 0)
		*p++ = (uint8_t)value;
	return to;
}

void *memcpy(void *to, const void *from, unsigned len)
{
	volatile uint8_t *p = to;
	const uint8_t *q = from;

	while (len-- != 0)
		*p++ = *q++;
	return to;
}

static const uint8_t *engine_top; /* the stack pointer when a move was asked for */

static void semihost(unsigned operation, const void *argument)
{
	register unsigned r0 __asm__("r0") = operation;
	register const void *r1 __asm__("r1") = argument;

	__asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

static void print(const char *word, unsigned value)
{
	char text[12], *p = text + sizeof(text);

	*--p = '\0';
	*--p = '\n';
	do
		*--p = (char)('0' + value % 10);
	while ((value /= 10) != 0);
	semihost(SYS_WRITE0, word);
	semihost(SYS_WRITE0, p);
}

void reset(void)
{
	for (uint8_t *p = bss_begin; p != bss_end; p++)
		*p = 0;
	(void)main();
}

void target_start(void)
{
	volatile uint8_t here = 0;

	for (volatile uint8_t *p = stack_low; p + 32 < &here; p++)
		*p = FILL;
}

/* What lies above is the test's own stack, not the engine's. */
void target_begin(void)
{
	__asm__ volatile("mov %0, sp" : "=r"(engine_top));
}

void target_end(void)
{
}

void target_report(uint8_t value)
{
	print("", value);
}

void target_finish(void)
{
	const volatile uint8_t *p = stack_low;

	while (*p == FILL)
		p++;
	print("stack ", (unsigned)(engine_top - (const uint8_t *)p));
	semihost(SYS_EXIT, (const void *)EXIT_APPLICATION);
	for (;;)
		;
}
