import type { Locator } from 'playwright/test'
import { card, createPost, follow } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const results = (within: Locator) => within.getByRole('group', { name: 'Results of the poll' })
const bar = (within: Locator, name: string) => within.getByRole('progressbar', { name })

test('a poll is answered by keyboard in its own place, and its bars follow live', async () => {
  const words = `Over or under, asks ${ann.handle}`
  const poll = { options: ['Over', 'Under', 'Folded'], minutes: 3 * 24 * 60 }
  const { id } = await createPost(ann, words, { poll })
  await follow(bob, ann)
  const { page } = bob
  await page.goto('/?tab=following')
  const seen = card(page, words)
  await expect(seen.getByText('0 votes · ends in 3d')).toBeVisible()
  await expect(results(seen)).toHaveCount(0)
  const before = (await seen.locator('.s-poll-slot').boundingBox())!
  await seen.getByRole('radio', { name: 'Over' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(seen.getByRole('radio', { name: 'Under' })).toBeChecked()
  expect(await complaints(page)).toEqual([])
  await seen.getByRole('button', { name: 'Vote' }).press('Enter')
  await expect(bar(seen, 'Under: 1 of 1 vote')).toBeVisible()
  await expect(results(seen).getByText('Your vote')).toBeVisible()
  expect((await seen.locator('.s-poll-slot').boundingBox())!.height).toBe(before.height)
  expect(await complaints(page)).toEqual([])

  await ann.page.goto(`/p/${id}`)
  const own = card(ann.page, words)
  await expect(own.getByText('1 vote · ends in 3d')).toBeVisible()
  await own.getByRole('radio', { name: 'Over' }).check()
  await own.getByRole('button', { name: 'Vote' }).click()
  await expect(bar(own, 'Over: 1 of 2 votes')).toBeVisible()
  await expect(bar(seen, 'Over: 1 of 2 votes')).toBeVisible()
  await expect(results(seen).getByText('50%')).toHaveCount(2)
})

test('an open page closes a poll when its time is over', async () => {
  const { id } = await createPost(ann, 'Closing soon', { poll: { options: ['Yes', 'No'], minutes: 60 } })
  const { page } = bob
  await page.clock.install()
  await page.goto(`/p/${id}`)
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeVisible()
  // Any answer of the server corrects the page's clock, and the poll is open again: then the hour passes once more.
  await expect(async () => {
    await page.clock.runFor(61 * 60_000)
    await expect(results(page.locator('main'))).toBeVisible({ timeout: 2_000 })
    await expect(page.getByText('0 votes · ended')).toBeVisible({ timeout: 500 })
    await expect(page.getByRole('radio', { name: 'Yes' })).toHaveCount(0, { timeout: 500 })
  }).toPass()
})
