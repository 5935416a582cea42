import type { Locator, Page } from 'playwright/test'
import { befriend, card, comment, createPost, editPost, follow, message } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { linkTo } from '#tests/support/internet.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })
const flush = (page: Page) => page.getByRole('button', { name: 'Flush it 💩' })
const linkCard = (within: Page | Locator, title: string) => within.getByRole('link', { name: title })

// What the author sees while writing is tested in tests/pages/posts/link-cards.test.ts.
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
