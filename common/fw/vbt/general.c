/* SPDX-License-Identifier: MIT */
/*
 * Blocks 1, 2, 11 and 12. Layout and the BDB version of each field: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_general_features, struct
 * child_device_config, struct bdb_general_definitions, struct bdb_driver_features) and
 * intel-gpu-tools tools/intel_vbt_defs.h, which agree.
 */
#include <stdio.h>
#include <string.h>

#include "vbt/table.h"

#define DEVICES_OFF      5u /* first child device in block 2 */
#define DEVICE_TYPE_OFF  2u
#define DEVICE_TEXT_OFF  4u
#define DEVICE_TEXT_LEN  10u
#define VERSION_NO_TEXT  152u /* from this version on bytes 4 to 13 are fields, not a text */
#define DEVICE_COUNT_MAX 256u

const char *const vbt_vswing_names[4] = {"0.4 V", "0.6 V", "0.8 V", "1.2 V"};
const char *const vbt_preemphasis_names[4] = {"0 dB", "3.5 dB", "6 dB", "9.5 dB"};
const char *const vbt_i2c_speed_names[4] = {"100 kHz", "50 kHz", "400 kHz", "1 MHz"};

static const char *const fitting_names[] = {"disabled", "text", "graphics", "text and graphics"};
static const char *const afc_names[] = {"enabled", "adaptive", "disabled"};

static const struct vbt_row general_rows[] = {
	VBT_NAMED("panel_fitting", 0, 0, 2, 0, 0, fitting_names),
	VBT_FLAG("flexaim", 0, 2, 0, 0),
	VBT_FLAG("message", 0, 3, 0, 0),
	VBT_NUM("clear_screen", 0, 4, 3, 0, 0),
	VBT_FLAG("dvo_colour_flip", 0, 7, 0, 0),
	VBT_FLAG("external_vbt", 1, 0, 0, 0),
	VBT_FLAG("lvds_ssc", 1, 1, 0, 0),
	VBT_FLAG("lvds_ssc_alternate_frequency", 1, 2, 0, 0),
	VBT_FLAG("lfp_on_override", 1, 3, 0, 0),
	VBT_FLAG("disable_ssc_on_clone", 1, 4, 0, 0),
	VBT_FLAG("underscan_vga_timings", 1, 5, 0, 0),
	VBT_FLAG("dynamic_cd_clock", 1, 6, 0, 0),
	VBT_FLAG("vbios_hotplug", 1, 7, 0, 0),
	VBT_FLAG("disable_smooth_vision", 2, 0, 0, 0),
	VBT_FLAG("single_dvi", 2, 1, 0, 0),
	VBT_FLAG("rotate_180", 2, 2, 181, 0),
	VBT_FLAG("fdi_rx_polarity_inverted", 2, 3, 0, 0),
	VBT_FLAG("vbios_extended_mode", 2, 4, 160, 0),
	VBT_FLAG("copy_lfp_dtd_to_sdvo", 2, 5, 160, 0),
	VBT_FLAG("panel_best_fit_timing", 2, 6, 160, 0),
	VBT_FLAG("ignore_strap_state", 2, 7, 160, 0),
	VBT_NUM("legacy_monitor_detect", 3, 0, 8, 0, 0),
	VBT_FLAG("integrated_crt", 4, 0, 0, 0),
	VBT_FLAG("integrated_tv", 4, 1, 0, 0),
	VBT_FLAG("integrated_efp", 4, 2, 0, 0),
	VBT_FLAG("dp_ssc", 4, 3, 0, 0),
	VBT_FLAG("dp_ssc_alternate_frequency", 4, 4, 0, 0),
	VBT_FLAG("dp_ssc_dongle", 4, 5, 0, 0),
	VBT_NUM("tc_hpd_retry_timeout", 5, 0, 7, 242, 0),
	VBT_NAMED("afc_startup", 6, 0, 2, 249, 0, afc_names),
};

