// SPDX-License-Identifier: MIT
/* A module of the page that has nothing to do with the game. */
export const subscribe = () => () => {};
export const nothing = null;
