/**
 * The process refuses to start and has logged why: wrong settings, a port in use, a database that cannot be
 * opened. A restart does not help. EX_CONFIG of sysexits.h, for systemd's RestartPreventExitStatus.
 */
export const REFUSED_START = 78

/** Ended by a second Ctrl-C, as shells count it: 128 + SIGINT. */
export const ENDED_AT_ONCE = 130

/** Closing took too long, and the process was ended in the middle of it. */
export const CLOSED_TOO_SLOWLY = 1
