import type { Request, RequestHandler } from 'express'
import { escaped } from '#server/platform/markup.ts'
import { HttpError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { houseName } from '#server/platform/site-settings/house-name.ts'
import { sharedSetting } from '#server/platform/site-settings/shared-settings.ts'

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

const pageWith = (text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(houseName())}</title>
<body style="font-family: system-ui, sans-serif; max-width: 36em; margin: 20vh auto; padding: 0 1em; color-scheme: light dark">
<h1>${escaped(houseName())} is closed for a moment</h1>
<p>${escaped(text)}</p>
<p><a href="/login">Log in as an admin</a></p>
</body>
</html>
`
