/* SPDX-License-Identifier: MIT */
/*
 * Blocks 52 and 53: MIPI DSI panels and their power-up programs. Layout and versions: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct mipi_config, struct mipi_pps_data, enum
 * mipi_seq, enum mipi_seq_element) and intel_dsi_vbt.c.
 */
#include <stdio.h>

#include "vbt/table.h"

#define CONFIG_LEN  122u
#define PPS_OFF     (VBT_MIPI_PANELS * CONFIG_LEN)
#define PPS_LEN     10u
#define PWM_OFF     (PPS_OFF + VBT_MIPI_PANELS * PPS_LEN)
#define I2C_BUS_OFF (PWM_OFF + VBT_MIPI_PANELS * 4u)
#define CBITS       (CONFIG_LEN * 8u)
#define PBITS       (PPS_LEN * 8u)

static const char *const transfer_modes[] = {
	NULL, "non-burst with sync pulse", "non-burst with sync events", "burst"};
static const char *const formats[] = {
	"not supported", "RGB565", "RGB666", "RGB666 loosely packed", "RGB888"};
static const char *const rotations[] = {"0 degrees", "90 degrees", "180 degrees", "270 degrees"};
static const char *const links[] = {"single", "front-back", "pixel alternative"};
static const char *const gpio_owners[] = {"PMIC", "SoC"};

