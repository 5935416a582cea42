/**
 * The page is written in English: dates, times and names of countries are too, whatever the browser's
 * language.
 */
export const LOCALE = 'en-GB'
