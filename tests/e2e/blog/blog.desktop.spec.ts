import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { logIn, type Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let king: Guest
test.beforeEach(async ({ guest }) => {
  king = await guest('King')
  await grantAdmin(king.handle)
  await expect.poll(async () => (await king.page.request.get('/api/blog/counts')).status()).toBe(200)
})

const editor = (page: Page) => page.locator('.s-article-editor')
const preview = (page: Page) => editor(page).getByRole('region', { name: 'Preview' })
const field = (page: Page, name: string) => editor(page).getByLabel(name, { exact: false })
const saveLine = (page: Page) => page.locator('.s-article-editor-foot').getByRole('status')
const open = (page: Page) => page.getByRole('link', { name: 'Issue Royal Decree' }).click()
const revise = (page: Page, title: string) =>
  page.getByRole('link', { name: `Revise ${title}`, exact: true }).click()

test('a blog post is published, appears live for everybody, is edited and deleted', async ({
  page,
  context,
}) => {
  const title = `Of plungers ${randomBytes(3).toString('hex')}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'Royal Blog', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Decrees' })).toHaveCount(0)

  await king.page.goto('/blog-admin')
  await open(king.page)
  await editor(king.page).getByRole('button', { name: 'Save draft' }).click()
  for (const words of [
    'Royal proclamation title is required',
    'Royal decree slug is required',
    'Royal content is required',
  ])
    await expect(editor(king.page)).toContainText(words)
  await field(king.page, 'Title').fill(title)
  await expect(field(king.page, 'Slug')).toHaveValue(slug)
  await field(king.page, 'Excerpt').fill('Rubber, wielded wisely.')
  await field(king.page, 'Content').fill(
    'Line one\nline **two**\n\n<script>alert(1)</script> [bad](javascript:alert(1)) ![far](https://elsewhere.example/x.png)',
  )
  await field(king.page, 'Published').check()
  const chooser = king.page.waitForEvent('filechooser')
  await editor(king.page).getByRole('button', { name: 'Add image' }).click()
  await (await chooser).setFiles(await photo())
  await expect.poll(() => isDrawn(editor(king.page).getByRole('img', { name: 'Featured' }))).toBe(true)
  await expect(preview(king.page).locator('strong')).toHaveText('two')
  await editor(king.page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(king.page.getByText('Royal Decree Published!', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveTitle(`${title} - Royal Blog`)
  await expect(page.getByText('"Rubber, wielded wisely."')).toBeVisible()
  await expect(page.locator('article strong')).toHaveText('two')
  await expect(page.locator('article')).toContainText('<script>alert(1)</script>')
  await expect(page.locator('article a[href^="javascript"]')).toHaveCount(0)
  await expect(page.locator('article a[href="https://elsewhere.example/x.png"]')).toHaveText('far')
  await expect(page.locator('article img[src*="elsewhere"]')).toHaveCount(0)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share Decree' }).click()
  await expect(page.getByText('Royal Decree Link Copied!', { exact: true })).toBeVisible()

  await revise(king.page, title)
  await field(king.page, 'Content').fill('Revised before your eyes.')
  await editor(king.page).getByRole('button', { name: 'Revise Decree' }).click()
  await expect(king.page.getByText('Royal Decree Updated!', { exact: true })).toBeVisible()
  await expect(page.getByText('Revised before your eyes.')).toBeVisible()
  // The picture was kept.
  await expect.poll(() => isDrawn(page.locator('.s-article-image'))).toBe(true)

  await king.page.getByRole('button', { name: `Take back ${title}` }).click()
  await expect(toast(king.page)).toHaveText('Decree Hidden')
  await king.page.getByRole('button', { name: `Publish ${title}` }).click()
  await expect(toast(king.page)).toHaveText('Decree Published')

  await king.page.getByRole('button', { name: `Burn ${title}` }).click()
  await expect(king.page.getByRole('alertdialog')).toContainText('This royal decree shall be burned forever!')
  await king.page.getByRole('button', { name: 'Burn it' }).click()
  await expect(king.page.getByText('Royal Decree Burned!', { exact: true })).toBeVisible()
  await expect(page.getByText('This decree has been lost to the ages.')).toBeVisible()
})

test('below an article stand its author and the next one, which follows what is published', async ({
  page,
}) => {
  const issue = async (title: string) => {
    const slug = `${title.toLowerCase().replaceAll(' ', '-')}-${randomBytes(3).toString('hex')}`
    const data = { title, slug, content: 'Hear ye.', published: true }
    const answer = await king.page.request.post('/api/blog/posts', { data })
    return (await answer.json()) as { id: string; slug: string }
  }
  const burn = ({ id }: { id: string }) => king.page.request.delete(`/api/blog/posts/${id}`)
  const articles = [await issue('Of the first flush'), await issue('Of the second flush')]
  const [, second] = articles
  articles.push(await issue('Of the third flush'))
  await page.goto('/blog')
  await page.getByRole('link', { name: 'Of the third flush' }).click()
  await expect(page.getByRole('link', { name: /Decreed by/ })).toContainText(king.name)
  const next = page.getByRole('link', { name: /Next decree/ })
  await expect(next).toContainText('Of the second flush')
  await burn(second!)
  await expect(next).toContainText('Of the first flush')
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Of the first flush' })).toBeVisible()
  await Promise.all(articles.filter((article) => article !== second).map(burn))
})

test('an article is read in lines of about 70 letters without a column, and its reactions are live for everybody', async ({
  page,
  guest,
}) => {
  const ann = await guest('Ann')
  const slug = `of-verdicts-${randomBytes(3).toString('hex')}`
  const content = Array.from({ length: 40 }, () => 'Hear ye what the throne has decided about paper.').join(
    ' ',
  )
  const data = { title: 'Of verdicts', slug, content, published: true }
  await king.page.request.post('/api/blog/posts', { data })
  await page.goto('/blog')
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.goto(`/blog/${slug}`)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  const lines = await page.locator('.s-article-text p').evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })
  // Many lines, so that the last one, which is not full, hardly counts.
  expect(content.length / lines).toBeGreaterThan(60)
  expect(content.length / lines).toBeLessThan(76)

  const poo = (one: Page) =>
    one.getByRole('group', { name: 'Reactions' }).getByRole('button', { name: /^poo/ })
  await king.page.goto(`/blog/${slug}`)
  await ann.page.goto('/blog')
  await ann.page.getByRole('link', { name: 'Of verdicts' }).click()
  await poo(ann.page).click()
  await expect(poo(ann.page)).toHaveAttribute('aria-pressed', 'true')
  await expect(poo(king.page)).toHaveAccessibleName('poo, 1')
  await expect(poo(king.page)).toHaveAttribute('aria-pressed', 'false')
  await poo(king.page).click()
  await expect(poo(ann.page)).toHaveAccessibleName('poo, 2')
  // A visitor is offered an account; after the log-in the reaction is given.
  await expect(poo(page)).toHaveAccessibleName('poo, 2')
  await poo(page).click()
  await expect(toast(page)).toContainText('Please log in to react to decrees.')
  const sheet = page.getByRole('dialog', { name: 'Throw the first poo' })
  await expect(sheet).toContainText('lands on this decree at once')
  await sheet.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, await guest('Bob'))
  await expect(page).toHaveURL(`/blog/${slug}`)
  await expect(poo(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(poo(king.page)).toHaveAccessibleName('poo, 3')
})

test('two people who edit the same blog post see a conflict, and no text is lost', async () => {
  const title = `Of draughts ${randomBytes(3).toString('hex')}`
  const article = {
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    content: 'First.',
    published: false,
  }
  const { id } = (await (await king.page.request.post('/api/blog/posts', { data: article })).json()) as {
    id: string
  }
  await king.page.goto('/blog-admin')
  await revise(king.page, title)
  await field(king.page, 'Content').fill('Mine.')
  await expect(saveLine(king.page)).toHaveText('Saved')
  await king.page.request.patch(`/api/blog/posts/${id}`, { data: { content: 'Theirs.' } })
  await field(king.page, 'Content').fill('Mine again.')
  await expect(editor(king.page).getByRole('alert')).toContainText(
    'Somebody else has revised this decree meanwhile.',
  )
  await king.page.reload()
  await expect(editor(king.page)).toContainText('Thy unsaved words were kept.')
  await expect(field(king.page, 'Content')).toHaveValue('Mine again.')
  await editor(king.page).getByRole('button', { name: 'Save draft' }).click()
  await expect(king.page.getByText('Royal Decree Updated!', { exact: true })).toBeVisible()
})

test('a draft is kept on the server while somebody writes it, for admins only, until it is deleted', async ({
  page,
}) => {
  const title = `Of unfinished business ${randomBytes(3).toString('hex')}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await king.page.goto('/blog-admin')
  await open(king.page)
  await field(king.page, 'Title').fill(title)
  await field(king.page, 'Content').fill('To be continued.')
  await expect(saveLine(king.page)).toHaveText('Saved')
  await expect(king.page).toHaveURL(/\/blog-admin\/decree\?id=[0-9a-f]{24}$/)
  await king.page.reload()
  await expect(field(king.page, 'Content')).toHaveValue('To be continued.')
  await expect(editor(king.page)).not.toContainText('Thy unsaved words were kept.')
  expect((await page.request.get(`/api/blog/posts/${slug}`)).status()).toBe(404)

  await editor(king.page).getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(king.page)).toHaveText('Royal Decree Updated!')
  await revise(king.page, title)
  await field(king.page, 'Content').fill('Another ending.')
  await expect(saveLine(king.page)).toHaveText('Saved')
  await editor(king.page).getByRole('button', { name: 'Throw away' }).click()
  await expect(king.page).toHaveURL('/blog-admin')
  const kept = (await (await king.page.request.get(`/api/blog/posts/${slug}`)).json()) as { content: string }
  expect(kept.content).toBe('To be continued.')

  await open(king.page)
  await field(king.page, 'Title').fill(`${title} once`)
  await field(king.page, 'Content').fill('For later.')
  await editor(king.page).getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(king.page)).toHaveText('Draft Saved')

  await open(king.page)
  await field(king.page, 'Title').fill(`${title} again`)
  await field(king.page, 'Content').fill('Nobody shall read this.')
  await expect(saveLine(king.page)).toHaveText('Saved')
  await editor(king.page).getByRole('button', { name: 'Throw away' }).click()
  await expect(king.page).toHaveURL('/blog-admin')
  expect((await king.page.request.get(`/api/blog/posts/${slug}-again`)).status()).toBe(404)
})