static const struct vbt_row config_rows[] = {
	VBT_PHEX("panel_id", 0, 0, 16, CBITS, 175, 0),
	VBT_PBIT("dithering", 2, 0, CBITS, 175, 0),
	VBT_PBIT("bridge", 2, 2, CBITS, 175, 0),
	VBT_PNUM("panel_architecture", 2, 3, 2, CBITS, 175, 0),
	VBT_PBIT("command_mode", 2, 5, CBITS, 175, 0),
	VBT_PNAMED("video_transfer_mode", 2, 6, 2, CBITS, 175, 0, transfer_modes),
	VBT_PBIT("cabc_supported", 3, 0, CBITS, 175, 0),
	VBT_PNAMED("pps_gpio_owner", 3, 1, 1, CBITS, 175, 0, gpio_owners),
	VBT_PNAMED("colour_format", 3, 2, 4, CBITS, 175, 0, formats),
	VBT_PNAMED("rotation", 3, 6, 2, CBITS, 175, 0, rotations),
	VBT_PBIT("bta_disable", 4, 0, CBITS, 175, 0),
	VBT_PNAMED("dual_link", 6, 0, 2, CBITS, 175, 0, links),
	VBT_PSCALED("lane_count", 6, 2, 2, CBITS, 175, 1, 1),
	VBT_PNUM("pixel_overlap", 6, 4, 3, CBITS, 175, 0),
	VBT_PBIT("rgb_flip", 6, 7, CBITS, 175, 0),
	VBT_PNUM("dcs_cabc_ports", 7, 0, 2, CBITS, 175, 0),
	VBT_PNUM("dcs_backlight_ports", 7, 2, 2, CBITS, 175, 0),
	VBT_PBIT("port_sync", 7, 4, CBITS, 219, 230),
	VBT_PBIT("dsi_usage", 8, 0, CBITS, 175, 0),
	VBT_PNUM("burst_mode_frequency", 11, 0, 32, CBITS, 175, 0),
	VBT_PNUM("dsi_ddr_clock", 15, 0, 32, CBITS, 175, 0),
	VBT_PNUM("bridge_ref_clock", 19, 0, 32, CBITS, 175, 0),
	VBT_PNUM("byte_clock_select", 23, 0, 2, CBITS, 175, 0),
	VBT_PBIT("dphy_params_valid", 24, 0, CBITS, 175, 0),
	VBT_PBIT("eot_disabled", 24, 1, CBITS, 175, 0),
	VBT_PBIT("clock_stop", 24, 2, CBITS, 175, 0),
	VBT_PBIT("blanking_packets_during_bllp", 24, 3, CBITS, 219, 0),
	VBT_PBIT("lp_clock_during_lpm", 24, 4, CBITS, 219, 0),
	VBT_PHEX("hs_tx_timeout", 26, 0, 32, CBITS, 175, 0),
	VBT_PHEX("lp_rx_timeout", 30, 0, 32, CBITS, 175, 0),
	VBT_PHEX("turn_around_timeout", 34, 0, 32, CBITS, 175, 0),
	VBT_PHEX("device_reset_timer", 38, 0, 32, CBITS, 175, 0),
	VBT_PHEX("master_init_timer", 42, 0, 32, CBITS, 175, 0),
	VBT_PHEX("dbi_bandwidth_timer", 46, 0, 32, CBITS, 175, 0),
	VBT_PHEX("lp_byte_clock", 50, 0, 32, CBITS, 175, 0),
	VBT_PHEX("prepare_count", 54, 0, 6, CBITS, 175, 0),
	VBT_PHEX("clock_zero_count", 55, 0, 8, CBITS, 175, 0),
	VBT_PHEX("trail_count", 56, 0, 5, CBITS, 175, 0),
	VBT_PHEX("exit_zero_count", 57, 0, 6, CBITS, 175, 0),
	VBT_PHEX("clock_lane_switch_count", 58, 0, 32, CBITS, 175, 0),
	VBT_PHEX("high_low_switch_count", 62, 0, 32, CBITS, 175, 0),
	VBT_PHEX("tclk_miss", 90, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_post", 91, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_pre", 93, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_prepare", 94, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_settle", 95, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_term_enable", 96, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_trail", 97, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tclk_prepare_zero", 98, 0, 16, CBITS, 175, 0),
	VBT_PHEX("td_term_enable", 101, 0, 8, CBITS, 175, 0),
	VBT_PHEX("teot", 102, 0, 8, CBITS, 175, 0),
	VBT_PHEX("ths_exit", 103, 0, 8, CBITS, 175, 0),
	VBT_PHEX("ths_prepare", 104, 0, 8, CBITS, 175, 0),
	VBT_PHEX("ths_prepare_zero", 105, 0, 16, CBITS, 175, 0),
	VBT_PHEX("ths_settle", 108, 0, 8, CBITS, 175, 0),
	VBT_PHEX("ths_skip", 109, 0, 8, CBITS, 175, 0),
	VBT_PHEX("ths_trail", 110, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tinit", 111, 0, 8, CBITS, 175, 0),
	VBT_PHEX("tlpx", 112, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_panel_enable", 116, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_backlight_enable", 117, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_pwm_enable", 118, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_reset", 119, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_power_down", 120, 0, 8, CBITS, 175, 0),
	VBT_PNUM("gpio_standby", 121, 0, 8, CBITS, 175, 0),
	VBT_PNUM("panel_on_delay", PPS_OFF, 0, 16, PBITS, 177, 0),
	VBT_PNUM("backlight_enable_delay", PPS_OFF + 2, 0, 16, PBITS, 177, 0),
	VBT_PNUM("backlight_disable_delay", PPS_OFF + 4, 0, 16, PBITS, 177, 0),
	VBT_PNUM("panel_off_delay", PPS_OFF + 6, 0, 16, PBITS, 177, 0),
	VBT_PNUM("power_cycle_delay", PPS_OFF + 8, 0, 16, PBITS, 177, 0),
	VBT_PNUM("pwm_on_to_backlight", PWM_OFF, 0, 16, 32, 186, 0),
	VBT_PNUM("backlight_off_to_pwm_off", PWM_OFF + 2, 0, 16, 32, 186, 0),
	VBT_PNUM("pmic_i2c_bus", I2C_BUS_OFF, 0, 8, 8, 190, 0),
};

void vbt_decode_mipi(struct vbt_decoder *d, struct span data)
{
	vbt_read_panels(d, data, config_rows, VBT_COUNT(config_rows), VBT_MIPI_PANELS);
}

/* enum mipi_seq */
static const char *const sequence_names[] = {NULL, "deassert reset", "init OTP", "display on",
	"display off", "assert reset", "backlight on", "backlight off", "tear on", "tear off",
	"power on", "power off"};

/* enum mipi_seq_element; from sequence version 3 on each is followed by a size byte. */
enum element {
	ELEMENT_END,
	ELEMENT_PACKET,
	ELEMENT_DELAY,
	ELEMENT_GPIO,
	ELEMENT_I2C,
	ELEMENT_SPI,
	ELEMENT_PMIC
};

#define SEQUENCE_WIDE 3u /* sizes of 4 bytes and element sizes from this version on */
#define STEP_MAX      512u
#define PMIC_LEN      15u

/* Fields of an element's header, as bytes of their own; "in_text": the text of the element's bytes
 * says them too. */
static void add_header(struct vbt_decoder *d, struct span header, const struct vbt_row *rows,
	size_t count, bool in_text)
{
	size_t i = d->out->count;

	vbt_read_rows(d, header, rows, count, 0);
	for (; i < d->out->count; i++)
		d->out->list[i].in_text = in_text;
}

/* mipi_exec_send_packet() of intel_dsi_vbt.c. A port other than 0 is the second one. */
static const struct vbt_row packet_rows[] = {
	VBT_FLAG("packet_high_speed", 0, 0, 0, 0),
	VBT_NUM("packet_channel", 0, 1, 2, 0, 0),
	VBT_NUM("packet_port", 0, 3, 2, 0, 0),
	VBT_HEX("packet_type", 1, 0, 8, 0, 0),
};

static void add_packet(struct vbt_decoder *d, struct cursor *c)
{
	struct span header = {c->in.ptr + c->pos, 2};
	uint8_t flags = cursor_u8(c), type = cursor_u8(c);
	uint16_t len = cursor_u16le(c);
	struct span payload = cursor_take(c, len);
	struct vbt_field *field;

	if (c->bad || (field = vbt_add(d, "send_packet", VBT_KIND_BYTES)) == NULL)
		return;
	field->bytes = payload;
	snprintf(field->text, sizeof field->text, "port %c, channel %u, %s, type %02x, %u bytes",
		(flags >> 3 & 3) != 0 ? 'C' : 'A', flags >> 1 & 3u,
		(flags & 1) != 0 ? "high speed" : "low power", type, len);
	add_header(d, header, packet_rows, VBT_COUNT(packet_rows), true);
}

static void add_gpio(struct vbt_decoder *d, struct cursor *c, unsigned version)
{
	struct span at = {c->in.ptr + c->pos, 3};
	uint8_t gpio = cursor_u8(c);
	uint8_t number = version >= SEQUENCE_WIDE ? cursor_u8(c) : 0;
	uint8_t flags = cursor_u8(c);
	struct vbt_field *field;

	if (c->bad || (field = vbt_add(d, "gpio", VBT_KIND_NAMED)) == NULL)
		return;
	field->value = (uint64_t)flags << 16 | (uint64_t)number << 8 | gpio;
	vbt_place(d, field, at, version >= SEQUENCE_WIDE ? 24 : 8);
	if (version < SEQUENCE_WIDE) { /* no number: the flags follow the index */
		field->piece[1] = field->piece[0];
		field->piece[1].bit += 8;
		field->piece[1].at = 16;
	}
	if (version >= SEQUENCE_WIDE)
		snprintf(field->text, sizeof field->text, "index %u, number %u, set %u", gpio,
			number, flags & 1u);
	else
		snprintf(field->text, sizeof field->text, "index %u, source %u, set %u", gpio,
			flags >> 1 & 3u, flags & 1u);
}

/* mipi_exec_i2c() */
static const struct vbt_row i2c_rows[] = {
	VBT_HEX("i2c_flags", 0, 0, 8, 0, 0),
	VBT_NUM("i2c_index", 1, 0, 8, 0, 0),
	VBT_NUM("i2c_bus", 2, 0, 8, 0, 0),
	VBT_HEX("i2c_address", 3, 0, 16, 0, 0),
	VBT_HEX("i2c_offset", 5, 0, 8, 0, 0),
};

static void add_i2c(struct vbt_decoder *d, struct cursor *c)
{
	struct span header = {c->in.ptr + c->pos, 6};
	uint8_t flags = cursor_u8(c), bus_index = cursor_u8(c), bus = cursor_u8(c);
	uint16_t address = cursor_u16le(c);
	uint8_t off = cursor_u8(c), len = cursor_u8(c);
	struct span payload = cursor_take(c, len);
	struct vbt_field *field;

	if (c->bad || (field = vbt_add(d, "send_i2c", VBT_KIND_BYTES)) == NULL)
		return;
	field->bytes = payload;
	snprintf(field->text, sizeof field->text,
		"bus %u, address %04x, offset %02x, flags %02x, index %u, %u bytes", bus, address,
		off, flags, bus_index, len);
	add_header(d, header, i2c_rows, VBT_COUNT(i2c_rows), true);
}

/* mipi_exec_pmic() */
static const struct vbt_row pmic_rows[] = {
	VBT_HEX("pmic_flags", 0, 0, 8, 0, 0),
	VBT_HEX("pmic_i2c_address", 1, 0, 16, 0, 0),
	VBT_HEX("pmic_register", 3, 0, 32, 0, 0),
	VBT_HEX("pmic_value", 7, 0, 32, 0, 0),
	VBT_HEX("pmic_mask", 11, 0, 32, 0, 0),
};

/* An element whose size is stored: a PMIC element of the known size by its fields, others as
 * bytes. */
static bool add_sized(struct vbt_decoder *d, struct cursor *c, uint8_t op, uint8_t size)
{
	struct span payload = cursor_take(c, size);
	struct vbt_field *field;

	if (c->bad)
		return false;
	if (op == ELEMENT_PMIC && size == PMIC_LEN) {
		add_header(d, payload, pmic_rows, VBT_COUNT(pmic_rows), false);
		return true;
	}
	field = vbt_add(d, op == ELEMENT_SPI ? "send_spi" : "unknown_element", VBT_KIND_BYTES);
	if (field == NULL)
		return false;
	snprintf(field->text, sizeof field->text, "element %u, %u bytes", op, size);
	field->bytes = payload;
	return true;
}

/* Reads one element; false at the sequence's end, or when the next one cannot be found. */
static bool read_element(struct vbt_decoder *d, struct cursor *c, unsigned version)
{
	uint8_t op = cursor_u8(c);
	uint8_t size = 0;
	size_t next;
	struct vbt_field *field;

	if (c->bad || op == ELEMENT_END)
		return false;
	if (version >= SEQUENCE_WIDE)
		size = cursor_u8(c);
	next = c->pos + size;
	if (op == ELEMENT_PACKET) {
		add_packet(d, c);
	} else if (op == ELEMENT_DELAY) {
		struct span at = {c->in.ptr + c->pos, 4};
		uint32_t delay = cursor_u32le(c);

		if (!c->bad && (field = vbt_add(d, "delay_us", VBT_KIND_NUMBER)) != NULL) {
			field->value = delay;
			vbt_place(d, field, at, 32);
		}
	} else if (op == ELEMENT_GPIO) {
		add_gpio(d, c, version);
	} else if (op == ELEMENT_I2C) {
		add_i2c(d, c);
	} else {
		/* without a size it cannot be skipped */
		return version >= SEQUENCE_WIDE && add_sized(d, c, op, size);
	}
	if (size != 0 && !c->bad) /* continue after its size, even if it was not fully understood */
		c->pos = next;
	return !c->bad;
}

static void read_sequences(struct vbt_decoder *d, struct span data, unsigned version)
{
	struct cursor c = {.in = data};

	d->group = "steps";
	while (cursor_left(&c) > 0 && d->index < STEP_MAX) {
		uint8_t id = cursor_u8(&c);
		size_t end = 0;

		if (id == 0 || id >= VBT_COUNT(sequence_names))
			break;
		if (version >= SEQUENCE_WIDE) {
			uint32_t size = cursor_u32le(&c);

			if (c.bad || size > cursor_left(&c))
				break;
			end = c.pos + size;
		}
		d->part = sequence_names[id];
		d->index = 0;
		while (d->index < STEP_MAX && read_element(d, &c, version))
			d->index++;
		if (version >= SEQUENCE_WIDE)
			c = (struct cursor){.in = data, .pos = end};
		if (c.bad)
			break;
	}
	d->group = NULL;
	d->index = 0;
	d->part = NULL;
}

void vbt_decode_sequences(struct vbt_decoder *d, struct span data)
{
	struct cursor c = {.in = data};
	uint8_t version = cursor_u8(&c);
	unsigned i;

	if (c.bad)
		return;
	vbt_add_number(d, "sequence_version", version);
	if (version >= SEQUENCE_WIDE)
		cursor_skip(&c, 4); /* size of the block */
	for (i = 0; i < VBT_MIPI_PANELS; i++) {
		uint8_t panel = cursor_u8(&c);
		size_t size = version >= SEQUENCE_WIDE ? cursor_u32le(&c) : cursor_u16le(&c);
		struct span sequences = cursor_take(&c, size);

		if (c.bad)
			break;
		d->panel = panel;
		read_sequences(d, sequences, version);
	}
	d->panel = 0;
}