void vbt_decode_general(struct vbt_decoder *d, struct span data)
{
	vbt_read_rows(d, data, general_rows, VBT_COUNT(general_rows), 0);
}

/* DEVICE_HANDLE_...: one bit each; the low ones changed their meaning between versions. */
static const struct {
	uint16_t bit;
	uint16_t since;
	uint16_t until;
	const char *name;
} handles[] = {
	{0x0001, 0, 216, "CRT"},
	{0x0002, 0, 214, "TV"},
	{0x0004, 0, 0, "EFP1"},
	{0x0040, 0, 0, "EFP2"},
	{0x0020, 0, 0, "EFP3"},
	{0x0010, 0, 0, "EFP4"},
	{0x0002, 215, 0, "EFP5"},
	{0x0001, 217, 0, "EFP6"},
	{0x0100, 217, 0, "EFP7"},
	{0x0200, 217, 0, "EFP8"},
	{0x0008, 0, 0, "LFP1"},
	{0x0080, 0, 0, "LFP2"},
};

/* Without snprintf: a name is searched among 65,536 values. */
static void append_part(char text[VBT_TEXT_MAX], const char *more)
{
	size_t len = strlen(text), room = VBT_TEXT_MAX - 1 - len, count = strlen(more);

	if (count > room)
		count = room;
	memcpy(text + len, more, count);
	text[len + count] = '\0';
}

static void append(char text[VBT_TEXT_MAX], const char *more)
{
	if (text[0] != '\0')
		append_part(text, ", ");
	append_part(text, more);
}

static void describe_handle(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	size_t i;

	text[0] = '\0';
	for (i = 0; i < VBT_COUNT(handles); i++) {
		if ((value & handles[i].bit) == 0 || version < handles[i].since ||
			(handles[i].until != 0 && version > handles[i].until))
			continue;
		append(text, handles[i].name);
		value &= ~(uint64_t)handles[i].bit;
	}
	if (value != 0)
		append(text, "unknown");
	else if (text[0] == '\0')
		append(text, "none");
}

/* DEVICE_TYPE_...: complete values with names. */
static const struct {
	uint16_t type;
	const char *name;
} device_types[] = {
	{0x0000, "none"},
	{0x0001, "CRT"},
	{0x0009, "TV"},
	{0x0012, "EFP"},
	{0x0022, "LFP"},
	{0x6001, "CRT"},
	{0x4001, "CRT"},
	{0x0209, "TV composite"},
	{0x0289, "TV"},
	{0x020C, "TV"},
	{0x0609, "TV S-Video"},
	{0x6009, "TV"},
	{0x6012, "EFP"},
	{0x6052, "DVI"},
	{0x6053, "DVI-I"},
	{0x6152, "dual-link DVI-D"},
	{0x6062, "OpenLDI"},
	{0x6162, "OpenLDI"},
	{0x5012, "PanelLink"},
	{0x5042, "CMOS LFP"},
	{0x5062, "LVDS"},
	{0x5162, "LVDS"},
	{0x51E2, "LVDS"},
	{0x1022, "LFP"},
	{0x1009, "TV"},
	{0x68C6, "DisplayPort"},
	{0x60D6, "DisplayPort, HDMI or DVI"},
	{0x68D6, "DisplayPort or DVI"},
	{0x60D2, "HDMI or DVI"},
	{0x68D2, "DVI"},
	{0x78C6, "eDP"},
	{0x1400, "MIPI"},
};

static const char *const device_type_bits[16] = {"analog", "digital", "DisplayPort", "video",
	"TMDS", "LVDS", "high speed", "content protection", "dual channel", "composite", "MIPI",
	"not HDMI", "internal", "hotplug", "power management", "class extension"};

static void describe_device_type(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	size_t i;

	(void)version;
	text[0] = '\0';
	for (i = 0; i < VBT_COUNT(device_types); i++) {
		if (device_types[i].type == value) {
			append(text, device_types[i].name);
			return;
		}
	}
	for (i = 0; i < 16; i++)
		if ((value >> i & 1) != 0)
			append(text, device_type_bits[i]);
}

