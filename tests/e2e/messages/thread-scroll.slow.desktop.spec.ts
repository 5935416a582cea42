import type { Page } from 'playwright/test'
import { befriend, message, reactToMessage } from '#tests/e2e/support/calls.ts'
import { insertMessages } from '#tests/e2e/support/insert-messages.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { converse, leadBy, numbered, openAt, thread } from '#tests/e2e/support/threads.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  await befriend(ann, bob)
})

/** The number of the first message that is wholly in view; 0 while none is drawn. */
const firstInView = (page: Page) =>
  thread(page).evaluate((region) => {
    const { top } = region.getBoundingClientRect()
    const numbers = [...region.querySelectorAll<HTMLElement>('.s-bubble-text')]
      .filter((text) => text.getBoundingClientRect().top >= top)
      .map(({ innerText }) => Number(/message (\d+)/.exec(innerText)?.[1]))
    return numbers.length === 0 ? 0 : Math.min(...numbers)
  })

/** Scrolls by `turn` until the first message is in view; in one turn no message is passed over. */
async function scrollToStart(page: Page, turn: () => Promise<void>): Promise<void> {
  let before = await firstInView(page)
  await expect
    .poll(
      async () => {
        await turn()
        const now = await firstInView(page)
        if (now > 0) {
          expect(before - now, `from ${before} to ${now}`).toBeLessThan(30)
          before = now
        }
        return now
      },
      { intervals: [60], timeout: 60_000 },
    )
    .toBe(1)
}

// A thread of more than a page keeps in memory is tested in long-thread.slow.desktop.spec.ts.
test('the wheel and keys lead to the first message, and to the newest again, also on a slow line, and the place stays', async () => {
  const { page } = ann
  const conversationId = await converse(bob, ann, 120)
  await openAt(page, conversationId, 120)
  await thread(page).hover()
  await scrollToStart(page, () => page.mouse.wheel(0, -300))
  await leadBy(page, 'End', 120)
  await openAt(page, conversationId, 120)
  await leadBy(page, 'Home', 1)

  // On a slow line whoever waits at the top keeps the place, and is led on.
  let letGo: (() => void)[] = []
  await page.route('**/api/messages/*?before=*', async (route) => {
    await new Promise<void>((resolve) => letGo.push(resolve))
    await route.fallback()
  })
  await openAt(page, conversationId, 120)
  await thread(page).hover()
  for (const first of [71, 21]) {
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -2000)
        return thread(page).evaluate(({ scrollTop }) => scrollTop)
      })
      .toBe(0)
    await expect.poll(() => letGo.length).toBe(1)
    const place = () => numbered(page, first).evaluate((text) => Math.round(text.getBoundingClientRect().top))
    const before = await place()
    letGo[0]!()
    letGo = []
    await expect.poll(() => thread(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    // What the message opened may belong to the one before it now, which is a gap of some pixels.
    expect(Math.abs((await place()) - before)).toBeLessThan(16)
  }
})

test('a reply to a message from long ago leads there, and a reaction to the newest keeps it in view', async () => {
  await insertMessages(ann, bob, 70, (seq) => (seq === 1 ? 'In the beginning was the throne' : `Line ${seq}`))
  const reply = await message(bob, ann, 'I remember', { replyTo: 1 })
  const { page } = ann
  await page.goto(`/messages?user=${bob.id}`)
  const row = (words: string) => thread(page).getByRole('listitem').filter({ hasText: words })
  await expect(row('I remember').last()).toBeInViewport()
  await reactToMessage(bob, reply, '👑')
  const chips = row('I remember').last().getByRole('group', { name: 'Reactions' }).getByRole('button')
  await expect(chips).toBeInViewport({ ratio: 1 })

  const quote = thread(page).getByRole('button', { name: /^In reply to/ })
  await expect(quote).toHaveAccessibleName('In reply to You: In the beginning was the throne')
  await quote.click()
  const first = row('In the beginning').first()
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
})
