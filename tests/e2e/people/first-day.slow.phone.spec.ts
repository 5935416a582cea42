import type { Locator, Page } from 'playwright'
import type { SessionView } from '#contract/account.ts'
import type { PostView } from '#contract/posts.ts'
import { message } from '#tests/e2e/support/calls.ts'
import { startOtherServer } from '#tests/e2e/support/other-server.ts'
import { solvePuzzle } from '#tests/e2e/support/puzzle.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { person } from '#tests/support/http-client.ts'
import { newHandle, signUpValues } from '#tests/support/sign-up-values.ts'
import { startMailServer, tokenIn, type MailServer } from '#tests/support/mail.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'

// With mails, as in production: a new person sees the banner that asks them to confirm their address.
let mail: MailServer
let server: ServerProcess
test.beforeAll(async () => {
  mail = await startMailServer()
  server = await startOtherServer({ SMTP_URL: mail.url })
})
test.afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail.close()
})

/** Counts the taps of a person. Playwright refuses a tap on what something else covers. */
function hand() {
  let taps = 0
  return {
    taps: () => taps,
    count: (more: number) => void (taps += more),
    tap: async (place: Locator) => {
      taps++
      await place.tap()
    },
  }
}

const boxOf = async (place: Locator) => (await place.boundingBox())!

/** Whether the first ends above the second begins. */
async function expectAbove(first: Locator, second: Locator): Promise<void> {
  const [above, below] = [await boxOf(first), await boxOf(second)]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1)
}

/** The link of the mail that asks this address to confirm itself. */
async function confirmationOf(address: string): Promise<string> {
  const find = () => mail.mails.find(({ to }) => to?.some((one) => one.address === address))
  await expect.poll(() => find() !== undefined).toBe(true)
  return `/confirm-email?token=${tokenIn(find()!)}`
}

async function confirmAddress(page: Page, address: string): Promise<void> {
  await page.goto(await confirmationOf(address))
  await page.getByRole('button', { name: 'Confirm this email' }).tap()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
}

const drop = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('from the landing page to a first drop and its first reaction in few taps, and nothing is covered', async ({
  guest,
  openContext,
}) => {
  test.slow()
  const dan = await person(server, 'dan')
  const { body: first } = await dan.post<PostView>('/posts', { text: 'The seat is warm' })
  const bob = await guest('Bob', server.url)
  await bob.page.goto('/')
  const page = await (await openContext(server.url)).newPage()
  const { tap, count, taps } = hand()
  await page.goto('/')
  await expect(
    page.getByText('Royal Flush', { exact: true }).filter({ visible: true }).first(),
  ).toBeInViewport()
  await expect(page.getByText('An uncensored social network')).toBeInViewport()
  // What happens elsewhere moves the counts.
  const newest = page.getByRole('list', { name: 'Newest drops' }).getByRole('listitem')
  await expect(newest.filter({ hasText: 'The seat is warm' })).toBeVisible()
  await dan.post(`/posts/${first.id}/react`, { emoji: '❤️' })
  await expect(newest.filter({ hasText: 'The seat is warm' })).toContainText('1 reaction')
  await tap(page.getByRole('link', { name: 'Just looking' }))
  await tap(drop(page, 'The seat is warm').getByRole('button', { name: 'poo', exact: true }))
  await expect(toast(page)).toContainText('Please log in to react to posts.')
  await expect(toast(page)).not.toHaveClass(/destructive/)
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Create account' }))
  // Five fields, a puzzle, two boxes and a button are nine acts. One tap leads into the first field, the keyboard
  // through the others, and the handle comes from the name.
  await tap(page.getByLabel('Email'))
  const name = `Ann ${newHandle().slice(-8)}`
  for (const [label, value] of signUpValues({ 'Display name': name }))
    if (label !== 'Handle') await page.getByLabel(label, { exact: true }).fill(value)
  await expect(page.getByLabel('Handle')).toHaveValue(name.toLowerCase().replace(' ', '_'))
  await solvePuzzle(page)
  count(1)
  await tap(page.getByLabel('I accept the Terms of Service'))
  await tap(page.getByLabel('I accept the Privacy Policy'))
  await tap(page.getByRole('button', { name: 'Create Account' }))
  await expect(page).toHaveURL(`/p/${first.id}`)
  const given = drop(page, 'The seat is warm').getByRole('button', { name: 'poo, 1' })
  await expect(given).toHaveAttribute('aria-pressed', 'true')

  const banner = page.getByRole('region', { name: 'Email confirmation' })
  await expect(banner).toContainText('to post links and pictures')
  const bar = page.getByRole('navigation', { name: 'Quick' })
  await tap(bar.getByRole('link', { name: 'Home' }))
  // All of it once, then one line.
  await expect(banner).not.toContainText('to post links and pictures')
  expect((await banner.boundingBox())!.height).toBeLessThan(50)
  await tap(page.getByRole('button', { name: 'Next' }))
  await tap(page.getByRole('button', { name: 'Follow dan' }))
  await tap(page.getByRole('button', { name: 'Next' }))
  // The last step is in sight, wherever the button was.
  const heading = page.getByRole('heading', { name: 'Leave your first drop' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  await tap(page.getByRole('button', { name: /My first confession/ }))
  await expect(page.getByRole('textbox', { name: 'What have you been brewing?' })).toBeFocused()
  const flush = page.getByRole('button', { name: 'Flush it 💩' })
  await expectAbove(banner, flush)
  await page.keyboard.press('End')
  await page.keyboard.type('I hum.')
  await tap(flush)
  await expect(drop(page, 'I hum.')).toBeVisible()

  await bob.page.getByRole('button', { name: /1 new drop/ }).tap()
  await drop(bob.page, 'I hum.').getByRole('button', { name: 'poo', exact: true }).tap()
  await expect(drop(page, 'I hum.').getByRole('button', { name: 'poo, 1' })).toBeVisible()
  await tap(bar.getByRole('link', { name: /Alerts/ }))
  await expect(page.getByRole('main').getByText('Bob').first()).toBeVisible()
  expect(taps()).toBeLessThanOrEqual(18)

  await confirmAddress(bob.page, `${bob.handle}@people.example`)
  const me = (await (await page.request.get('/api/auth/me')).json()) as SessionView
  await message(bob, me.user, 'Is it free?')
  await tap(page.getByRole('banner').getByRole('link', { name: /Messages/ }))
  await tap(page.getByRole('link', { name: /^Requests/ }))
  await tap(page.getByRole('link', { name: `@${bob.handle}` }))
  await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('Is it free?')
  await tap(page.getByRole('button', { name: 'Accept' }))
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await tap(page.getByRole('button', { name: 'Back to conversations' }))
  await expect(page.getByRole('button', { name: 'Back to conversations' })).toHaveCount(0)
  expect(taps()).toBeLessThanOrEqual(21)

  await page.goto(await confirmationOf(me.user.email))
  await page.getByRole('button', { name: 'Confirm this email' }).tap()
  await page.getByRole('link', { name: 'Go to your home page' }).tap()
  await expect(page).toHaveURL('/')
  await expect(banner).toHaveCount(0)
  // What was wanted before the sign-up is not done again.
  await page.goto(`/p/${first.id}`)
  await expect(given).toHaveAttribute('aria-pressed', 'true')
})
