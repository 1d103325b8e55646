/* SPDX-License-Identifier: MIT */
/*
 * Serves the port of a session to other programs: each receives the line's data from the moment it
 * connects, and its own data goes to the line. No peer can delay the session: one that reads too
 * slowly is disconnected, one that writes waits until the line has room.
 */
#ifndef BIOSBELT_SPC_SHARE_H
#define BIOSBELT_SPC_SHARE_H

#include <stdbool.h>

#include "biosbelt/console.h"
#include "biosbelt/span.h"
#include "biosbelt/tcp.h"
#include "terminal/rfc2217.h"

#define SHARE_PEERS  8
#define SHARE_WAITS  (SHARE_PEERS + 2)
#define SHARE_BEHIND (4u << 20) /* bytes that may wait for a peer */

/* The part of a session that a share needs. */
struct share_ends {
	void (*typed)(void *user, unsigned peer, struct span in); /* peers count from 1 */
	bool (*has_room)(void *user);                             /* for data of peers */
	void (*say)(void *user, const char *text);
	rfc2217_set *set; /* requests of a peer of RFC 2217 */
	void *user;
};

struct share;

/* path: of the socket, see socket_serve; NULL: none. net: "[ADDRESS:]PORT" for RFC 2217, by default
 * at 127.0.0.1; NULL: none. */
enum err_code share_open(const char *path, const char *net, const struct share_ends *ends,
	struct share **out, struct err *err);
/* Splits such a text; ERR_USAGE: invalid. */
enum err_code share_read_net(
	const char *where, char address[TCP_ADDRESS_MAX], unsigned *port, struct err *err);
void share_close(struct share *s); /* NULL is fine, also below */
const char *share_path(const struct share *s);
unsigned share_peers(const struct share *s);
/* Appends handles to wait for, at most SHARE_WAITS. */
void share_wait(struct share *s, struct os_wait *items, size_t *count);
/* Accepts peers, reads from them and writes to them. */
void share_work(struct share *s, uint64_t now_ms);
/* Ms until share_work has something to do even if no handle is ready; -1: nothing. */
int share_due(const struct share *s);
/* Data from the line. */
void share_received(struct share *s, struct span in);

/* The path of the socket for a port's name: a file in the folder $XDG_RUNTIME_DIR/biosbelt, else
 * in that of the settings; creates the folder. */
enum err_code share_find_path(const char *port, struct blob *out, struct err *err);

#endif
