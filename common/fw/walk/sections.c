/* SPDX-License-Identifier: MIT */
#include "walk/fw_private.h"

#include "biosbelt/hash.h"
#include "biosbelt/utf.h"

#define LEAF_TEXT_MAX 4096u
#define STREAM_LEAST  64u     /* so many decoded bytes confirm a stream */
#define STREAM_SURE   4096u   /* and so many one that is cut short */
#define GUID_ERRORS   2u      /* bytes of a known GUID that may be damaged */
#define CERT_REVISION 0x0200u /* WIN_CERTIFICATE.wRevision (UEFI 2.10, 32.2.4) */

static enum fw_codec codec_of(const struct guid *g)
{
	switch (fw_guid_packing(g)) {
	case FW_PACKING_LZMA:
		return FW_CODEC_LZMA;
	case FW_PACKING_LZMA_F86:
		return FW_CODEC_LZMA_F86;
	case FW_PACKING_TIANO:
		return FW_CODEC_TIANO;
	case FW_PACKING_BROTLI:
		return FW_CODEC_BROTLI;
	case FW_PACKING_GZIP:
		return FW_CODEC_GZIP;
	case FW_PACKING_ZLIB:
		return FW_CODEC_ZLIB;
	default:
		return FW_CODEC_NONE;
	}
}

static void copy_result(struct fw_node *n, const struct fw_unpacked *u, uint32_t inner)
{
	n->codec = u->codec;
	n->end = u->end;
	n->lc = u->lc;
	n->lp = u->lp;
	n->pb = u->pb;
	n->framed = u->framed;
	n->dict = u->dict;
	n->unpacked = u->bytes.len;
	n->stream_len = u->used < n->stream_len ? u->used : n->stream_len;
	n->inner = inner;
}

static void report_stream(struct ctx *c, uint32_t node, const struct fw_unpacked *u)
{
	const char *name = fw_codec_name(u->codec);
	size_t off = c->w->tree->nodes[node].stream_off;

	if (u->end == FW_END_LIMIT && u->claimed != UINT64_MAX)
		fw_add_damage(c, node, off, "%s stream claims %llu bytes, only %zu unpacked: limit",
			name, (unsigned long long)u->claimed, u->bytes.len);
	else if (u->end != FW_END_WHOLE)
		fw_add_damage(c, node, off, "%s stream is %s; %zu bytes came out of it", name,
			fw_end_name(u->end), u->bytes.len);
	else if (u->repaired)
		fw_add_damage(c, node, off,
			"%s stream header is damaged; unpacked with usual values", name);
}

/* Compares with the size in a CBFS header. LZMA has its own size; an LZ4 stream of another size is
 * damaged. */
static void report_size(struct ctx *c, uint32_t node, struct fw_unpacked *u)
{
	const struct fw_node *n = &c->w->tree->nodes[node];
	uint64_t want = n->claimed;

	if (n->kind != FW_STREAM || want == 0 || u->end != FW_END_WHOLE || u->bytes.len == want)
		return;
	if (u->codec == FW_CODEC_LZ4)
		u->end = FW_END_BROKEN;
	fw_add_damage(c, node, n->stream_off, "%s stream of %zu bytes; its CBFS file declares %llu",
		fw_codec_name(u->codec), u->bytes.len, (unsigned long long)want);
}

static void walk_inner(struct ctx *c, uint32_t node, const struct fw_unpacked *u)
{
	struct fw_tree *t = c->w->tree;
	struct fw_layer space = {
		.owner = node,
		.file = tree_file(t, c->space, t->nodes[node].stream_off),
		.len = u->bytes.len,
		.image_off =
			c->space == 0 ? t->nodes[node].stream_off : t->spaces[c->space].image_off,
		.end = u->end,
	};
	uint32_t inner = tree_add_layer(c->w, &space);

	if (inner == FW_NONE)
		return;
	copy_result(&t->nodes[node], u, inner);
	notify_node(c, node);
	c->w->enter_layer(c->w, node, inner, blob_span(u->bytes), c->depth + 1,
		c->quiet || u->end != FW_END_WHOLE);
}

