/* SPDX-License-Identifier: MIT */
/* How much is printed; read by messages and by the progress line. */
#include <stdatomic.h>

#include "biosbelt/diag.h"

static atomic_bool quiet;
static atomic_bool verbose;

void diag_set_quiet(bool on)
{
	atomic_store(&quiet, on);
}

void diag_set_verbose(bool on)
{
	atomic_store(&verbose, on);
}

bool diag_quiet(void)
{
	return atomic_load(&quiet);
}

bool diag_verbose(void)
{
	return atomic_load(&verbose);
}
