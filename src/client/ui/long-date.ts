import { dateFormat } from './locale.ts'

const format = dateFormat({ dateStyle: 'long' })

/** A date in words, '21 November 2026'. */
export const longDate = (moment: string): string => format(new Date(moment))
