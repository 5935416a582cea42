import { LOCALE } from './locale.ts'

const format = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** A day in the reader's own words, '21 November 2026': for what is looked up, not for what just happened. */
export const longDate = (moment: string): string => format.format(new Date(moment))