void walk_stream(struct ctx *c, uint32_t node, bool quiet)
{
	struct walker *w = c->w;
	struct fw_unpacked u = {0};
	struct fw_node *n;
	struct span in;
	enum err_code rc;

	if (node == FW_NONE || w->rc != ERR_OK)
		return;
	n = &w->tree->nodes[node];
	if (c->depth >= FW_DEPTH_MAX || w->output_left == 0 || !ctx_work(c, n->stream_len)) {
		w->tree->limited = true;
		fw_add_damage(c, node, n->off, "stream not unpacked: limit of depth or size");
		return;
	}
	(void)span_slice(c->bytes, n->stream_off, n->stream_len, &in);
	rc = unpack_once(c, n->codec, n->stream_off, in, &u);
	if (rc == ERR_OK)
		rc = settle_form(c, n, in, &u);
	if (rc == ERR_NOMEM) {
		blob_free(&u.bytes);
		w->rc = rc;
		return;
	}
	if (rc != ERR_OK) {
		blob_free(&u.bytes);
		n->end = FW_END_BROKEN;
		if (!quiet)
			fw_add_damage(c, node, n->stream_off, "%s: %s", fw_codec_name(n->codec),
				w->err->text);
		notify_node(c, node);
		return;
	}
	w->output_left -= u.bytes.len;
	w->tree->unpacked += u.bytes.len;
	w->work_left += u.bytes.len * (uint64_t)32;
	w->tree->limited |= u.end == FW_END_LIMIT;
	if (!quiet)
		report_stream(c, node, &u);
	report_size(c, node, &u);
	walk_inner(c, node, &u);
	blob_free(&u.bytes);
}

enum fw_codec guess_codec(struct span bytes, size_t off, size_t end)
{
	struct span in = {bytes.ptr, end};
	enum fw_codec codec = fw_codec_at(in, off);

	if (codec != FW_CODEC_NONE)
		return codec;
	if (fw_lzma_plausible(in, off))
		return FW_CODEC_LZMA;
	return fw_tiano_plausible(in, off) ? FW_CODEC_TIANO : FW_CODEC_NONE;
}

bool stream_holds(struct ctx *c, enum fw_codec codec, size_t off, size_t end)
{
	struct fw_unpacked u = {0};
	struct span in;
	bool holds;

	if (off > end || !span_slice(c->bytes, off, end - off, &in) || !ctx_work(c, in.len) ||
		unpack_once(c, codec, off, in, &u) != ERR_OK)
		return false;
	holds = u.bytes.len >= STREAM_LEAST &&
		(u.end == FW_END_WHOLE || is_firmware(blob_span(u.bytes), u.claimed));
	if (holds)
		trial_keep(c, codec, off, in.len, &u);
	else
		trial_drop(c, &u);
	return holds;
}

/* The end of a stream that is truncated by its section, but not by its file: the section's size may
 * be too small. */
static size_t real_end(struct ctx *c, enum fw_codec codec, size_t off, size_t end)
{
	struct fw_unpacked u = {0};
	struct span in;
	bool longer = false;

	if (c->row_end <= end || c->row_end > c->bytes.len ||
		!span_slice(c->bytes, off, end - off, &in))
		return end;
	/* Valid sections contain their whole stream, so this is rare. */
	if (!ctx_work(c, in.len))
		return end;
	if (unpack_once(c, codec, off, in, &u) == ERR_OK && u.end != FW_END_CUT &&
		u.end != FW_END_BROKEN) {
		trial_keep(c, codec, off, in.len, &u);
		return end;
	}
	trial_drop(c, &u);
	in.len = c->row_end - off;
	if (ctx_work(c, in.len) && trial_unpack(c, codec, in, c->w->output_left, &u) == ERR_OK)
		longer = u.end == FW_END_WHOLE;
	trial_drop(c, &u);
	return longer ? c->row_end : end;
}

