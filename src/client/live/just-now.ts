/** A screen does not fetch again what was fetched less than this ago. */
export const DEDUPE_MS = 3_000

/** `fetchedAt` in epoch ms. */
export const isFresh = (fetchedAt: number): boolean => Date.now() - fetchedAt < DEDUPE_MS
