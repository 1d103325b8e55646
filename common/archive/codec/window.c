/* SPDX-License-Identifier: MIT */
#include "codec/window.h"

#include <stdlib.h>

enum err_code window_open(struct window *w, size_t len, struct err *err)
{
	*w = (struct window){.bytes = calloc(1, len), .len = len};
	return w->bytes != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void window_close(struct window *w)
{
	free(w->bytes);
	w->bytes = NULL;
}

void window_put(struct window *w, uint8_t byte)
{
	w->bytes[w->pos++] = byte;
	if (w->pos == w->len) {
		w->pos = 0;
		w->full = true;
	}
	*w->out++ = byte;
	w->room--;
}

uint8_t window_back(const struct window *w, size_t dist)
{
	return w->bytes[dist < w->pos ? w->pos - dist - 1 : w->len + w->pos - dist - 1];
}

bool window_has(const struct window *w, size_t dist)
{
	return dist < (w->full ? w->len : w->pos);
}

void window_copy(struct window *w)
{
	for (; w->due != 0 && w->room != 0; w->due--)
		window_put(w, window_back(w, w->dist));
}
