/* SPDX-License-Identifier: MIT */
/* Writes tests/data/fuzz/{fw_image,fw_codec,fw_headers}: fw_seeds FOLDER. All from the builders;
 * fw_image/dell.bin is the "blocks" of tests/e2e/bytgvs/dell.py around a VBT. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "image.h"
#include "sample.h"

static int failures;

static void save(const char *folder, const char *name, struct blob b)
{
	char path[512];
	struct err err;

	(void)snprintf(path, sizeof path, "%s/%s", folder, name);
	if (file_write(path, blob_span(b), true, &err) != ERR_OK) {
		fprintf(stderr, "fw_seeds: %s: %s\n", path, err.text);
		failures++;
	}
	blob_free(&b);
}

static struct blob tagged(enum fw_codec codec)
{
	return image_join(image_fill(1, (uint8_t)codec),
		image_pack(codec, image_code(3000, (uint32_t)codec)), 1, 0);
}

/* The headers of POSIX.1-2017, pax, "ustar Interchange Format", as far as they are read. */
static struct blob in_tar(struct blob file)
{
	struct blob head = image_fill(512, 0);

	(void)snprintf((char *)head.ptr + 124, 12, "%011zo", file.len);
	memcpy(head.ptr + 257, "ustar", 5);
	return image_join(image_join(head, file, 1, 0), image_fill(0, 0), 512, 0);
}

/* Dell's ThinOS package: see common/fw/codec/codec.c. */
static struct blob in_package(struct blob xz)
{
	struct blob head = image_fill(48, 0);

	memcpy(head.ptr, "\x72\x13\x55", 3);
	return image_join(head, xz, 1, 0);
}

/* A .zip after something else, with all numbers in ZIP64's places: PKWARE APPNOTE.TXT 6.3.10, 4.3.
 */
static struct blob in_zip(struct blob file)
{
	struct blob head = image_fill(30, 0), entry = image_fill(46 + 28, 0);
	struct blob end = image_fill(56 + 20 + 22, 0);
	size_t len = file.len, dir = head.len + len;

	memcpy(head.ptr, "PK\3\4", 4);
	memcpy(entry.ptr, "PK\1\2", 4);
	memset(entry.ptr + 20, 0xFF, 8);
	put_u16le(entry.ptr + 30, 28);
	memset(entry.ptr + 42, 0xFF, 4);
	put_u16le(entry.ptr + 46, 1);
	put_u16le(entry.ptr + 48, 24);
	put_u64le(entry.ptr + 50, len);
	put_u64le(entry.ptr + 58, len);
	memcpy(end.ptr, "PK\6\6", 4);
	put_u64le(end.ptr + 40, entry.len);
	put_u64le(end.ptr + 48, dir);
	memcpy(end.ptr + 56, "PK\6\7", 4);
	memcpy(end.ptr + 76, "PK\5\6", 4);
	memset(end.ptr + 88, 0xFF, 8);
	head = image_join(image_join(image_fill(9, 'M'), head, 1, 0), file, 1, 0);
	return image_join(head, image_join(entry, end, 1, 0), 1, 0);
}

static void save_streams(const char *folder)
{
	enum fw_codec codec;

	for (codec = FW_CODEC_LZMA; codec <= FW_CODEC_SBL; codec++) {
		struct image_sample o = {.codec = codec, .noise = 2000};
		char name[64];

		(void)snprintf(name, sizeof name, "fw_codec/%s", fw_codec_name(codec));
		save(folder, name, tagged(codec));
		if (codec > FW_CODEC_LZ4)
			continue;
		(void)snprintf(name, sizeof name, "fw_image/%s.fd", fw_codec_name(codec));
		save(folder, name, image_sample(&o));
	}
}

int os_main(const struct os_args *args)
{
	const char *folder = args->argc > 1 ? args->argv[1] : ".";
	struct image_sample plain = {
		.codec = FW_CODEC_NONE, .noise = 1000, .checksums = true, .ffs3 = true};
	struct image_sample nested = {
		.codec = FW_CODEC_LZMA, .noise = 500, .nesting = 2, .crc32 = true};
	struct image_region r[2] = {{0, 4096}, {4096, 4096}};
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});

	save_streams(folder);
	save(folder, "fw_image/plain.fd", image_sample(&plain));
	save(folder, "fw_image/nested.fd", image_sample(&nested));
	save(folder, "fw_image/capsule.cap", image_capsule(image_sample(&nested), true));
	save(folder, "fw_image/cbfs.rom", image_cbfs_file("vbt.bin", 0x50, FW_CODEC_LZMA, vbt));
	save(folder, "fw_image/vbt.tar",
		in_tar(image_pack(
			FW_CODEC_GZIP, sample_vbt(&(struct sample_vbt){.bdb_version = 155}))));
	save(folder, "fw_image/vbt.pkg",
		in_package(image_pack(FW_CODEC_XZ,
			in_tar(sample_vbt(&(struct sample_vbt){.bdb_version = 212})))));
	save(folder, "fw_headers/wide.zip", in_zip(image_noise(20, 3)));
	save(folder, "fw_headers/descriptor", image_descriptor(r, 2));
	plain.noise = 100;
	save(folder, "fw_headers/plain.fd", image_sample(&plain));
	return failures != 0;
}
