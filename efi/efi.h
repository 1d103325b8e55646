/* SPDX-License-Identifier: MIT */
/*
 * What the applications use of UEFI: tables and protocols of the UEFI Specification 2.10, sections
 * 4.2 to 4.6 (tables), 7 (boot services), 8.3 (time), 12.3 and 12.4 (consoles), 12.9 (graphics). A
 * member that is not used is a void pointer, so that the others are at their places.
 */
#ifndef BIOSBELT_EFI_H
#define BIOSBELT_EFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef size_t efi_status;
typedef void *efi_handle;

#define EFI_SUCCESS   0u
#define EFI_ERROR_BIT ((size_t)1 << (sizeof(size_t) * 8 - 1))
#define EFI_NOT_READY (EFI_ERROR_BIT | 6u)
/* Entry points and services use the calling convention of the target x86_64-unknown-windows. */

struct efi_guid {
	uint32_t a;
	uint16_t b, c;
	uint8_t d[8];
};

struct efi_header {
	uint64_t signature;
	uint32_t revision, size, crc32, reserved;
};

struct efi_key {
	uint16_t scan; /* EFI_SCAN_...; 0: unicode holds a character */
	uint16_t unicode;
};

enum { EFI_SCAN_UP = 1, EFI_SCAN_DOWN, EFI_SCAN_RIGHT, EFI_SCAN_LEFT };

struct efi_text_input {
	void *reset;
	efi_status (*read_key)(struct efi_text_input *self, struct efi_key *key);
	void *wait_for_key;
};

struct efi_text_output {
	void *reset;
	efi_status (*output)(struct efi_text_output *self, const uint16_t *text);
	void *test, *query_mode, *set_mode;
	efi_status (*set_attribute)(struct efi_text_output *self, size_t attribute);
	efi_status (*clear)(struct efi_text_output *self);
	efi_status (*set_cursor)(struct efi_text_output *self, size_t column, size_t row);
	void *enable_cursor, *mode;
};

struct efi_time {
	uint16_t year;
	uint8_t month, day, hour, minute, second, pad1;
	uint32_t nanosecond;
	int16_t time_zone;
	uint8_t daylight, pad2;
};

struct efi_runtime_services {
	struct efi_header header;
	efi_status (*get_time)(struct efi_time *time, void *capabilities);
};

struct efi_boot_services {
	struct efi_header header;
	void *raise_tpl, *restore_tpl;
	void *allocate_pages, *free_pages, *get_memory_map, *allocate_pool;
	efi_status (*free_pool)(void *buffer);
	void *create_event, *set_timer, *wait_for_event, *signal_event, *close_event, *check_event;
	void *install_protocol, *reinstall_protocol, *uninstall_protocol;
	efi_status (*handle_protocol)(efi_handle handle, const struct efi_guid *guid, void **out);
	void *reserved, *register_notify, *locate_handle, *locate_device_path, *install_table;
	void *load_image, *start_image, *exit, *unload_image, *exit_boot_services;
	void *next_count;
	efi_status (*stall)(size_t microseconds);
	efi_status (*set_watchdog)(
		size_t seconds, uint64_t code, size_t size, const uint16_t *data);
	void *connect, *disconnect, *open_protocol, *close_protocol, *open_information,
		*protocols_per_handle, *locate_handle_buffer;
	efi_status (*locate_protocol)(const struct efi_guid *guid, void *registration, void **out);
};

struct efi_system_table {
	struct efi_header header;
	const uint16_t *vendor;
	uint32_t revision;
	efi_handle in_handle;
	struct efi_text_input *in;
	efi_handle out_handle;
	struct efi_text_output *out;
	efi_handle error_handle;
	struct efi_text_output *error;
	struct efi_runtime_services *runtime;
	struct efi_boot_services *boot;
};

struct efi_pixel {
	uint8_t blue, green, red, reserved;
};

struct efi_gop_info {
	uint32_t version, width, height, format, masks[4], pixels_per_line;
};

struct efi_gop_mode {
	uint32_t max_mode, mode;
	struct efi_gop_info *info;
	size_t info_size;
	uint64_t base;
	size_t size;
};

enum { EFI_BLT_FILL = 0 };

struct efi_gop {
	efi_status (*query_mode)(
		struct efi_gop *self, uint32_t mode, size_t *size, struct efi_gop_info **info);
	void *set_mode;
	efi_status (*blt)(struct efi_gop *self, struct efi_pixel *buffer, unsigned operation,
		size_t from_x, size_t from_y, size_t x, size_t y, size_t width, size_t height,
		size_t delta);
	struct efi_gop_mode *mode;
};

#define EFI_GOP_GUID                                                                               \
	{                                                                                          \
		0x9042A9DE, 0x23DC, 0x4A38,                                                        \
		{                                                                                  \
			0x96, 0xFB, 0x7A, 0xDE, 0xD0, 0x80, 0x51, 0x6A                             \
		}                                                                                  \
	}

#endif
