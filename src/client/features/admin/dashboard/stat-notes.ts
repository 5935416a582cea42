/** People who have not agreed to analytics are in none of the figures of active people. */
export const WHO_AGREED = 'of those who agreed to be counted'
