/* SPDX-License-Identifier: MIT */
/* The report of --audit: text, JSON, CSV, or one HTML page. It prints. */
#ifndef TAGEXTRACT_REPORT_AUDIT_H
#define TAGEXTRACT_REPORT_AUDIT_H

#include "change/audit.h"

enum audit_form { AUDIT_AS_TEXT, AUDIT_AS_JSON, AUDIT_AS_CSV, AUDIT_AS_HTML };

struct audit_head {
	const char *tree;
	const char *base;
	const char *tags; /* "Tag_1, Tag_2", or "any mark" */
};

enum err_code report_audit(const struct audit *a, const struct audit_head *head,
	enum audit_form form, struct err *err);

/* True when all changes are accounted for, and everything was read. */
bool report_audit_clean(const struct audit *a);

#endif
