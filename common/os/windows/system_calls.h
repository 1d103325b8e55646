/* SPDX-License-Identifier: MIT */
/*
 * System functions that our static libraries import. Windows always loads some libraries from its
 * own folder ("known DLLs"). It searches for the others beside the program first, before our code
 * runs, so a bcrypt.dll in a folder of downloads would be executed. Therefore these pointers
 * replace import tables: they are set when the program starts, from libraries loaded by their full
 * system path. The linker refuses a function that is missing here, as bcrypt and crypt32 are not
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

/* NULL: absent. name: without a folder. */
HMODULE os_system_library(const wchar_t *name);
/* Ends the process when one of them is missing: all are in Windows 7. */
void os_system_calls(const wchar_t *library, const struct system_call *calls, size_t count);

/* Calls of functions declared dllimport use the pointer, others the jump; without the jump the
 * linker would treat the pointer as data to be patched. */
#define SYSTEM_CALL_POINTER(function)                                                              \
	FARPROC __imp_##function;                                                                  \
	__asm__(".text\n.globl " #function "\n" #function ": jmp *__imp_" #function "(%rip)\n")

#define SYSTEM_CALL(function)                                                                      \
	{                                                                                          \
#function, &__imp_##function                                                       \
	}

#endif