static void unpack_body(struct ctx *c, uint32_t node, enum fw_codec codec, size_t off, size_t end)
{
	struct fw_node *n = &c->w->tree->nodes[node];
	size_t real = end;

	if (c->row_end > end && end - off < c->row_end - end)
		real = real_end(c, codec, off, end);
	if (real != end) {
		fw_add_damage(c, node, n->off, "section size is too small for its stream");
		end = real;
		n->len = end - n->off;
	}
	n->codec = codec;
	n->stream_off = off;
	n->stream_len = end - off;
	ctx_cover(c, n->off, end - n->off);
	walk_stream(c, node, false);
}

static void unpack_guessed(
	struct ctx *c, uint32_t node, enum fw_codec codec, size_t off, size_t end)
{
	c->w->tree->nodes[node].flags |= FW_GUESSED;
	unpack_body(c, node, codec, off, end);
}

static void check_crc(struct ctx *c, uint32_t node, size_t off, size_t body, size_t end,
	const struct section_head *h)
{
	uint32_t want = 0;
	uint32_t diff;
	struct span data;

	if (!span_u32le(c->bytes, off + h->common_len + 20, &want) ||
		!span_slice(c->bytes, body, end - body, &data) || !ctx_work(c, data.len))
		return;
	diff = crc32_update(0, data) ^ want;
	if (diff == 0) {
		c->w->tree->nodes[node].flags |= FW_PROVED;
		return;
	}
	/* Damaged data change all four bytes; if a single byte differs, the checksum is damaged. */
	if (want == 0 || want == UINT32_MAX || (diff & ~0xFFu) == 0 || (diff & ~0xFF00u) == 0 ||
		(diff & ~0xFF0000u) == 0 || (diff & ~0xFF000000u) == 0)
		c->w->tree->nodes[node].flags |= FW_SUM_WRONG;
	else
		c->w->tree->nodes[node].flags |= FW_BROKEN;
	fw_add_damage(c, node, off, "CRC32 section: checksum is wrong");
}

/* Walks sections inside a section that is not packed; a certificate may precede them. */
static void walk_plain(struct ctx *c, uint32_t node, size_t body, size_t end)
{
	struct section_head first;
	uint32_t cert = 0;
	uint16_t revision = 0;
	struct span in = {c->bytes.ptr, end};

	if (!section_parse(in, body, &first) && span_u32le(in, body, &cert) &&
		span_u16le(in, body + 4, &revision) && revision == CERT_REVISION &&
		cert < end - body)
		body += cert;
	(void)walk_sections(c, node, body, end, true);
}

/* Whether it is erased, or a well-known GUID of packed sections with one or two wrong bytes. */
static bool guid_is_damaged(const struct guid *guid)
{
	static const struct guid *const usual[] = {
		&FW_GUID_LZMA, &FW_GUID_LZMA_F86, &FW_GUID_TIANO, &FW_GUID_BROTLI};
	size_t i, k;

	if (span_is_filled(span_of(guid->b, GUID_LEN), guid->b[0]))
		return true;
	for (i = 0; i < sizeof usual / sizeof usual[0]; i++) {
		unsigned errors = 0;

		for (k = 0; k < GUID_LEN; k++)
			errors += guid->b[k] != usual[i]->b[k];
		if (errors > 0 && errors <= GUID_ERRORS)
			return true;
	}
	return false;
}

/* A section with an unknown GUID, or one that few vendors use: opened if it decodes, or begins as
 * its GUID says, else named. Only in the second case it is damaged. */
static void walk_foreign(
	struct ctx *c, uint32_t node, size_t off, size_t end, const struct section_head *h)
{
	size_t body = off + h->head_len;
	const char *name = fw_guid_packing_name(&h->guid);
	enum fw_codec codec = codec_of(&h->guid);
	bool is_known = false;
	char guid[GUID_TEXT_LEN];

