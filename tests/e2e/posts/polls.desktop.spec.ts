import type { Locator, Page } from 'playwright/test'
import { card, createPost, follow } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const text = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const results = (within: Locator) => within.getByRole('group', { name: 'Results of the poll' })
const bar = (within: Locator, name: string) => within.getByRole('progressbar', { name })

test('a poll is asked, answered by keyboard, and its bars follow live on other pages', async () => {
  const { page } = ann
  await follow(bob, ann)
  await bob.page.goto('/?tab=following')
  await page.goto('/compose')
  await text(page).fill(`Over or under, asks ${ann.handle}`)
  await page.getByRole('button', { name: 'Poll' }).click()
  await page.getByRole('textbox', { name: 'Answer 1' }).fill('Over')
  await flush(page).click()
  await expect(toast(page)).toContainText('A poll needs two to four different answers.')
  await page.getByRole('textbox', { name: 'Answer 2' }).fill('Under')
  await page.getByRole('button', { name: 'Add an answer' }).click()
  await page.getByRole('textbox', { name: 'Answer 3' }).fill('Folded')
  await page.getByRole('combobox', { name: 'Ends after' }).selectOption('3 days')
  // The draft is kept, with its poll.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Answer 3' })).toHaveValue('Folded')
  await flush(page).click()
  await expect(page).toHaveURL('/')

  await bob.page.getByRole('button', { name: /new drop/ }).click()
  const seen = card(bob.page, `Over or under, asks ${ann.handle}`)
  await expect(seen.getByText('0 votes · ends in 3d')).toBeVisible()
  await expect(results(seen)).toHaveCount(0)
  const before = (await seen.locator('.s-poll-slot').boundingBox())!
  await seen.getByRole('radio', { name: 'Over' }).focus()
  await bob.page.keyboard.press('ArrowDown')
  await expect(seen.getByRole('radio', { name: 'Under' })).toBeChecked()
  expect(await complaints(bob.page)).toEqual([])
  await seen.getByRole('button', { name: 'Vote' }).press('Enter')
  await expect(bar(seen, 'Under: 1 of 1 vote')).toBeVisible()
  await expect(results(seen).getByText('Your vote')).toBeVisible()
  expect((await seen.locator('.s-poll-slot').boundingBox())!.height).toBe(before.height)
  expect(await complaints(bob.page)).toEqual([])

  const own = card(page, `Over or under, asks ${ann.handle}`)
  // The count is pushed to those who have not voted as well, the shares are not shown.
  await expect(own.getByText('1 vote · ends in 3d')).toBeVisible()
  await expect(results(own)).toHaveCount(0)
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