static const char *const dvo_ports[] = {"HDMI-A", "HDMI-B", "HDMI-C", "HDMI-D", "LVDS", "TV", "CRT",
	"DP-B", "DP-C", "DP-D", "DP-A", "DP-E", "HDMI-E", "DP-F", "HDMI-F", "DP-G", "HDMI-G",
	"DP-H", "HDMI-H", "DP-I", "HDMI-I", "MIPI-A", "MIPI-B", "MIPI-C", "MIPI-D"};
static const char *const hdmi_rates[] = {
	"platform's", "297 MHz", "165 MHz", "594 MHz", "340 MHz", "300 MHz"};
static const char *const frl_rates[] = {
	"platform's", "3 GT/s", "6 GT/s", "8 GT/s", "10 GT/s", "12 GT/s"};
static const char *const bridges[] = {"none", "ASUS", "Toshiba", "Renesas"};

static void describe_aux(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	/* DP_AUX_A 0x40, B 0x10, C 0x20, D 0x30, E 0x50 and on: whole values */
	static const char letters[16] = "-BCDAEFGHI";
	char letter = letters[value >> 4 & 15];

	(void)version;
	if (value == 0)
		snprintf(text, VBT_TEXT_MAX, "none");
	else if (value >> 4 != 0 && (value & 15) == 0 && letter != '\0')
		snprintf(text, VBT_TEXT_MAX, "AUX-%c", letter);
	else
		snprintf(text, VBT_TEXT_MAX, "unknown");
}

static void describe_link_rate(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	static const char *const old_rates[] = {"8.1", "5.4", "2.7", "1.62"};
	static const char *const rates[] = {"", "1.62", "2.7", "5.4", "8.1", "10", "13.5", "20"};

	if (version >= 230 && value == 0)
		snprintf(text, VBT_TEXT_MAX, "platform's");
	else if (version < 230 && value >= VBT_COUNT(old_rates))
		snprintf(text, VBT_TEXT_MAX, "unknown");
	else
		snprintf(text, VBT_TEXT_MAX, "%s Gbps",
			version >= 230 ? rates[value & 7] : old_rates[value & 3]);
}

/* One bit per rate that eDP may not use. */
static void describe_rates(uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	static const char *const rates[] = {"1.62", "2.16", "2.43", "2.7", "3.24", "4.32", "5.4",
		"6.75", "8.1", "10", "13.5", "20"};
	size_t i;

	(void)version;
	text[0] = '\0';
	for (i = 0; i < VBT_COUNT(rates); i++)
		if ((value >> i & 1) != 0)
			append(text, rates[i]);
	if (value != 0)
		snprintf(text + strlen(text), VBT_TEXT_MAX - strlen(text), " Gbps");
	else
		append(text, "none");
}

