/* SPDX-License-Identifier: MIT */
#include "core/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "linux/automount_linux.h"
#include "linux/booted_linux.h"
#include "linux/claim_linux.h"
#include "linux/export_linux.h"
#include "linux/open_linux.h"
#include "linux/probe_linux.h"
#include "linux/query_linux.h"
#include "linux/target_linux.h"

struct state {
	struct check *c;
	const char *root;
	const char *device; /* whose holders are checked */
	const char *serial; /* the requested one, or NULL */
	const struct query_opts *query;
	struct err *err;
	enum err_code rc;
};

static const char *holder_words(const char *root, const char *name, char *out, size_t cap)
{
	char folder[SYSFS_PATH_MAX];
	char text[256];
	const char *kind = N_("device mapper");

	if (!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", root, name) ||
		!sysfs_need(folder, "dm/uuid", text, sizeof text)) {
		snprintf(out, cap, "%s",
			strncmp(name, "md", 2) == 0 ? tr("the array") : tr("the device"));
		return out;
	}
	if (strncmp(text, "mpath-", 6) == 0)
		kind = N_("a path of multipath");
	else if (strncmp(text, "LVM-", 4) == 0)
		kind = "LVM";
	else if (strncmp(text, "CRYPT-", 6) == 0)
		kind = N_("encryption");
	if (!sysfs_need(folder, "dm/name", text, sizeof text))
		text[0] = '\0';
	snprintf(out, cap, "%s %.100s", tr(kind), text);
	return out;
}

static bool on_holder(void *user, const char *name)
{
	struct state *s = user;
	char words[160];

	if (!check_has(s->c, name))
		s->rc = check_add(s->c, s->err, "held", false, name,
			"%s is built on %.100s: %.160s", name, s->device,
			holder_words(s->root, name, words, sizeof words));
	return s->rc == ERR_OK;
}

/* The checked devices; the last one is the disk of a partition, "" when there is none. */
static const char *covered(const struct check *c, size_t i)
{
	return i < c->name_count ? c->names[i] : c->parent;
}

/* Checks a device's own folder in /sys. */
static enum err_code look_at(struct state *s, const char *name)
{
	char path[SYSFS_PATH_MAX];
	struct member member;
	uint64_t flag;
	enum probe probe;

	s->device = name;
	if (sysfs_path(path, sizeof path, "%s/sys/class/block/%s/holders", s->root, name) &&
		!sysfs_each(path, NAMES_MAX, on_holder, s))
		sysfs_failed(path, errno);
	if (s->rc == ERR_OK &&
		sysfs_path(path, sizeof path, "%s/sys/class/block/%s", s->root, name) &&
		sysfs_need_u64(path, "ro", &flag) && flag != 0)
		s->rc = check_add(
			s->c, s->err, "read-only", false, name, "%.100s is read-only", name);
	if (s->rc != ERR_OK)
		return s->rc;
	probe = probe_device(s->root, name, &member);
	if (probe == PROBE_NO_MEMORY)
		s->rc = err_set(s->err, ERR_NOMEM, "out of memory");
	else if (probe == PROBE_FOUND && member_is_part(member.type))
		s->rc = check_add(s->c, s->err, "member", false, name, "%.100s holds %.60s", name,
			member.type);
	else if (probe == PROBE_DENIED || probe == PROBE_BLIND)
		s->rc = check_add(s->c, s->err, "unseen", true, name,
			"what is on %.100s cannot be read", name);
	return s->rc;
}

/* Finds a system partition that is not mounted at the moment. */
static enum err_code look_at_fstab(struct state *s)
{
	static const char *const points[] = {
		"/", "/boot", "/boot/efi", "/boot/firmware", "/efi", "/usr", "/var"};
	char source[SYSFS_PATH_MAX];
	size_t i;

	for (i = 0; s->rc == ERR_OK && i < sizeof points / sizeof points[0]; i++) {
		struct graph g;
		struct err asked;
		enum err_code rc;

		rc = fstab_find(s->root, points[i], source, sizeof source);
		if (rc == ERR_NOTFOUND)
			continue;
		if (rc == ERR_NOMEM)
			return s->rc = err_set(s->err, rc, "out of memory");
		if (rc != ERR_OK)
			return s->rc = check_add(s->c, s->err, "unseen", true, points[i],
				       "/etc/fstab cannot be read");
		rc = query_run(s->query, source, &g, &asked);
		if (rc == ERR_NOMEM)
			s->rc = err_set(s->err, rc, "out of memory");
		else if (query_answered(rc) && check_touches(s->c, &g))
			s->rc = check_add(s->c, s->err, "system", false, points[i],
				"/etc/fstab has it as %s", points[i]);
		graph_free(&g);
	}
	return s->rc;
}

/* Finds what the firmware started the system from. */
static enum err_code look_at_firmware(struct state *s)
{
	struct booted booted;
	size_t i;

	s->rc = booted_find(s->root, &booted);
	if (s->rc == ERR_NOTFOUND)
		return s->rc = ERR_OK;
	if (s->rc != ERR_OK)
		return err_set(s->err, s->rc, "out of memory");
	for (i = 0; s->rc == ERR_OK && i < s->c->name_count; i++)
		if (booted_is(&booted, s->root, s->c->names[i]))
			s->rc = check_add(s->c, s->err, "system", false, s->c->names[i],
				"the firmware started the system from %.100s (%s)", s->c->names[i],
				booted.option);
	return s->rc;
}

