/* SPDX-License-Identifier: MIT */
#include "libarc.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/utf.h"
#include "biosbelt/zip_dir.h"
#include "la_error.h"
#include "layer.h"
#include "lib_archive.h"
#include "names.h"
#include "read_names.h"
#include "zip_data.h"

struct libarc {
	struct reader data;
	const struct lib_archive *lib;
	struct archive *a;
	struct layer *layer;                 /* the source of a; NULL: not compressed */
	struct err layer_err;                /* error that ended the layer */
	struct buf head;                     /* its beginning */
	struct span have;                    /* bytes of the layer not used yet */
	bool stream;                         /* the layer has no archive; a is not opened */
	struct archive_entry *entry, *first; /* the room of all; read when it was opened */
	uint64_t left;                       /* of the entry's content; UINT64_MAX: unknown */
	struct buf name, hard, bytes;
	struct zip_names names;
	struct zip_data contents;
	struct reader *own; /* the entry's content, where libarchive has no decoder */
	bool begun;         /* some of it was read */
	size_t seen;        /* entries */
	bool none;          /* libarchive met the end already */
	size_t counted;     /* entries by the end of a .zip */
	bool cut;           /* a .zip that libarchive reads without its own directory */
	struct sz_secret *secret;
	char *password;
	bool asked;
	struct err no_password; /* why asking gave none */
	struct read_names known;
};

#define SECONDS_MOST  ((int64_t)9000000000) /* in nanoseconds it fits 64 bits */
#define TAR_HEAD      512u                  /* POSIX.1-2017, pax, "ustar Interchange Format" */
#define TAR_SUM_OFF   148u
#define TAR_SUM_LEN   8u
#define TAR_MAGIC_OFF 257u
#define AFTER_MOST    ((uint64_t)256 << 20) /* bytes after an archive that are decompressed */

/*
 * Checks octal digits between blanks: the sum of the header's bytes, with blanks instead of itself.
 * The oldest .tar have no other mark. libarchive takes a block of zeros for the end of a .tar, but
 * many images begin with one.
 */
static bool is_tar(struct span in)
{
	uint32_t sum = 0, stored = 0;
	struct span magic;
	size_t i;

	if (in.len < TAR_HEAD)
		return false;
	if (span_from(in, TAR_MAGIC_OFF, &magic) && span_starts(magic, "ustar", 5))
		return true;
	for (i = 0; i < TAR_HEAD; i++)
		sum += i - TAR_SUM_OFF < TAR_SUM_LEN ? ' ' : in.ptr[i];
	for (i = TAR_SUM_OFF; i < TAR_SUM_OFF + TAR_SUM_LEN; i++)
		if (in.ptr[i] >= '0' && in.ptr[i] <= '7')
			stored = stored * 8 + (uint32_t)(in.ptr[i] - '0');
		else if (in.ptr[i] != ' ' && in.ptr[i] != 0)
			return false;
	return in.ptr[0] != 0 && sum == stored;
}

static bool is_zip_begin(struct span in)
{
	/* PKWARE APPNOTE 4.3.7; 4.3.16 of an empty one */
	return span_starts(in, "PK\3\4", 4) || span_starts(in, "PK\5\6", 4);
}

/* True also after a self-extractor. */
static bool is_zip_file(struct span in)
{
	bool program = span_starts(in, "MZ", 2) || span_starts(in, "\177ELF", 4);

	return is_zip_begin(in) || (program && zip_has_directory(in));
}

