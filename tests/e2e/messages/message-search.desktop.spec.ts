import type { Page } from 'playwright/test'
import { befriend, message } from '#tests/e2e/support/calls.ts'
import { insertMessages } from '#tests/e2e/support/insert-messages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Messages found' }).getByRole('link')
const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const bubble = (page: Page, words: string) => thread(page).locator('.s-bubble-row').filter({ hasText: words })

// The search box above the list is tested in tests/pages/messages/search.test.ts.
test('a search in one thread leads far back, reads on both ways from there, and Back returns to it', async ({
  guest,
}) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  await Promise.all([befriend(ann, bob), befriend(ann, cat)])
  const conversationId = await insertMessages(ann, bob, 150, (number) =>
    number === 20 ? 'The needle in the hay' : `Hay number ${number}.`,
  )
  await message(ann, cat, 'Another needle')
  const { page } = ann
  await page.goto(`/messages?conversation=${conversationId}`)
  await expect(bubble(page, 'Hay number 150.')).toBeVisible()
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
