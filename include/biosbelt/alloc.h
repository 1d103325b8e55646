/* SPDX-License-Identifier: MIT */
/* Memory for lists that grow and for copies of texts. The caller frees it with free(). */
#ifndef BIOSBELT_ALLOC_H
#define BIOSBELT_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ALLOC_FENCED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ALLOC_FENCED 1
#endif
#ifdef ALLOC_FENCED
#include <sanitizer/asan_interface.h>
#endif

/*
 * Room for one more element after the count ones of list (a pointer, NULL at first; it may move).
 * *cap is the size of the list in elements, 0 at first; it doubles when the list is full. false: no
 * memory; list and *cap are as before. All three are evaluated several times.
 */
#define ALLOC_ROOM(list, count, cap)                                                               \
	(((count) < *(cap) || alloc_more(&(list), (cap), sizeof *(list))) &&                       \
		alloc_fence(list, ((count) + 1) * sizeof *(list), *(cap) * sizeof *(list)))

/* Of the bytes at ptr only the first used ones are in use: the address sanitizer stops at a read or
 * write of the others. Always true. */
static inline bool alloc_fence(const void *ptr, size_t used, size_t all)
{
#ifdef ALLOC_FENCED
	if (all > 0) {
		ASAN_UNPOISON_MEMORY_REGION(ptr, used);
		ASAN_POISON_MEMORY_REGION((const char *)ptr + used, all - used);
	}
#else
	(void)ptr, (void)used, (void)all;
#endif
	return true;
}

/* Doubles the list whose pointer is at list, of *cap elements of size bytes each. */
bool alloc_more(void *list, size_t *cap, size_t size);

/* A copy of text, or of the len bytes at ptr with a NUL after them; NULL: no memory. ptr may be
 * NULL if len is 0. */
char *alloc_text(const char *text);
char *alloc_text_len(const void *ptr, size_t len);

/* Overwrites a secret: a compiler may drop a memset of memory that is not read afterwards. */
void alloc_wipe(void *ptr, size_t len);

#endif
