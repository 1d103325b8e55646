/* SPDX-License-Identifier: MIT */
/*
 * Functions of system libraries that libraries of ours import. Windows takes a few libraries from
 * its own folder whatever happens ("known DLLs"); the others it looks for beside the program first,
 * before a line of ours runs, so a bcrypt.dll in a folder of downloads would be started. Instead of
 * import tables these pointers are filled when the program starts, from the system's folder by its
 * full path. The linker refuses a function that is missing here, as bcrypt and crypt32 are not
 * linked.
 */
#ifndef BIOSBELT_SYSTEM_CALLS_H
#define BIOSBELT_SYSTEM_CALLS_H

#include <stddef.h>
#include <windows.h>

struct system_call {
	const char *name;
	FARPROC *place;
};

/* NULL: not there. name: without a folder. */
HMODULE os_system_library(const wchar_t *name);
/* Ends the process when one of them is missing: all are in Windows 7. */
void os_system_calls(const wchar_t *library, const struct system_call *calls, size_t count);

/* Calls of functions that are declared dllimport go through the pointer, others through the jump;
 * without the jump the linker would take the pointer for data to be patched. */
#define SYSTEM_CALL_POINTER(function)                                                              \
	FARPROC __imp_##function;                                                                  \
	__asm__(".text\n.globl " #function "\n" #function ": jmp *__imp_" #function "(%rip)\n")

#define SYSTEM_CALL(function)                                                                      \
	{                                                                                          \
#function, &__imp_##function                                                       \
	}

#endif