static const struct vbt_row device_rows[] = {
	VBT_TOLD("handle", 0, 0, 16, 0, 0, describe_handle),
	VBT_TOLD("device_type", 2, 0, 16, 0, 0, describe_device_type),
	VBT_NAMED("i2c_speed", 4, 0, 8, 152, 0, vbt_i2c_speed_names),
	VBT_NAMED("dp_onboard_redriver_preemphasis", 5, 0, 3, 158, 0, vbt_preemphasis_names),
	VBT_NAMED("dp_onboard_redriver_vswing", 5, 3, 3, 158, 0, vbt_vswing_names),
	VBT_FLAG("dp_onboard_redriver_present", 5, 6, 158, 0),
	VBT_NAMED("dp_ondock_redriver_preemphasis", 6, 0, 3, 158, 0, vbt_preemphasis_names),
	VBT_NAMED("dp_ondock_redriver_vswing", 6, 3, 3, 158, 0, vbt_vswing_names),
	VBT_FLAG("dp_ondock_redriver_present", 6, 6, 158, 0),
	VBT_NUM("hdmi_level_shifter", 7, 0, 5, 158, 0),
	VBT_NAMED("hdmi_max_data_rate", 7, 5, 3, 204, 0, hdmi_rates),
	VBT_HEX("dtd_buffer_offset", 8, 0, 16, 161, 0),
	VBT_FLAG("edidless_efp", 10, 0, 161, 0),
	VBT_FLAG("compression_enable", 10, 1, 198, 0),
	VBT_FLAG("compression_method_cps", 10, 2, 198, 0),
	VBT_FLAG("ganged_edp", 10, 3, 202, 0),
	VBT_FLAG("lttpr_non_transparent", 10, 4, 235, 0),
	VBT_FLAG("disable_external_compression", 10, 5, 251, 0),
	VBT_NUM("compression_structure_index", 11, 0, 4, 198, 0),
	VBT_NAMED("hdmi_max_frl_rate", 12, 0, 4, 237, 0, frl_rates),
	VBT_FLAG("hdmi_max_frl_rate_valid", 12, 4, 237, 0),
	VBT_NUM("aim_offset", 14, 0, 16, 0, 0),
	VBT_NAMED("dvo_port", 16, 0, 8, 0, 0, dvo_ports),
	VBT_HEX("aim_i2c_pin", 17, 0, 8, 0, 0),
	VBT_HEX("aim_target_address", 18, 0, 8, 0, 0),
	VBT_HEX("ddc_pin", 19, 0, 8, 0, 0),
	VBT_HEX("edid_pointer", 20, 0, 16, 0, 0),
	VBT_HEX("dvo_config", 22, 0, 8, 0, 0),
	VBT_NAMED("dvo2_port", 23, 0, 8, 0, 154, dvo_ports),
	VBT_HEX("i2c2_pin", 24, 0, 8, 0, 154),
	VBT_HEX("target2_address", 25, 0, 8, 0, 154),
	VBT_HEX("ddc2_pin", 26, 0, 8, 0, 154),
	VBT_FLAG("efp_routed_through_dock", 23, 0, 158, 0),
	VBT_FLAG("lane_reversal", 23, 1, 184, 0),
	VBT_FLAG("lspcon", 23, 2, 192, 0),
	VBT_FLAG("iboost", 23, 3, 196, 0),
	VBT_FLAG("hpd_invert", 23, 4, 196, 0),
	VBT_FLAG("use_vbt_vswing", 23, 5, 218, 0),
	VBT_SCALED("dp_max_lane_count", 23, 6, 2, 244, 1, 1),
	VBT_FLAG("hdmi_support", 24, 0, 158, 0),
	VBT_FLAG("dp_support", 24, 1, 158, 0),
	VBT_FLAG("tmds_support", 24, 2, 158, 0),
	VBT_TOLD("aux_channel", 25, 0, 8, 155, 0, describe_aux),
	VBT_HEX("dongle_detect", 26, 0, 8, 155, 0),
	VBT_HEX("pipe_capabilities", 27, 0, 2, 0, 0),
	VBT_FLAG("sdvo_stall", 27, 2, 158, 0),
	VBT_HEX("hotplug_status", 27, 3, 2, 0, 0),
	VBT_FLAG("integrated_encoder", 27, 5, 0, 0),
	VBT_HEX("dvo_wiring", 28, 0, 8, 0, 0),
	VBT_HEX("dvo2_wiring", 29, 0, 8, 0, 170),
	VBT_NAMED("mipi_bridge", 29, 0, 8, 171, 0, bridges),
	VBT_HEX("device_class_extension", 30, 0, 16, 0, 0),
	VBT_HEX("dvo_function", 32, 0, 8, 0, 0),
	VBT_FLAG("dp_usb_type_c", 33, 0, 195, 0),
	VBT_FLAG("thunderbolt", 33, 1, 209, 0),
	VBT_FLAG("dedicated_external", 33, 2, 264, 0),
	VBT_FLAG("dynamic_port_over_tc", 33, 3, 264, 0),
	VBT_HEX("dp_port_trace_length", 33, 4, 4, 209, 0),
	VBT_HEX("dp_gpio_index", 34, 0, 8, 195, 0),
	VBT_HEX("dp_gpio_pin", 35, 0, 16, 195, 0),
	VBT_HEX("dp_iboost_level", 37, 0, 4, 196, 0),
	VBT_HEX("hdmi_iboost_level", 37, 4, 4, 196, 0),
	VBT_TOLD("dp_max_link_rate", 38, 0, 3, 216, 0, describe_link_rate),
	VBT_NUM("efp_panel_index", 39, 0, 8, 256, 0),
	VBT_TOLD("edp_data_rate_override", 40, 0, 12, 263, 0, describe_rates),
};