bool libarc_likely(struct span in)
{
	static const struct {
		uint8_t len, bytes[5];
	} magics[] = {
		{3, {0x1F, 0x8B, 8}},                                /* gzip, RFC 1952 */
		{3, {'B', 'Z', 'h'}}, {4, {0x28, 0xB5, 0x2F, 0xFD}}, /* Zstandard, RFC 8878 */
		{5, {'L', 'Z', 'I', 'P', 1}},
		{4, {0x04, 0x22, 0x4D, 0x18}}, /* LZ4 frame format 1.6 */
		{4, {0x02, 0x21, 0x4C, 0x18}}, /* its legacy form, as of Linux's images */
		{2, {0x1F, 0x9D}},             /* compress */
	};
	size_t i;

	in = layer_begin(in);
	for (i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (span_starts(in, magics[i].bytes, magics[i].len))
			return true;
	return is_tar(in) || is_zip_file(in);
}

static enum err_code read_error(const struct libarc *l, struct err *err)
{
	if (l->layer_err.code == ERR_OK)
		(void)la_error(l->lib, l->a, err);
	else
		*err = l->layer_err;
	if (l->no_password.code != ERR_OK && strstr(err->text, "assphrase") != NULL)
		*err = l->no_password;
	return err->code;
}

/* Asked a second time, so the password was wrong. */
static const char *on_password(struct archive *a, void *user)
{
	struct libarc *l = user;
	struct blob text;

	(void)a;
	if (l->asked || l->secret == NULL || l->secret->ask == NULL)
		return NULL;
	l->asked = true;
	if (l->secret->ask(l->secret->user, &text, &l->no_password) != ERR_OK)
		return NULL;
	l->password = malloc(text.len + 1);
	if (l->password != NULL) {
		memcpy(l->password, text.ptr, text.len);
		l->password[text.len] = 0;
	}
	blob_wipe(&text);
	return l->password;
}

/* After a header libarchive's position is that of the content. */
static enum err_code begin(struct libarc *l, struct err *err)
{
	if (l->begun)
		return ERR_OK;
	l->begun = true;
	return zip_data_open(&l->contents, (uint64_t)l->lib->archive_filter_bytes(l->a, 0), l->left,
		&l->own, err);
}

/* Reads as much as there is; when the size is known also the bytes that check the end (a CRC). */
static enum err_code la_read(struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct libarc *l = (struct libarc *)r;
	uint8_t *to = ptr, spare;
	bool ended = false;
	la_ssize_t after;

	*got = 0;
	if (begin(l, err) != ERR_OK)
		return err->code;
	if (l->own != NULL)
		return l->own->read(l->own, ptr, cap, got, err);
	for (*got = 0; *got < cap;) {
		la_ssize_t n;

		errno = 0;
		n = l->lib->archive_read_data(l->a, to + *got, cap - *got);
		if (n < 0)
			return read_error(l, err);
		if (n == 0 && ended)
			break;
		ended = n == 0; /* once also before the last hole of a sparse file */
		*got += (size_t)n;
	}
	if (l->left == UINT64_MAX)
		return ERR_OK;
	l->left -= *got < l->left ? *got : l->left;
	errno = 0;
	after = l->left == 0 ? l->lib->archive_read_data(l->a, &spare, 1) : 0;
	if (after < 0)
		return read_error(l, err);
	if (after > 0) /* libarchive has not compared the CRC yet */
		return err_set(err, ERR_FORMAT, "compressed data run past the stated size");
	return ERR_OK;
}

static void la_close(struct reader *r)
{
	(void)r;
}

static bool on_windows(void)
{
	return path_is_sep('\\');
}

/* The next bytes of the layer below, none at its end. */
static enum err_code below(struct libarc *l, struct err *err)
{
	return l->have.len != 0 ? ERR_OK : layer_next(l->layer, &l->have, err);
}

/* The same for libarchive. */
static la_ssize_t pull(struct archive *a, void *user, const void **ptr)
{
	struct libarc *l = user;
	size_t len;

	if (below(l, &l->layer_err) != ERR_OK) {
		l->lib->archive_set_error(a, EIO, "%s", l->layer_err.text);
		return ARCHIVE_FATAL;
	}
	*ptr = l->have.ptr;
	len = l->have.len;
	l->have.len = 0;
	return (la_ssize_t)len;
}

static enum err_code stream_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct libarc *l = (struct libarc *)r;
	uint8_t *to = ptr;

	for (*got = 0; *got < cap;) {
		size_t len = cap - *got;

		if (below(l, err) != ERR_OK)
			return err->code;
		if (l->have.len == 0)
			break;
		len = len < l->have.len ? len : l->have.len;
		memcpy(to + *got, l->have.ptr, len);
		(void)span_from(l->have, len, &l->have);
		*got += len;
	}
	return ERR_OK;
}

