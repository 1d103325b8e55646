/* SPDX-License-Identifier: MIT */
/* Memory for lists that grow and for copies of texts. The caller frees it with free(). */
#ifndef BIOSBELT_ALLOC_H
#define BIOSBELT_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Room for one more element after the count ones of list (a pointer, NULL at first; it may move).
 * *cap is the size of the list in elements, 0 at first; it doubles when the list is full. false: no
 * memory; list and *cap are as before. count and cap are evaluated twice.
 */
#define ALLOC_ROOM(list, count, cap)                                                               \
	((count) < *(cap) || alloc_more(&(list), (cap), sizeof *(list)))

/* Doubles the list whose pointer is at list, of *cap elements of size bytes each. */
bool alloc_more(void *list, size_t *cap, size_t size);

/* A copy of text, or of the len bytes at ptr with a NUL after them; NULL: no memory. ptr may be
 * NULL if len is 0. */
char *alloc_text(const char *text);
char *alloc_text_len(const void *ptr, size_t len);

/* Overwrites a secret: a compiler may drop a memset of memory that is not read afterwards. */
void alloc_wipe(void *ptr, size_t len);

#endif
