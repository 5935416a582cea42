import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright'
import { PASSWORD } from '#tests/support/http-client.ts'
import { solvePuzzle } from './puzzle.ts'

export const newHandle = () => `ann_${randomBytes(4).toString('hex')}`

/** Fills in the fields of the sign-up. */
export async function fillIn(page: Page, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  // The page of the log-in, which may still be shown, has an 'Email' as well.
  await page.getByLabel('Confirm password', { exact: true }).waitFor()
  const handle = newHandle()
  const values = {
    Email: `${handle}@people.example`,
    Handle: handle,
    'Display name': 'Ann of Bath',
    'Birth year': '1990',
    Password: PASSWORD,
    'Confirm password': PASSWORD,
    ...changes,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Signs up on the page that is open, by hand. */
export async function signUp(page: Page): Promise<void> {
  await fillIn(page)
  await solvePuzzle(page)
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
}