	guid_text(&h->guid, guid);
	if (codec == FW_CODEC_NONE || !stream_holds(c, codec, body, end)) {
		enum fw_codec guessed = guess_codec(c->bytes, body, end);

		is_known = codec != FW_CODEC_NONE && codec == guessed;
		codec = guessed;
	}
	if (is_known || (codec != FW_CODEC_NONE && stream_holds(c, codec, body, end))) {
		if (guid_is_damaged(&h->guid))
			fw_add_damage(c, node, off,
				"the GUID names no known packing, the content is packed");
		unpack_guessed(c, node, codec, body, end);
		/* only the content decides between two forms */
		if (name == NULL && !guid_is_damaged(&h->guid))
			fw_note(c, node, off, "section of the unknown method %s is packed with %s",
				guid, fw_codec_name(c->w->tree->nodes[node].codec));
		return;
	}
	if (guid_is_damaged(&h->guid))
		fw_add_damage(c, node, off, "the GUID of a packed section is damaged");
	else if (name != NULL)
		fw_note(c, node, off, "section packed with %s in a form that is not unpacked",
			name);
	else
		fw_note(c, node, off, "section of the method %s, which is not known", guid);
	notify_node(c, node);
}

/* The methods of EDK2: a section that does not decode is damaged. */
static bool is_standard(const struct guid *g)
{
	return guid_equal(g, &FW_GUID_LZMA) || guid_equal(g, &FW_GUID_LZMA_F86) ||
	       guid_equal(g, &FW_GUID_TIANO) || guid_equal(g, &FW_GUID_BROTLI);
}

static bool is_foreign(struct ctx *c, size_t body, size_t end, const struct section_head *h)
{
	struct span in = {c->bytes.ptr, end};
	struct section_head first;

	switch (fw_guid_packing(&h->guid)) {
	case FW_PACKING_CRC32:
	case FW_PACKING_SIGNED:
		return false;
	case FW_PACKING_UNKNOWN:
		return fw_lzma_plausible(in, body) || !section_parse(in, body, &first) ||
		       first.claimed > end - body;
	default:
		return true;
	}
}

static void walk_guided(
	struct ctx *c, uint32_t node, size_t off, size_t end, const struct section_head *h)
{
	size_t body = off + h->head_len;

	if (body > end)
		return;
	if (is_standard(&h->guid)) {
		unpack_body(c, node, codec_of(&h->guid), body, end);
		return;
	}
	if (is_foreign(c, body, end, h)) {
		walk_foreign(c, node, off, end, h);
		return;
	}
	if (guid_equal(&h->guid, &FW_GUID_CRC32))
		check_crc(c, node, off, body, end, h);
	notify_node(c, node);
	walk_plain(c, node, body, end);
}

/* Method 2 ("customised") and unknown methods: opened if the content decodes. */
static void walk_custom(
	struct ctx *c, uint32_t node, size_t off, size_t end, const struct section_head *h)
{
	size_t body = off + h->head_len;
	enum fw_codec codec = guess_codec(c->bytes, body, end);

	if (codec != FW_CODEC_NONE &&
		(codec == FW_CODEC_LZMA || stream_holds(c, codec, body, end))) {
		if (h->method != 2)
			fw_add_damage(c, node, off, "compression method %u is unknown", h->method);
		unpack_guessed(c, node, codec, body, end);
		return;
	}
	fw_note(c, node, off, "section of the compression method %u%s, which is not unpacked",
		h->method, h->method == 2 ? " (customised)" : "");
	notify_node(c, node);
}

/* PI 1.7 volume 3, 3.2.5.3; AMI writes LZMA as method 2 ("customised"), and LZMA-F86 as 0x86. */
static void walk_compression(
	struct ctx *c, uint32_t node, size_t off, size_t end, const struct section_head *h)
{
	size_t body = off + h->head_len;

