import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const editor = (page: Page) => page.locator('.s-article-editor')
const preview = (page: Page) => editor(page).getByRole('region', { name: 'Preview' })
const field = (page: Page, name: string) => editor(page).getByLabel(name, { exact: false })
const press = (page: Page, name: string) => editor(page).getByRole('button', { name, exact: true }).click()

/** How many letters a line of the open article has. */
async function lettersOfLine(page: Page, text: string): Promise<number> {
  const lines = await page
    .locator('.s-article-text p')
    .last()
    .evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
    })
  return text.length / lines
}

// The rules of the form and of drafts, and the reactions, are tested in tests/pages/blog.
test('an article with a picture is written beside its preview, appears live, is read in lines of about 70 letters, revised and burned', async ({
  guest,
  page,
  context,
}) => {
  const king = await guest('King')
  await grantAdmin(king)
  const { page: desk } = king
  const title = `Of plungers ${randomBytes(3).toString('hex')}`
  // Many lines, so that the last one, which is not full, hardly counts.
  const long = Array.from({ length: 40 }, () => 'Hear ye what the throne has decided about paper.').join(' ')
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'Royal Blog', level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary')).toBeVisible()

  // The preview follows the caret.
  await desk.goto('/blog-admin/decree')
  const lines = Array.from({ length: 60 }, (_, line) => `Article ${line + 1} of many.`)
  await field(desk, 'Content').fill(lines.join('\n\n'))
  await field(desk, 'Content').press('Control+End')
  await expect(preview(desk).getByText('Article 60 of many.')).toBeInViewport()
  await field(desk, 'Content').press('Control+Home')
  await expect(preview(desk).getByText('Article 1 of many.')).toBeInViewport()

  await field(desk, 'Title').fill(title)
  await field(desk, 'Excerpt').fill('Rubber, wielded wisely.')
  await field(desk, 'Content').fill(
    `Line one\nline **two**\n\n<script>alert(1)</script> [bad](javascript:alert(1)) ![far](https://elsewhere.example/x.png)\n\n${long}`,
  )
  await field(desk, 'Published').check()
  const chooser = desk.waitForEvent('filechooser')
  await press(desk, 'Add image')
  await (await chooser).setFiles(await photo())
  await expect.poll(() => isDrawn(editor(desk).getByRole('img', { name: 'Featured' }))).toBe(true)
  await expect(preview(desk).locator('strong')).toHaveText('two')
  await press(desk, 'Publish')
  await expect(desk.getByText('Royal Decree Published!', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveTitle(`${title} - Royal Blog`)
  await expect(page.getByText('"Rubber, wielded wisely."')).toBeVisible()
  await expect(page.locator('article strong')).toHaveText('two')
  await expect(page.locator('article')).toContainText('<script>alert(1)</script>')
  await expect(page.locator('article a[href^="javascript"]')).toHaveCount(0)
  await expect(page.locator('article a[href="https://elsewhere.example/x.png"]')).toHaveText('far')
  await expect(page.locator('article img[src*="elsewhere"]')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  const letters = await lettersOfLine(page, long)
  expect(letters).toBeGreaterThan(60)
  expect(letters).toBeLessThan(76)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share Decree' }).click()
  await expect(page.getByText('Royal Decree Link Copied!', { exact: true })).toBeVisible()

  await desk.getByRole('link', { name: `Revise ${title}`, exact: true }).click()
  await field(desk, 'Content').fill('Revised before your eyes.')
  await press(desk, 'Revise Decree')
  await expect(desk.getByText('Royal Decree Updated!', { exact: true })).toBeVisible()
  await expect(page.getByText('Revised before your eyes.')).toBeVisible()
  // The picture was kept.
  await expect.poll(() => isDrawn(page.locator('.s-article-image'))).toBe(true)
  await desk.getByRole('button', { name: `Burn ${title}` }).click()
  await desk.getByRole('button', { name: 'Burn it' }).click()
  await expect(page.getByText('This decree has been lost to the ages.')).toBeVisible()
})
