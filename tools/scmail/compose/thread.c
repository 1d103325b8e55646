/* SPDX-License-Identifier: MIT */
#include "compose/thread.h"

#include <string.h>

#include "biosbelt/file.h"
#include "message/fieldscan.h"

#define HEAD_MAX ((size_t)1 << 20) /* bytes of a saved mail that are read, for its header */

/* Copies the ids of a field, separated by single blanks; only printable ASCII. */
static void take_ids(struct span value, struct buf *out)
{
	size_t i;

	for (i = 0; i < value.len; i++) {
		uint8_t c = value.ptr[i];

		if (c > ' ' && c < 0x7F)
			buf_add_u8(out, c);
		else if (out->len > 0 && out->ptr[out->len - 1] != ' ')
			buf_add_u8(out, ' ');
	}
}

static enum err_code keep(struct composed *c, struct buf *b, const char **out, struct err *err)
{
	while (b->len > 0 && b->ptr[b->len - 1] == ' ')
		b->len--;
	if (b->len == 0)
		return ERR_OK;
	*out = b->failed == ERR_OK ? composed_own(c, (const char *)b->ptr, b->len) : NULL;
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* RFC 5322, section 3.6.4: References are those of the parent, or its In-Reply-To, followed by its
 * id. */
static enum err_code from_mail(
	struct span head, struct composed *c, struct thread *out, struct err *err)
{
	struct span id = {NULL, 0};
	struct span references = {NULL, 0};
	struct span reply = {NULL, 0};
	struct fieldscan s;
	struct buf ids;
	struct buf thread;
	enum err_code rc = ERR_OK;

	fieldscan_init(&s, head);
	while (fieldscan_next(&s)) {
		if (fieldscan_is(&s, "message-id"))
			id = s.value;
		else if (fieldscan_is(&s, "references"))
			references = s.value;
		else if (fieldscan_is(&s, "in-reply-to"))
			reply = s.value;
	}
	buf_init(&ids, HEADER_TEXT_MAX);
	buf_init(&thread, HEADER_TEXT_MAX);
	take_ids(id, &ids);
	take_ids(references.len > 0 ? references : reply, &thread);
	if (thread.len > 0)
		buf_add_u8(&thread, ' ');
	take_ids(id, &thread);
	if (ids.len == 0)
		rc = err_set(err, ERR_FORMAT, "this mail has no Message-ID");
	if (rc == ERR_OK)
		rc = keep(c, &ids, &out->in_reply_to, err);
	if (rc == ERR_OK)
		rc = keep(c, &thread, &out->references, err);
	buf_free(&ids);
	buf_free(&thread);
	return rc;
}

static enum err_code from_file(
	const char *path, struct composed *c, struct thread *out, struct err *err)
{
	struct blob head;
	size_t got = 0;
	enum err_code rc = blob_alloc(HEAD_MAX, &head, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_peek(path, head.ptr, HEAD_MAX, &got, err);
	if (rc == ERR_OK)
		rc = from_mail(span_of(head.ptr, got), c, out, err);
	blob_free(&head);
	return rc != ERR_OK ? err_prefix(err, "--in-reply-to: %s", path) : ERR_OK;
}

/* An id has an '@', and there is no file of its name. */
static enum err_code is_file(const char *reply, bool *out, struct err *err)
{
	struct file_info info;
	enum err_code rc = ERR_OK;

	*out = false;
	if (reply[0] == '\0')
		return err_set(err, ERR_USAGE, "--in-reply-to: the name is empty");
	if (reply[0] == '<')
		return ERR_OK;
	rc = file_info(reply, false, &info, err);
	if (rc == ERR_OK)
		*out = info.type != FILE_NONE || strchr(reply, '@') == NULL;
	return rc != ERR_OK ? err_prefix(err, "--in-reply-to") : ERR_OK;
}

enum err_code thread_of(
	const struct options *o, struct composed *c, struct thread *out, struct err *err)
{
	const char *reply;
	bool saved;
	enum err_code rc;

	*out = (struct thread){.references = o->references};
	if (o->in_reply_to == NULL)
		return ERR_OK;
	rc = composed_fill(o, c, o->in_reply_to, "--in-reply-to", &reply, err);
	if (rc == ERR_OK)
		rc = is_file(reply, &saved, err);
	if (rc != ERR_OK)
		return rc;
	if (saved) {
		rc = from_file(reply, c, out, err);
	} else {
		out->in_reply_to = o->in_reply_to;
		out->references = o->in_reply_to;
	}
	if (o->references != NULL)
		out->references = o->references;
	return rc;
}
