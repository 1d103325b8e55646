/* SPDX-License-Identifier: MIT */
#include "smtp/dsn.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "smtp/session.h"

/* " NOTIFY=SUCCESS,FAILURE" (RFC 3461, section 4.1) of "success,failure". */
enum err_code dsn_words(const char *when, char out[DSN_WORDS_MAX], struct err *err)
{
	static const char *const words[] = {"never", "success", "failure", "delay"};
	const char *p = when;
	bool seen[4] = {false};
	size_t len = (size_t)snprintf(out, DSN_WORDS_MAX, " NOTIFY=");
	size_t i;

	for (;;) {
		size_t n = strcspn(p, ",");

		for (i = 0; i < 4; i++)
			if (strlen(words[i]) == n && memcmp(words[i], p, n) == 0)
				break;
		if (i == 4 || seen[i])
			return err_set(
				err, ERR_USAGE, "--dsn: never, or some of success, failure, delay");
		seen[i] = true;
		for (; n > 0; n--)
			out[len++] = (char)(*p++ - 'a' + 'A');
		if (*p == '\0')
			break;
		out[len++] = *p++;
	}
	out[len] = '\0';
	if (seen[0] && len > strlen(" NOTIFY=NEVER"))
		return err_set(err, ERR_USAGE, "--dsn: never takes no other word beside it");
	return ERR_OK;
}

enum err_code smtp_dsn_ok(const char *when, struct err *err)
{
	char words[DSN_WORDS_MAX];

	return dsn_words(when, words, err);
}
