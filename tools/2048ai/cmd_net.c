/* SPDX-License-Identifier: MIT */
/* Selects the network of the net player. */
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "cmd.h"

#define NET_NAME     "2048ai.net"
#define SHARE        "../share/biosbelt/"
#define NET_FILE_MAX (256u << 20)

static bool try_place(const char *part, struct blob *out)
{
	struct file_info info;
	struct blob folder;
	struct err err;
	bool found;

	if (os_program_folder(&folder, &err) != ERR_OK)
		return false;
	found = path_join((const char *)folder.ptr, part, out, &err) == ERR_OK;
	blob_free(&folder);
	if (!found)
		return false;
	found = file_info((const char *)out->ptr, false, &info, &err) == ERR_OK &&
		info.type == FILE_REGULAR;
	if (!found)
		blob_free(out);
	return found;
}

static bool find_file(struct blob *out)
{
	return try_place(NET_NAME, out) || try_place(SHARE NET_NAME, out);
}

enum err_code cmd_open_net(const char *path, uint64_t board, struct cmd_net *out, struct err *err)
{
	const struct net_host host = {
		.alloc = os_large_alloc,
		.release = os_large_free,
		.parallel = thread_for,
		.threads = thread_cpu_count(),
	};
	enum err_code rc;

	memset(out, 0, sizeof(*out));
	if (path == NULL && find_file(&out->found))
		path = (const char *)out->found.ptr;
	out->path = path;
	if (path == NULL) {
		rc = net_lazy_open(net_builtin(), &host, board, &out->lazy, err);
	} else {
		rc = file_map_open(path, NET_FILE_MAX, false, &out->file, err);
		if (rc == ERR_OK)
			rc = net_lazy_open(out->file.data, &host, board, &out->lazy, err);
	}
	if (rc == ERR_OK)
		return ERR_OK;
	if (path != NULL)
		err_prefix(err, "%s", path);
	cmd_close_net(out);
	return rc;
}

void cmd_close_net(struct cmd_net *n)
{
	net_lazy_close(&n->lazy);
	file_map_close(&n->file);
	blob_free(&n->found);
	memset(n, 0, sizeof(*n));
}
