import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link that is mailed or handed on: 32 random bytes. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** The hash of a token that is stored: the store alone gives nobody a valid link. */
export const hashed = (token: string): string => createHash('sha256').update(token).digest('hex')
