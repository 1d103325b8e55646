/* SPDX-License-Identifier: MIT */
#include "sending/missed.h"

#include <string.h>

#include "sending/report.h"

#define NAMES_MAX 350 /* bytes in one line of an SMTP reply, which is limited to 512 */
#define LINES_MAX ((size_t)1 << 20)

void missed_init(struct missed *m)
{
	*m = (struct missed){0};
	buf_init(&m->names, 0);
	buf_init(&m->lines, LINES_MAX);
}

static void take_one(struct missed *m, const char *to, const struct smtp_reply *reply)
{
	char words[REPORT_TEXT_MAX];
	size_t i;

	report_readable(reply->text, words);
	for (i = 0; words[i] != '\0'; i++)
		if ((unsigned char)words[i] < ' ')
			words[i] = ' ';
	if (reply->code != 0)
		buf_printf(&m->lines, "%s: %d %s\n", to, reply->code, words);
	else
		buf_printf(&m->lines, "%s: the connection ended before\n", to);
	m->count++;
	if (m->names.len + strlen(to) < NAMES_MAX)
		buf_printf(&m->names, "%s%s (%d)", m->names.len > 0 ? ", " : "", to, reply->code);
	else
		m->cut = true;
}

void missed_take(
	struct missed *m, const struct composed *c, const struct smtp_result *r, bool waits)
{
	size_t i;

	for (i = 0; i < c->to_count && i < r->rcpt_count; i++) {
		enum rcpt_state state = r->rcpt[i].state;

		if (state == RCPT_DELIVERED)
			m->reached = true;
		else if (state == RCPT_REFUSED || (state == RCPT_LATER && !waits))
			take_one(m, c->to[i], &r->rcpt[i]);
		m->later = m->later || (state == RCPT_LATER && !waits);
	}
}

void missed_letter(const struct missed *m, const char *sender, struct buf *out)
{
	buf_printf(out,
		"To: <%s>\nSubject: Not delivered to %zu of the recipients\n"
		"Auto-Submitted: auto-replied\nMIME-Version: 1.0\n"
		"Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n"
		"The others have your mail or will get it. These do not, and it is not tried "
		"again:\n\n",
		sender, m->count);
	buf_add(out, m->lines.ptr, m->lines.len);
}

void missed_free(struct missed *m)
{
	buf_free(&m->names);
	buf_free(&m->lines);
}
