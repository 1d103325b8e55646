/* SPDX-License-Identifier: MIT */
#include "template.h"

#include "biosbelt/hash.h"

enum err_code template_add_up(struct span in, struct template_sum *out, struct err *err)
{
	struct cursor c = {.in = in};
	uint8_t sum = 0;

	if (in.len == 0)
		return err_set(err, ERR_FORMAT, "the file is empty");
	while (cursor_left(&c) != 0)
		sum = (uint8_t)(sum + cursor_u8(&c));
	*out = (struct template_sum){.crc = crc32_update(0, in), .sum = sum};
	return ERR_OK;
}
