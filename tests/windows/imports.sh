#!/bin/sh
# SPDX-License-Identifier: MIT
# imports.sh FOLDER: every program in it must start on Windows 7 SP1 (x64): it is for subsystem
# version 6.1 or older, needs only DLLs that are part of that system, and calls none of the
# functions of later systems that our libraries know of.
set -eu
LC_ALL=C.UTF-8
export LC_ALL

# DLLs of Windows 7 SP1 (System32). msvcrt.dll is part of the system; the api-ms-win-* sets and
# ucrtbase.dll are not.
dlls='advapi32 bcrypt cfgmgr32 crypt32 dnsapi gdi32 iphlpapi kernel32 msvcrt ncrypt normaliz ntdll
ole32 oleaut32 psapi rpcrt4 secur32 setupapi shell32 shlwapi user32 version winhttp wintrust ws2_32'

# Minimum system by the function's page in Microsoft's reference: Windows 8 or later, or an update
# (KB2533623 for the DLL folders).
newer='AcquireSRWLockExclusiveEx AddDllDirectory BCryptHash BCryptProcessMultipleOperations
CM_MapCrToWin32Err CM_Register_Notification CM_Unregister_Notification CancelMibChangeNotify3
ClosePseudoConsole CompareObjectHandles CopyFile2 CreateFile2 CreateFile3 CreatePseudoConsole
DeleteSynchronizationBarrier DiscardVirtualMemory EnterSynchronizationBarrier FreeAddrInfoExW
GetAddrInfoExCancel GetAddrInfoExOverlappedResult GetCurrentProcessToken
GetCurrentThreadStackLimits GetDpiForSystem GetDpiForWindow GetFirmwareType GetHostNameW
GetOverlappedResultEx GetPackageFamilyName GetSystemTimePreciseAsFileTime GetTempPath2A
GetTempPath2W InitializeSynchronizationBarrier IsWow64Process2 MapViewOfFile2 MapViewOfFile3
MapViewOfFileFromApp OfferVirtualMemory PathAllocCanonicalize PathCchAppend PathCchCanonicalize
PathCchCanonicalizeEx PathCchCombine PathCchCombineEx PrefetchVirtualMemory QueryInterruptTimePrecise
QueryUnbiasedInterruptTimePrecise ReclaimVirtualMemory RemoveDllDirectory ResizePseudoConsole
SetDefaultDllDirectories SetProcessDpiAwarenessContext SetProcessMitigationPolicy
SetThreadDescription SetThreadInformation VirtualAlloc2 VirtualAllocFromApp WaitOnAddress
WakeByAddressAll WakeByAddressSingle'

objdump=x86_64-w64-mingw32-objdump
command -v "$objdump" >/dev/null || {
	echo "$objdump is missing" >&2
	exit 1
}
bad=0
count=0
for program in "$1"/*.exe; do
	[ -f "$program" ] || continue
	count=$((count + 1))
	"$objdump" -p "$program" | awk -v name="${program##*/}" -v dlls="$dlls" -v newer="$newer" '
	BEGIN {
		n = split(dlls, words); for (i = 1; i <= n; i++) known[words[i] ".dll"] = 1
		n = split(newer, words); for (i = 1; i <= n; i++) later[words[i]] = 1
	}
	/^MajorSubsystemVersion/ { major = $2 }
	/^MinorSubsystemVersion/ { minor = $2; seen = 1 }
	/DLL Name:/ { imports++; if (!(tolower($3) in known)) { print name ": needs " $3; bad = 1 } }
	$3 in later { print name ": calls " $3 ", which is newer than Windows 7"; bad = 1 }
	END {
		if (!seen || !imports) { print name ": no headers or imports were read"; bad = 1 }
		if (major * 100 + minor > 601) { print name ": subsystem version " major "." minor; bad = 1 }
		exit bad
	}' || bad=1
done
echo "$count programs"
[ "$count" -gt 0 ] && [ "$bad" -eq 0 ]
