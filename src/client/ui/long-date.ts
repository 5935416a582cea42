import { dateFormat } from './locale.ts'

const format = dateFormat({ dateStyle: 'long' })

/** A day in the reader's own words, '21 November 2026': for what is looked up, not for what just happened. */
export const longDate = (moment: string): string => format(new Date(moment))
