/* SPDX-License-Identifier: MIT */
/* argv_echo FILE ARG...: writes its arguments to FILE, a NUL after each. */
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

int os_main(const struct os_args *args)
{
	struct buf text;
	struct err err;
	int status;
	int i;

	buf_init(&text, 0);
	for (i = 2; i < args->argc; i++)
		buf_add(&text, args->argv[i], strlen(args->argv[i]) + 1);
	status = args->argc > 1 && file_write(args->argv[1], span_of(text.ptr, text.len), true,
					   &err) == ERR_OK
			 ? 37
			 : 1;
	buf_free(&text);
	return status;
}
