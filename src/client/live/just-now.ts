/** What was asked for less than this ago need not be asked for again by the screen that now shows it. ms. */
export const JUST_NOW = 3_000

/** `askedAt` in epoch ms. */
export const isJustNow = (askedAt: number): boolean => Date.now() - askedAt < JUST_NOW
