/* SPDX-License-Identifier: MIT */
/*
 * The suite's one table of well-known firmware GUIDs: section methods, file systems, files. Pure
 * data in the base layer, so that the archive and the firmware layers both may use it. A GUID is a
 * hint: the content decides what a part is.
 */
#ifndef BIOSBELT_FWGUID_H
#define BIOSBELT_FWGUID_H

#include "biosbelt/guid.h"

/* How the data of a GUID-defined section are packed. */
enum fw_packing {
	FW_PACKING_UNKNOWN,  /* the GUID is not in the table */
	FW_PACKING_LZMA,     /* 13-byte LZMA-alone header, then LZMA1 */
	FW_PACKING_LZMA_F86, /* the same, then the x86 branch filter */
	FW_PACKING_TIANO,
	FW_PACKING_BROTLI, /* u64 size, u64 scratch size, Brotli */
	FW_PACKING_GZIP,   /* RFC 1952 */
	FW_PACKING_ZLIB,   /* 256-byte header (u32 packed size at 20), then RFC 1950 */
	FW_PACKING_CRC32,  /* not packed, checked */
	FW_PACKING_SIGNED  /* not packed, signed */
};

extern const struct guid FW_GUID_LZMA;     /* EE4E5898-3914-4259-9D6E-DC7BD79403CF */
extern const struct guid FW_GUID_LZMA_F86; /* D42AE6BD-1352-4BFB-909A-CA72A6EAE889 */
extern const struct guid FW_GUID_LZMA_HP;  /* 0ED85E23-F253-413F-A03C-901987B04397 */
extern const struct guid FW_GUID_LZMA_MS;  /* BD9921EA-ED91-404A-8B2F-B4D724747C8C */
extern const struct guid FW_GUID_TIANO;    /* A31280AD-481E-41B6-95E8-127F4C984779 */
extern const struct guid FW_GUID_BROTLI;   /* 3D532050-5CDA-4FD0-879E-0F7F630D5AFB */
extern const struct guid FW_GUID_GZIP;     /* 1D301FE9-BE79-4353-91C2-D23BC959AE0C */
extern const struct guid FW_GUID_ZLIB_AMD;
extern const struct guid FW_GUID_ZLIB_AMD2;
extern const struct guid FW_GUID_CRC32;
extern const struct guid FW_GUID_SIGNED;         /* EFI_FIRMWARE_CONTENTS_SIGNED_GUID */
extern const struct guid FW_GUID_RSA2048_SHA256; /* EDK2 SecurityPkg */
extern const struct guid FW_GUID_FFS1;
extern const struct guid FW_GUID_FFS2;
extern const struct guid FW_GUID_FFS3;

/* Method of a GUID-defined section. */
enum fw_packing fw_guid_packing(const struct guid *guid);

/* Its short English name, such as "LZMA (HP)", or NULL. */
const char *fw_guid_packing_name(const struct guid *guid);

/* Well-known GUIDs of files and volumes: a short English name, or NULL. */
const char *fw_guid_name(const struct guid *guid);

#endif
