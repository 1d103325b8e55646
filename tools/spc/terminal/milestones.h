/* SPDX-License-Identifier: MIT */
/*
 * When a boot got how far: names and the texts by which they are seen. Those built in are debug
 * prints of EDK2 (OvmfPkg/Sec, MdeModulePkg/Core/Pei and DxeIplPeim, Universal/BdsDxe,
 * UefiBootManagerLib, ShellPkg). Pure; the caller has the clock.
 */
#ifndef BIOSBELT_SPC_MILESTONES_H
#define BIOSBELT_SPC_MILESTONES_H

#include "terminal/match.h"

#define MILESTONES_MAX 32
#define MILESTONE_NAME 24 /* bytes of a name, the NUL included */

struct milestone {
	char name[MILESTONE_NAME];
	struct match match;
	uint64_t at; /* ms since the boot began; only when seen */
	bool seen;
};

struct milestones {
	struct milestone items[MILESTONES_MAX];
	size_t count;
	uint64_t start;
	size_t again; /* after MILESTONES_AGAIN: which one */
};

void milestones_init(struct milestones *m); /* with those built in */
/* Several texts may have one name: the first that is seen counts. ERR_USAGE: too many, a name that
 * is too long, a pattern that is none. */
enum err_code milestones_add(
	struct milestones *m, const char *name, const char *pattern, struct err *err);
/* A boot begins now. */
void milestones_begin(struct milestones *m, uint64_t now_ms);

enum milestones_news {
	MILESTONES_NOTHING,
	MILESTONES_ALL,  /* the last one of them was seen */
	MILESTONES_AGAIN /* one of the first half, though one of the second was seen: a boot began
			  */
};
/* Reads text up to the first news; the bytes it took in *used. */
enum milestones_news milestones_feed(
	struct milestones *m, struct span text, uint64_t now_ms, size_t *used);
/* The boot that began with the one seen again. */
void milestones_begin_again(struct milestones *m, uint64_t now_ms);
bool milestones_any(const struct milestones *m); /* is one seen? */
/* A line for each one seen, in the order of time: seconds, name, ms since the one before. */
void milestones_write(const struct milestones *m, struct buf *out);

#endif
