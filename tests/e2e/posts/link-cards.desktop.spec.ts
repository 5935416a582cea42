import type { Locator, Page } from 'playwright/test'
import { card, createPost, editPost, follow } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { linkTo } from '#tests/support/internet.ts'

const linkCard = (within: Page | Locator, title: string) => within.getByRole('link', { name: title })

// What the author sees while writing, and a browser without URL.parse, are tested in tests/pages/posts/link-cards.test.ts.
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
