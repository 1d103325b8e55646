# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about="gobang's tiny engine on simulated microcontrollers: ATmega328P, MSP430, Cortex-M0 and M3"
packages='gcc-avr avr-libc libsimavr-dev libelf-dev clang lld mspdebug gcc-arm-none-eabi qemu-system-arm'
label=mcu
