/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"

#include "protect/protect_private.h"

struct protect_check *check_add(struct gather *g, enum protect_kind kind, enum protect_act act)
{
	struct protect_list *l = g->list;
	struct protect_check *c;

	if (g->rc != ERR_OK)
		return NULL;
	if (l->count >= PROTECT_MAX) {
		l->limited = true;
		return NULL;
	}
	if (!ALLOC_ROOM(l->checks, l->count, &l->cap)) {
		g->rc = err_set(g->err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	c = &l->checks[l->count++];
	*c = (struct protect_check){.kind = kind,
		.act = act,
		.state = PROTECT_UNCHECKED,
		.first = l->range_count,
		.placed = true};
	return c;
}

void check_source(struct protect_check *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(c->source, sizeof c->source, tr(fmt), ap);
	va_end(ap);
}

void check_note(struct protect_check *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(c->note, sizeof c->note, tr(fmt), ap);
	va_end(ap);
}

void check_range(struct gather *g, struct protect_check *c, uint64_t off, uint64_t len)
{
	struct protect_list *l = g->list;

	if (off > g->image.len || len > g->image.len - off) {
		c->placed = false;
		check_note(c, "0x%llx bytes at 0x%llx are not in the image",
			(unsigned long long)len, (unsigned long long)off);
		return;
	}
	if (l->range_count >= PROTECT_PARTS) {
		l->limited = true;
		c->placed = false;
		check_note(c, "too many ranges");
		return;
	}
	if (!ALLOC_ROOM(l->ranges, l->range_count, &l->range_cap)) {
		g->rc = err_set(g->err, ERR_NOMEM, "out of memory");
		return;
	}
	l->ranges[l->range_count++] = (struct protect_range){(size_t)off, (size_t)len};
	c->count++;
}

void check_drop(struct gather *g)
{
	struct protect_list *l = g->list;

	l->count--;
	l->range_count = l->checks[l->count].first;
}

void check_digest(struct protect_check *c, enum digest_alg alg, size_t off)
{
	c->alg = alg;
	c->digest_off = off;
	c->stored = digest_len(alg) != 0;
}

void protect_free(struct protect_list *list)
{
	free(list->checks);
	free(list->ranges);
	*list = (struct protect_list){0};
}

static const struct {
	const char *name;
	const char *key;
} kinds[PROTECT_KINDS] = {
	[PROTECT_FIT] = {"Intel FIT", "fit"},
	[PROTECT_FIT_MEASURED] = {N_("FIT startup module"), "fit-measured"},
	[PROTECT_FIT_OTHER] = {N_("FIT component"), "fit-other"},
	[PROTECT_MICROCODE] = {N_("microcode"), "microcode"},
	[PROTECT_ACM] = {N_("authenticated code module"), "acm"},
	[PROTECT_BG_KEY] = {N_("Boot Guard key manifest"), "bootguard-key"},
	[PROTECT_BG_POLICY] = {N_("Boot Guard policy"), "bootguard-policy"},
	[PROTECT_BG_IBB] = {"Boot Guard IBB", "bootguard-ibb"},
	[PROTECT_BG_POST_IBB] = {"Boot Guard post-IBB", "bootguard-post-ibb"},
	[PROTECT_BG_OBB] = {"Boot Guard OBB", "bootguard-obb"},
	[PROTECT_BG_PMDA] = {"Boot Guard PMDA", "bootguard-pmda"},
	[PROTECT_CSE] = {N_("CSE secure boot"), "cse"},
	[PROTECT_AMI_HASH] = {N_("AMI hash file"), "ami-hash"},
	[PROTECT_PHOENIX_HASH] = {N_("Phoenix hash table"), "phoenix-hash"},
	[PROTECT_INSYDE_HASH] = {N_("Insyde flash device map"), "insyde-hash"},
	[PROTECT_INTEL_OBB] = {N_("Intel OBB digest"), "intel-obb"},
	[PROTECT_HP] = {N_("HP verification"), "hp"},
	[PROTECT_LENOVO_TCPA] = {"Lenovo TCPA", "lenovo-tcpa"},
	[PROTECT_VOLUME] = {N_("volume header"), "volume-header"},
	[PROTECT_APPLE_CRC] = {N_("Apple volume CRC"), "apple-crc"},
	[PROTECT_VBOOT] = {N_("verified boot"), "vboot"},
	[PROTECT_VBOOT_RO] = {N_("read-only firmware of verified boot"), "vboot-ro"},
	[PROTECT_CBFS_HASH] = {N_("CBFS file hash"), "cbfs-hash"},
	[PROTECT_CBFS_METADATA] = {N_("CBFS metadata anchor"), "cbfs-metadata"},
	[PROTECT_CBFS_MANIFEST] = {N_("signed CBFS manifest"), "cbfs-manifest"},
	[PROTECT_SBL_HASH] = {N_("Slim Bootloader hash store"), "sbl-hash"},
	[PROTECT_SBL_CONTAINER] = {N_("Slim Bootloader container"), "sbl-container"},
	[PROTECT_TXE] = {N_("Bay Trail TXE manifest"), "txe"},
	[PROTECT_IFWI] = {N_("IFWI manifest"), "ifwi"},
	[PROTECT_SECTION] = {N_("signed section"), "signed-section"},
	[PROTECT_CAPSULE] = {N_("signed capsule"), "signed-capsule"},
	[PROTECT_PROGRAM] = {N_("signed program"), "signed-program"},
	[PROTECT_UPDATE] = {N_("update container"), "update-container"},
	[PROTECT_UBOOT] = {N_("U-Boot image"), "uboot"},
};

const char *protect_kind_name(enum protect_kind kind)
{
	return kinds[kind].name;
}

const char *protect_kind_key(enum protect_kind kind)
{
	return kinds[kind].key;
}

const char *protect_act_name(enum protect_act act)
{
	switch (act) {
	case PROTECT_RECOMPUTE:
		return N_("recomputed");
	case PROTECT_SIGNED:
		return N_("signed");
	case PROTECT_UNKNOWN:
		return N_("unknown");
	default:
		return N_("measured");
	}
}

const char *protect_state_name(enum protect_state state)
{
	switch (state) {
	case PROTECT_HOLDS:
		return N_("holds");
	case PROTECT_FAILS:
		return N_("fails");
	default:
		return N_("not checked");
	}
}

const char *protect_looked_for(void)
{
	return N_("volume headers, Intel FIT and Boot Guard, hash tables of AMI, Phoenix and "
		  "Insyde, Intel OBB, HP, "
		  "Lenovo TCPA, Apple CRC, vboot (RW and read-only), CBFS hashes, Slim Bootloader, "
		  "Bay Trail TXE, IFWI, U-Boot images, "
		  "signed sections, programs, capsules and update containers");
}
