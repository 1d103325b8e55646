/* SPDX-License-Identifier: MIT */
/*
 * The mounts, volumes, partitions and disks below a path as a graph without cycles. Node 0 is the
 * query. Texts come from the system and are hostile: escape before showing.
 */
#ifndef BIOSBELT_GETPD_GRAPH_H
#define BIOSBELT_GETPD_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/json.h"
#include "biosbelt/tr.h"

#define GRAPH_NODES_MAX 4096 /* one more shows that there are too many */
#define GRAPH_DEPTH_MAX 32   /* layers; deeper is refused */
#define NODE_TEXT_MAX   4096

enum node_text {
	NODE_NAME,   /* sda, C:, /home */
	NODE_DEVICE, /* /dev/sda, \\.\PhysicalDrive0 */
	NODE_MODEL,
	NODE_SERIAL,
	NODE_BUS, /* nvme, sata, usb ... */
	NODE_FSTYPE,
	NODE_MOUNTPOINT,
	NODE_SOURCE,
	NODE_LABEL,   /* name of a logical volume, level of an array, backing file */
	NODE_NUMBERS, /* 8:1 */
	NODE_WWID,
	NODE_EXTENTS,    /* pieces of a volume of Windows: DISK:OFFSET+LENGTH in bytes */
	NODE_ENCRYPTION, /* of a volume of Windows: the state of BitLocker */
	NODE_NOTE,       /* its fault, or the reason why it cannot be inspected */
	NODE_TEXT_COUNT
};

struct node {
	const char *kind; /* a constant: path, mount, partition, disk, lvm, crypt, md ... */
	char *text[NODE_TEXT_COUNT];
	uint64_t size; /* bytes, 0: unknown */
	int partition; /* number, 0: none */
	bool degraded;
	bool open; /* being followed: found again, it is a cycle */
	size_t *below;
	size_t below_count, below_cap;
};

/* A disk below the query. */
struct found_disk {
	size_t node;
	int partition;   /* 0: the whole disk */
	unsigned type;   /* FILE_DEVICE_... of --raw: 7 disk, 2 CD */
	unsigned number; /* of --raw */
};

#define LEAF_MISSING N_("missing") /* node.kind: a device that is gone but still used */
#define LEAF_UNKNOWN N_("unknown") /* node.kind: cannot be found out; the note has the reason */

struct graph {
	struct node *nodes;
	size_t count, cap;
	struct found_disk *disks;
	size_t disk_count;
	bool degraded;
	bool no_memory; /* a call failed for lack of memory, so something is missing */
	bool unknown;   /* incomplete: there may be more disks */
	size_t leaves;  /* nodes of LEAF_MISSING and LEAF_UNKNOWN */
};

enum err_code graph_add(
	struct graph *g, const char *kind, const char *name, size_t *out, struct err *err);
enum err_code graph_set(struct graph *g, size_t node, enum node_text which, const char *text,
	struct err *err); /* NULL and "": none */
const char *graph_get(const struct graph *g, size_t node, enum node_text which); /* never NULL */
enum err_code graph_link(struct graph *g, size_t above, size_t below, struct err *err);
/* The node with this text, or SIZE_MAX. */
size_t graph_find(const struct graph *g, enum node_text which, const char *text);
/* Adds each disk once; a disk reached over several paths (same WWID) counts once. */
enum err_code graph_add_disk(struct graph *g, size_t node, int partition, struct err *err);
/* Adds a leaf in place of a disk; kind is LEAF_MISSING or LEAF_UNKNOWN, name and device may be
 * NULL. A full graph gets one more leaf, which reports that. */
enum err_code graph_add_leaf(struct graph *g, size_t above, const char *kind, const char *name,
	const char *device, const char *note, struct err *err);
bool node_is_leaf(const struct node *n); /* one of the two kinds */
/* Sorts the disks by the natural order of their names. */
void graph_sort_disks(struct graph *g);
void graph_free(struct graph *g);

/* {"query":..., "disks":[...], "degraded":..., "complete":..., "error":..., "nodes":[...]}; error
 * may be NULL */
void graph_json(const struct graph *g, const char *query, const char *error, struct json *j);

#endif
