import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { freeze } from '#tests/support/freeze.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { Guest } from './support/people.ts'
import { befriend } from '#tests/e2e/support/calls.ts'
import { expect, test } from './support/test.ts'

// A store of its own, which the test can stop.
let server: ServerProcess
let ann: Guest
let bob: Guest

/**
 * How often each person is refused, some 8 s each time. The second time it is the retry of what the page has kept.
 * `npm run test:all` has more: beyond 20 s a command no longer waits for its answer.
 */
const ROUNDS = Number(process.env['OUTAGE_ROUNDS'] ?? 2)

test.beforeEach(async ({ guest }) => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  ;[ann, bob] = await Promise.all([guest('Ann', server.url), guest('Bob', server.url)])
  await befriend(ann, bob)
})
test.afterEach(() => server[Symbol.asyncDispose]())

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const write = async ({ page }: Guest, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text)
  await page.keyboard.press('Enter')
}
const bubblesOf = async ({ page }: Guest, name: string) =>
  (
    await thread(page)
      .getByText(new RegExp(`^${name} says \\d+$`))
      .allTextContents()
  ).map((text) => Number(text.split(' ').at(-1)))

/** The next time that a message is not taken, because the store is away. */
const refusal = ({ page }: Guest) =>
  page.waitForResponse(
    (answer) =>
      answer.status() === 503 &&
      answer.request().method() === 'POST' &&
      answer.url().endsWith('/api/messages'),
  )

test('L5 L7 L20: two people chat while the store is away: every message arrives once and in order', async () => {
  test.setTimeout(180_000)
  await Promise.all([ann.page.goto(`/messages?user=${bob.id}`), bob.page.goto(`/messages?user=${ann.id}`)])
  await write(ann, 'Ann says 1')
  await expect(thread(bob.page)).toContainText('Ann says 1')
  await write(bob, 'Bob says 1')
  await expect(thread(ann.page)).toContainText('Bob says 1')
  const failures = [ann, bob].map(({ page }) => noteFailures(page))

  const mongod = Number(await readFile(path.join(server.dataDir, 'mongo/db/mongod.lock'), 'utf8'))
  await freeze(mongod)
  let said = 1
  try {
    while (said <= ROUNDS) {
      said += 1
      await Promise.all([write(ann, `Ann says ${said}`), write(bob, `Bob says ${said}`)])
      // Few enough that all of them are on screen together (the thread draws no others).
      await Promise.all([refusal(ann), refusal(bob)])
    }
    await expect(ann.page.getByText(/^Waiting/).first()).toBeVisible()
  } finally {
    process.kill(mongod, 'SIGCONT')
  }
  await Promise.all([write(ann, `Ann says ${said + 1}`), write(bob, `Bob says ${said + 1}`)])
  const all = Array.from({ length: said + 1 }, (_, at) => at + 1)
  for (const page of [ann, bob]) {
    for (const name of ['Ann', 'Bob'])
      await expect.poll(() => bubblesOf(page, name), { timeout: 60_000 }).toEqual(all)
    await expect(page.page.getByText(/^Waiting|^Sending$/)).toHaveCount(0)
  }
  expect(await Promise.all(failures.map((noted) => noted()))).toEqual([[], []])
})

/** Notes every moment in which the page says that something failed. */
function noteFailures(page: Page): () => Promise<string[]> {
  const begun = page.evaluate(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    new MutationObserver(() => {
      for (const failed of document.querySelectorAll('.s-bubble-failed')) noted.push(failed.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  return async () => {
    await begun
    return page.evaluate(() => (window as unknown as { noted: string[] }).noted)
  }
}