/* The bytes that check the end of the layer below may follow the archive's end. */
static enum err_code read_rest(struct libarc *l, struct err *err)
{
	uint64_t after = 0;

	if (l->layer == NULL)
		return ERR_OK;
	do {
		after += l->have.len;
		l->have.len = 0;
		if (after > AFTER_MOST)
			return err_set(err, ERR_LIMIT, "over %llu MiB follow the archive",
				(unsigned long long)(AFTER_MOST >> 20));
		if (below(l, err) != ERR_OK)
			return err->code;
	} while (l->have.len != 0);
	return ERR_OK;
}

/* Opens the layer; *in becomes its beginning. */
static enum err_code open_layer(struct libarc *l, struct span *in, struct err *err)
{
	if (layer_open(l->lib, *in, &l->layer, err) != ERR_OK || l->layer == NULL)
		return err->code;
	do {
		buf_add(&l->head, l->have.ptr, l->have.len);
		l->have.len = 0;
		if (below(l, err) != ERR_OK)
			return err->code;
	} while (l->have.len != 0 && l->head.len < TAR_HEAD);
	buf_add(&l->head, l->have.ptr, l->have.len);
	if (l->head.failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	l->have = *in = span_of(l->head.ptr, l->head.len);
	l->stream = !is_tar(*in) && !is_zip_begin(*in);
	return ERR_OK;
}

static enum err_code start(struct libarc *l, struct span in, struct err *err)
{
	struct span begin = in;
	int ret;

