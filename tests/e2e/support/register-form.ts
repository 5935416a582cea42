import type { Page } from 'playwright'
import { signUpValues } from '#tests/support/sign-up-values.ts'
import { solvePuzzle } from './puzzle.ts'

/** Fills in the fields of the sign-up. */
export async function fillIn(page: Page, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  // The page of the log-in, which may still be shown, has an 'Email' as well.
  await page.getByLabel('Confirm password', { exact: true }).waitFor()
  for (const [label, value] of signUpValues(changes))
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
