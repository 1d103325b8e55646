/* SPDX-License-Identifier: MIT */
/*
 * The port of a session served to other programs: each gets what comes from the line, from the
 * moment it connects, and what it writes goes to the line. Nothing a peer does holds up the
 * session: one that reads too slowly is let go, one that writes waits until the line has room.
 */
#ifndef BIOSBELT_SPC_SHARE_H
#define BIOSBELT_SPC_SHARE_H

#include <stdbool.h>

#include "biosbelt/console.h"
#include "biosbelt/span.h"
#include "terminal/rfc2217.h"

#define SHARE_PEERS  8
#define SHARE_WAITS  (SHARE_PEERS + 2)
#define SHARE_BEHIND (4u << 20) /* bytes that may wait for a peer */

/* The part of a session that a share needs. */
struct share_ends {
	void (*typed)(void *user, unsigned peer, struct span in); /* peers count from 1 */
	bool (*has_room)(void *user);                             /* for what peers write */
	void (*say)(void *user, const char *text);
	rfc2217_set *set; /* what a peer of RFC 2217 asks of the port */
	void *user;
};

struct share;

/* path: of the socket, see socket_serve; NULL: none. net: "[ADDRESS:]PORT" that serves RFC 2217,
 * at 127.0.0.1 unless told otherwise; NULL: none. */
enum err_code share_open(const char *path, const char *net, const struct share_ends *ends,
	struct share **out, struct err *err);
/* The same taken apart; ERR_USAGE. */
#define SHARE_ADDRESS_MAX 256
enum err_code share_read_net(
	const char *where, char address[SHARE_ADDRESS_MAX], unsigned *port, struct err *err);
void share_close(struct share *s); /* NULL is fine, also below */
const char *share_path(const struct share *s);
unsigned share_peers(const struct share *s);
/* Appends what to wait for to items; at most SHARE_WAITS. */
void share_wait(struct share *s, struct os_wait *items, size_t *count);
/* Takes what peers write, and new peers; sends what waits. */
void share_work(struct share *s, uint64_t now_ms);
/* Ms until share_work has something to do without news; -1: nothing. */
int share_due(const struct share *s);
/* What came from the line. */
void share_received(struct share *s, struct span in);

/* The path of the socket for a port's name: a file of the folder $XDG_RUNTIME_DIR/biosbelt, else
 * of that of the settings, which is made. */
enum err_code share_find_path(const char *port, struct blob *out, struct err *err);

#endif
