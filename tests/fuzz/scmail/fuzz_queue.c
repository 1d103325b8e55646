/* SPDX-License-Identifier: MIT */
/* Names of mails in a queue, as the command line gives them: no path gets in. */
#include <stdlib.h>
#include <string.h>

#include "queue/queue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char id[256];

	if (size >= sizeof id)
		return 0;
	memcpy(id, data, size);
	id[size] = '\0';
	if (queue_id_ok(id) && (strlen(id) >= QUEUE_ID_MAX || strpbrk(id, "/\\:") != NULL))
		abort();
	return 0;
}
