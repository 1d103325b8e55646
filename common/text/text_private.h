/* SPDX-License-Identifier: MIT */
/* What the files of this folder share and nobody else sees. */
#ifndef BIOSBELT_TEXT_PRIVATE_H
#define BIOSBELT_TEXT_PRIVATE_H

#include "biosbelt/text.h"

#endif
