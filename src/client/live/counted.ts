import { localKept } from '#client/ui/storage.ts'

const KEY = 'rf-count-me'

/**
 * Whether somebody without an account has agreed to being counted. Nobody has, without having been asked; a
 * browser that keeps nothing cannot say so.
 */
export const isCounted = (): boolean => localKept.read(KEY) === 'yes'

export const setCounted = (counted: boolean): void => void localKept.keep(KEY, counted ? 'yes' : '')