static const struct vbt_row definition_rows[] = {
	VBT_HEX("crt_ddc_gmbus_pin", 0, 0, 8, 0, 0),
	VBT_FLAG("dpms_non_acpi", 1, 0, 0, 0),
	VBT_FLAG("skip_boot_crt_detect", 1, 1, 0, 0),
	VBT_FLAG("dpms_aim", 1, 2, 0, 0),
	VBT_HEX("boot_display", 2, 0, 16, 0, 0),
	VBT_NUM("child_device_size", 4, 0, 8, 0, 0),
};

/* Reads the devices of data; their size is stored in the byte before them. */
static void read_devices(struct vbt_decoder *d, struct span data, size_t first)
{
	uint8_t size = 0;
	unsigned i, count;

	if (!span_u8(data, first - 1, &size) || size == 0)
		return;
	count = (unsigned)((data.len - first) / size);
	if (count > DEVICE_COUNT_MAX)
		count = DEVICE_COUNT_MAX;
	vbt_add_number(d, "child_device_count", count);
	d->group = "devices";
	for (i = 0; i < count; i++) {
		struct span child, text;
		uint16_t type = 0;

		span_slice(data, first + (size_t)i * size, size, &child);
		if (!span_u16le(child, DEVICE_TYPE_OFF, &type) || type == 0) /* empty slot */
			continue;
		d->index = i;
		if (d->info->bdb_version < VERSION_NO_TEXT &&
			span_slice(child, DEVICE_TEXT_OFF, DEVICE_TEXT_LEN, &text))
			vbt_add_text(d, "signature", text);
		vbt_read_rows(d, child, device_rows, VBT_COUNT(device_rows), 0);
	}
	d->group = NULL;
	d->index = 0;
}

void vbt_decode_devices(struct vbt_decoder *d, struct span data)
{
	vbt_read_rows(d, data, definition_rows, VBT_COUNT(definition_rows), 0);
	read_devices(d, data, DEVICES_OFF);
}

void vbt_decode_old_devices(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("child_device_size", 0, 0, 8, 0, 0)};

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	read_devices(d, data, 1);
}

static const char *const boot_algorithms[] = {"OS default", "driver default"};
static const char *const clocks[] = {"high", "low"};
static const char *const power_uis[] = {"CUI", "third party"};
static const char *const assignments[] = {"secondary", "primary"};
static const char *const lvds_configs[] = {
	"none", "integrated LVDS", "SDVO LVDS", "embedded DisplayPort"};

