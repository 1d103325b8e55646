/* SPDX-License-Identifier: MIT */
/*
 * Blocks 9, 27, 40, 43 and 56: data of each of 16 panels. Layout and versions: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_psr, bdb_edp, bdb_lfp_options,
 * bdb_lfp_backlight, bdb_compression_parameters).
 */
#include <stdio.h>
#include <string.h>

#include "vbt/table.h"

#define PSR_LEN     6u
#define BITS(bytes) ((bytes)*8u)

static void describe_psr_lines(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	static const char *const lines[] = {"0 lines", "1 line", "4 lines", "8 lines"};

	(void)version;
	snprintf(text, VBT_TEXT_MAX, "%s", value < 4 ? lines[value] : "unknown");
}

static const char *const psr_times[] = {"500 us", "100 us", "2500 us", "0 us"};
static const char *const psr2_times[] = {"500 us", "100 us", "2500 us", "50 us"};

#define PSR_FIRST 165u /* before, block 9 was another table */
#define PSR_NAMED 205u /* times are a choice from here on, on Broxton not: parse_psr() */

static const struct vbt_row psr_rows[] = {
	VBT_PBIT("full_link", 0, 0, BITS(PSR_LEN), 165, 0),
	VBT_PBIT("require_aux_wakeup", 0, 1, BITS(PSR_LEN), 165, 0),
	VBT_PNUM("idle_frames", 1, 0, 4, BITS(PSR_LEN), 165, 0),
	{.name = "lines_to_wait",
		.byte = 1,
		.shift = 4,
		.bits = 3,
		.stride = BITS(PSR_LEN),
		.since = 165,
		.kind = VBT_KIND_NAMED,
		.describe = describe_psr_lines},
};

static const struct vbt_row psr_time_rows[] = {
	VBT_PSCALED("tp1_wakeup_us", 2, 0, 16, BITS(PSR_LEN), 165, 100, 0),
	VBT_PSCALED("tp2_tp3_wakeup_us", 4, 0, 16, BITS(PSR_LEN), 165, 100, 0),
};

static const struct vbt_row psr_named_rows[] = {
	VBT_PNAMED("tp1_wakeup", 2, 0, 16, BITS(PSR_LEN), PSR_NAMED, 0, psr_times),
	VBT_PNAMED("tp2_tp3_wakeup", 4, 0, 16, BITS(PSR_LEN), PSR_NAMED, 0, psr_times),
};

static const struct vbt_row psr2_rows[] = {
	VBT_PNAMED("psr2_tp2_tp3_wakeup", 96, 0, 2, 2, 226, 0, psr2_times),
};

void vbt_decode_psr(struct vbt_decoder *d, struct span data)
{
	bool named = d->info->bdb_version >= PSR_NAMED && strcmp(d->info->platform, "BROXTON") != 0;

	if (d->info->bdb_version < PSR_FIRST) {
		vbt_decode_old_clocks(d, data);
		return;
	}
	d->group = "panels";
	for (d->index = 0; d->index < VBT_PANELS; d->index++) {
		vbt_read_rows(d, data, psr_rows, VBT_COUNT(psr_rows), d->index);
		vbt_read_rows(d, data, named ? psr_named_rows : psr_time_rows, 2, d->index);
		vbt_read_rows(d, data, psr2_rows, VBT_COUNT(psr2_rows), d->index);
	}
	d->group = NULL;
	d->index = 0;
}

static const char *const edp_depths[] = {"18 bpp", "24 bpp", "30 bpp"};
static const char *const edp_rates[] = {"1.62 Gbps", "2.7 Gbps", "5.4 Gbps"};
static const char *const edp_tables[] = {"low power (200 mV)", "default (400 mV)"};

