import type { CookieOptions, Request, Response } from 'express'
import { config } from './config.ts'
import type { KeyPurpose } from './key-derivation.ts'
import { isSigned, sign } from './keys.ts'

export const secureSite = config.PUBLIC_URL.startsWith('https:')
export const COOKIE_ATTRIBUTES = { httpOnly: true, sameSite: 'lax', secure: secureSite, path: '/' } as const

/** The value of a cookie as it was sent; undefined when the request has none of this name. */
export function cookieOf({ headers }: Request, name: string): string | undefined {
  const pair = headers.cookie?.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** The content of a signed cookie; null without one, or when the signature is wrong. */
export function signedContent<T>(req: Request, name: string, purpose: KeyPurpose): T | null {
  const [content, signature] = cookieOf(req, name)?.split('.') ?? []
  if (!content || !signature || !isSigned(purpose, content, signature)) return null
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as T
}

/** Sends a cookie that only this server can make. Its content can be read by whoever has it. */
export function setSignedCookie(
  res: Response,
  name: string,
  { purpose, content, ...attributes }: { purpose: KeyPurpose; content: object } & CookieOptions,
): void {
  const encoded = Buffer.from(JSON.stringify(content)).toString('base64url')
  res.cookie(name, `${encoded}.${sign(purpose, encoded)}`, attributes)
}
