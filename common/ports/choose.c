/* SPDX-License-Identifier: MIT */
/* The ports of the system, and the one that a name selects. */
#include <string.h>

#include "port_private.h"

enum err_code ports_list(const char *root, struct port_list *out, struct err *err)
{
	enum err_code rc = ports_list_brief(root, out, err);

	if (rc != ERR_OK)
		return rc;
	ports_add_links(root, out);
	return ports_whole(out, err);
}

/* Keeps the ports that name selects; an exact name or device selects that port alone. */
static void keep_meant(struct port_list *list, const char *name)
{
	const char *exact = NULL;
	size_t i;

	for (i = 0; i < list->count && exact == NULL; i++)
		if (port_same_text(port_get(&list->items[i], PORT_NAME), name) ||
			strcmp(port_get(&list->items[i], PORT_DEVICE), name) == 0)
			exact = port_get(&list->items[i], PORT_DEVICE);
	for (i = 0; i < list->count;) {
		struct port *port = &list->items[i];

		if (exact != NULL ? port_get(port, PORT_DEVICE) == exact : port_matches(port, name))
			i++;
		else
			ports_remove(list, port);
	}
}

enum err_code ports_choose(
	const char *root, const char *name, struct port_list *out, struct err *err)
{
	struct port_list list;
	enum err_code rc = ports_list(root, &list, err);

	if (rc != ERR_OK)
		return rc;
	keep_meant(&list, name);
	if (list.count == 1) {
		*out = list;
		return ERR_OK;
	}
	if (list.count > 1) {
		rc = err_set(err, ERR_USAGE, "%u ports match %.60s: %.40s, %.40s%s",
			(unsigned)list.count, name, port_get(&list.items[0], PORT_NAME),
			port_get(&list.items[1], PORT_NAME), list.count > 2 ? " ..." : "");
		ports_free(&list);
		return rc;
	}
	ports_free(&list);
	return ports_named(root, name, out, err);
}
