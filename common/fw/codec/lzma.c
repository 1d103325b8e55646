/* SPDX-License-Identifier: MIT */
/* LZMA-alone streams and their F86 variant, decoded by liblzma. */
#include "biosbelt/branch.h"
#include "biosbelt/os.h"
#include "walk/fw_private.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#define LZMA_HEADER_LEN 13 /* properties, u32 dictionary, u64 size (LZMA SDK, lzma.txt) */
#define LZMA_PROP_USUAL 0x5D
#define LZMA_PROP_END   225 /* 9 * 5 * 5 */
#define LZMA_LC_LP_MAX  4   /* limit of liblzma */
#define LZMA_RATIO_MAX  16384u
#define DICT_MIN        4096u
#define DICT_USUAL_MAX  0x10000000u
#ifdef BIOSBELT_SMALL
#define DICT_TRIED 0x10000u
#else
#define DICT_TRIED DICT_USUAL_MAX
#endif
#define FILTER_STEP    4096u
#define OUT_FIRST      65536u
#define SIZE_LEAST     64u         /* no part of a firmware is smaller */
#define SIZE_PLAUSIBLE 0x10000000u /* 256 MiB */

struct lzma_head {
	uint8_t prop;
	uint32_t dict;
	uint64_t size; /* UINT64_MAX: unknown */
};

static bool read_head(struct span in, struct lzma_head *out)
{
	return span_u8(in, 0, &out->prop) && span_u32le(in, 1, &out->dict) &&
	       span_u64le(in, 5, &out->size);
}

/* Encoders use 2^n and 2^n + 2^(n-1). */
static bool dict_usual(uint32_t dict)
{
	uint32_t low = dict & (0u - dict);

	if (dict < DICT_MIN || dict > DICT_USUAL_MAX)
		return false;
	return dict == low || dict == low * 3;
}

static bool prop_fits(uint8_t prop)
{
	return prop < LZMA_PROP_END && prop % 9 + prop / 9 % 5 <= LZMA_LC_LP_MAX;
}

bool fw_lzma_plausible(struct span in, size_t off)
{
	struct lzma_head head;
	struct span at;
	uint8_t first = 0;

	if (!span_from(in, off, &at) || !read_head(at, &head) || !span_u8(at, 13, &first))
		return false;
	if (!prop_fits(head.prop) || !dict_usual(head.dict) || first != 0)
		return false;
	return head.size == UINT64_MAX || (head.size >= 64 && head.size <= SIZE_PLAUSIBLE);
}

struct sink {
	struct blob out; /* len: allocated size */
	size_t max;
	size_t step; /* most bytes per call */
	size_t len;  /* decoded bytes */
};

static bool sink_grow(struct sink *s)
{
	size_t want = s->out.len == 0 ? OUT_FIRST : s->out.len * 2;
	uint8_t *p;

	if (want > s->max)
		want = s->max;
	p = realloc(s->out.ptr, want != 0 ? want : 1);
	if (p == NULL)
		return false;
	s->out.ptr = p;
	s->out.len = want;
	return true;
}

/* Runs the decoder until it ends, fails, has no more input or no more room. */
static bool run(lzma_stream *strm, struct sink *sink, enum fw_end *end)
{
	lzma_ret ret = LZMA_OK;

	while (ret == LZMA_OK) {
		size_t before = (size_t)strm->total_out;

		if (before == sink->out.len) {
			if (sink->out.len == sink->max && sink->max != 0) {
				*end = FW_END_LIMIT;
				return true;
			}
			if (!sink_grow(sink))
				return false;
		}
		strm->next_out = sink->out.ptr + before;
		strm->avail_out = sink->out.len - before;
		if (strm->avail_out > sink->step)
			strm->avail_out = sink->step;
		ret = lzma_code(strm, LZMA_FINISH);
		/* The output of a failing call has not passed the branch filter. */
		if (ret == LZMA_OK || ret == LZMA_STREAM_END || sink->step == SIZE_MAX)
			sink->len = (size_t)strm->total_out;
	}
	if (ret == LZMA_MEM_ERROR)
		return false;
	*end = ret == LZMA_STREAM_END  ? FW_END_WHOLE
	       : ret == LZMA_BUF_ERROR ? FW_END_CUT
				       : FW_END_BROKEN;
	return true;
}

static void options_of(const struct lzma_head *head, size_t max_out, lzma_options_lzma *opt)
{
	uint32_t dict = head->dict < DICT_MIN ? DICT_MIN : head->dict;

	memset(opt, 0, sizeof *opt);
	opt->lc = head->prop % 9;
	opt->lp = head->prop / 9 % 5;
	opt->pb = head->prop / 45;
	/* No match reaches back farther than the length of the output: saves memory when the header
	 * claims a large dictionary. */
	if (dict > max_out && max_out < UINT32_MAX)
		dict = max_out < DICT_MIN ? DICT_MIN : (uint32_t)max_out;
	opt->dict_size = dict;
	opt->ext_flags = LZMA_LZMA1EXT_ALLOW_EOPM;
	lzma_set_ext_size(*opt, head->size);
}

/* Decodes valid streams of known size, which most are; false: liblzma decodes the stream and
 * diagnoses it. The output is the only copy: liblzma has a dictionary besides. */
static bool decode_fast(struct span in, bool f86, const struct lzma_head *head, size_t max_out,
	struct fw_unpacked *out)
{
	struct lzma_shape shape = {.lc = head->prop % 9,
		.lp = head->prop / 9 % 5,
		.pb = head->prop / 45,
		.dict = head->dict < DICT_MIN ? DICT_MIN : head->dict};
	struct blob bytes = {.len = (size_t)head->size};
	struct span stream;
	size_t used;