	err->code = ERR_OK;
	if (open_layer(l, &begin, err) != ERR_OK)
		return err->code;
	if (l->stream) {
		l->data.read = stream_read;
		return ERR_OK;
	}
	errno = 0;
	if (is_tar(begin))
		ret = l->lib->archive_read_support_format_tar(l->a);
	else if (is_zip_file(begin)) {
		in = zip_to_end(in);
		ret = l->lib->archive_read_support_format_zip(l->a);
	} else
		return err_set(err, ERR_FORMAT, "damaged, or of a kind that is not decoded here");
	if (ret != ARCHIVE_OK)
		return read_error(l, err);
	if (on_windows()) { /* no locale is UTF-8 there */
		(void)l->lib->archive_read_set_options(l->a, "hdrcharset=UTF-8");
		/* its 256 characters represent the bytes */
		(void)l->lib->archive_read_set_format_option(l->a, "zip", "hdrcharset", "IBM437");
	}
	l->lib->archive_read_set_passphrase_callback(l->a, l, on_password);
	ret = l->layer != NULL ? l->lib->archive_read_open(l->a, l, NULL, pull, NULL)
			       : l->lib->archive_read_open_memory(l->a, in.ptr, in.len);
	if (ret != ARCHIVE_OK)
		return read_error(l, err);
	errno = 0;
	switch (l->lib->archive_read_next_header2(l->a, l->entry)) {
	case ARCHIVE_OK:
	case ARCHIVE_WARN:
		l->first = l->entry;
		break;
	case ARCHIVE_EOF:
		l->none = true;
		return ERR_OK;
	default:
		return read_error(l, err);
	}
	return ERR_OK;
}

static bool is_zip(const struct libarc *l)
{
	return (l->lib->archive_format(l->a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
}

enum err_code libarc_open(struct span in, const struct name_rule *names, struct sz_secret *secret,
	struct libarc **out, struct err *err)
{
	const struct lib_archive *lib;
	struct libarc *l;
	enum err_code rc;

	if (lib_archive(&lib, err) != ERR_OK)
		return err->code;
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	/* libarchive returns names in the locale's encoding */
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	l->data = (struct reader){la_read, la_close};
	l->lib = lib;
	l->secret = secret;
	l->left = UINT64_MAX;
	buf_init(&l->name, 0);
	buf_init(&l->hard, 0);
	buf_init(&l->bytes, 0);
	buf_init(&l->head, 0);
	/* libarchive's own entry may be missing: it does not look */
	l->entry = l->lib->archive_entry_new();
	l->a = l->lib->archive_read_new();
	rc = l->a != NULL && l->entry != NULL ? start(l, in, err)
					      : err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && l->layer == NULL && is_zip(l)) {
		l->counted = zip_dir_count(in);
		l->cut = zip_end_is_odd(in);
		rc = zip_names_read(in, names, &l->names, err);
		if (rc == ERR_OK)
			rc = zip_data_read(in, &l->contents, err);
	}
	if (rc != ERR_OK) {
		libarc_close(l);
		return rc;
	}
	*out = l;
	return ERR_OK;
}

void libarc_close(struct libarc *l)
{
	if (l == NULL)
		return;
	if (l->a != NULL)
		l->lib->archive_read_free(l->a);
	l->lib->archive_entry_free(l->entry);
	if (l->password != NULL)
		alloc_wipe(l->password, strlen(l->password));
	free(l->password);
	layer_close(l->layer);
	buf_free(&l->head);
	buf_free(&l->name);
	buf_free(&l->hard);
	buf_free(&l->bytes);
	zip_names_free(&l->names);
	zip_data_free(&l->contents);
	reader_close(l->own);
	read_names_free(&l->known);
	free(l);
}

bool libarc_is_stream(const struct libarc *l)
{
	return l->stream;
}

const char *libarc_form(const struct libarc *l)
{
	if (libarc_is_stream(l))
		return layer_form(l->layer);
	return is_zip(l) ? "zip" : "tar";
}

enum text_enc libarc_names(const struct libarc *l, bool *guessed)
{
	*guessed = l->names.guessed;
	return l->names.enc;
}

/* Where wide characters are UTF-16 (Windows), libarchive has names only in them. */
static void add_wide(struct buf *out, const wchar_t *text)
{
	for (; *text != 0; text++) {
		uint32_t c = (uint32_t)*text & 0x1FFFFF;
		uint8_t utf8[4];

		if ((c & 0xFFFC00) == 0xD800 && ((uint32_t)text[1] & 0xFC00) == 0xDC00)
			c = 0x10000 + ((c & 0x3FF) << 10) + ((uint32_t) * ++text & 0x3FF);
		buf_add(out, utf8, utf8_put(c, utf8));
	}
}

/* Recovers the bytes of an unmarked name of a .zip, which was decoded as code page 437 (start). */
static void unmarked_bytes(struct libarc *l, struct buf *room)
{
	struct err ignored;
	uint64_t replaced;
	struct span name;

	l->bytes.len = 0;
	if (l->names.count == 0 || text_from_utf8(TEXT_IBM437, span_of(room->ptr, room->len), false,
					   &l->bytes, &replaced, &ignored) != ERR_OK)
		return;
	name = zip_names_bytes(&l->names, span_of(l->bytes.ptr, l->bytes.len));
	if (name.len == 0)
		return;
	room->len = 0;
	buf_add(room, name.ptr, name.len);
}

/*
 * Returns the bytes of a name in whatever encoding. libarchive makes other UTF-8 of bytes that are
 * not UTF-8, so where the locale is UTF-8 the bytes are preferred.
 */
static const char *keep(struct libarc *l, const char *bytes, const wchar_t *wide, struct buf *room)
{
	buf_free(room);
	buf_init(room, 0);
	if (wide != NULL && (bytes == NULL || on_windows()))
		add_wide(room, wide);
	else if (bytes != NULL)
		buf_str(room, bytes);
	else
		return NULL;
	if (on_windows())
		unmarked_bytes(l, room);
	l->bytes.len = 0;
	buf_add(&l->bytes, room->ptr, room->len);
	if (l->bytes.failed == ERR_OK &&
		zip_names_decoded(&l->names, span_of(l->bytes.ptr, l->bytes.len), room) != NULL)
		return (const char *)room->ptr;
	room->len = 0;
	buf_add(room, l->bytes.ptr, l->bytes.len);
	buf_add_u8(room, 0);
	return room->failed == ERR_OK && l->bytes.failed == ERR_OK ? (const char *)room->ptr : NULL;
}

/* Targets have no encoding mark: those that are not UTF-8 have the encoding of the names. */
static const char *keep_target(struct libarc *l, const char *bytes, const wchar_t *wide)
{
	const char *target = keep(l, bytes, wide, &l->hard);
	struct err ignored;
	uint64_t bad = 0;
	struct span s;

	if (target == NULL || !is_zip(l))
		return target;
	s = span_of(target, strlen(target));
	l->bytes.len = 0;
	if (!on_windows() ||
		text_from_utf8(TEXT_IBM437, s, false, &l->bytes, &bad, &ignored) != ERR_OK) {
		l->bytes.len = 0;
		buf_add(&l->bytes, s.ptr, s.len);
	}
	s = span_of(l->bytes.ptr, l->bytes.len);
	l->hard.len = 0;
	if (l->names.enc == TEXT_NONE || utf8_valid_len(s) == s.len ||
		text_to_utf8(l->names.enc, s, &l->hard, &bad, &ignored) != ERR_OK || bad != 0) {
		l->hard.len = 0;
		buf_add(&l->hard, s.ptr, s.len);
	}
	buf_add_u8(&l->hard, 0);
	return l->bytes.failed == ERR_OK && l->hard.failed == ERR_OK ? (const char *)l->hard.ptr
								     : NULL;
}

static bool nanoseconds(int64_t seconds, long more, int64_t *ns)
{
	if (seconds <= -SECONDS_MOST || seconds >= SECONDS_MOST)
		return false;
	*ns = seconds * 1000000000 + more;
	return true;
}

static enum err_code set_type(struct libarc *l, struct archive_entry *ae, struct sz_entry *e,
	const char **hard, struct err *err)
{
	switch (l->lib->archive_entry_filetype(ae)) {
	case AE_IFDIR:
		e->type = SZ_FOLDER;
		e->size = 0;
		return ERR_OK;
	case AE_IFLNK:
		e->type = SZ_LINK;
		/* libarchive 3.6 returns the encrypted target of such a link */
		if (l->lib->archive_entry_is_encrypted(ae) != 0)
			return err_set(err, ERR_UNSUPPORTED, "an encrypted link");
		*hard = keep_target(
			l, l->lib->archive_entry_symlink(ae), l->lib->archive_entry_symlink_w(ae));
		e->size = *hard != NULL ? strlen(*hard) : 0;
		return ERR_OK;
	case AE_IFREG:
		if (!l->lib->archive_entry_size_is_set(ae) && *hard == NULL)
			return err_set(err, ERR_UNSUPPORTED, "an entry whose size is not stored");
		return ERR_OK;
	default:
		/* a hard link has no type */
		return *hard != NULL ? ERR_OK
				     : err_set(err, ERR_UNSUPPORTED, "a device, pipe or socket");
	}
}

static enum err_code fill(struct libarc *l, struct archive_entry *ae, struct sz_entry *e,
	const char **hard, struct err *err)
{
	enum err_code rc;

	*e = (struct sz_entry){.block = SZ_NO_BLOCK};
	*hard = NULL;
	e->name = keep(l, l->lib->archive_entry_pathname(ae), l->lib->archive_entry_pathname_w(ae),
		&l->name);
	if (e->name == NULL && (l->name.failed != ERR_OK || l->bytes.failed != ERR_OK))
		return err_set(err, ERR_NOMEM, "out of memory");
	if (e->name == NULL)
		return err_set(err, ERR_FORMAT, "an entry without a name that can be read");
	if (l->lib->archive_entry_hardlink(ae) != NULL ||
		l->lib->archive_entry_hardlink_w(ae) != NULL)
		*hard = keep(l, l->lib->archive_entry_hardlink(ae),
			l->lib->archive_entry_hardlink_w(ae), &l->hard);
	e->size = l->lib->archive_entry_size_is_set(ae) ? (uint64_t)l->lib->archive_entry_size(ae)
							: 0;
	e->has_mtime = l->lib->archive_entry_mtime_is_set(ae) != 0 &&
		       nanoseconds(l->lib->archive_entry_mtime(ae),
			       l->lib->archive_entry_mtime_nsec(ae), &e->mtime_ns);
	e->has_atime = l->lib->archive_entry_atime_is_set(ae) != 0 &&
		       nanoseconds(l->lib->archive_entry_atime(ae),
			       l->lib->archive_entry_atime_nsec(ae), &e->atime_ns);
	e->has_mode = true;
	e->mode = l->lib->archive_entry_perm(ae);
	l->left = e->size;
	rc = set_type(l, ae, e, hard, err);
	if (!zip_data_facts(&l->contents, (uint64_t)l->lib->archive_filter_bytes(l->a, 0), e) &&
		rc == ERR_OK)
		rc = err_set(err, ERR_FORMAT, "CRC of the link is wrong");
	return rc;
}

enum err_code libarc_next(
	struct libarc *l, struct sz_entry *e, const char **hard, bool *end, struct err *err)
{
	size_t have = l->seen < l->contents.count ? l->seen : l->contents.count;
	int ret = ARCHIVE_OK;

	*end = false;
	e->name = NULL;
	reader_close(l->own);
	l->own = NULL;
	l->begun = false;
	errno = 0;
	if (l->none)
		ret = ARCHIVE_EOF;
	else if (l->first == NULL)
		ret = l->lib->archive_read_next_header2(l->a, l->entry);
	l->first = NULL;
	if (ret == ARCHIVE_OK || ret == ARCHIVE_WARN) {
		l->seen++;
		return fill(l, l->entry, e, hard, err);
	}
	/* a link whose target is encrypted or packed; behind it the directory leads on */
	if (ret == ARCHIVE_FAILED && l->contents.count != 0 && l->seen < l->contents.count) {
		l->seen++;
		return fill(l, l->entry, e, hard, err) != ERR_OK ? err->code : read_error(l, err);
	}
	*end = true;
	if (ret == ARCHIVE_EOF && l->seen < l->names.entries) /* libarchive skips these */
		return err_set(err, ERR_FORMAT,
			"entries that share their content with others were not read: %zu",
			l->names.entries - l->seen);
	/* libarchive goes on without a directory, and without its types and modes */
	if (ret == ARCHIVE_EOF && have < l->counted)
		return err_set(err, ERR_FORMAT,
			"the central directory is damaged: entries that were not found: %zu",
			l->counted - have);
	if (ret == ARCHIVE_EOF && l->cut)
		return err_set(err, ERR_FORMAT,
			"cut short or damaged: no central directory of its own ends it");
	/* libarchive takes the end of the file for the blocks of zeros that end a .tar */
	if (ret == ARCHIVE_EOF && !is_zip(l) &&
		l->lib->archive_filter_bytes(l->a, 0) == l->lib->archive_read_header_position(l->a))
		return err_set(err, ERR_FORMAT, "cut short: no block of zeros ends the .tar");
	return ret == ARCHIVE_EOF ? read_rest(l, err) : read_error(l, err);
}

size_t libarc_trailing(const struct libarc *l)
{
	return l->layer != NULL ? layer_trailing(l->layer) : 0;
}

struct reader *libarc_data(struct libarc *l)
{
	return &l->data;
}

static enum err_code missing_target(const char *target, struct err *err)
{
	return err_set(err, ERR_NOTFOUND, "is another name of %s, which was not read", target);
}

/* The content of a file that was extracted before. */
struct copy {
	struct reader reader;
	struct file_in *in;
};

static enum err_code copy_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	return file_in_read(((struct copy *)r)->in, ptr, cap, got, err);
}

static enum err_code put_symlink(
	struct extract *x, struct sz_entry *e, const char *target, struct err *err)
{
	struct reader *r;
	enum err_code rc;