test('an article is scheduled, and appears live for readers and in the archive at its time', async ({
  page,
}) => {
  const title = `Of patience ${randomBytes(3).toString('hex')}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await king.page.goto('/blog-admin')
  await open(king.page)
  await field(king.page, 'Title').fill(title)
  await field(king.page, 'Content').fill('All in good time.')
  await field(king.page, 'Publish at').fill('2020-01-01T10:00')
  await editor(king.page).getByRole('button', { name: 'Schedule' }).click()
  await expect(editor(king.page)).toContainText('Choose a time in the future.')
  const soon = `${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T09:30`
  await field(king.page, 'Publish at').fill(soon)
  await editor(king.page).getByRole('button', { name: 'Schedule' }).click()
  await expect(toast(king.page)).toHaveText('Royal Decree Scheduled!')
  const row = king.page.getByRole('row', { name: title })
  await expect(row.getByText(/^Scheduled for .*, 09:30$/)).toHaveAttribute(
    'datetime',
    await king.page.evaluate((local) => new Date(local).toISOString(), soon),
  )
  expect((await page.request.get(`/api/blog/posts/${slug}`)).status()).toBe(404)
  // Its own page, which admins can read already, says so too.
  await king.page.goto(`/blog/${slug}`)
  await expect(king.page.getByRole('article').getByText(/^Scheduled for .*, 09:30$/)).toBeVisible()
  await king.page.goto('/blog-admin')

  await revise(king.page, title)
  await expect(field(king.page, 'Publish at')).toHaveValue(soon)
  await editor(king.page).getByRole('button', { name: 'Clear' }).click()
  await editor(king.page).getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(king.page)).toHaveText('Royal Decree Updated!')
  await expect(row).toContainText('Draft')

  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'Royal Blog', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  const article = (await (await king.page.request.get(`/api/blog/posts/${slug}`)).json()) as { id: string }
  const publishAt = new Date(Date.now() + 2_000).toISOString()
  await king.page.request.patch(`/api/blog/posts/${article.id}`, { data: { publishAt } })
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expect(row).toContainText('Published')
  await king.page.request.delete(`/api/blog/posts/${article.id}`)
})

test('Ctrl+S saves a draft at once and stays; of a published article it saves what readers see', async () => {
  const title = `Of haste ${randomBytes(3).toString('hex')}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const stored = async () => (await (await king.page.request.get(`/api/blog/posts/${slug}`)).json()) as object
  await king.page.goto('/blog-admin/decree')
  await field(king.page, 'Title').fill(title)
  await king.page.keyboard.press('Control+s')
  await expect(saveLine(king.page)).toHaveText('Not saved: kept in this browser')
  await field(king.page, 'Content').fill('Quickly.')
  await king.page.keyboard.press('Control+s')
  await expect(saveLine(king.page)).toHaveText('Saved')
  expect(await stored()).toMatchObject({ content: 'Quickly.', published: false })
  await field(king.page, 'Content').fill('Quickly, in public.')
  await field(king.page, 'Published').check()
  await king.page.keyboard.press('Control+s')
  await expect(toast(king.page)).toHaveText('Royal Decree Published!')
  await expect(king.page).toHaveURL('/blog-admin')
  expect(await stored()).toMatchObject({ content: 'Quickly, in public.', published: true })
})

test('the preview follows the caret, and what was typed survives leaving the page', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `Article ${line + 1} of many.`)
  await king.page.goto('/blog-admin/decree')
  await field(king.page, 'Content').fill(lines.join('\n\n'))
  await field(king.page, 'Content').press('Control+End')
  await expect(preview(king.page).getByText('Article 60 of many.')).toBeInViewport()
  await field(king.page, 'Content').press('Control+Home')
  await expect(preview(king.page).getByText('Article 1 of many.')).toBeInViewport()
  await king.page.getByRole('link', { name: 'Royal archives' }).click()
  await open(king.page)
  await expect(editor(king.page)).toContainText('Thy unsaved words were kept.')
  await expect(field(king.page, 'Content')).toHaveValue(lines.join('\n\n'))
  await editor(king.page).getByRole('button', { name: 'Throw away' }).click()
  await expect(king.page).toHaveURL('/blog-admin')
})

test('the blog editor is for admins only', async ({ page }) => {
  for (const path of ['/blog-admin', '/blog-admin/decree']) {
    await page.goto(path)
    await expect(page.getByText('Royal Access Required')).toBeVisible()
    await expect(page.getByText('Only the King can access the royal blog archives.')).toBeVisible()
  }
  await king.page.goto(`/blog-admin/decree?id=${'0'.repeat(24)}`)
  await expect(king.page.getByText('Royal Decree Not Found')).toBeVisible()
})
