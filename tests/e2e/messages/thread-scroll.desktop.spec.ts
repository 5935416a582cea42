import { MongoClient, ObjectId } from 'mongodb'
import type { Page } from 'playwright/test'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  await befriend(ann, bob)
})

/** A conversation of so many messages, of one day, all of which Ann has read. Returns its id. */
async function converse(count: number): Promise<string> {
  const { conversationId } = await message(bob, ann, 'message 1')
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  const client = await MongoClient.connect(store!.uri)
  try {
    const all = client.db().collection('messages')
    const { _id, clientId, ...first } = (await all.findOne({ conversationId: new ObjectId(conversationId) }))!
    const more = Array.from({ length: count - 1 }, (_, at) => ({
      ...first,
      seq: at + 2,
      content: `message ${at + 2} ${'words '.repeat((at * 7) % 23)}`,
    }))
    await all.insertMany(more)
    const id = new ObjectId(conversationId)
    await client
      .db()
      .collection('conversations')
      .updateOne({ _id: id }, { $set: { lastSeq: count } })
    await client
      .db()
      .collection('memberships')
      .updateOne({ conversationId: id, userId: new ObjectId(ann.id) }, { $set: { readSeq: count } })
  } finally {
    await client.close()
    await store!.close()
  }
  return conversationId
}

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const bubble = (page: Page, number: number) =>
  thread(page).locator('.s-bubble-text', { hasText: new RegExp(`^message ${number}\\b`) })

/** The number of the first message that is wholly in view; 0 while none is drawn. */
const firstInView = (page: Page) =>
  thread(page).evaluate((region) => {
    const { top } = region.getBoundingClientRect()
    const numbers = [...region.querySelectorAll<HTMLElement>('.s-bubble-text')]
      .filter((text) => text.getBoundingClientRect().top >= top)
      .map(({ innerText }) => Number(/message (\d+)/.exec(innerText)?.[1]))
    return numbers.length === 0 ? 0 : Math.min(...numbers)
  })

async function openAt(page: Page, conversationId: string, newest: number): Promise<void> {
  await page.goto(`/messages?conversation=${conversationId}`)
  await expect(bubble(page, newest)).toBeInViewport()
}

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

test('the wheel leads to the first message, and the place stays when older ones come', async () => {
  const { page } = ann
  const conversationId = await converse(220)
  await openAt(page, conversationId, 220)
  await thread(page).hover()
  await scrollToStart(page, () => page.mouse.wheel(0, -300))
})

test('on a slow line whoever waits at the top keeps the place, and is led on', async () => {
  const { page } = ann
  const conversationId = await converse(220)
  let letGo: (() => void)[] = []
  await page.route('**/api/messages/*?before=*', async (route) => {
    await new Promise<void>((resolve) => letGo.push(resolve))
    await route.fallback()
  })
  await openAt(page, conversationId, 220)
  await thread(page).hover()
  for (const first of [171, 121, 71, 21]) {
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -2000)
        return thread(page).evaluate(({ scrollTop }) => scrollTop)
      })
      .toBe(0)
    await expect.poll(() => letGo.length).toBe(1)
    const place = () => bubble(page, first).evaluate((text) => Math.round(text.getBoundingClientRect().top))
    const before = await place()
    letGo[0]!()
    letGo = []
    await expect.poll(() => thread(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    // What the message opened may belong to the one before it now, which is a gap of some pixels.
    expect(Math.abs((await place()) - before)).toBeLessThan(16)
  }
})

test('keys lead to the first message', async () => {
  const { page } = ann
  const conversationId = await converse(220)
  await openAt(page, conversationId, 220)
  await thread(page).focus()
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Home')
        return bubble(page, 1).isVisible()
      },
      { intervals: [200], timeout: 60_000 },
    )
    .toBe(true)
})

test('L17: of a thread of more than 2,000 messages all are reached, up and down again', async () => {
  test.setTimeout(240_000)
  const { page } = ann
  const conversationId = await converse(2120)
  await openAt(page, conversationId, 2120)
  const lead = async (key: 'Home' | 'End', number: number) => {
    await thread(page).focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press(key)
          return bubble(page, number).isVisible()
        },
        { intervals: [100], timeout: 90_000 },
      )
      .toBe(true)
  }
  await lead('Home', 1)
  await lead('End', 2120)
})
