/**
 * The process refuses to start and has said why in plain words: wrong settings, a taken port, a store that
 * cannot be opened. Starting it again changes nothing. The number is EX_CONFIG of sysexits.h; systemd's
 * RestartPreventExitStatus knows what to do with it.
 */
export const REFUSED_START = 78

/** Ended by a second Ctrl-C, as shells count it: 128 + SIGINT. */
export const ENDED_AT_ONCE = 130

/** Closing took too long, and the process was ended in the middle of it. */
export const CLOSED_TOO_SLOWLY = 1
