import type { Page } from 'playwright/test'
import { befriend, createGroup, message } from '#tests/e2e/support/calls.ts'
import { KEPT_MESSAGES, storedText } from '#tests/e2e/support/stored-text.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** What the browser keeps of messages, as text. */
const kept = (page: Page) => page.evaluate(storedText, KEPT_MESSAGES)
/** Waits until it has these words. */
const isKept = (page: Page, words: string) => page.evaluate(storedText, { ...KEPT_MESSAGES, has: words })

/** The worker has cached the shell and controls this page. */
const isControlled = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const note = (page: Page) => page.getByText('Saved copy from Today')
async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Write a message').fill(text)
  await page.keyboard.press('Enter')
  await expect(thread(page)).toContainText(text)
}
const cutOff = async ({ context }: Guest) => context.setOffline(true)

test('[L53] without a network messages are read and written, and sent later; a log-out erases the copy', async ({
  guest,
}) => {
  const [ann, bob, carl] = [await guest('Ann'), await guest('Bob'), await guest('Carl')]
  await befriend(ann, bob)
  await befriend(ann, carl)
  await befriend(bob, carl)
  const first = await message(bob, ann, 'The old pipe leaks.')
  await message(carl, ann, 'Nobody has opened this one.')
  await message(carl, await createGroup(bob, 'Night shift', ann, carl), 'Nor this.')
  const { page } = ann
  await page.goto(`/messages?conversation=${first.conversationId}`)
  await expect(thread(page)).toContainText('The old pipe leaks.')
  await isControlled(page)
  await isKept(page, 'The old pipe leaks.')
  // Of the newest conversations, also when they were never opened.
  await isKept(page, '"content":"Nobody has opened this one.","createdAt"')
  await isKept(page, '"former"')

  await cutOff(ann)
  await page.reload()
  await expect(list(page)).toContainText('The old pipe leaks.')
  await expect(thread(page)).toContainText('The old pipe leaks.')
  await expect(note(page)).toHaveCount(2)
  await write(page, 'one')
  await write(page, 'two')
  await expect(page.getByText('Waiting for the connection')).toHaveCount(2)
  await page.reload()
  await expect(thread(page)).toContainText('two')
  await expect(page.getByText('Waiting for the connection')).toHaveCount(2)
  await list(page)
    .getByRole('link', { name: /Nobody has opened/ })
    .click()
  await expect(thread(page)).toContainText('Nobody has opened this one.')
  await list(page)
    .getByRole('link', { name: /Night shift/ })
    .click()
  await expect(thread(page)).toContainText('Bob called the stall meeting')
  await expect(thread(page).locator('.s-bubble-author span').last()).toHaveText('Carl')
  await page.goto(`/messages?conversation=${first.conversationId}`)

  // What happens meanwhile arrives by the catch-up.
  await message(bob, ann, 'Are you there?')
  await bob.page.goto(`/messages?conversation=${first.conversationId}`)
  await ann.context.setOffline(false)
  await expect(thread(bob.page)).toContainText('two')
  await expect(thread(page)).toContainText('Are you there?')
  await expect(note(page)).toHaveCount(0)
  await expect(page.getByText('Waiting for the connection')).toHaveCount(0)
  const written = await thread(bob.page).locator('.s-bubble-row').allInnerTexts()
  expect(written.map((text) => /one|two/.exec(text)?.[0]).filter(Boolean)).toEqual(['one', 'two'])

  const secondTab = await ann.context.newPage()
  await secondTab.goto('/messages')
  await expect(list(secondTab)).toContainText('Bob')
  await page.evaluate(() => fetch('/api/auth/logout', { method: 'POST' }))
  await expect(page).toHaveURL((url) => url.pathname !== '/messages')
  await expect.poll(() => kept(page)).toBe('[]')
  await expect.poll(() => kept(secondTab)).toBe('[]')
  await secondTab.close()
  await cutOff(ann)
  await page.goto('/messages', { waitUntil: 'load' }).catch(() => undefined)
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
})

test('[L53] a session that ended while the page was without a network takes the copy with it, and the next person finds nothing; nor does anybody after a log-out whose tab is closed at once', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const first = await message(bob, ann, 'The old pipe leaks.')
  const { page } = ann
  await page.goto(`/messages?conversation=${first.conversationId}`)
  await isControlled(page)
  await isKept(page, '"conversations"')
  await cutOff(ann)
  await page.reload()
  await expect(list(page)).toContainText('The old pipe leaks.')
  await ann.context.request.post('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  await ann.context.setOffline(false)
  await expect(page).toHaveURL((url) => url.pathname === '/login')
  await expect.poll(() => kept(page)).toBe('[]')

  // Bob logs in in the same browser.
  await ann.context.addCookies(await bob.context.cookies())
  await page.goto('/messages')
  await expect(list(page)).toContainText('Ann')
  await isKept(page, '"conversations"')
  await cutOff(ann)
  await page.goto('/messages')
  await expect(list(page)).toContainText('Saved copy from')
  await expect(list(page).getByRole('link', { name: /Ann/ })).toBeVisible()
  await expect(list(page).getByRole('link', { name: /Bob/ })).toHaveCount(0)

  // After a log-out whose tab is closed at once nothing private is shown without a network.
  await ann.context.setOffline(false)
  await page.goto('/messages')
  await isKept(page, 'The old pipe leaks.')
  const leaves = page.waitForRequest('**/api/auth/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await leaves
  await page.close()

  await cutOff(ann)
  const later = await ann.context.newPage()
  await later.addInitScript(() => {
    const seen = globalThis as typeof globalThis & { sawPipe?: boolean }
    new MutationObserver(
      () => (seen.sawPipe ||= document.documentElement.textContent.includes('pipe leaks')),
    ).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await later.goto('/messages', { waitUntil: 'load' }).catch(() => undefined)
  await expect(later.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  expect(await later.evaluate(() => (globalThis as { sawPipe?: boolean }).sawPipe ?? false)).toBe(false)
  expect(await later.evaluate(storedText, KEPT_MESSAGES)).not.toContain('pipe leaks')
})
