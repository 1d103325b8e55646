/* SPDX-License-Identifier: MIT */
/*
 * The milestones of a boot: names, and the texts that mark them. The built-in ones are debug prints
 * of EDK2 (OvmfPkg/Sec, MdeModulePkg/Core/Pei and DxeIplPeim, Universal/BdsDxe,
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
	size_t again; /* after MILESTONES_AGAIN: its index */
};

void milestones_init(struct milestones *m); /* with the built-in ones */
/* Several texts may have one name: the first that is seen counts. ERR_USAGE: too many, too long a
 * name, or an invalid pattern. */
enum err_code milestones_add(
	struct milestones *m, const char *name, const char *pattern, struct err *err);
/* A boot begins now. */
void milestones_begin(struct milestones *m, uint64_t now_ms);

enum milestones_news {
	MILESTONES_NOTHING,
	MILESTONES_ALL,  /* the last one was seen */
	MILESTONES_AGAIN /* one of the first half after one of the second: a new boot */
};
/* Reads text up to the first event; *used is the number of bytes read. */
enum milestones_news milestones_feed(
	struct milestones *m, struct span text, uint64_t now_ms, size_t *used);
/* Begins a boot with the milestone seen again. */
void milestones_begin_again(struct milestones *m, uint64_t now_ms);
bool milestones_any(const struct milestones *m); /* true when one was seen */
/* Appends a line for each one seen, in the order of time: seconds, name, ms since the one before.
 */
void milestones_write(const struct milestones *m, struct buf *out);

#endif
