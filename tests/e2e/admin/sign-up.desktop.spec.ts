import type { Page } from 'playwright/test'
import { SIGN_UP_MESSAGES } from '#contract/account.sign-up.constants.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { fillIn } from '#tests/e2e/support/register-form.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

// A server of its own, because people of the other tests register.
let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
})
test.afterAll(() => server[Symbol.asyncDispose]())

const email = (page: Page) => page.getByLabel('Email')
const says = (page: Page, sentence: string) => expect(page.getByText(sentence)).toBeVisible()

test('an admin invites somebody, who registers by the link; then nobody can sign up', async ({
  guest,
  openContext,
}) => {
  const queen = await guest('Queen', server.url)
  await grantAdmin(queen.handle, server.dataDir)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  await queen.page.goto('/admin?tab=settings')
  const allow = async (who: 'By invitation' | 'Nobody') => {
    await queen.page.getByRole('radio', { name: new RegExp(`^${who}`) }).check()
    await queen.page.getByRole('button', { name: 'Save Sign-up' }).click()
    await expect(queen.page.getByRole('button', { name: 'Save Sign-up' })).toBeDisabled()
  }
  await allow('By invitation')
  await expect(toast(queen.page).getByText('Sign-up Saved')).toBeVisible()
  await queen.page.getByLabel('People', { exact: true }).fill('0')
  await queen.page.getByRole('button', { name: 'Create Invitation' }).click()
  await expect(queen.page.getByLabel('People', { exact: true })).toHaveAccessibleDescription(
    SIGN_UP_MESSAGES.uses,
  )
  await queen.page.getByLabel('People', { exact: true }).fill('1')
  await queen.page.getByLabel('Note (optional)').fill('For the organist')
  await queen.page.getByRole('button', { name: 'Create Invitation' }).click()
  await expect(toast(queen.page).getByText('Invitation Created')).toBeVisible()
  const link = await queen.page.getByLabel('Link to send').inputValue()
  const invitation = queen.page.getByRole('listitem').filter({ hasText: 'For the organist' })
  await expect(invitation).toContainText('0 of 1 used')

  const page = await (await openContext(server.url)).newPage()
  await test.step('without the link there is a sentence, also for who comes from another page', async () => {
    await page.goto('/register')
    await says(page, SIGN_UP_MESSAGES.invited)
    await expect(email(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Sign up with Google' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await says(page, SIGN_UP_MESSAGES.invited)
    await page.goto(`${link}x`)
    await says(page, SIGN_UP_MESSAGES.invitation)
  })

  await test.step('the link opens the form, and Google gets the invitation too', async () => {
    await page.goto(link)
    await expect(page.getByRole('link', { name: 'Sign up with Google' })).toHaveAttribute(
      'href',
      `/api/auth/google${new URL(link).search}`,
    )
    await fillIn(page)
    await solvePuzzle(page)
    await page.getByLabel('I accept the Terms of Service').check()
    await page.getByLabel('I accept the Privacy Policy').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  })
  await queen.page.reload()
  await expect(invitation).toContainText('1 of 1 used')
  await expect(invitation).toContainText('Used up')
  await expect(invitation.getByRole('link', { name: /^@/ })).toHaveCount(1)

  await allow('Nobody')
  const late = await (await openContext(server.url)).newPage()
  await late.goto('/register')
  await says(late, SIGN_UP_MESSAGES.closed)
  await expect(email(late)).toHaveCount(0)
})
