/* SPDX-License-Identifier: MIT */
/* Memory for lists that grow and for copies of texts. The caller frees it with free(). */
#ifndef BIOSBELT_ALLOC_H
#define BIOSBELT_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

#define ALLOC_FENCED 0
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef ALLOC_FENCED
#define ALLOC_FENCED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#undef ALLOC_FENCED
#define ALLOC_FENCED 1
#endif
#if ALLOC_FENCED
#include <sanitizer/asan_interface.h>
#endif

/*
 * Room for one more element after the count ones of list (a pointer, NULL at first; it may move).
 * *cap is the size of the list in elements, 0 at first; it doubles when the list is full. false: no
 * memory; list and *cap are as before. All three are evaluated several times.
 */
#define ALLOC_ROOM(list, count, cap)                                                               \
	(((count) < *(cap) || alloc_more(&(list), (cap), sizeof *(list))) &&                       \
		alloc_used((list) + (count), sizeof *(list)))

/* The address sanitizer stops at a read or write of these bytes, which are allocated and not in use
 * yet. */
static inline void alloc_fence(const void *ptr, size_t len)
{
#if ALLOC_FENCED
	ASAN_POISON_MEMORY_REGION(ptr, len);
#else
	(void)ptr, (void)len;
#endif
}

/* From now on they are. Always true. */
static inline bool alloc_used(const void *ptr, size_t len)
{
#if ALLOC_FENCED
	ASAN_UNPOISON_MEMORY_REGION(ptr, len);
#else
	(void)ptr, (void)len;
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