	if (target == NULL)
		return err_set(err, ERR_FORMAT, "link without a target");
	rc = reader_span(span_of(target, strlen(target)), &r, err);
	if (rc != ERR_OK)
		return rc;
	(void)extract_entry(x, e, r);
	reader_close(r);
	return ERR_OK;
}

/* Another name of a file that was extracted before, in this run: copies its content. */
static enum err_code put_copy(
	struct extract *x, struct sz_entry *e, const char *target, struct err *err)
{
	struct file_reach at = {.path = NULL};
	struct copy copy = {{copy_read, la_close}, NULL};
	struct file_info info;
	struct buf room, path;
	enum err_code rc;

	buf_init(&room, 0);
	buf_init(&path, 0);
	if (x->names.enc != TEXT_NONE)
		target = name_decoded(&x->names, target, &room, err);
	if (target != NULL) {
		buf_str(&path, x->root);
		buf_str(&path, "/");
		name_tidy(target, &path);
	}
	if (target == NULL)
		rc = err->code;
	else if (path.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		rc = written_is(&x->written, (const char *)path.ptr + strlen(x->root) + 1)
			     ? ERR_OK
			     : missing_target(target, err);
	if (rc == ERR_OK)
		rc = file_reach_open((const char *)path.ptr, &at, err);
	if (rc == ERR_OK)
		rc = file_info(at.path, true, &info, err);
	if (rc == ERR_OK && info.type != FILE_REGULAR)
		rc = missing_target(target, err);
	if (rc == ERR_OK)
		rc = file_in_open(at.path, &copy.in, err);
	file_reach_close(&at);
	buf_free(&path);
	buf_free(&room);
	if (rc != ERR_OK)
		return rc;
	e->size = info.size;
	(void)extract_entry(x, e, &copy.reader);
	file_in_close(copy.in);
	return rc;
}

/* A hard link. *target is the other name; of a link it becomes that link's target. */
static enum err_code put_hard(struct extract *x, struct libarc *l, struct sz_entry *e,
	const char **target, struct err *err)
{
	const char *link;
	bool found;

	if (read_names_find(&l->known, *target, &found, &link, err) != ERR_OK)
		return err->code;
	if (found && link != NULL) {
		e->type = SZ_LINK;
		e->size = strlen(link);
		*target = link;
		return put_symlink(x, e, link, err);
	}
	if (x->root != NULL)
		return put_copy(x, e, *target, err);
	x->files += found; /* tested with the file itself */
	return found ? ERR_OK : missing_target(*target, err);
}

/* Nobody reads an entry without content. */
static enum err_code check_empty(struct libarc *l, struct err *err)
{
	enum err_code rc = l->left == 0 ? begin(l, err) : ERR_OK;
	uint8_t spare;
	size_t got;