static const struct vbt_row driver_rows[] = {
	VBT_NAMED("boot_device_algorithm", 0, 0, 1, 0, 0, boot_algorithms),
	VBT_FLAG("display_switch_during_dvd", 0, 1, 0, 0),
	VBT_FLAG("display_switch_during_dos", 0, 2, 0, 0),
	VBT_FLAG("hotplug_dvo", 0, 3, 0, 0),
	VBT_FLAG("dual_view_zoom", 0, 4, 0, 0),
	VBT_FLAG("int15h_hook", 0, 5, 0, 0),
	VBT_FLAG("sprite_in_clone", 0, 6, 0, 0),
	VBT_FLAG("primary_lfp_id_110h", 0, 7, 0, 0),
	VBT_NUM("boot_mode_x", 1, 0, 16, 0, 0),
	VBT_NUM("boot_mode_y", 3, 0, 16, 0, 0),
	VBT_NUM("boot_mode_bpp", 5, 0, 8, 0, 0),
	VBT_NUM("boot_mode_refresh_hz", 6, 0, 8, 0, 0),
	VBT_FLAG("lfp_as_primary", 7, 0, 0, 0),
	VBT_FLAG("selective_mode_pruning", 7, 1, 0, 0),
	VBT_FLAG("dual_frequency", 7, 2, 0, 0),
	VBT_NAMED("render_clock", 7, 3, 1, 0, 0, clocks),
	VBT_FLAG("nt4_clone", 7, 4, 0, 0),
	VBT_NAMED("power_scheme_ui", 7, 5, 1, 0, 0, power_uis),
	VBT_NAMED("sprite_display_in_clone", 7, 6, 1, 0, 0, assignments),
	VBT_FLAG("cui_aspect_scaling", 7, 7, 0, 0),
	VBT_FLAG("preserve_aspect_ratio", 8, 0, 0, 0),
	VBT_FLAG("sdvo_power_down", 8, 1, 0, 0),
	VBT_FLAG("crt_hotplug", 8, 2, 0, 0),
	VBT_NAMED("lvds_config", 8, 3, 2, 0, 0, lvds_configs),
	VBT_FLAG("tv_hotplug", 8, 5, 0, 0),
	VBT_NUM("hdmi_config", 8, 6, 2, 0, 0),
	VBT_FLAG("static_display", 9, 0, 163, 0),
	VBT_FLAG("embedded_platform", 9, 1, 163, 0),
	VBT_FLAG("display_subsystem", 9, 2, 163, 0),
	VBT_NUM("legacy_crt_max_x", 10, 0, 16, 0, 0),
	VBT_NUM("legacy_crt_max_y", 12, 0, 16, 0, 0),
	VBT_NUM("legacy_crt_max_refresh_hz", 14, 0, 8, 0, 0),
	VBT_FLAG("hdmi_internal_termination", 15, 0, 0, 0),
	VBT_FLAG("hdmi_cea_861d", 15, 1, 0, 0),
	VBT_FLAG("self_refresh", 15, 2, 0, 0),
	VBT_HEX("custom_vbt_version", 16, 0, 8, 155, 0),
	VBT_FLAG("rapid_memory_power_management", 17, 0, 159, 0),
	VBT_FLAG("smart_2d_display", 17, 1, 159, 0),
	VBT_FLAG("display_power_saving", 17, 2, 159, 227),
	VBT_FLAG("backlight_ddi", 17, 3, 159, 0),
	VBT_FLAG("automatic_brightness", 17, 4, 159, 227),
	VBT_FLAG("dynamic_refresh_rate", 17, 5, 159, 227),
	VBT_FLAG("render_standby", 17, 6, 159, 0),
	VBT_FLAG("graphics_power_management", 17, 7, 159, 0),
	VBT_FLAG("turbo_boost", 18, 0, 159, 0),
	VBT_FLAG("panel_self_refresh", 18, 1, 165, 227),
	VBT_FLAG("intermediate_pixel_storage", 18, 2, 165, 0),
	VBT_FLAG("dynamic_fps", 18, 3, 165, 0),
	VBT_FLAG("dynamic_media_refresh_rate", 18, 4, 174, 227),
	VBT_FLAG("assertive_display", 18, 5, 0, 228),
	VBT_FLAG("hpd_wake", 18, 6, 201, 240),
	VBT_FLAG("pc_features_valid", 18, 7, 159, 0),
};

void vbt_decode_driver(struct vbt_decoder *d, struct span data)
{
	vbt_read_rows(d, data, driver_rows, VBT_COUNT(driver_rows), 0);
}
