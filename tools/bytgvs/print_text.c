/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "print.h"

static void escaped(struct buf *out, const char *text)
{
	utf8_escape(span_of(text, strlen(text)), out);
}

static void title(const struct find *f, struct buf *out)
{
	switch (f->kind) {
	case FIND_GOP:
		buf_printf(out, tr("GOP driver %s, %s%s"),
			f->gop.version[0] != '\0' ? f->gop.version : tr("of unknown version"),
			find_machine(f), f->gop.format == PE_FORMAT_TE ? tr(", TE image") : "");
		if (f->gop.product[0] != '\0')
			buf_printf(out, ", %s", f->gop.product);
		break;
	case FIND_VBT:
		buf_printf(out, tr("VBT %s, BDB %u%s"),
			f->vbt.headerless ? tr("without header") : f->vbt.platform,
			f->vbt.bdb_version, f->in_vbios ? tr(", inside the video BIOS") : "");
		break;
	case FIND_GOP_PEI:
		buf_printf(out, tr("PEI graphics module, %s%s"), find_machine(f),
			f->gop.format == PE_FORMAT_TE ? tr(", TE image") : "");
		break;
	case FIND_EFI_ROM:
		buf_printf(out, tr("EFI option ROM of a display, %04x:%04x"), f->vendor, f->device);
		break;
	default:
		buf_printf(out, tr("Video BIOS %04x:%04x"), f->vendor, f->device);
		break;
	}
}

static void place(const struct job *job, const struct find *f, struct buf *out)
{
	if (f->space == 0)
		buf_printf(out, tr("  offset    0x%zx\n"), f->off);
	else
		buf_printf(out, tr("  offset    0x%zx unpacked, from 0x%zx of the image\n"), f->off,
			f->image_off);
	if (f->path[0] != '\0')
		buf_printf(out, tr("  path      %s\n"), f->path);
	(void)job;
}

static void size_line(const struct find *f, struct buf *out)
{
	if (f->kind != FIND_VBIOS && f->bytes.len != f->len)
		buf_printf(out, tr("  size      %zu, stored in %zu\n"), f->len, f->bytes.len);
	else
		buf_printf(out, tr("  size      %zu\n"), f->len);
}

static void checksum_line(const struct find *f, struct buf *out)
{
	if (f->kind == FIND_VBT && !f->vbt.headerless)
		buf_printf(out, tr("  checksum  %s\n"), tr(vbt_sum_name(f->vbt.sum)));
	else if (f->kind == FIND_VBIOS)
		buf_printf(out, tr("  checksum  %s\n"), f->sum_ok ? tr("ok") : tr("bad"));
}

static void one_find(const struct job *job, uint32_t i, struct buf *out)
{
	const struct find *f = &job->report.finds[i];

	title(f, out);
	if (!f->whole)
		buf_printf(out, tr(": NOT WHOLE, %s"), f->problem);
	buf_str(out, "\n");
	place(job, f, out);
	if (f->same_as != FIND_NONE) {
		buf_printf(out, tr("  same      as %s: %s\n"), f->name, f->differs);
		return;
	}
	size_line(f, out);
	checksum_line(f, out);
	buf_printf(out, tr("  sha-256   %s\n"), f->sha256);
	if (f->differs[0] != '\0')
		buf_printf(out, tr("  differs   %s\n"), f->differs);
	if (f->whole && f->problem[0] != '\0')
		buf_printf(out, tr("  note      %s\n"), f->problem);
	if (job->files != NULL && job->files[i] != NULL) {
		buf_str(out, tr("  file      "));
		escaped(out, job->files[i]);
		buf_str(out, "\n");
	}
}

static void places(const struct fw_tree *t, const struct fw_damage *list, uint32_t count,
	uint32_t more, struct buf *out)
{
	uint32_t i;

	for (i = 0; i < count; i++) {
		const struct fw_damage *d = &list[i];

		buf_printf(out, "  0x%zx", d->image_off);
		if (d->space != 0)
			buf_printf(out, tr("+0x%zx unpacked"), d->off);
		buf_printf(out, "  %s", d->text);
		if (d->node != FW_NONE) {
			buf_str(out, " [");
			fw_tree_path(t, d->node, out);
			buf_str(out, "]");
		}
		buf_str(out, "\n");
	}
	if (more != 0)
		buf_printf(out, tr("  and %u more\n"), more);
}

static void damages(const struct job *job, struct buf *out)
{
	const struct fw_tree *t = &job->report.tree;
	bool limited = report_limited(&job->report);

	if (t->note_count != 0) {
		buf_str(out, tr("Notes:\n"));
		places(t, t->notes, t->note_count, t->note_more, out);
	}
	if (t->damage_count == 0 && !limited)
		return;
	buf_str(out, tr("Damage:\n"));
	places(t, t->damages, t->damage_count, t->damage_more, out);
	if (limited)
		buf_str(out, tr("  a limit of depth, size, finds or work was reached: not all is "
				"shown\n"));
}

void print_text(const struct job *job, struct buf *out)
{
	uint32_t i;

	escaped(out, job->shown);
	buf_printf(out, tr(": %zu bytes\n"), job->size);
	for (i = 0; i < job->report.count; i++)
		one_find(job, i, out);
	if (job->report.count == 0)
		buf_str(out, tr("No GOP driver, VBT or video BIOS found\n"));
	damages(job, out);
}

static void brief(const struct find *f, struct buf *out)
{
	switch (f->kind) {
	case FIND_GOP:
		buf_printf(out, "gop %s %s", f->gop.version[0] != '\0' ? f->gop.version : "?",
			find_machine(f));
		break;
	case FIND_VBT:
		buf_printf(out, "vbt %s", f->vbt.headerless ? "?" : f->vbt.platform);
		break;
	case FIND_GOP_PEI:
		buf_printf(out, "gop-pei %s", find_machine(f));
		break;
	default:
		buf_printf(out, "%s %04x:%04x", find_kind_name(f->kind), f->vendor, f->device);
		break;
	}
	if (!f->whole)
		buf_str(out, tr(" (not whole)"));
}

void print_line(const struct job *job, struct buf *out)
{
	const struct fw_tree *t = &job->report.tree;
	bool any = false;
	uint32_t i;

	escaped(out, job->shown);
	buf_str(out, ": ");
	for (i = 0; i < job->report.count; i++) {
		if (job->report.finds[i].same_as != FIND_NONE)
			continue;
		buf_str(out, any ? tr(", ") : "");
		brief(&job->report.finds[i], out);
		any = true;
	}
	if (!job->scanned)
		buf_str(out, tr("failed"));
	else if (!any)
		buf_str(out, tr("nothing"));
	if (t->damage_count != 0)
		buf_printf(out,
			t->damage_count + t->damage_more == 1 ? tr("; damaged at %u place")
							      : tr("; damaged at %u places"),
			t->damage_count + t->damage_more);
	if (report_limited(&job->report))
		buf_str(out, tr("; a limit was reached"));
	buf_str(out, "\n");
}
