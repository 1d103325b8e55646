/* SPDX-License-Identifier: MIT */
/* What libserialport lists, for comparison in the same boot. */
#include <libserialport.h>
#include <stdio.h>

int main(void)
{
	struct sp_port **ports;
	int i;

	if (sp_list_ports(&ports) != SP_OK)
		return 1;
	for (i = 0; ports[i] != NULL; i++)
		printf("%s\n", sp_get_port_name(ports[i]));
	sp_free_port_list(ports);
	return 0;
}
