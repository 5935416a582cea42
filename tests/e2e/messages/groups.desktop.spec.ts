import type { Page } from 'playwright/test'
import { befriend, createGroup } from '#tests/e2e/support/calls.ts'
import { isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const list = (page: Page) => page.getByRole('complementary', { name: 'Conversations' })

// What one page shows is tested in tests/pages/messages/groups.test.ts.
test('[L49] [L51] members write to each other, one sets and removes the picture, and shows another one out', async ({
  guest,
}) => {
  const [ann, cat] = [await guest('Ann'), await guest('Cat')]
  await befriend(ann, cat)
  const { id } = await createGroup(ann, 'Night shift', cat)
  for (const { page } of [ann, cat]) await page.goto(`/messages?conversation=${id}`)
  const field = ann.page.getByRole('textbox', { name: /^Message to/ })
  await field.fill(`Who has the key, @${cat.handle}?`)
  await field.press('Enter')
  await expect(thread(cat.page)).toContainText('Who has the key')
  await expect(thread(cat.page).locator('.s-bubble-author span').last()).toHaveText('Ann')
  await expect(ann.page.getByRole('button', { name: 'Read by 1' })).toBeVisible()

  await ann.page.getByRole('heading', { name: 'Night shift' }).getByRole('button').click()
  // Its field for the name waits: on a phone the keyboard would cover the members.
  await expect(ann.page.getByRole('dialog')).toBeFocused()
  const chooser = ann.page.waitForEvent('filechooser')
  await ann.page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await chooser).setFiles(await photo())
  await ann.page
    .getByRole('dialog', { name: 'Crop the picture' })
    .getByRole('button', { name: 'Use picture' })
    .click()
  // What a screen reader is told.
  await expect(cat.page.locator('.s-thread-body > [aria-live=polite]')).toHaveText('Ann changed the picture')
  const face = list(cat.page)
    .getByRole('link', { name: /Night shift/ })
    .locator('img')
  await expect.poll(() => isDrawn(face)).toBe(true)
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(face).toHaveCount(0)

  // Whoever is shown out sees nothing of it any more, without a reload.
  await ann.page.getByRole('button', { name: 'Options for Cat' }).click()
  await ann.page.getByRole('menuitem', { name: 'Remove from group' }).click()
  await expect(cat.page.getByText('Select a conversation')).toBeVisible()
  await expect(list(cat.page)).not.toContainText('Night shift')
})
