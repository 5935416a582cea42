/** Rooms, and with them who may receive what: nothing else decides it (LIVE L10). */

/** Everything one person's tabs and devices hear. */
export const userRoom = (userId: string): string => `user:${userId}`
