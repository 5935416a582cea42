import type { Page } from 'playwright/test'
import {
  DESKTOP,
  fillInbox,
  inTurns,
  keepsFeed,
  keepsPlace,
  openAuthor,
  openWithoutChange,
  PHONE,
  writeLongFeed,
  type Author,
} from '#tests/e2e/support/first-html.ts'
import { holdScripts } from '#tests/e2e/support/hold-scripts.ts'
import { hydrated } from '#tests/e2e/support/prepare-pages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// Each page in both sizes: public-pages.slow.desktop.spec.ts. What is in the HTML: tests/api/site/pages.test.ts.
let author: Author
let ann: Author['ann']
test.beforeAll(async ({ contexts }) => {
  author = await openAuthor(contexts)
  ann = author.ann
})
test.afterAll(({ contexts }) => contexts.giveBack(ann.context))

/** The browser has painted a text before it asks for a script. */
async function expectPaintedFirst(page: Page): Promise<void> {
  const { painted, asked } = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      asked: Math.min(...scripts.map(({ startTime }) => startTime)),
    }
  })
  expect(painted).toBeLessThan(asked)
}

test('a public page is painted before its scripts, does not jump, makes no session call, and React finds what it would render itself', async ({
  context,
}) => {
  const { postId, pictureId } = author
  const paths = [
    '/',
    '/feed',
    `/p/${postId}`,
    `/p/${pictureId}`,
    `/u/${ann.handle}`,
    '/terms',
    '/founders',
    '/login',
    '/register',
    '/blog',
    '/no/such/room',
  ]
  const asked = await openWithoutChange(context, inTurns(paths), async (page, path) => {
    if (path === '/feed') await expectPaintedFirst(page)
  })
  expect(asked.some((request) => request.includes('/assets/'))).toBe(true)
  expect(asked.filter((request) => request.includes('/api/auth/me'))).toEqual([])
})

test('pages of somebody who is signed in show at once, do not jump and hydrate without a difference', async ({
  guest,
}) => {
  await fillInbox(await guest('Bob'), ann)
  const { postId, pictureId } = author
  const paths = [
    `/u/${ann.handle}`,
    '/',
    '/messages',
    `/p/${postId}`,
    '/notifications',
    `/p/${pictureId}`,
    '/blog',
    '/u/nobody_at_all',
  ]
  const asked = await openWithoutChange(ann.context, inTurns(paths), (page) =>
    expect(page.locator('html')).toHaveAttribute('data-member', ''),
  )
  // The document says that there is nobody. The resync asks when somebody has changed just before.
  const forNobody = asked.filter((request) => request.includes('/api/users/nobody_at_all'))
  expect(forNobody.length).toBeLessThanOrEqual(1)
})

test('what is typed and sent before the code of the log-in has come stays, and is sent by that code', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login?next=/settings', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').click()
  await page.keyboard.type(`${ann.handle}@people.example`)
  const password = page.getByLabel('Password', { exact: true })
  await password.click()
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  // The browser has not sent the form: the password is not in the address.
  expect(new URL(page.url()).search).toBe('?next=/settings')
  release()
  await hydrated(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed.' })).toBeVisible()
  await expect(password).toHaveValue('not-the-password')
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/google?next=%2Fsettings',
  )
})

test('a button that is clicked before the code has come does its work once the code is here', async () => {
  const page = await ann.context.newPage()
  const release = await holdScripts(page)
  await page.goto(`/p/${author.postId}`, { waitUntil: 'domcontentloaded' })
  const reacted = page.waitForResponse('**/reaction')
  await page
    .getByRole('group', { name: 'Reactions' })
    .getByRole('button', { name: 'poo', exact: true })
    .click()
  release()
  await reacted
  await expect(page.getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.close()
})

test('focus, selected text and the place in the page stay when scripts come late', async ({ context }) => {
  await keepsPlace(context, ['/', `/p/${author.postId}`])
})

test('somebody who reads their home keeps focus and place when scripts come late', async () => {
  const page = await ann.context.newPage()
  for (let i = 0; i < 6; i++)
    await ann.context.request.post('/api/posts', {
      data: { text: `Something to read, part ${i}. `.repeat(8) },
    })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const third = page.getByRole('feed').getByRole('article').nth(2)
  const link = third.getByRole('link', { name: 'Ann', exact: true })
  await link.focus()
  await page.evaluate(() => scrollTo(0, 300))
  const before = await third.boundingBox()
  release()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await expect(link).toBeFocused()
  expect((await third.boundingBox())!.y).toBeCloseTo(before!.y, 0)
  await page.close()
})

test('a long feed of unequal posts moves nothing when scripts come late, on a desktop and a phone', async ({
  context,
}) => {
  await writeLongFeed(ann)
  await keepsFeed(context, [
    { size: DESKTOP, top: 900 },
    { size: PHONE, top: 1_700 },
  ])
})