	if (body > end)
		return;
	switch (h->method) {
	case 0:
		notify_node(c, node);
		(void)walk_sections(c, node, body, end, true);
		return;
	case 1:
		unpack_body(c, node, FW_CODEC_EFI, body, end);
		return;
	case 0x86:
		unpack_body(c, node, FW_CODEC_LZMA_F86, body, end);
		return;
	default:
		walk_custom(c, node, off, end, h);
		return;
	}
}

/* The user-interface name belongs to the file. */
static void take_name(struct ctx *c, uint32_t parent, size_t body, size_t end)
{
	struct buf text;
	struct span in;
	size_t replaced;

	while (parent != FW_NONE && c->w->tree->nodes[parent].kind != FW_FILE)
		parent = c->w->tree->nodes[parent].parent;
	if (parent == FW_NONE || c->w->tree->nodes[parent].name[0] != '\0')
		return;
	if (end - body >= 2 && c->bytes.ptr[end - 1] == 0 && c->bytes.ptr[end - 2] == 0)
		end -= 2;
	if (end - body > FW_NAME_MAX * 2)
		end = body + FW_NAME_MAX * 2;
	(void)span_slice(c->bytes, body, (end - body) & ~(size_t)1, &in);
	buf_init(&text, 1024);
	if (utf16le_to_utf8(in, &text, &replaced, c->w->err) == ERR_OK)
		tree_name(c, parent, span_of(text.ptr, text.len));
	else if (text.failed == ERR_NOMEM)
		c->w->rc = ERR_NOMEM;
	buf_free(&text);
}

static void walk_fv_section(struct ctx *c, uint32_t node, size_t body, size_t end)
{
	struct fv_head fv;
	struct span in = {c->bytes.ptr, end};

	if (fv_parse(in, body, &fv))
		(void)c->w->enter_volume(c, node, body, end, &fv);
	else
		fw_add_damage(c, node, body, "no volume in a volume section");
}

/* Whether the content fits the type, so that it is not searched for anything else. */
static bool leaf_is_explained(struct ctx *c, size_t body, size_t end, uint8_t type)
{
	switch (type) {
	case SECTION_PE32:
	case SECTION_TE:
		return end - body > 2 && c->bytes.ptr[body + 1] == 'Z' &&
		       (c->bytes.ptr[body] == 'M' || c->bytes.ptr[body] == 'V');
	case SECTION_UI:
	case SECTION_VERSION:
	case SECTION_DXE_DEPEX:
	case SECTION_PEI_DEPEX:
	case SECTION_MM_DEPEX:
		return end - body <= LEAF_TEXT_MAX;
	default:
		return false;
	}
}

/* Whether more than half is other than the first byte. */
static bool is_varied(struct span in)
{
	size_t i, equal = 0;

	for (i = 0; i < in.len; i++)
		equal += in.ptr[i] == in.ptr[0];
	return equal <= in.len / 2;
}

/* Whether a stream of unusual properties is none by accident: numbers often look like its head, and
 * zeros decode to zeros. */