static bool on_twin(void *user, const char *name)
{
	struct state *s = user;
	struct graph g = {0};
	struct err asked;
	enum err_code rc;

	if (check_has(s->c, name) || strcmp(name, s->c->parent) == 0)
		return true;
	rc = query_block(s->query, name, &g, &asked);
	if (rc == ERR_NOMEM)
		s->rc = err_set(s->err, rc, "out of memory");
	else if (rc == ERR_OK && strcmp(graph_get(&g, 1, NODE_SERIAL), s->serial) == 0)
		s->rc = check_add(s->c, s->err, "serial", false, name,
			"%.100s has the same serial number, so which disk is meant is not clear",
			name);
	graph_free(&g);
	return s->rc == ERR_OK;
}

/* Cheap sticks of one model often share a serial number. */
static enum err_code look_for_twins(struct state *s)
{
	char path[SYSFS_PATH_MAX];

	if (s->serial != NULL && s->c->disk != 0 &&
		strcmp(s->serial, graph_get(&s->c->graph, s->c->disk, NODE_SERIAL)) == 0 &&
		sysfs_path(path, sizeof path, "%s/sys/block", s->root))
		sysfs_each(path, NAMES_MAX, on_twin, s);
	return s->rc;
}

/* Uses in the kernel's folders that nothing visible explains. */
static enum err_code look_for_claims(struct state *s)
{
	struct claims claims;
	size_t i;

	claims_open(&claims, s->root);
	for (i = 0; i <= s->c->name_count && s->rc == ERR_OK; i++) {
		const char *name = covered(s->c, i);
		const char *claim = name[0] != '\0' ? claims_find(&claims, name) : NULL;

		if (claim != NULL && !check_found(s->c, "mounted") && !check_found(s->c, "claimed"))
			s->rc = check_add(s->c, s->err, "claimed", false, name, "%.100s: %s", name,
				tr(claim));
	}
	if (s->rc == ERR_OK && claims.elsewhere.failed)
		s->rc = err_set(s->err, ERR_NOMEM, "out of memory");
	claims_close(&claims);
	return s->rc;
}

static enum err_code ask_one(const void *user, const char *what, struct graph *out, struct err *err)
{
	struct query_opts by_path = *(const struct query_opts *)user;

	by_path.path_only = true;
	return query_run(&by_path, what, out, err);
}

static enum err_code ask_all(const void *user,
	bool (*each)(void *each_user, const char *volume, const struct graph *g), void *each_user,
	struct err *err)
{
	struct query_opts opts = *(const struct query_opts *)user;

	opts.without_disks = true; /* a loop on a loop on a file in memory is in use too */
	return query_all(&opts, each, each_user, err);
}

enum err_code check_run(const struct query_opts *query, const struct check_opts *opts,
	const char *what, struct check *out, struct err *err)
{
	struct query_opts part = *query;
	const struct check_asks asks = {&part, ask_one, ask_all};
	struct state s = {
		.c = out, .root = query->root, .err = err, .query = &part, .serial = opts->serial};
	struct target target;
	struct err torn;
	char name[256];
	size_t i;
	enum err_code rc = query_disk_name(query, what, name, sizeof name, err);

	part.is_part = true;
	memset(out, 0, sizeof *out);
	if (rc != ERR_OK)
		return rc;
	rc = query_block(&part, name, &out->graph, err);
	if (sysfs_whole(&torn) != ERR_OK && rc == ERR_OK) {
		*err = torn; /* the size, for one */
		rc = torn.code;
	}
	if (rc != ERR_OK)
		return rc;
	rc = target_open(out, query->root, name, &target, err);
	if (rc == ERR_OK && out->graph.nodes[1].degraded)
		rc = check_add(out, err, "unseen", true, out->device, "%.200s",
			graph_get(&out->graph, 1, NODE_NOTE));
	if (rc == ERR_OK)
		rc = open_exclusively(out, query->root, name, err);
	if (rc == ERR_OK && strcmp(target.base, name) != 0)
		rc = open_exclusively(out, query->root, target.base, err);
	for (i = 0; rc == ERR_OK && i <= out->name_count; i++)
		if (covered(out, i)[0] != '\0')
			rc = look_at(&s, covered(out, i));
	if (rc == ERR_OK)
		rc = target_check_file(out, query->root, &target, opts->source, err);
	if (rc == ERR_OK)
		rc = export_check(out, &part, err);
	if (rc == ERR_OK)
		rc = open_by_processes(out, query->root,
			target.on_file && target.file.known ? &target.file : NULL, err);
	if (rc == ERR_OK)
		rc = look_at_fstab(&s);
	if (rc == ERR_OK)
		rc = look_at_firmware(&s);
	if (rc == ERR_OK)
		rc = look_for_twins(&s);
	if (rc == ERR_OK)
		rc = check_common(out, &asks, opts, err);
	if (rc == ERR_OK)
		rc = look_for_claims(&s);
	if (sysfs_whole(&torn) != ERR_OK && rc == ERR_OK)
		rc = check_add(out, err, "unseen", true, out->device, "%.300s", torn.text);
	return rc;
}
