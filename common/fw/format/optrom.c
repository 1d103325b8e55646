/* SPDX-License-Identifier: MIT */
#include "biosbelt/optrom.h"

#include <string.h>

/* PCI Firmware Specification 3.0, 5.1.1 "PCI Expansion ROM Header Format", 5.1.2 "PCI Data
 * Structure Format"; lengths in units of 512 bytes. */
#define ROM_HEADER_LEN  26u
#define ROM_PCIR_PTR    0x18u
#define PCIR_LEN        24u
#define PCIR_LEN_30     28u /* of PCI 3.0 */
#define PCIR_STRUCT_LEN 0x0Au
#define PCIR_VENDOR     4u
#define PCIR_DEVICE     6u
#define PCIR_CLASS      0x0Du
#define PCIR_IMAGE_LEN  0x10u
#define PCIR_CODE_TYPE  0x14u
#define PCIR_INDICATOR  0x15u
#define INDICATOR_LAST  0x80u
#define CLASS_VGA       0x0300u /* class and subclass */
#define CLASS_DISPLAY   0x0380u

/* UEFI 2.10, 14.4.2.1 "EFI PCI Expansion ROM Header". */
#define EFI_SIGNATURE     0x0EF1u
#define EFI_SIGNATURE_OFF 4u
#define EFI_SUBSYSTEM     8u
#define EFI_MACHINE       0x0Au
#define EFI_COMPRESSION   0x0Cu
#define EFI_IMAGE_OFF     0x16u

uint8_t optrom_sum(struct span in)
{
	unsigned sum = 0;
	size_t i;

	for (i = 0; i < in.len; i++)
		sum += in.ptr[i];
	return (uint8_t)sum;
}

static bool read_pcir(struct span rom, struct optrom_image *image, uint16_t *units)
{
	uint16_t at = 0;
	struct span pcir;
	uint8_t class_low = 0, indicator = 0;
	uint16_t class_high = 0;

	if (!span_u16le(rom, ROM_PCIR_PTR, &at) || at < ROM_HEADER_LEN ||
		!span_slice(rom, at, PCIR_LEN, &pcir) || !span_starts(pcir, "PCIR", 4))
		return false;
	span_u16le(pcir, PCIR_VENDOR, &image->vendor);
	span_u16le(pcir, PCIR_DEVICE, &image->device);
	span_u8(pcir, PCIR_CLASS, &class_low);
	span_u16le(pcir, PCIR_CLASS + 1, &class_high);
	image->class_code = (uint32_t)class_high << 8 | class_low;
	span_u16le(pcir, PCIR_IMAGE_LEN, units);
	span_u8(pcir, PCIR_CODE_TYPE, &image->code_type);
	span_u8(pcir, PCIR_INDICATOR, &indicator);
	image->last = (indicator & INDICATOR_LAST) != 0;
	return true;
}

static void read_legacy(struct span rom, struct optrom_image *image)
{
	uint8_t units = 0;
	struct span covered;

	span_u8(rom, 2, &units);
	image->init_len = units * OPTROM_UNIT;
	image->sum_ok = image->init_len != 0 && span_slice(rom, 0, image->init_len, &covered) &&
			optrom_sum(covered) == 0;
}

static void read_efi(struct span rom, struct optrom_image *image)
{
	uint32_t signature = 0;
	uint16_t compression = 0, at = 0;

	span_u32le(rom, EFI_SIGNATURE_OFF, &signature);
	if (signature != EFI_SIGNATURE || !span_u16le(rom, EFI_IMAGE_OFF, &at) ||
		at < ROM_HEADER_LEN || at >= rom.len)
		return;
	span_u16le(rom, EFI_SUBSYSTEM, &image->efi_subsystem);
	span_u16le(rom, EFI_MACHINE, &image->efi_machine);
	span_u16le(rom, EFI_COMPRESSION, &compression);
	image->efi = true;
	image->efi_compressed = compression == 1;
	image->efi_off = at;
	image->efi_len = rom.len - at;
}

/* Machine types of UEFI 2.10, 2.1.1 that EFI drivers of a PC are made for. */
static bool is_machine(uint16_t machine)
{
	return machine == 0x014C || machine == 0x8664 || machine == 0xAA64 || machine == 0x0EBC;
}

static bool is_efi_driver(const struct optrom_image *image)
{
	return image->efi && is_machine(image->efi_machine) && image->efi_subsystem >= 10 &&
	       image->efi_subsystem <= 13;
}