static bool is_content(const struct fw_unpacked *u)
{
	static const char marks[][5] = {"$VBT", "_FVH"};
	struct span out = blob_span(u->bytes);
	size_t i;

	if (out.len < STREAM_LEAST || span_is_filled(out, out.ptr[0]))
		return false;
	if (u->end == FW_END_WHOLE || is_firmware(out, u->claimed) ||
		(u->end != FW_END_BROKEN && out.len >= STREAM_SURE && is_varied(out)))
		return true;
	for (i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (span_find(out, 0, marks[i], 4) != SIZE_MAX)
			return true;
	return false;
}

static bool leaf_is_stream(struct ctx *c, size_t body, size_t end)
{
	struct span in = span_of(c->bytes.ptr + body, end - body);
	struct fw_unpacked u = {0};

	if (!fw_lzma_plausible(in, 0))
		return false;
	if (in.ptr[0] == LZMA_USUAL)
		return true;
	if (!ctx_work(c, in.len) || unpack_once(c, FW_CODEC_LZMA, body, in, &u) != ERR_OK)
		return false;
	if (!is_content(&u)) {
		trial_drop(c, &u);
		return false;
	}
	trial_keep(c, FW_CODEC_LZMA, body, in.len, &u);
	return true;
}

static void walk_leaf(
	struct ctx *c, uint32_t node, size_t off, size_t end, size_t body, uint8_t type)
{
	if (!leaf_is_explained(c, body, end, type)) {
		/* Can contain anything: volumes, ROMs, unmarked streams. */
		if (leaf_is_stream(c, body, end)) {
			unpack_guessed(c, node, FW_CODEC_LZMA, body, end);
			return;
		}
	} else {
		ctx_cover(c, off, end - off);
	}
	notify_node(c, node);
}

static uint32_t add_section(struct ctx *c, uint32_t parent, size_t off, size_t end,
	const struct section_head *h, uint8_t flags)
{
	struct fw_node n = {
		.kind = FW_SECTION,
		.parent = parent,
		.off = off,
		.len = end - off,
		.head = h->head_len < end - off ? h->head_len : end - off,
		.claimed = h->claimed,
		.type = h->type,
		.flags = flags,
		.has_guid = h->type == SECTION_GUIDED || h->type == SECTION_FREEFORM_GUID,
		.guid = h->guid,
	};

	return tree_add(c, &n);
}

void walk_section(struct ctx *c, uint32_t parent, size_t off, size_t end,
	const struct section_head *h, uint8_t flags)
{
	uint32_t node = add_section(c, parent, off, end, h, flags);
	size_t body = off + h->head_len;

	if (node == FW_NONE)
		return;
	if (c->depth >= FW_DEPTH_MAX) {
		c->w->tree->limited = true;
		return;
	}
	if (h->claimed > end - off)
		fw_add_damage(c, node, off, "%s section of %llu bytes is cut short, %zu are there",
			section_type_name(h->type), (unsigned long long)h->claimed, end - off);
	if (body > end)
		return;
	ctx_cover(c, off, h->common_len);
	c->depth++;
	switch (h->type) {
	case SECTION_GUIDED:
		walk_guided(c, node, off, end, h);
		break;
	case SECTION_COMPRESSION:
		walk_compression(c, node, off, end, h);
		break;
	case SECTION_DISPOSABLE:
		(void)walk_sections(c, node, body, end, true);
		break;
	case SECTION_FV_IMAGE:
		notify_node(c, node);
		walk_fv_section(c, node, body, end);
		break;
	case SECTION_UI:
		take_name(c, parent, body, end);
		walk_leaf(c, node, off, end, body, h->type);
		break;
	default:
		walk_leaf(c, node, off, end, body, h->type);
		break;
	}
	c->depth--;
}

/* Sections may be followed by padding. */
static bool only_padding(struct ctx *c, size_t pos, size_t end)
{
	struct span rest;

	return span_slice(c->bytes, pos, end - pos, &rest) &&
	       (rest.len < SECTION_ALIGN || span_is_filled(rest, rest.ptr[0]));
}

unsigned walk_sections(struct ctx *c, uint32_t parent, size_t off, size_t end, bool strict)
{
	struct span in = {c->bytes.ptr, end};
	struct section_head h;
	size_t pos = off;
	unsigned count = 0;

	while (pos < end && end - pos >= SECTION_ALIGN && c->w->rc == ERR_OK && ctx_work(c, 16)) {
		size_t len;

		if (!section_parse(in, pos, &h)) {
			if ((strict || count > 0) && !only_padding(c, pos, end))
				fw_add_damage(c, parent, pos, "section header is damaged");
			break;
		}
		len = h.claimed > end - pos ? end - pos : (size_t)h.claimed;
		if (!strict && !c->quiet && count == 0 && h.claimed > end - pos)
			break;
		c->row_end = end;
		walk_section(c, parent, pos, pos + len, &h, h.claimed > end - pos ? FW_CLIPPED : 0);
		count++;
		pos += len;
		pos = off + ((pos - off + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1));
	}
	return count;
}
