/** Whoever has not agreed to be counted is in no figure of who is here. */
export const WHO_AGREED = 'of those who agreed to be counted'