static const struct vbt_row edp_rows[] = {
	/* power sequence, 100 us each: VESA eDP's T1-T3, T8, T9, T10, T11-T12 */
	VBT_PNUM("t1_t3_100us", 0, 0, 16, BITS(10), 0, 0),
	VBT_PNUM("t8_100us", 2, 0, 16, BITS(10), 0, 0),
	VBT_PNUM("t9_100us", 4, 0, 16, BITS(10), 0, 0),
	VBT_PNUM("t10_100us", 6, 0, 16, BITS(10), 0, 0),
	VBT_PNUM("t11_t12_100us", 8, 0, 16, BITS(10), 0, 0),
	VBT_PNAMED("colour_depth", 160, 0, 2, 2, 0, 0, edp_depths),
	VBT_PNAMED("fast_link_rate", 164, 0, 4, 16, 0, 223, edp_rates),
	VBT_PSCALED("fast_link_lanes", 164, 4, 4, 16, 0, 1, 1),
	VBT_PNAMED("fast_link_preemphasis", 165, 0, 4, 16, 0, 0, vbt_preemphasis_names),
	VBT_PNAMED("fast_link_vswing", 165, 4, 4, 16, 0, 0, vbt_vswing_names),
	VBT_PSCALED("sdrrs_msa_delay_lane", 196, 0, 2, 2, 0, 1, 1),
	VBT_PFLAG("stereo_3d", 200, 162, 0),
	VBT_PFLAG("t3_optimisation", 202, 165, 0),
	VBT_PNAMED("vswing_preemphasis_table", 204, 0, 4, 4, 173, 0, edp_tables),
	VBT_PFLAG("fast_link_training", 212, 182, 0),
	VBT_PFLAG("dpcd_600h_write_required", 214, 185, 0),
	VBT_PNUM("pwm_on_to_backlight", 216, 0, 16, 32, 186, 0),
	VBT_PNUM("backlight_off_to_pwm_off", 218, 0, 16, 32, 186, 0),
	VBT_PFLAG("full_link_params_provided", 280, 199, 0),
	VBT_PNAMED("full_link_preemphasis", 282, 0, 4, 8, 199, 0, vbt_preemphasis_names),
	VBT_PNAMED("full_link_vswing", 282, 4, 4, 8, 199, 0, vbt_vswing_names),
	VBT_PFLAG("apical_enable", 298, 203, 0),
	VBT_PHEX("apical_panel_oui", 300, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_dpcd_base", 304, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_irdidix_control", 308, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_option_select", 312, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_backlight", 316, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_ambient_light", 320, 0, 32, BITS(28), 203, 0),
	VBT_PHEX("apical_backlight_scale", 324, 0, 32, BITS(28), 203, 0),
	VBT_PSCALED("fast_training_rate_khz", 748, 0, 16, 16, 224, 200, 0),
	VBT_PSCALED("max_link_rate_khz", 780, 0, 16, 16, 244, 200, 0),
	VBT_PFLAG("dsc_disable", 812, 251, 0),
	VBT_PFLAG("t6_delay_support", 814, 260, 0),
	VBT_PNUM("link_idle_time", 816, 0, 16, 16, 260, 0),
	VBT_PFLAG("pipe_joiner_enable", 848, 261, 0),
};

void vbt_decode_edp(struct vbt_decoder *d, struct span data)
{
	vbt_read_panels(d, data, edp_rows, VBT_COUNT(edp_rows), VBT_PANELS);
}

static const char *const channels[] = {"automatic", "single", "dual", "reserved"};
static const char *const dps_types[] = {"static DRRS", "D2PO", "seamless DRRS", "reserved"};
static const char *const backlights[] = {"default", "CCFL", "LED", "reserved"};
static const char *const rotations[] = {"0 degrees", "90 degrees", "180 degrees", "270 degrees"};
static const char *const positions[] = {"inside shell", "outside shell", "reserved", "reserved"};
static const char *const lfp_depths[] = {"18 bpp", "24 bpp"};

static const struct vbt_row lfp_rows[] = {
	VBT_NUM("panel_type", 0, 0, 8, 0, 0),
	VBT_NUM("panel_type_2", 1, 0, 8, 212, 0),
	VBT_NUM("pfit_mode", 2, 0, 2, 0, 0),
	VBT_FLAG("pfit_text_enhanced", 2, 2, 0, 0),
	VBT_FLAG("pfit_graphics_enhanced", 2, 3, 0, 0),
	VBT_FLAG("pfit_ratio_auto", 2, 4, 0, 0),
	VBT_FLAG("pixel_dither", 2, 5, 0, 0),
	VBT_FLAG("edid_available", 2, 6, 0, 240),
};

static const struct vbt_row lfp_panel_rows[] = {
	VBT_PNAMED("channel_type", 4, 0, 2, 2, 0, 0, channels),
	VBT_PFLAG("ssc", 8, 0, 0),
	VBT_PFLAG("ssc_alternate_frequency", 10, 0, 0),
	VBT_PFLAG("disable_ssc_in_twin", 12, 0, 0),
	VBT_PNAMED("colour_depth", 14, 0, 1, 1, 0, 0, lfp_depths),
	VBT_PNAMED("dps_type", 16, 0, 2, 2, 0, 0, dps_types),
	VBT_PNAMED("backlight_type", 20, 0, 2, 2, 0, 240, backlights),
	VBT_PFLAG("lcdvcc_on_in_s0", 24, 200, 0),
	VBT_PNAMED("rotation", 26, 0, 2, 2, 228, 0, rotations),
	VBT_PNAMED("position", 30, 0, 2, 2, 240, 0, positions),
};

void vbt_decode_lfp(struct vbt_decoder *d, struct span data)
{
	vbt_read_rows(d, data, lfp_rows, VBT_COUNT(lfp_rows), 0);
	vbt_read_panels(d, data, lfp_panel_rows, VBT_COUNT(lfp_panel_rows), VBT_PANELS);
}

static const char *const inverters[] = {"none or external", "I2C", "PWM"};
static const char *const controls[] = {"PMIC pin", "LPSS PWM", "display engine PWM or AUX",
	"panel's PWM", "panel driver interface", "VESA eDP AUX (legacy)",
	"display engine PWM or VESA eDP 1.5 AUX", "display engine PWM or custom eDP AUX"};

#define BACKLIGHT_LEN 6u /* size of an entry; other sizes have an unknown layout */

static const struct vbt_row backlight_rows[] = {
	VBT_PNAMED("inverter_type", 1, 0, 2, BITS(6), 0, 0, inverters),
	VBT_PBIT("active_low", 1, 2, BITS(6), 0, 0),
	VBT_PNUM("i2c_pin", 1, 3, 3, BITS(6), 0, 0),
	VBT_PNAMED("i2c_speed", 1, 6, 2, BITS(6), 0, 0, vbt_i2c_speed_names),
	VBT_PNUM("pwm_hz", 2, 0, 16, BITS(6), 0, 0),
	VBT_PNUM("min_brightness", 4, 0, 8, BITS(6), 0, 233),
	VBT_PHEX("i2c_address", 5, 0, 8, BITS(6), 0, 0),
	VBT_PHEX("i2c_command", 6, 0, 8, BITS(6), 0, 0),
	VBT_PNUM("level", 97, 0, 8, 8, 162, 233),
	VBT_PNAMED("control_type", 113, 0, 4, 8, 191, 0, controls),
	VBT_PNUM("controller", 113, 4, 4, 8, 191, 0),
	VBT_PNUM("brightness_level", 129, 0, 16, 32, 234, 0),
	VBT_PNUM("brightness_min_level", 193, 0, 16, 32, 234, 0),
	VBT_PNUM("brightness_precision_bits", 257, 0, 8, 8, 236, 0),
	VBT_PSCALED("hdr_dpcd_refresh_us", 273, 0, 16, 16, 239, 10, 0),
};

void vbt_decode_backlight(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 8, 0, 0)};
	uint8_t size = 0;

	if (!span_u8(data, 0, &size))
		return;
	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (size == BACKLIGHT_LEN)
		vbt_read_panels(d, data, backlight_rows, VBT_COUNT(backlight_rows), VBT_PANELS);
}