/* A valid EFI header or checksum is stronger evidence than the code type byte. */
static void read_kind(struct span rom, struct optrom_image *image)
{
	struct optrom_image other = *image;

	if (image->code_type == OPTROM_CODE_EFI)
		read_efi(rom, image);
	else if (image->code_type == OPTROM_CODE_LEGACY)
		read_legacy(rom, image);
	if (image->code_type == OPTROM_CODE_EFI && !image->efi) {
		read_legacy(rom, &other);
		other.code_type = OPTROM_CODE_LEGACY;
		other.type_wrong = other.sum_ok;
	} else if (image->code_type != OPTROM_CODE_EFI) {
		read_efi(rom, &other);
		other.code_type = OPTROM_CODE_EFI;
		other.type_wrong = is_efi_driver(&other);
	}
	if (other.type_wrong)
		*image = other;
}

static bool read_image(struct span in, size_t off, struct optrom_image *out)
{
	struct optrom_image image = {.off = off};
	struct span rom;
	uint16_t units = 0;
	uint8_t init_units = 0;

	if (!span_from(in, off, &rom) || !span_starts(rom, "\x55\xAA", 2) ||
		!read_pcir(rom, &image, &units) || !span_u8(rom, 2, &init_units))
		return false;
	image.len = (units != 0 ? units : init_units) * OPTROM_UNIT;
	if (image.len == 0)
		return false;
	image.whole = image.len <= rom.len;
	if (image.whole)
		rom.len = image.len;
	read_kind(rom, &image);
	*out = image;
	return true;
}

bool optrom_recover_efi(struct span in, size_t off, struct optrom_image *out)
{
	struct optrom_image image = {.off = off, .code_type = OPTROM_CODE_EFI};
	struct span rom;
	uint16_t units = 0, compression = 0;
	bool has_mark, has_pcir;

	if (!span_from(in, off, &rom) || !span_u16le(rom, 2, &units) || units == 0 ||
		!span_u16le(rom, EFI_COMPRESSION, &compression) || compression > 1)
		return false;
	has_mark = span_starts(rom, "\x55\xAA", 2);
	image.len = units * OPTROM_UNIT; /* UEFI 2.10, table 14.10: initialisation size */
	has_pcir = read_pcir(rom, &image, &units);
	if (has_mark && has_pcir)
		return false;
	if (has_pcir && units != 0)
		image.len = units * OPTROM_UNIT;
	image.whole = image.len <= rom.len;
	if (image.whole)
		rom.len = image.len;
	read_efi(rom, &image);
	if (!is_efi_driver(&image))
		return false;
	*out = image;
	return true;
}

bool optrom_is_display_pcir(struct span in, size_t off)
{
	struct span pcir;
	uint16_t vendor = 0, class_high = 0, units = 0, len = 0;
	uint8_t type = 0;

	if (!span_slice(in, off, PCIR_LEN, &pcir) || !span_starts(pcir, "PCIR", 4))
		return false;
	span_u16le(pcir, PCIR_VENDOR, &vendor);
	span_u16le(pcir, PCIR_STRUCT_LEN, &len);
	span_u16le(pcir, PCIR_CLASS + 1, &class_high);
	span_u16le(pcir, PCIR_IMAGE_LEN, &units);
	span_u8(pcir, PCIR_CODE_TYPE, &type);
	return vendor == PCI_VENDOR_INTEL && (len == PCIR_LEN || len == PCIR_LEN_30) &&
	       (class_high == CLASS_VGA || class_high == CLASS_DISPLAY) && units != 0 &&
	       (type == OPTROM_CODE_LEGACY || type == OPTROM_CODE_EFI);
}

bool optrom_parse(struct span in, size_t off, struct optrom *out)
{
	struct optrom rom;
	size_t at = off;

	memset(&rom, 0, sizeof rom);
	rom.off = off;
	rom.whole = true;
	while (rom.count < OPTROM_IMAGE_MAX) {
		struct optrom_image *image = &rom.images[rom.count];

		if (!read_image(in, at, image)) {
			rom.whole = false;
			break;
		}
		rom.count++;
		if (!image->whole) {
			rom.whole = false;
			rom.cut = true;
			at = in.len;
			break;
		}
		at += image->len;
		if (image->last)
			break;
	}
	if (rom.count == 0)
		return false;
	rom.len = at - off;
	*out = rom;
	return true;
}

static bool is_intel_display(const struct optrom_image *image)
{
	uint32_t kind = image->class_code >> 8;

	return image->vendor == PCI_VENDOR_INTEL && (kind == CLASS_VGA || kind == CLASS_DISPLAY);
}

bool optrom_is_intel_vbios(const struct optrom_image *image)
{
	return image->code_type == OPTROM_CODE_LEGACY && is_intel_display(image);
}

bool optrom_is_intel_display_efi(const struct optrom_image *image)
{
	return image->code_type == OPTROM_CODE_EFI && image->efi && is_intel_display(image);
}
