import { createPosts, placeOf } from '#tests/e2e/support/calls.ts'
import {
  DESKTOP,
  fillInbox,
  inBothSizes,
  keepsFeed,
  keepsPlace,
  openAuthor,
  openWithoutChange,
  PHONE,
  writeLongFeed,
  type Author,
} from '#tests/e2e/support/first-html.ts'
import { isDrawn } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// public-pages.desktop.spec.ts looks at each kind of page in one size.
let author: Author
test.beforeAll(async ({ contexts }) => {
  author = await openAuthor(contexts)
})
test.afterAll(({ contexts }) => contexts.giveBack(author.ann.context))

const writings = () => [`/p/${author.postId}`, `/p/${author.pictureId}`, `/u/${author.ann.handle}`]
const MISSING = ['/no/such/room', '/p/0123456789abcdef01234567', '/u/nobody_at_all', '/blog/none']

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages can be read, and their links lead on', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Post it. Roast it. Share it.' })).toBeVisible()
    await page
      .getByRole('list', { name: 'Newest drops' })
      .getByRole('link', { name: 'A drop for those without scripts' })
      .first()
      .click()
    await expect(page).toHaveTitle(/^Ann: A drop for those without scripts/)
    await expect(page.getByRole('article')).toContainText('with a #tag in it')
    await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toContainText(
      'I can read this too',
    )
    await page.getByRole('article').getByRole('link', { name: 'Ann', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ann' })).toBeVisible()
    await expect(page.getByRole('feed', { name: `Posts by @${author.ann.handle}` })).toContainText(
      'A drop for those without scripts',
    )
    await page.goto(`/p/${author.pictureId}`)
    await expect.poll(() => isDrawn(page.getByRole('article').locator('img[data-still]'))).toBe(true)
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible()
    await page.goto('/p/0123456789abcdef01234567')
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
  })
})

test('every public page shows at once and does not jump, and React finds what it would render itself, on a desktop and a phone', async ({
  context,
}) => {
  test.slow()
  const paths = [
    '/',
    '/feed',
    ...writings(),
    '/terms',
    '/founders',
    '/login',
    '/register',
    '/blog',
    '/privacy',
  ]
  await openWithoutChange(context, inBothSizes([...paths, ...MISSING]))
})

test('every page of somebody who is signed in shows at once, does not jump and hydrates without a difference, on a desktop and a phone', async ({
  guest,
}) => {
  test.slow()
  const bob = await guest('Bob')
  await fillInbox(bob, author.ann)
  const paths = ['/', ...writings(), '/messages', '/notifications', '/terms', '/no/such/room', '/blog']
  const others = ['/founders', `/u/${bob.handle}`, '/u/nobody_at_all']
  await openWithoutChange(author.ann.context, inBothSizes([...paths, ...others]), (page) =>
    expect(page.locator('html')).toHaveAttribute('data-member', ''),
  )
})

test('focus, selected text and the place stay on every kind of page when scripts come late', async ({
  context,
}) => {
  await keepsPlace(context, ['/feed', `/u/${author.ann.handle}`, '/terms', '/founders'])
})

test('a long feed moves nothing when scripts come late, wherever it is scrolled to', async ({ context }) => {
  await writeLongFeed(author.ann)
  await keepsFeed(context, [
    { size: DESKTOP, top: 1_700 },
    { size: PHONE, top: 900 },
  ])
})

// A document arrives in pieces on a slow line: what is not here yet is taken out of it.
test('the words of the landing page stand where they stay, whatever of it has arrived', async ({ page }) => {
  await createPosts(author.ann, 3, (number) => `Fresh drop ${number}`)
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/')
    const title = page.getByRole('heading', { level: 1 })
    await expect(page.getByRole('list', { name: 'Newest drops' }).getByRole('listitem')).toHaveCount(3)
    const whole = Math.round(await placeOf(title))
    for (const part of ['.s-newest', '.s-hero-court', '.s-hero-lead ~ *', '.s-hero-lead']) {
      await page.evaluate((late) => document.querySelectorAll(late).forEach((one) => one.remove()), part)
      expect(Math.round(await placeOf(title)), `without ${part} at ${size.width} px`).toBe(whole)
    }
  }
})
