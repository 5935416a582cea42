import { localKept } from '#client/ui/storage.ts'

const KEY = 'rf-count-me'

/**
 * Whether a visitor without an account has agreed to analytics. Default no; a browser without storage cannot
 * agree.
 */
export const isCounted = (): boolean => localKept.read(KEY) === 'yes'

export const setCounted = (counted: boolean): void => void localKept.keep(KEY, counted ? 'yes' : '')
