/* SPDX-License-Identifier: MIT */
/* Names of the files, and why there are several finds of a kind. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "bytgvs.h"

const char *find_kind_name(enum find_kind kind)
{
	static const char *const names[FIND_KINDS] = {"gop", "vbt", "vbios", "gop-pei", "efi-rom"};

	return names[kind];
}

const char *find_machine(const struct find *f)
{
	return pe_machine_name(f->gop.machine);
}

static void base_name(const struct find *f, char *out, size_t cap, const char **ext)
{
	char platform[VBT_PLATFORM_MAX];
	size_t i;

	switch (f->kind) {
	case FIND_GOP:
		*ext = f->gop.format == PE_FORMAT_TE ? "te" : "efi";
		(void)snprintf(out, cap, "gop-%s-%s",
			f->gop.version[0] != '\0' ? f->gop.version : "unknown", find_machine(f));
		return;
	case FIND_VBT:
		*ext = "bin";
		memcpy(platform, f->vbt.platform, sizeof platform);
		for (i = 0; platform[i] != '\0'; i++)
			if (platform[i] == '/')
				platform[i] = '-';
		(void)snprintf(out, cap, "vbt-%s", platform[0] != '\0' ? platform : "unknown");
		return;
	case FIND_GOP_PEI:
		*ext = f->gop.format == PE_FORMAT_TE ? "te" : "efi";
		(void)snprintf(out, cap, "gop-pei-%s", find_machine(f));
		return;
	default:
		*ext = "rom";
		(void)snprintf(out, cap, "%s-%04x-%04x", f->kind == FIND_VBIOS ? "vbios" : "efirom",
			f->vendor, f->device);
		return;
	}
}

static bool name_taken(const struct report *r, uint32_t before, const char *name)
{
	uint32_t i;

	for (i = 0; i < before; i++)
		if (r->finds[i].same_as == FIND_NONE && strcmp(r->finds[i].name, name) == 0)
			return true;
	return false;
}

static void give_name(struct report *r, uint32_t i)
{
	struct find *f = &r->finds[i];
	char base[FIND_NAME_MAX - 16];
	const char *ext = "bin";
	unsigned n = 1;

	base_name(f, base, sizeof base, &ext);
	(void)snprintf(f->name, sizeof f->name, "%s.%s", base, ext);
	while (name_taken(r, i, f->name))
		(void)snprintf(f->name, sizeof f->name, "%s-%u.%s", base, ++n, ext);
}

static void fold(struct report *r, uint32_t i)
{
	uint32_t k;

	for (k = 0; k < i; k++)
		if (r->finds[k].kind == r->finds[i].kind && r->finds[k].same_as == FIND_NONE &&
			r->finds[k].whole == r->finds[i].whole &&
			strcmp(r->finds[k].sha256, r->finds[i].sha256) == 0) {
			r->finds[i].same_as = k;
			memcpy(r->finds[i].name, r->finds[k].name, sizeof r->finds[i].name);
			return;
		}
}

static void put(char *out, size_t cap, const char *text)
{
	size_t have = strlen(out);

	(void)snprintf(out + have, cap - have, "%s%s", have != 0 ? tr(", ") : "", text);
}

static void differ_vbt(const struct find *a, const struct find *b, char *out, size_t cap)
{
	if (b->in_vbios != a->in_vbios)
		put(out, cap,
			b->in_vbios ? tr("the video BIOS keeps its own")
				    : tr("not in the video BIOS"));
	if (strcmp(a->vbt.platform, b->vbt.platform) != 0)
		put(out, cap, tr("another platform"));
	if (a->vbt.bdb_version != b->vbt.bdb_version)
		put(out, cap, tr("another BDB version"));
	if (out[0] == '\0')
		put(out, cap, tr("another board: same platform and version, other settings"));
}

static void differ_gop(const struct find *a, const struct find *b, char *out, size_t cap)
{
	if (a->gop.machine != b->gop.machine)
		put(out, cap, tr("another machine type"));
	if (strcmp(a->gop.version, b->gop.version) != 0)
		put(out, cap, tr("another version"));
	if ((a->gop.format == PE_FORMAT_TE) != (b->gop.format == PE_FORMAT_TE))
		put(out, cap, tr("another file format"));
	if (out[0] == '\0')
		put(out, cap,
			b->kind == FIND_GOP ? tr("another build of the same version")
					    : tr("another build"));
}

static void explain(struct report *r, uint32_t i)
{
	struct find *f = &r->finds[i];
	uint32_t k;

	if (f->same_as != FIND_NONE) {
		const struct find *first = &r->finds[f->same_as];

		(void)snprintf(f->differs, sizeof f->differs, "%s",
			f->space == first->space ? tr("a second copy beside the first")
						 : tr("a copy in another part of the image"));
		return;
	}
	for (k = 0; k < i; k++)
		if (r->finds[k].kind == f->kind && r->finds[k].same_as == FIND_NONE)
			break;
	if (k == i)
		return;
	if (f->kind == FIND_VBT)
		differ_vbt(&r->finds[k], f, f->differs, sizeof f->differs);
	else if (f->kind == FIND_GOP || f->kind == FIND_GOP_PEI)
		differ_gop(&r->finds[k], f, f->differs, sizeof f->differs);
	else
		put(f->differs, sizeof f->differs,
			r->finds[k].device != f->device ? tr("another device")
							: tr("another build"));
}

void report_name(struct report *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		fold(r, i);
		if (r->finds[i].same_as == FIND_NONE)
			give_name(r, i);
		explain(r, i);
	}
}
