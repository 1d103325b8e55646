/* SPDX-License-Identifier: MIT */
/* Control bytes and block checks of both ends of XMODEM and YMODEM. */
#ifndef BIOSBELT_SPC_XWORDS_H
#define BIOSBELT_SPC_XWORDS_H

#include <stddef.h>
#include <stdint.h>

#define SOH 0x01 /* a block of 128 bytes */
#define STX 0x02 /* a block of 1024 */
#define EOT 0x04
#define ACK 0x06
#define NAK 0x15
#define CAN 0x18

/* CRC-16 with the polynomial 1021h and the start value 0 (the reference's "CRC-16 calculation"). */
uint16_t xwords_crc(const uint8_t *p, size_t len);
uint8_t xwords_sum(const uint8_t *p, size_t len);

#endif