static const char *const dsc_blocks[] = {"1 KiB", "4 KiB", "16 KiB", "64 KiB"};
static const char *const dsc_bpps[] = {"6 bpp", "8 bpp", "10 bpp", "12 bpp"};

static const struct vbt_row dsc_rows[] = {
	VBT_NUM("version_major", 0, 0, 4, 0, 0),
	VBT_NUM("version_minor", 0, 4, 4, 0, 0),
	VBT_NAMED("rc_buffer_block_size", 1, 0, 2, 0, 0, dsc_blocks),
	VBT_NUM("rc_buffer_size", 2, 0, 8, 0, 0),
	VBT_HEX("slices_per_line", 3, 0, 32, 0, 0),
	VBT_SCALED("line_buffer_depth_bits", 7, 0, 4, 0, 1, 8),
	VBT_FLAG("block_prediction", 8, 0, 0, 0),
	VBT_NAMED("max_bpp", 9, 0, 8, 0, 0, dsc_bpps),
	VBT_FLAG("support_8bpc", 10, 1, 0, 0),
	VBT_FLAG("support_10bpc", 10, 2, 0, 0),
	VBT_FLAG("support_12bpc", 10, 3, 0, 0),
	VBT_NUM("slice_height", 11, 0, 16, 0, 0),
};

/* The stored entry size is used: entries of a later version may be longer. */
void vbt_decode_dsc(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 16, 0, 0)};
	uint16_t size = 0;
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (span_u16le(data, 0, &size) && span_from(data, 2, &rest))
		vbt_read_records(
			d, "panels", rest, size, VBT_PANELS, dsc_rows, VBT_COUNT(dsc_rows));
}
