/* SPDX-License-Identifier: MIT */
/*
 * What lies below a path: mounts, volumes, partitions, disks as a graph without cycles. Node 0 is
 * what was asked for. Texts come from the system and are hostile: escape before showing.
 */
#ifndef BIOSBELT_GETPD_GRAPH_H
#define BIOSBELT_GETPD_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/json.h"
#include "biosbelt/tr.h"

#define GRAPH_NODES_MAX 4096 /* one more may tell that there are too many */
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
	NODE_NOTE,       /* what is wrong with it, or cannot be seen */
	NODE_TEXT_COUNT
};

struct node {
	const char *kind; /* a constant: path, mount, partition, disk, lvm, crypt, md ... */
	char *text[NODE_TEXT_COUNT];
	uint64_t size; /* bytes, 0: not known */
	int partition; /* number, 0: none */
	bool degraded;
	bool open; /* what it stands on is being looked for: found again, it is a circle */
	size_t *below;
	size_t below_count, below_cap;
};

/* A disk the query stands on. */
struct found_disk {
	size_t node;
	int partition;   /* 0: the whole disk */
	unsigned type;   /* FILE_DEVICE_... of --raw: 7 disk, 2 CD */
	unsigned number; /* of --raw */
};

#define LEAF_MISSING                                                                               \
	N_("missing") /* node.kind: a device that is gone while something stands on it */
#define LEAF_UNKNOWN                                                                               \
	N_("unknown") /* node.kind: what is there cannot be found out; the note says why           \
		       */

struct graph {
	struct node *nodes;
	size_t count, cap;
	struct found_disk *disks;
	size_t disk_count;
	bool degraded;
	bool unknown;  /* not all could be found out: there may be more disks */
	size_t leaves; /* nodes of LEAF_MISSING and LEAF_UNKNOWN */
};

enum err_code graph_add(
	struct graph *g, const char *kind, const char *name, size_t *out, struct err *err);
enum err_code graph_set(struct graph *g, size_t node, enum node_text which, const char *text,
	struct err *err); /* NULL and "": none */
const char *graph_get(const struct graph *g, size_t node, enum node_text which); /* never NULL */
enum err_code graph_link(struct graph *g, size_t above, size_t below, struct err *err);
/* Node of that kind class with this name, or SIZE_MAX. */
size_t graph_find(const struct graph *g, enum node_text which, const char *text);
/* Once each; a disk reached over several paths (same WWID) counts once. */
enum err_code graph_add_disk(struct graph *g, size_t node, int partition, struct err *err);
/* A leaf in place of a disk; kind is LEAF_MISSING or LEAF_UNKNOWN, name and device may be NULL. A
 * full graph takes one more, which says that it is full. */
enum err_code graph_add_leaf(struct graph *g, size_t above, const char *kind, const char *name,
	const char *device, const char *note, struct err *err);
bool node_is_leaf(const struct node *n); /* one of the two kinds */
/* Disks in natural order of their names, whatever the order of the folders of /sys. */
void graph_sort_disks(struct graph *g);
void graph_free(struct graph *g);

/* {"query":..., "disks":[...], "degraded":..., "complete":..., "error":..., "nodes":[...]}; error
 * NULL: without */
void graph_json(const struct graph *g, const char *query, const char *error, struct json *j);

#endif
