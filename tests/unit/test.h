/* SPDX-License-Identifier: MIT */
/* Every unit test includes this one header: cmocka wants its four forerunners first. */
#ifndef BIOSBELT_TEST_H
#define BIOSBELT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
