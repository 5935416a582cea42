import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { PASSWORD, visitor } from '#tests/support/http-client.ts'
import type { SessionView } from '#contract/account.ts'

/** A person with an account, a browser and an open page. */
export interface Guest {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly context: BrowserContext
  readonly page: Page
}

/**
 * Registers a person through the API of the server at `url`, signs them in in this context, and opens a page
 * there. A newcomer still has the first steps before them.
 */
export async function register(
  url: string,
  name: string,
  context: BrowserContext,
  { isNewcomer = false } = {},
): Promise<Guest> {
  const handle = `${name.toLowerCase()}_${randomBytes(4).toString('hex')}`
  const caller = visitor({ url })
  const opened = await caller.post<SessionView>('/auth/register', {
    email: `${handle}@people.example`,
    handle,
    displayName: name,
    password: PASSWORD,
  })
  if (opened.status >= 300) throw new Error(`${handle} could not register: ${opened.status} ${opened.text}`)
  if (!isNewcomer) await caller.delete('/users/me/newcomer')
  const [cookieName, value] = caller.cookie().split(/=(.*)/s)
  await context.addCookies([{ name: cookieName!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
  return { id: opened.body.user.id, handle, name, context, page: await context.newPage() }
}

/** Begins a new session in this browser, without the form. */
export async function logInByCall({ context, handle }: Guest, url = ''): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email: `${handle}@people.example`, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`${handle}: ${answer.status()} ${await answer.text()}`)
}

/** Fills the form of the log-in, which is open on this page. */
export async function logIn(page: Page, { handle }: Guest): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(`${handle}@people.example`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