	if (head->size > max_out || head->size < SIZE_LEAST ||
		head->size / LZMA_RATIO_MAX > in.len || !span_from(in, LZMA_HEADER_LEN, &stream))
		return false;
	bytes.ptr = os_alloc_large(bytes.len);
	if (bytes.ptr == NULL || !lzma_fast_decode(stream, &shape, &bytes, &used)) {
		blob_free(&bytes);
		return false;
	}
	if (f86)
		branch_all(BRANCH_X86, false, bytes.ptr, bytes.len);
	out->end = FW_END_WHOLE;
	out->used = LZMA_HEADER_LEN + used;
	out->bytes = bytes;
	return true;
}

static enum err_code decode(struct span in, bool f86, const struct lzma_head *head, size_t max_out,
	struct fw_unpacked *out, struct err *err)
{
	lzma_options_lzma opt;
	lzma_filter chain[3];
	lzma_stream strm = LZMA_STREAM_INIT;
	struct sink sink = {.max = max_out, .step = f86 ? FILTER_STEP : SIZE_MAX};
	unsigned n = 0;
	bool fine;

	if (decode_fast(in, f86, head, max_out, out))
		return ERR_OK;
	if (head->size < max_out)
		sink.max = (size_t)head->size;
	options_of(head, sink.max, &opt);
	if (f86)
		chain[n++] = (lzma_filter){.id = LZMA_FILTER_X86, .options = NULL};
	chain[n++] = (lzma_filter){.id = LZMA_FILTER_LZMA1EXT, .options = &opt};
	chain[n] = (lzma_filter){.id = LZMA_VLI_UNKNOWN, .options = NULL};
	if (lzma_raw_decoder(&strm, chain) != LZMA_OK)
		return err_set(err, ERR_NOMEM, "LZMA decoder: out of memory");
	strm.next_in = in.ptr + LZMA_HEADER_LEN;
	strm.avail_in = in.len - LZMA_HEADER_LEN;
	fine = run(&strm, &sink, &out->end);
	if (out->end == FW_END_LIMIT && head->size <= max_out) /* its data, but not its end */
		out->end = strm.avail_in == 0 ? FW_END_CUT : FW_END_BROKEN;
	out->used = LZMA_HEADER_LEN + (size_t)strm.total_in;
	sink.out.len = sink.len;
	out->bytes = sink.out;
	lzma_end(&strm);
	if (!fine) {
		blob_free(&out->bytes);
		return err_set(err, ERR_NOMEM, "LZMA decoder: out of memory");
	}
	return ERR_OK;
}

/* With wrong fields padding may give many bytes, but of few bytes of input. */
static bool better(const struct fw_unpacked *a, const struct fw_unpacked *b)
{
	if ((a->end == FW_END_WHOLE) != (b->end == FW_END_WHOLE) && b->bytes.len >= SIZE_LEAST)
		return a->end == FW_END_WHOLE;
	return a->used / 2 > b->used && a->bytes.len > b->bytes.len + 4096;
}

/* Tries another header; keeps the better result of the two in *out. */
static enum err_code retry(struct span in, bool f86, struct lzma_head head, size_t max_out,
	struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked other = {.repaired = true};
	enum err_code rc;

	rc = decode(in, f86, &head, max_out, &other, err);
	if (rc != ERR_OK)
		return rc;
	if (better(&other, out)) {
		blob_free(&out->bytes);
		*out = other;
	} else {
		blob_free(&other.bytes);
	}
	return ERR_OK;
}

/* The header's own fields may be damaged: tries usual values for them. */
static enum err_code try_usual_header(struct span in, bool f86, struct lzma_head head,
	size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct lzma_head usual = head;
	enum err_code rc = ERR_OK;
	bool size_odd =
		(head.size > (uint64_t)in.len * LZMA_RATIO_MAX && head.size != UINT64_MAX) ||
		head.size < SIZE_LEAST;

	usual.dict = DICT_TRIED;
	if (size_odd)
		usual.size = UINT64_MAX;
	if (prop_fits(head.prop) && (!dict_usual(head.dict) || size_odd))
		rc = retry(in, f86, usual, max_out, out, err);
	usual.prop = LZMA_PROP_USUAL;
	if (rc == ERR_OK && out->end != FW_END_WHOLE && head.prop != LZMA_PROP_USUAL)
		rc = retry(in, f86, usual, max_out, out, err);
	return rc;
}

enum err_code fw_lzma_decode(
	struct span in, bool f86, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.end = FW_END_BROKEN};
	struct lzma_head head;
	uint8_t first = 0;
	enum err_code rc = ERR_OK;

	/* The first byte of the range coder is always 0. */
	if (!read_head(in, &head) || !span_u8(in, LZMA_HEADER_LEN, &first) || first != 0)
		return err_set(err, ERR_FORMAT, "no LZMA header");
	if (prop_fits(head.prop))
		rc = decode(in, f86, &head, max_out, &got, err);
	if (rc == ERR_OK && got.end != FW_END_WHOLE && got.end != FW_END_LIMIT)
		rc = try_usual_header(in, f86, head, max_out, &got, err);
	if (rc != ERR_OK) {
		blob_free(&got.bytes);
		return rc;
	}
	got.claimed = head.size;
	got.codec = f86 ? FW_CODEC_LZMA_F86 : FW_CODEC_LZMA;
	got.lc = head.prop % 9;
	got.lp = head.prop / 9 % 5;
	got.pb = head.prop / 45;
	got.dict = head.dict;
	*out = got;
	return ERR_OK;
}
