import type { Page } from 'playwright/test'
import { attach, photo } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })
const row = (page: Page, { handle }: Guest) => list(page).getByRole('link', { name: `@${handle}` })
const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text)
  await page.keyboard.press('Enter')
  await expect(thread(page)).toContainText(text)
}

test('[L37] an answer accepts, and pictures of a stranger are shown from then on', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await bob.page.goto(`/messages?user=${ann.id}`)
  await attach(bob.page, await photo())
  await bob.page.getByRole('textbox', { name: 'Alt text' }).fill('The throne')
  await bob.page.getByRole('button', { name: 'Send message' }).click()
  await expect(bob.page).toHaveURL(/conversation=/)
  await ann.page.goto('/messages?requests=all')
  await row(ann.page, bob).click()
  await expect(thread(ann.page).getByText('A photo, shown once you accept')).toBeVisible()
  await expect(thread(ann.page).locator('img')).toHaveCount(0)
  await write(ann.page, 'Go on, show me.')
  await expect(thread(ann.page).getByRole('img', { name: 'The throne' })).toBeVisible()
  await ann.page.getByRole('link', { name: 'All conversations' }).click()
  await expect(row(ann.page, bob)).toBeVisible()
})
