/* SPDX-License-Identifier: MIT */
/*
 * uboot-unlzma SIZE <STREAM >DATA: decodes as U-Boot's bootm and lzmadec do, into a buffer of
 * exactly SIZE bytes. Linked with lib/lzma of Debian's u-boot source, for tests only.
 */
#include "uboot_shim.h"

/* lib/lzma/LzmaTools.h; SizeT of Types.h is size_t. */
int lzmaBuffToBuffDecompress(
	unsigned char *to, size_t *to_size, const unsigned char *from, size_t size);

#define INPUT_MAX ((size_t)256 << 20)

int main(int argc, char **argv)
{
	size_t room = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 0, size, wrote = room;
	unsigned char *in = malloc(INPUT_MAX), *out = malloc(room + 1);
	int rc;

	if (in == NULL || out == NULL)
		return 2;
	size = fread(in, 1, INPUT_MAX, stdin);
	if (size < 13)
		return 2;
	rc = lzmaBuffToBuffDecompress(out, &wrote, in, size);
	if (rc != 0) {
		fprintf(stderr, "uboot-unlzma: error %d after %zu bytes\n", rc, wrote);
		return 1;
	}
	return fwrite(out, 1, wrote, stdout) == wrote && fflush(stdout) == 0 ? 0 : 2;
}
