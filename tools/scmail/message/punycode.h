/* SPDX-License-Identifier: MIT */
#ifndef SCMAIL_PUNYCODE_H
#define SCMAIL_PUNYCODE_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define PUNYCODE_LABEL_MAX 63 /* code points of a label we take */

/* Appends the punycode of a label, without "xn--"; false when it is too long. */
bool punycode_label(const uint32_t *cp, size_t count, struct buf *out);

#endif
