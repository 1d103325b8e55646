/* SPDX-License-Identifier: MIT */
#include "compose/dkim_ring.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "message/dkim.h"

struct dkim_ring {
	const char *domain; /* NULL: the sender's */
	size_t count;
	struct dkim_key **keys;
	const char *const *selectors;
};

static enum err_code read_key(const char *path, struct dkim_key **out, struct err *err)
{
	struct blob file;
	enum err_code rc = file_read_soon(path, DKIM_KEY_FILE_MAX, FILE_SOON_MS, &file, err);

	if (rc == ERR_OK) {
		rc = dkim_key_open(blob_span(file), out, err);
		memset(file.ptr, 0, file.len);
		blob_free(&file);
	}
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "--dkim-key: %s", path);
}

static enum err_code names_ok(const struct options *o, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	if (o->dkim_selectors.count != o->dkim_keys.count)
		return err_set(err, ERR_USAGE, "each --dkim-key needs its --dkim-selector");
	if (o->dkim_domain != NULL && o->dkim_keys.count == 0)
		return err_set(err, ERR_USAGE, "--dkim-domain needs --dkim-key");
	for (i = 0; i < o->dkim_selectors.count && rc == ERR_OK; i++)
		rc = dkim_name_ok(o->dkim_selectors.items[i], "--dkim-selector", err);
	if (rc == ERR_OK && o->dkim_domain != NULL)
		rc = dkim_name_ok(o->dkim_domain, "--dkim-domain", err);
	return rc;
}

enum err_code dkim_ring_open(const struct options *o, struct dkim_ring **out, struct err *err)
{
	struct dkim_ring *ring;
	enum err_code rc = names_ok(o, err);

	*out = NULL;
	if (rc != ERR_OK || o->dkim_keys.count == 0)
		return rc;
	ring = calloc(1, sizeof *ring);
	if (ring != NULL)
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
		ring->keys = calloc(o->dkim_keys.count, sizeof *ring->keys);
	if (ring == NULL || ring->keys == NULL) {
		free(ring);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	ring->domain = o->dkim_domain;
	ring->selectors = o->dkim_selectors.items;
	while (rc == ERR_OK && ring->count < o->dkim_keys.count) {
		rc = read_key(o->dkim_keys.items[ring->count], &ring->keys[ring->count], err);
		ring->count += rc == ERR_OK;
	}
	if (rc != ERR_OK) {
		dkim_ring_close(ring);
		return rc;
	}
	*out = ring;
	return ERR_OK;
}

void dkim_ring_close(struct dkim_ring *ring)
{
	size_t i;

	if (ring == NULL)
		return;
	for (i = 0; i < ring->count; i++)
		dkim_key_close(ring->keys[i]);
	free(ring->keys);
	free(ring);
}

enum err_code dkim_ring_sign(const struct dkim_ring *ring, struct composed *c, struct err *err)
{
	const char *at = strrchr(c->mail.from.items[0].spec, '@');
	const char *domain = ring->domain != NULL ? ring->domain : at != NULL ? at + 1 : NULL;
	struct dkim_signer *signers;
	struct buf fields;
	size_t i;
	enum err_code rc;

	if (domain == NULL)
		return err_set(err, ERR_USAGE, "--dkim-domain: a mail without sender needs it");
	signers = calloc(ring->count, sizeof *signers);
	if (signers == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < ring->count; i++)
		signers[i] = (struct dkim_signer){ring->keys[i], ring->selectors[i], domain};
	buf_init(&fields, 0);
	rc = dkim_sign(
		c->message, signers, ring->count, os_wall_time_ns() / 1000000000, &fields, err);
	if (rc == ERR_OK)
		rc = message_prepend(c->message, &fields, err);
	buf_free(&fields);
	free(signers);
	return rc;
}
