/* SPDX-License-Identifier: MIT */
/* The report of --port. It prints. */
#ifndef TAGEXTRACT_REPORT_PORT_H
#define TAGEXTRACT_REPORT_PORT_H

#include "change/port.h"
#include "report/tags.h"

enum err_code report_port(const struct port_result *r, const struct port_opts *opts,
	enum report_form form, struct err *err);

/* EXIT_DONE when every block was carried, EXIT_NOTHING without any block, else EXIT_FAILED. */
int report_port_status(const struct port_result *r);

#endif
