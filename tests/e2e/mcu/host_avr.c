/* SPDX-License-Identifier: MIT */
/*
 * host_avr FIRMWARE: runs it on a simulated ATmega328P at 8 MHz; prints the values it reports, and
 * on the last line the cycles of the dearest move and the bytes of stack.
 */
#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

#define GPIOR0     0x3E
#define GPIOR1     0x4A
#define SPL        0x5D
#define STACK_TOP  0x08FF
#define CYCLES_MAX 10000000000ull

static avr_cycle_count_t begun, dearest;
static int over;

static void on_mark(struct avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)param;
	avr->data[addr] = v;
	if (v == 1)
		begun = avr->cycle;
	if (v == 2 && avr->cycle - begun > dearest)
		dearest = avr->cycle - begun;
	over = over || v == 3;
}

static void on_value(struct avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)param;
	avr->data[addr] = v;
	printf("%u\n", v);
}

int main(int argc, char **argv)
{
	elf_firmware_t firmware = {0};
	unsigned lowest = STACK_TOP;
	avr_t *avr;

	if (argc != 2 || elf_read_firmware(argv[1], &firmware) != 0)
		return 2;
	avr = avr_make_mcu_by_name("atmega328p");
	if (avr == NULL)
		return 2;
	avr_init(avr);
	avr->frequency = 8000000;
	avr_load_firmware(avr, &firmware);
	avr_register_io_write(avr, GPIOR0, on_mark, NULL);
	avr_register_io_write(avr, GPIOR1, on_value, NULL);
	while (!over && avr->cycle < CYCLES_MAX) {
		int state = avr_run(avr);
		unsigned sp = avr->data[SPL] | (unsigned)avr->data[SPL + 1] << 8;

		if (sp < lowest && sp > 0x100)
			lowest = sp;
		if (state == cpu_Done || state == cpu_Crashed)
			break;
	}
	printf("cycles %llu\nstack %u\n", (unsigned long long)dearest, STACK_TOP - lowest);
	return over ? 0 : 1;
}
