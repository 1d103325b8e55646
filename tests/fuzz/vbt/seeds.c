/* SPDX-License-Identifier: MIT */
/*
 * Writes tests/data/fuzz/{vbt,vbt_show,gop,optrom,tiano_encode}: vbt_seeds FOLDER. The inputs come
 * from the builders of the unit tests, so nothing in those folders is of foreign origin.
 */
#include <stdio.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/pe.h"
#include "biosbelt/tiano_encode.h"
#include "few_blocks.h"

static int failures;

static void save(const char *folder, const char *name, struct blob b)
{
	char path[512];
	struct err err;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (file_write(path, blob_span(b), true, &err) != ERR_OK) {
		fprintf(stderr, "vbt_seeds: %s: %s\n", path, err.text);
		failures++;
	}
	blob_free(&b);
}

static void save_roms(const char *folder)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	struct blob driver = sample_gop(&(struct sample_gop){.te = false}), packed;
	struct err err;

	save(folder, "optrom/legacy.rom", sample_vbios(8192, blob_span(vbt), 0xAE0, true));
	save(folder, "optrom/hybrid.rom",
		sample_join(sample_vbios(8192, blob_span(vbt), 0xAE0, false),
			sample_efi_rom(blob_span(driver), false, true)));
	if (tiano_encode(blob_span(driver), TIANO_KIND_EFI, &packed, &err) == ERR_OK) {
		save(folder, "optrom/compressed.rom",
			sample_efi_rom(blob_span(packed), true, true));
		blob_free(&packed);
	}
	blob_free(&vbt);
	save(folder, "tiano_encode/driver", driver);
}

int os_main(const struct os_args *args)
{
	const char *folder = args->argc > 1 ? args->argv[1] : ".";
	unsigned i;

	save(folder, "vbt/plain.vbt", sample_vbt(&(struct sample_vbt){.padding = 40}));
	save(folder, "vbt/pointers.vbt",
		sample_vbt(&(struct sample_vbt){.with_pointers = true, .child_size = 33}));
	save(folder, "vbt/mipi.vbt",
		sample_vbt(&(struct sample_vbt){.with_sequences = true, .bdb_version = 256}));
	for (i = 1; i < FEW_BLOCKS; i++) {
		char name[32];

		(void)snprintf(name, sizeof name, "vbt_show/%u.vbt", i);
		save(folder, name, few_blocks(i, 212));
	}
	save(folder, "gop/x64.efi", sample_gop(&(struct sample_gop){.te = false}));
	save(folder, "gop/x64-pooled.te",
		sample_gop(&(struct sample_gop){.te = true, .pooled = true}));
	save(folder, "gop/ia32.efi", sample_gop(&(struct sample_gop){.machine = PE_MACHINE_IA32}));
	save_roms(folder);
	return failures != 0;
}
