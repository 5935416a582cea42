import type { Request, RequestHandler } from 'express'
import { escaped } from '#server/platform/markup.ts'
import { HttpError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { sharedSetting } from '#server/shared/site-settings/shared-settings.ts'

/** Null while the site is open, which is almost always. */
const setting = sharedSetting<string | null>(
  'maintenance',
  (stored) => (stored?.value['text'] as string | null | undefined) ?? null,
)

/** What visitors read while the site is closed; null while it is open. */
export const maintenance = setting.get

/** Closes the site with these words, or opens it (null). All processes follow within five seconds. */
export const switchMaintenance = async (tx: Transaction, text: string | null): Promise<void> =>
  void (await setting.write(tx, { text }))

const RETRY_AFTER_SECONDS = 120

/** An admin comes in, also before the second factor: that is asked for inside. */
const mayEnter = ({ user }: Request): boolean => user?.isAdmin === true || user?.crownWaits === true

/** What an admin needs to log in; nobody registers meanwhile. */
const isLogIn = (path: string): boolean => path.startsWith('/auth/') && !path.includes('register')

/** Refuses the calls of everybody but admins while the site is closed. */
export const refuseCalls: RequestHandler = async (req, _res, next) => {
  const text = await maintenance()
  if (text === null || mayEnter(req) || isLogIn(req.path)) return next()
  throw new HttpError(503, text, { 'Retry-After': String(RETRY_AFTER_SECONDS) })
}

/** Sends everybody but admins a plain page instead of each page but the log-in. */
export const refusePages: RequestHandler = async (req, res, next) => {
  const text = await maintenance()
  if (text === null || mayEnter(req) || req.path === '/login') return next()
  res
    .status(503)
    .set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' })
    .type('html')
    .send(pageWith(text))
}

// Its styles stand in attributes: it must not depend on a file of the build.
const pageWith = (text: string): string => `<!doctype html>
<html lang="en" style="color-scheme: light dark; background: light-dark(#fbf8f3, #17101d); color: light-dark(#24142a, #f4edf5)">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(houseName())}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto 0; padding: 0 1.5rem; text-align: center">
<img src="/favicon.svg" width="72" height="72" alt="">
<h1 style="font: 700 1.9rem/1.2 Georgia, serif; text-wrap: balance">${escaped(houseName())} is closed for a moment</h1>
<p style="overflow-wrap: anywhere">${escaped(text)}</p>
<p style="margin-top: 3rem; font-size: 1rem"><a href="/login" style="color: light-dark(#5c2a8c, #cda8f4)">Log in as an admin</a></p>
</body>
</html>
`