	return l->own != NULL ? l->own->read(l->own, &spare, 0, &got, err) : rc;
}

/* Reports an error of the entry, and continues. */
static void put_entry(struct extract *x, struct libarc *l, struct sz_entry *e, const char *target)
{
	struct err err;
	enum err_code rc = ERR_OK;
	size_t files = x->files, links = x->links;

	if (e->type == SZ_LINK)
		rc = put_symlink(x, e, target, &err);
	else if (target != NULL)
		rc = put_hard(x, l, e, &target, &err);
	else if (target == NULL && e->type == SZ_FILE)
		rc = check_empty(l, &err);
	if (target == NULL && e->type != SZ_LINK && rc == ERR_OK)
		(void)extract_entry(x, e, libarc_data(l));
	if (x->links > links)
		rc = read_names_add(&l->known, e->name, target, &err);
	else if (x->root == NULL && x->files > files)
		rc = read_names_add(&l->known, e->name, NULL, &err);
	if (rc != ERR_OK)
		extract_failed(x, e->name, &err);
}

void libarc_extract(struct extract *x, struct libarc *l)
{
	struct sz_entry e;
	const char *target;
	bool end = false;
	struct err err;

	while (!end && !x->stopped) {
		enum err_code rc = libarc_next(l, &e, &target, &end, &err);

		if (e.name != NULL && !extract_wants(x, e.name))
			continue; /* libarchive skips its data, also what it could not read */
		if (rc != ERR_OK)
			extract_failed(x, e.name, &err);
		else if (!end)
			put_entry(x, l, &e, target);
	}
	extract_finish(x);
}
