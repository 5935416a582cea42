import type { Locator, Page } from 'playwright/test'
import { befriend, card, comment, createPost, editPost, follow, message } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const linkCard = (within: Page | Locator, title: string) => within.getByRole('link', { name: title })

/** An address of the stand-in for the internet (tests/support/internet.ts). */
const linkTo = (title: string, more: Record<string, string> = {}) =>
  `http://gazette.test/page?${new URLSearchParams({ title, description: 'From the pipes', picture: '/picture', ...more }).toString()}`

test('the card of a link comes live to who sees the post already, and changes with an edit', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await follow(bob, ann)
  const held = linkTo('The golden age of plumbing', { hold: ann.handle })
  const { id } = await createPost(ann, `Read this, says ${ann.handle}: ${held}`)
  await bob.page.goto('/?tab=following')
  const post = card(bob.page, `Read this, says ${ann.handle}`)
  await expect(post).toBeVisible()
  const shown = linkCard(post, 'gazette.test The golden age of plumbing From the pipes')
  await expect(shown).toHaveCount(0)

  await fetch(`${process.env['E2E_INTERNET']}/release?key=${ann.handle}`)
  await expect(shown).toBeVisible()
  await expect(shown).toHaveAttribute('href', held)
  await expect(shown).toHaveAttribute('target', '_blank')
  await expect(shown).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
  // Our own copy, which the page may load.
  const picture = shown.locator('img')
  await expect(picture).toHaveAttribute('src', /^\/api\/media\/direct\//)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600)
  expect(await complaints(bob.page)).toEqual([])

  await editPost(ann, id, `Read that, says ${ann.handle}: ${linkTo('Silver is back')}`)
  await expect(linkCard(card(bob.page, `Read that, says ${ann.handle}`), 'Silver is back')).toBeVisible()
  await expect(shown).toHaveCount(0)
  // It is in the first HTML.
  const html = await (await bob.context.request.get(`/p/${id}`)).text()
  expect(html).toContain('Silver is back</span>')
})

test('the author sees the preview while writing, and may hide it', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page } = ann
  await page.goto('/compose')
  await text(page).fill(`Before: ${linkTo(`Old pipes of ${ann.handle}`)}`)
  const preview = linkCard(page, `Old pipes of ${ann.handle}`)
  await expect(preview).toBeVisible()
  await page.getByRole('button', { name: 'Hide preview' }).click()
  await expect(preview).toHaveCount(0)
  // The choice is part of the draft, and of the post.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show preview' })).toBeVisible()
  await flush(page).click()
  await expect(toast(page)).toContainText('Post created!')
  await expect(page).toHaveURL('/')

  // Another link is shown; with a poll there is none.
  await page.goto('/compose')
  await text(page).fill(`After: ${linkTo(`New pipes of ${ann.handle}`)}`)
  const second = linkCard(page, `New pipes of ${ann.handle}`)
  await expect(second).toBeVisible()
  await page.getByRole('button', { name: 'Poll' }).click()
  await expect(second).toHaveCount(0)
  await page.getByRole('button', { name: 'Poll' }).click()
  await expect(second).toBeVisible()
  await flush(page).click()
  await expect(page).toHaveURL('/')

  // Who edits sees the card of the new text; what was hidden stays hidden.
  await page.goto(`/u/${ann.handle}`)
  const edit = async (text: string, link: string) => {
    await card(page, text).getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Post text' }).fill(`${text} ${link}`)
  }
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await edit('After:', linkTo(`Newer pipes of ${ann.handle}`))
  await expect(linkCard(dialog, `Newer pipes of ${ann.handle}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit('Before:', linkTo(`Newer pipes of ${ann.handle}`))
  await expect(linkCard(dialog, 'gazette.test')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await bob.page.goto(`/u/${ann.handle}`)
  await expect(linkCard(card(bob.page, 'After:'), `New pipes of ${ann.handle}`)).toBeVisible()
  await expect(card(bob.page, 'Before:')).toBeVisible()
  await expect(linkCard(card(bob.page, 'Before:'), `gazette.test Old pipes`)).toHaveCount(0)
})

test('a browser without URL.parse (Safari 17) writes and shows web addresses', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { page, context } = ann
  await context.addInitScript(() => void Reflect.deleteProperty(URL, 'parse'))
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto('/compose')
  expect(await page.evaluate(() => 'parse' in URL)).toBe(false)
  await text(page).fill(`Old glass: ${linkTo(`Panes of ${ann.handle}`)}`)
  await expect(linkCard(page, `Panes of ${ann.handle}`)).toBeVisible()
  await flush(page).click()
  await expect(linkCard(card(page, 'Old glass:'), `Panes of ${ann.handle}`)).toBeVisible()

  const { id } = await createPost(bob, `Look at https://gazette.test/page?title=Glass and example.com/b`)
  await comment(bob, id, 'And at https://gazette.test/c')
  await page.goto(`/p/${id}`)
  for (const address of ['example.com/b', 'https://gazette.test/c'])
    await expect(page.getByRole('link', { name: address, exact: true })).toBeVisible()

  await message(bob, ann, 'See https://gazette.test/d')
  await page.goto(`/messages?user=${bob.id}`)
  const thread = page.getByRole('region', { name: /^Messages with/ })
  await expect(thread.getByRole('link', { name: 'https://gazette.test/d', exact: true })).toBeVisible()
  expect(errors).toEqual([])
})
