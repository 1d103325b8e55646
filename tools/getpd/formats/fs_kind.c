/* SPDX-License-Identifier: MIT */
#include "formats/fs_kind.h"

#include <stddef.h>
#include <string.h>

#include "biosbelt/tr.h"

static const char *const network[] = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "afs",
	"virtiofs", "glusterfs", "ncpfs", "coda", "lustre", "gfs2meta", "orangefs", "drvfs",
	"vboxsf", "vmhgfs", "prl_fs", "fuse.vmhgfs-fuse", "fuse.prl_fsd", "fuse.sshfs", "fuse.s3fs",
	"fuse.rclone", "fuse.curlftpfs", "fuse.glusterfs", "fuse.ceph-fuse", "fuse.davfs",
	"fuse.smbnetfs", "fuse.gvfsd-fuse", "fuse.kio-fuse", "fuse.jmtpfs", "fuse.simple-mtpfs"};
static const char *const memory[] = {"tmpfs", "ramfs", "devtmpfs", "rootfs", "hugetlbfs"};
static const char *const kernel[] = {"proc", "sysfs", "cgroup", "cgroup2", "cpuset", "devpts",
	"mqueue", "debugfs", "tracefs", "securityfs", "pstore", "efivarfs", "bpf", "configfs",
	"fusectl", "binfmt_misc", "nsfs", "selinuxfs", "smackfs", "rpc_pipefs", "nfsd", "resctrl",
	"functionfs", "xenfs", "sockfs", "pipefs", "anon_inodefs", "bdev", "dax", "openpromfs",
	"spufs", "apparmorfs", "fuse.lxcfs", "fuse.portal", "fuse.vmware-vmblk",
	"fuse.xdg-document-portal", "oprofilefs"};

static int has(const char *const *list, size_t count, const char *fstype)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strcmp(list[i], fstype) == 0)
			return 1;
	return 0;
}

const char *fs_kind_words(const char *fstype)
{
	if (has(network, sizeof network / sizeof network[0], fstype))
		return N_("a network or host file system");
	if (has(memory, sizeof memory / sizeof memory[0], fstype))
		return N_("memory");
	if (has(kernel, sizeof kernel / sizeof kernel[0], fstype))
		return N_("a file system of the kernel");
	return NULL;
}
