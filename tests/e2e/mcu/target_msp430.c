/* SPDX-License-Identifier: MIT */
/*
 * An MSP430 without a library: start-up, the helpers clang calls, and marks in unused peripheral
 * registers, whose writes the simulator traces with its cycle counter.
 */
#include "target.h"

#define MARK  (*(volatile uint8_t *)0x0020)
#define VALUE (*(volatile uint8_t *)0x0022)

extern uint8_t bss_begin[], bss_end[], stack_low[];
extern int main(void);
void *memset(void *to, int value, unsigned len);
void *memcpy(void *to, const void *from, unsigned len);
unsigned __mspabi_mpyi(unsigned a, unsigned b);
unsigned __mspabi_remu(unsigned a, unsigned b);
unsigned __mspabi_divu(unsigned a, unsigned b);
void reset(void);
void over(void);

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

unsigned __mspabi_mpyi(unsigned a, unsigned b)
{
	unsigned sum = 0;

	for (; a != 0; a >>= 1, b <<= 1)
		if ((a & 1u) != 0)
			sum += b;
	return sum;
}

static unsigned divide(unsigned a, unsigned b, unsigned *rest)
{
	unsigned quotient = 0;
	unsigned r = 0;

	for (uint8_t i = 0; i < 16; i++) {
		r = r << 1 | a >> 15;
		a <<= 1;
		quotient <<= 1;
		if (r >= b) {
			r -= b;
			quotient |= 1u;
		}
	}
	*rest = r;
	return quotient;
}

unsigned __mspabi_remu(unsigned a, unsigned b)
{
	unsigned rest;

	(void)divide(a, b, &rest);
	return rest;
}

unsigned __mspabi_divu(unsigned a, unsigned b)
{
	unsigned rest;

	return divide(a, b, &rest);
}

#define FILL 0xA5

/* The stack pointer is set before anything is pushed. */
__attribute__((naked, section(".reset"))) void reset(void)
{
	__asm__("mov #0x0A00, r1\n\tcall #main\n\tjmp .");
}

void target_start(void)
{
	volatile uint8_t here = 0;

	for (uint8_t *p = bss_begin; p != bss_end; p++)
		*p = 0;
	for (volatile uint8_t *p = stack_low; p + 16 < &here; p++)
		*p = FILL;
}

void target_begin(void)
{
	MARK = 1;
}

void target_end(void)
{
	MARK = 2;
}

void target_report(uint8_t value)
{
	VALUE = value;
}

/* The simulator stops here. */
__attribute__((noinline)) void over(void)
{
	for (;;)
		__asm__ volatile("");
}

/* Two bytes of stack size, then the end. */
void target_finish(void)
{
	const volatile uint8_t *p = stack_low;
	unsigned used;

	while (*p == FILL)
		p++;
	used = 0x0A00u - (unsigned)(uintptr_t)p;
	MARK = (uint8_t)(used >> 8);
	MARK = (uint8_t)used;
	over();
}
