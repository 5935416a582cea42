import type { Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import { insertMessages } from '#tests/e2e/support/insert-messages.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest
let cat: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  cat = await guest('Cat')
  await befriend(ann, bob)
  await befriend(ann, cat)
})

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' })
const found = (page: Page) => page.getByRole('region', { name: 'Messages found' })
const rows = (page: Page) => found(page).getByRole('link')
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const bubble = (page: Page, words: string) => thread(page).locator('.s-bubble-row').filter({ hasText: words })

async function remove(page: Page, words: string): Promise<void> {
  await bubble(page, words).hover()
  await bubble(page, words).getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Delete message' }).click()
}

test('[L44] the search box finds messages below people; a result leads to its place, and results follow deletions', async () => {
  await message(ann, bob, 'The golden plunger is mine')
  await message(cat, ann, 'No, the plunger is ours')
  const { page } = ann
  await page.goto('/messages')
  await box(page).fill('bob')
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(found(page)).toContainText('We found no message with these words')
  await box(page).fill('Plunger')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'People' })).toHaveCount(0)
  await expect(rows(page).first()).toContainText('Cat')
  await expect(rows(page).last()).toContainText('You: The golden plunger is mine')
  await expect(rows(page).last().locator('mark')).toHaveText('plunger')

  // By keys alone: down to the second one, up and down again, and into its thread.
  await expect(box(page)).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key)
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const place = thread(page).locator('[data-found]')
  await expect(place).toContainText('No, the plunger is ours')
  await expect(place).toBeFocused()

  await bob.page.goto(`/messages?user=${ann.id}`)
  await message(bob, ann, 'My plunger is plastic')
  await box(page).fill('plastic plunger')
  await expect(rows(page)).toHaveCount(1)
  await remove(bob.page, 'My plunger is plastic')
  await expect(rows(page)).toHaveCount(0)
  await expect(found(page)).toContainText('We found no person and no message')

  await box(page).fill('plunger before:yesterday')
  await expect(found(page).getByRole('alert')).toContainText('Write a day after before:')
  await box(page).fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
  await expect(found(page).getByRole('alert')).toHaveCount(0)
  await page.route('**/api/messages/search*', (route) => route.fulfill({ status: 500, json: {} }))
  await box(page).fill('plunger')
  await expect(page.getByRole('heading', { name: 'Failed to search messages' })).toBeVisible()
  await page.unroute('**/api/messages/search*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('a search in one thread leads far back, reads on both ways from there, and Back returns to it', async () => {
  const conversationId = await insertMessages(ann, bob, 380, (number) =>
    number === 20 ? 'The needle in the hay' : `Hay number ${number}.`,
  )
  await message(ann, cat, 'Another needle')
  const { page } = ann
  await page.goto(`/messages?conversation=${conversationId}`)
  await expect(bubble(page, 'Hay number 380.')).toBeVisible()
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Search' }).click()
  const search = page.getByRole('searchbox', { name: 'Search the messages with Bob' })
  await expect(search).toBeFocused()
  await search.fill('needle')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('You')
  await rows(page).click()

  const place = thread(page).locator('[data-found]')
  await expect(place).toContainText('The needle in the hay')
  await expect(bubble(page, 'Hay number 19.')).toBeInViewport()
  await expect(bubble(page, 'Hay number 21.')).toBeInViewport()
  await expect(place).toBeInViewport()
  // What the other person writes now does not move what is read.
  await message(bob, ann, 'Still looking?')
  await expect(page.getByRole('button', { name: /new|Jump to newest/ })).toBeVisible()
  await expect(place).toBeInViewport()
  await expect(bubble(page, 'Still looking?')).toHaveCount(0)
  await page.getByRole('button', { name: /new|Jump to newest/ }).click()
  await expect(bubble(page, 'Still looking?')).toBeInViewport()

  await page.goBack()
  await expect(search).toHaveValue('needle')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).click()
  await expect(place).toContainText('The needle in the hay')
  await thread(page).press('Home')
  await expect(bubble(page, 'Hay number 1.')).toBeVisible()
  await expect(async () => {
    await thread(page).press('End')
    await expect(bubble(page, 'Still looking?')).toBeInViewport({ timeout: 100 })
  }).toPass()
  await page.goBack()
  await rows(page).click()
  await expect(place).toContainText('The needle in the hay')
  await page.getByPlaceholder('Write a message').fill('Found it')
  await page.keyboard.press('Enter')
  await expect(bubble(page, 'Found it')).toBeInViewport()
  await expect(bubble(page, 'Still looking?')).toBeInViewport()
  await page.goBack()
  await search.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(bubble(page, 'Found it')).toBeVisible()
})
